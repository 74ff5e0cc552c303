// Objects: open or closed.

import * as session from '../../session';
import * as state from '../../state';
import type { PlaceObject } from '../../protocol';
import { Section, Switch } from '../controls';
import { people } from '../format';
import { Icon } from '../icons';
import { objectMenu } from '../panels';

/** Lifts are put out of service as doors are shut. */
const NOT_CLOSED = 'lift';

export function setObject(number: number, open: boolean): void {
  const object = state.place.value?.objects[number];
  if (!object) return;
  void session.act({ kind: 'Serve', object: number, open }, `“${object.name}” ${open ? 'opens' : 'closes'}.`);
}

export function Objects() {
  const objects = (state.place.value?.objects ?? []).map((object, number) => ({ object, number })).filter(({ object }) => object.kind !== NOT_CLOSED);
  if (objects.length === 0) return null;
  return (
    <Section title="Objects" aside={String(objects.length)} isOpen={objects.length <= 12}>
      {objects.map(({ object, number }) => {
        const isOpen = state.openObjects.value[number] ?? true;
        return (
          <Switch
            key={number} isOn={isOpen} onChange={(open) => setObject(number, open)} test={`object-${object.name}`} hint={wordsOf(object)}
            label={<>{object.name}<small>{isOpen ? kindOf(object) : 'closed'}</small></>}
          />
        );
      })}
    </Section>
  );
}

function kindOf(object: PlaceObject): string { return object.kind.replaceAll('-', ' '); }

/** Writes what an object is, and how many people it has room for. */
function wordsOf(object: PlaceObject): string {
  const slots = object.slots.length / 3, places = object.line.length / 3;
  const queue = object.queue !== null ? state.place.value?.objects[object.queue]?.name : undefined;
  const room = slots > 0 ? `room for ${people(slots)}` : '';
  const line = places > 0 ? `a line for ${people(places)}` : queue ? `served from the line “${queue}”` : '';
  return [kindOf(object), room, line, object.offers.length > 0 ? `offers ${object.offers.join(', ')}` : ''].filter(Boolean).join('; ');
}

/** The menu of an object that was clicked in the scene. */
export function ObjectMenuView() {
  const menu = objectMenu.value;
  const object = menu && state.place.value?.objects[menu.object];
  if (!menu || !object) return null;
  const isOpen = state.openObjects.value[menu.object] ?? true;
  const isLive = state.welcome.value?.live && !state.head.value?.ended;
  const left = Math.min(menu.screenX + 10, window.innerWidth - 250);
  const top = Math.min(menu.screenY + 10, window.innerHeight - 190);
  return (
    <div class="door-menu" role="dialog" aria-label={object.name} style={{ left: `${left}px`, top: `${top}px` }} data-test="object-menu">
      <header><b>{object.name}</b><button type="button" class="ghost" aria-label="Close" onClick={() => { objectMenu.value = null; }}><Icon name="close" size={15} /></button></header>
      <p>{wordsOf(object)}; {isOpen ? 'open' : 'closed'}</p>
      {isLive ? (
        <button type="button" class="primary" data-test="object-menu-act" onClick={() => { setObject(menu.object, !isOpen); objectMenu.value = null; }}>{isOpen ? 'Close' : 'Open'}</button>
      ) : <p class="hint">{state.welcome.value?.live ? 'The run has ended.' : 'A recording cannot be changed.'}</p>}
    </div>
  );
}
