// How trains move: they roll in for ten seconds before they arrive, stand, open and shut their doors, and roll out after they departed.

import type { Train, TrainChange } from '../protocol';

/** Where a train is and how far its doors are open. */
export interface TrainPlace {
  /** How far it is from where it stands, in the direction in which it goes, m: less than 0 before it arrives. */
  along: number;
  /** From 0, shut, to 1, open. */
  doors: number;
}

/** How fast it brakes and speeds up, m/s²: that of trains for commuters (assumed). */
const BRAKES = 1.15;
/** The time for which it does so, s; before and after that it goes at one speed. */
const SECONDS = 10;
const CRUISE = BRAKES * SECONDS;
/** Whoever looks that far along the track sees nothing any more, m. */
export const FAR = 400;
/** The time from the arrival to the opening of doors, and the time that doors take to open and to shut, s. */
const UNLOCKS = 0.5;
const OPENS = 1.6;
const SHUTS = 2;

/** Returns how far a train has gone so many seconds after its departure, m; and as far before it arrives. */
export function rolled(seconds: number): number {
  return seconds <= SECONDS ? 0.5 * BRAKES * seconds * seconds : 0.5 * BRAKES * SECONDS * SECONDS + CRUISE * (seconds - SECONDS);
}

/** Returns where a train is at a moment, from its changes, in order; null when it is out of sight. */
export function placeOf(train: Train, changes: readonly TrainChange[], time: number, frameSeconds: number): TrainPlace | null {
  let last = -1;
  while (last + 1 < changes.length && changes[last + 1]!.frame * frameSeconds <= time + 1e-6) last += 1;
  const change = changes[last];
  if (change && change.phase !== 'away') return { along: 0, doors: doorsAt(train, changes, last, time, frameSeconds) };
  const departed = lastTime(changes, last, 'train-departed', frameSeconds);
  if (departed !== null) {
    const gone = rolled(time - departed);
    if (gone < FAR) return { along: gone, doors: 0 };
  }
  // The stop that comes next, as it is expected.
  const next = change ? (change.call * 4 < train.calls.length ? change.arrives : Infinity) : (train.calls[2] ?? Infinity);
  const left = rolled(Math.max(0, next - time));
  return left < FAR ? { along: -left, doors: 0 } : null;
}

/** Returns how far the doors of a train that stands are open. */
function doorsAt(train: Train, changes: readonly TrainChange[], last: number, time: number, frameSeconds: number): number {
  if (changes[last]!.phase === 'closing') {
    const since = lastTime(changes, last, 'train-closes', frameSeconds) ?? time;
    return 1 - eased((time - since) / Math.min(SHUTS, Math.max(0.1, train.closing)));
  }
  const since = lastTime(changes, last, 'train-arrived', frameSeconds);
  return since === null ? 1 : eased((time - since - UNLOCKS) / OPENS);
}

/** Returns when something last happened, s; null when it has not. */
function lastTime(changes: readonly TrainChange[], from: number, kind: string, frameSeconds: number): number | null {
  for (let i = from; i >= 0; i--) if (changes[i]!.kind === kind) return changes[i]!.frame * frameSeconds;
  return null;
}

function eased(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}
