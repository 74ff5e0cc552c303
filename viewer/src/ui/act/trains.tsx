// Trains: when they come next; each can be delayed, and its next stop cancelled.

import { clockTime } from '../../departures';
import * as session from '../../session';
import * as state from '../../state';
import type { TrainNow } from '../../timetable';
import { Section } from '../controls';

/** By how much a click delays a train, s. */
const DELAY = 60;

export function Trains() {
  const trains = state.trainsNow.value;
  if (trains.length === 0) return null;
  return (
    <Section title="Trains" aside={String(trains.length)} isOpen={trains.length <= 8}>
      <ul class="trains" data-test="trains">{trains.map((train, number) => <TrainRow key={number} now={train} number={number} />)}</ul>
    </Section>
  );
}

function TrainRow({ now, number }: { now: TrainNow; number: number }) {
  const { train } = now;
  const track = state.place.value?.objects[train.track]?.name ?? '';
  const delay = () => void session.act({ kind: 'Delay', train: number, seconds: DELAY }, `“${train.name}” is delayed by a minute.`);
  const cancel = () => void session.act({ kind: 'Cancel', train: number }, `The next stop of “${train.name}” does not take place.`);
  return (
    <li>
      <p><b>{train.name}</b> <span>{train.to.length > 0 ? `to ${train.to.join(', ')}` : ''}</span><small>{[track, words(now)].filter(Boolean).join(', ')}</small></p>
      <button type="button" onClick={delay} disabled={now.stops.length === 0} title="Delays the train by a minute" data-test={`delay-${train.name}`}>+1 min</button>
      <button type="button" onClick={cancel} disabled={now.stops.length === 0 || now.phase !== 'away'} title="Cancels the next stop" data-test={`cancel-${train.name}`}>Cancel</button>
    </li>
  );
}

/** Says what a train does, or when it comes. */
function words({ phase, stops }: TrainNow): string {
  const next = stops[0];
  if (!next) return 'comes no more';
  const at = (seconds: number) => clockTime(seconds, state.welcome.value?.timeOfDay ?? null);
  return phase === 'away' ? `comes at ${at(next.expectedArrival)}` : `leaves at ${at(next.expectedDeparture)}`;
}
