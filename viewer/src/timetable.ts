// What trains do at a moment, and when they are expected: what boards show.

import type { Train, TrainChange } from './protocol';

/** A stop of a train, s since the start: as planned, and as expected at the moment shown. */
export interface Stop { arrives: number; departs: number; expectedArrival: number; expectedDeparture: number }

/** A train at a moment. */
export interface TrainNow {
  train: Train;
  /** away, open (it stands with open doors) or closing. */
  phase: string;
  /** The stop that goes on or comes next, by number. After the last stop it is the number of stops. */
  call: number;
  /** That stop and those after it, in order. */
  stops: Stop[];
}

/** Numbers of a stop in `Train.calls`. */
const PER_STOP = 4;

/** Returns what each train does at a frame. */
export function trainsAt(trains: readonly Train[], changes: readonly TrainChange[], frame: number): TrainNow[] {
  const last: (TrainChange | undefined)[] = [];
  for (const change of changes) {
    if (change.frame <= frame) last[change.train] = change;
  }
  return trains.map((train, number) => trainAfter(train, last[number]));
}

function trainAfter(train: Train, change: TrainChange | undefined): TrainNow {
  const call = change?.call ?? 0;
  const stops: Stop[] = [];
  for (let i = call * PER_STOP; i + PER_STOP <= train.calls.length; i += PER_STOP) {
    const [arrives, departs, expectedArrival, expectedDeparture] = train.calls.slice(i, i + PER_STOP);
    stops.push({ arrives: arrives!, departs: departs!, expectedArrival: expectedArrival!, expectedDeparture: expectedDeparture! });
  }
  const next = stops[0];
  if (change && next) Object.assign(next, { expectedArrival: change.arrives, expectedDeparture: change.departs });
  return { train, phase: change?.phase ?? 'away', call, stops };
}
