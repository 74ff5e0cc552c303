// The inspector: a pedestrian, what it does and why.

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import * as session from '../session';
import * as state from '../state';
import { rowOf } from '../frames';
import type { Inspected } from '../protocol';
import { centre, toggleFollow } from './commands';
import { Facts, Section } from './controls';
import { clock, quantity, sentence, titled } from './format';
import { Icon } from './icons';
import { searchAsked } from './panels';
import { DiaryView } from './diary';
import { DrivesView, SpaceView } from './drives';
import { MemoryView, NeedsView, StoryView } from './mind';
import { PipeView } from './pipe';

export function Inspector() {
  const who = state.selected.value;
  return (
    <div class="inspector" data-test="inspector">
      <Search />
      {who === null ? <Nobody /> : <Somebody who={who} />}
    </div>
  );
}

function Search() {
  const field = useRef<HTMLInputElement>(null);
  const text = useSignal('');
  // The field is focused before the browser draws, so that everything typed after the key of the search goes into the field.
  useLayoutEffect(() => {
    if (!searchAsked.value) return;
    searchAsked.value = false;
    field.current?.focus();
    field.current?.select();
  }, [searchAsked.value]);
  const find = (event: Event) => {
    event.preventDefault();
    const id = Number(text.value.trim().replace(/^#/, ''));
    if (!Number.isInteger(id) || id < 0 || text.value.trim() === '') return state.toast('A pedestrian is searched by its number.', 'Type a whole number, such as 42.', true);
    const population = state.populationOf.value[id];
    if (population === undefined || population === 65535) return state.toast(`Nobody with the number ${id} has come in yet.`, '', true);
    session.select(id);
    field.current?.blur();
  };
  return (
    <form class="search" onSubmit={find} role="search">
      <Icon name="search" size={15} />
      <input
        ref={field} type="text" inputMode="numeric" placeholder="Find by number" aria-label="Find a pedestrian by number" data-test="search" value={text.value}
        onInput={(event) => { text.value = event.currentTarget.value; }} title="Find by number (/)"
      />
    </form>
  );
}

function Nobody() {
  return (
    <div class="empty" data-test="inspector-empty">
      <Icon name="person" size={40} />
      <p><b>Nobody is selected</b></p>
      <p>Click a pedestrian in the scene, or search by number, to see where it goes, which neighbours it sees and why it moves as it does.</p>
    </div>
  );
}

function Somebody({ who }: { who: number }) {
  const found = state.inspected.value;
  const population = state.welcome.value?.populations[found?.population ?? state.populationOf.value[who] ?? 65535];
  return (
    <>
      <div class="who">
        <div>
          <h3 data-test="inspector-id">Pedestrian {who}</h3>
          <p data-test="inspector-population">{population ? <>{population.name} · <span title="Steering model">{population.model}</span></> : ' '}</p>
        </div>
        <button type="button" class="ghost" onClick={() => session.select(null)} title="Clear (Esc)" aria-label="Clear" data-test="clear"><Icon name="close" /></button>
      </div>
      <div class="buttons">
        <button type="button" class={state.isFollowingSelected.value ? 'on' : ''} onClick={toggleFollow} aria-pressed={state.isFollowingSelected.value} title="Follow (F)" data-test="follow">
          <Icon name="follow" size={15} />{state.isFollowingSelected.value ? 'Following' : 'Follow'}
        </button>
        <button type="button" onClick={centre} title="Centre (C)" data-test="centre"><Icon name="centre" size={15} />Centre</button>
      </div>
      {found ? <Details found={found} /> : <><Absent who={who} /><DiaryView who={who} /></>}
    </>
  );
}

/** Shows a pedestrian of which only the frame tells: it is not inspected yet, does not walk, or is not there. */
function Absent({ who }: { who: number }) {
  void state.time.value;
  const shown = state.playback.value?.now();
  const row = shown ? rowOf(shown, who) : -1;
  if (!shown || row < 0) return <NotInside who={who} />;
  const why = state.notInspected.value;
  const place = state.place.value;
  const destination = place?.areas[shown.destination[row]! - 1]?.name;
  return (
    <>
      <div class="doing">
        <p class="status" data-test="frame-status">{titled(state.welcome.value?.statuses[shown.status[row]!] ?? '')}</p>
        {destination && <p><span class="muted">Where to:</span> <span data-test="frame-destination">{destination}</span></p>}
      </div>
      <p class="hint" data-test="inspector-absent">{why ? `${sentence(why.what)} ${sentence(why.hint)}` : 'Asking…'}</p>
      <Section title="Where">
        <Facts
          rows={[
            ['Floor', place?.floors[shown.floor[row]!]?.name || '–', 'frame-floor'],
            ['Speed', quantity(shown.speed[row]!, 'm/s'), 'frame-speed'],
          ]}
        />
      </Section>
    </>
  );
}

/** Says when a pedestrian that is not inside is there, and goes to that moment. */
function NotInside({ who }: { who: number }) {
  const presence = state.presence.value?.pedestrian === who ? state.presence.value : null;
  const seconds = state.welcome.value?.frameSeconds ?? 1;
  const moments: [string, number][] = [];
  if (presence) moments.push(['It comes in', presence.first]);
  if (presence?.last !== null && presence?.last !== undefined) moments.push(['It is last inside', presence.last]);
  return (
    <>
      <p class="hint" data-test="inspector-absent">{`Not inside at ${clock(state.time.value)}.`}</p>
      <div class="buttons">
        {moments.map(([words, frame]) => (
          <button type="button" key={words} onClick={() => session.seek(frame * seconds + 1e-6)} data-test={`go-to-${frame === presence!.first ? 'first' : 'last'}`}>{`${words} at ${clock(frame * seconds)}`}</button>
        ))}
      </div>
    </>
  );
}

function Details({ found }: { found: Inspected }) {
  const place = state.place.value;
  const floor = place?.floors[found.floor];
  return (
    <>
      <div class="doing">
        <p class="status" data-test="inspector-status">{titled(found.status)}</p>
        {found.destination && <p><span class="muted">Where to:</span> <span data-test="inspector-destination">{found.destination}</span></p>}
        <StoryView found={found} />
      </div>
      <SpeedBar found={found} />
      <DiaryView who={found.pedestrian} />
      <MemoryView found={found} />
      <NeedsView found={found} />
      <Journey found={found} />
      <Section title="Velocity, stage by stage" aside="m/s"><PipeView found={found} /></Section>
      <DrivesView found={found} />
      <SpaceView found={found} />
      <Section title="Where">
        <Facts
          rows={[
            ['Position', place ? <>{(found.x + place.originX).toFixed(2)}, {(found.y + place.originY).toFixed(2)}&nbsp;m</> : '–', 'inspector-position'],
            ['Floor', floor?.name || '–', 'inspector-floor'],
            ['Cell', String(found.cell), 'inspector-cell'],
            ['Half body width', quantity(found.radius, 'm')],
            ['Decides next at', clock(found.time)],
            ...found.notes.map((note): [string, string] => [titled(note.name), note.value]),
          ]}
        />
      </Section>
      <Neighbours found={found} />
    </>
  );
}

function SpeedBar({ found }: { found: Inspected }) {
  const speed = Math.hypot(found.vx, found.vy);
  const most = Math.max(found.top, found.desired, speed, 0.1);
  return (
    <div class="speed-bar" data-test="inspector-speed">
      <div class="speed-words"><span><b>{speed.toFixed(2)}</b> m/s</span><span class="muted">desired {quantity(found.desired, 'm/s')}, at most {quantity(found.top, 'm/s')}</span></div>
      <div class="bar" role="img" aria-label={`${speed.toFixed(2)} of ${found.desired.toFixed(2)} m/s`}>
        <i style={{ width: `${(100 * speed) / most}%` }} /><b style={{ left: `${Math.min(99.2, (100 * found.desired) / most)}%` }} />
      </div>
    </div>
  );
}

function Journey({ found }: { found: Inspected }) {
  const stages = state.welcome.value?.populations[found.population]?.journey ?? [];
  if (stages.length === 0) return null;
  return (
    <Section title="Journey" aside={found.stage < stages.length ? `stage ${found.stage + 1} of ${stages.length}` : 'sent elsewhere'}>
      <ol class="journey" data-test="inspector-journey">
        {stages.map((stage, i) => (
          <li key={i} class={i < found.stage ? 'done' : i === found.stage ? 'now' : ''} aria-current={i === found.stage ? 'step' : undefined}>{titled(stage)}</li>
        ))}
      </ol>
    </Section>
  );
}

function Neighbours({ found }: { found: Inspected }) {
  const nearest = [...found.neighbours].sort((a, b) => a.distance - b.distance);
  return (
    <Section title="Neighbours" aside={String(nearest.length)}>
      {nearest.length === 0 ? <p class="hint">Perceives nobody.</p> : (
        <ul class="neighbours" data-test="inspector-neighbours">
          {nearest.map((seen) => (
            <li key={seen.pedestrian}>
              <button type="button" onClick={() => session.select(seen.pedestrian)} title={`Select pedestrian ${seen.pedestrian}`}>
                <span>{seen.pedestrian}</span><span>{quantity(seen.distance, 'm')}</span><span>{quantity(Math.hypot(seen.vx, seen.vy), 'm/s')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
