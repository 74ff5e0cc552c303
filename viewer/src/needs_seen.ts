// The needs of the selected pedestrian over the time that was shown since it was selected.

import type { Inspected } from './protocol';

/** Moments, ascending, s, and the levels of all needs at each. */
export interface NeedsSeen { pedestrian: number; times: number[]; levels: number[][] }

/** The most moments that are kept. When there are more, every second one is dropped. */
const MOST = 400;

export const NOTHING_SEEN: NeedsSeen = { pedestrian: -1, times: [], levels: [] };

/** Returns what is known with another moment. Time may go back: a moment takes its place among the others. */
export function withMoment(seen: NeedsSeen, found: Inspected): NeedsSeen {
  const before = seen.pedestrian === found.pedestrian ? seen : NOTHING_SEEN;
  const times = [...before.times], levels = [...before.levels];
  const at = times.findIndex((time) => time >= found.time);
  const place = at < 0 ? times.length : at;
  if (times[place] === found.time) return seen;
  times.splice(place, 0, found.time);
  levels.splice(place, 0, Array.from(found.needs, (need) => need.level));
  if (times.length <= MOST) return { pedestrian: found.pedestrian, times, levels };
  // The first and the newest moment stay.
  const isKept = (_: unknown, i: number) => i % 2 === 0 || i === times.length - 1;
  return { pedestrian: found.pedestrian, times: times.filter(isKept), levels: levels.filter(isKept) };
}
