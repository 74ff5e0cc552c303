import { describe, expect, it } from 'vitest';
import { NOTHING_SEEN, withMoment } from './needs_seen';
import type { Inspected } from './protocol';

const found = (pedestrian: number, time: number, ...levels: number[]): Inspected =>
  ({ pedestrian, time, needs: levels.map((level) => ({ name: 'thirst', about: '', level, threshold: 0.75, pursued: false })) }) as unknown as Inspected;

describe('the needs that were seen', () => {
  it('are in the order of time, wherever the user looked first', () => {
    let seen = withMoment(NOTHING_SEEN, found(4, 10, 0.5));
    seen = withMoment(seen, found(4, 30, 0.7));
    seen = withMoment(seen, found(4, 20, 0.6));
    expect(seen.times).toEqual([10, 20, 30]);
    expect(seen.levels).toEqual([[0.5], [0.6], [0.7]]);
    expect(withMoment(seen, found(4, 20, 0.6))).toBe(seen);
  });

  it('begin anew with another pedestrian', () => {
    const seen = withMoment(withMoment(NOTHING_SEEN, found(4, 10, 0.5)), found(5, 12, 0.1));
    expect(seen).toEqual({ pedestrian: 5, times: [12], levels: [[0.1]] });
  });

  it('never take more than 400 moments, and keep the first and the newest', () => {
    let seen = NOTHING_SEEN;
    for (let i = 0; i < 2000; i++) seen = withMoment(seen, found(4, i, i / 2000));
    expect(seen.times.length).toBeLessThanOrEqual(400);
    expect([seen.times[0], seen.times.at(-1)]).toEqual([0, 1999]);
  });
});
