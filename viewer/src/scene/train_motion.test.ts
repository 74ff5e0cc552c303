import { describe, expect, it } from 'vitest';
import type { Train, TrainChange } from '../protocol';
import { FAR, placeOf, rolled } from './train_motion';

const train = { closing: 3, calls: Float64Array.from([120, 165, 130, 175, 360, 405, 360, 405]) } as unknown as Train;
const change = (seconds: number, kind: string, phase: string, call: number, arrives: number, departs: number): TrainChange => ({ frame: seconds * 10, train: 0, kind, phase, call, arrives, departs });
const changes = [
  change(130, 'train-arrived', 'open', 0, 120, 175),
  change(172, 'train-closes', 'closing', 0, 120, 175),
  change(175, 'train-departed', 'away', 1, 360, 405),
  change(300, 'train-delayed', 'away', 1, 390, 435),
];
const at = (time: number) => placeOf(train, changes, time, 0.1);

describe('a train', () => {
  it('is out of sight long before it arrives, and rolls in slower and slower', () => {
    expect(at(60)).toBeNull();
    const places = [110, 120, 125, 129, 129.9].map((time) => at(time)!.along);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(places[1]).toBeCloseTo(-57.5, 5);
    expect(places[4]).toBeGreaterThan(-0.02);
    // Within a tenth of a second it goes further at first than at the end.
    const step = (time: number) => at(time + 0.1)!.along - at(time)!.along;
    expect(step(115)).toBeCloseTo(1.15, 5);
    expect(step(121)).toBeGreaterThan(step(128));
  });

  it('stands where it arrived while its doors open and shut', () => {
    expect([130, 140, 173, 174.9].map((time) => at(time)!.along)).toEqual([0, 0, 0, 0]);
    expect([130, 133, 171].map((time) => at(time)!.doors)).toEqual([0, 1, 1]);
    expect(at(131)!.doors).toBeGreaterThan(0);
    expect(at(173)!.doors).toBeCloseTo(0.5, 5);
    expect(at(174.5)!.doors).toBe(0);
  });

  it('rolls out faster and faster after it departed', () => {
    expect(at(175)!.along).toBe(0);
    expect(at(180)!.along).toBeCloseTo(rolled(5), 5);
    expect(at(185)!.along).toBeCloseTo(57.5, 5);
    expect(at(240)).toBeNull();
  });

  it('is expected when a delay says, and comes no more after its last stop', () => {
    expect(at(295)).toBeNull();
    expect(at(358)!.along).toBeLessThan(-300);
    expect(at(389)!.along).toBeGreaterThan(-1);
    const over = [...changes, change(440, 'train-departed', 'away', 2, 0, 0)];
    expect(placeOf(train, over, 700, 0.1)).toBeNull();
  });

  it('waits before the platform, when it is late beyond what was expected', () => {
    expect(placeOf(train, [], 135, 0.1)).toEqual({ along: -0, doors: 0 });
    expect(rolled(100)).toBeGreaterThan(FAR);
  });
});
