// Doors and lifts: open or shut.

import * as session from '../../session';
import * as state from '../../state';
import type { Link } from '../../protocol';
import { Section, Switch } from '../controls';
import { quantity } from '../format';
import { Icon } from '../icons';
import { doorMenu } from '../panels';

export function linkName(link: Link, number: number): string {
  return link.name || `${link.kind} ${number + 1}`;
}

export function setDoor(number: number, open: boolean): void {
  const link = state.place.value?.links[number];
  if (!link) return;
  const words = link.kind === 'lift' ? (open ? 'goes into service' : 'goes out of service') : open ? 'opens' : 'shuts';
  void session.act({ kind: 'Door', link: number, open }, `“${linkName(link, number)}” ${words}.`);
}

export function Doors() {
  const links = (state.place.value?.links ?? []).map((link, number) => ({ link, number })).filter(({ link }) => link.canShut);
  return (
    <Section title="Doors and lifts" aside={String(links.length)}>
      {links.length === 0 && <p class="hint">This place has none.</p>}
      {links.map(({ link, number }) => {
        const isOpen = state.openLinks.value[number] ?? link.open;
        const name = linkName(link, number);
        return (
          <Switch
            key={number} isOn={isOpen} onChange={(open) => setDoor(number, open)} test={`door-${name}`}
            hint={link.kind === 'lift' ? 'Lift in service or not' : `Door, ${quantity(link.width, 'm')} wide`}
            label={<><Icon name={link.kind === 'lift' ? 'lift' : 'door'} size={15} />{name}<small>{stateWords(link, isOpen)}</small></>}
          />
        );
      })}
    </Section>
  );
}

function stateWords(link: Link, isOpen: boolean): string {
  if (link.kind === 'lift') return isOpen ? 'in service' : 'out of service';
  return isOpen ? 'open' : 'shut';
}

/** The menu of a door that was clicked in the scene. */
export function DoorMenuView() {
  const menu = doorMenu.value;
  const link = menu && state.place.value?.links[menu.link];
  if (!menu || !link) return null;
  const isOpen = state.openLinks.value[menu.link] ?? link.open;
  const isLive = state.welcome.value?.live && !state.head.value?.ended;
  const opens = link.kind === 'lift' ? 'Put into service' : 'Open';
  const shuts = link.kind === 'lift' ? 'Take out of service' : 'Shut';
  const left = Math.min(menu.screenX + 10, window.innerWidth - 250);
  const top = Math.min(menu.screenY + 10, window.innerHeight - 190);
  return (
    <div class="door-menu" role="dialog" aria-label={linkName(link, menu.link)} style={{ left: `${left}px`, top: `${top}px` }} data-test="door-menu">
      <header><b>{linkName(link, menu.link)}</b><button type="button" class="ghost" aria-label="Close" onClick={() => { doorMenu.value = null; }}><Icon name="close" size={15} /></button></header>
      <p>{link.kind}, {quantity(link.width, 'm')} wide, {stateWords(link, isOpen)}</p>
      {link.canShut && isLive && (
        <button type="button" class="primary" data-test="door-menu-act" onClick={() => { setDoor(menu.link, !isOpen); doorMenu.value = null; }}>{isOpen ? shuts : opens}</button>
      )}
      {link.canShut && !isLive && <p class="hint">{state.welcome.value?.live ? 'The run has ended.' : 'A recording cannot be changed.'}</p>}
      {!link.canShut && <p class="hint">It is always open.</p>}
    </div>
  );
}
