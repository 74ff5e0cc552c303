import { describe, expect, it } from 'vitest';
import type { PlaceObject } from '../protocol';
import { Seats, seatsOf } from './seats';

/** A bench from (0, 0) to (2, 0.5) whose people look north. */
function bench(slots: number[], footprint = [0, 0, 2, 0, 2, 0.5, 0, 0.5]): PlaceObject {
  return { name: 'bench', kind: 'bench', floor: 0, footprint: new Float32Array(footprint), slots: new Float32Array(slots), line: new Float32Array(), queue: null, offers: [] };
}
const NORTH = Math.PI / 2;

describe('seats', () => {
  it('on a bench are where the body is', () => {
    expect(seatsOf(bench([0.5, 0.25, NORTH]))[0]!.back).toBeCloseTo(0, 5);
  });

  it('of a bench that is an obstacle are behind the body', () => {
    // The spot is 0.22 m before the bench; the body sits 0.22 m inside.
    expect(seatsOf(bench([0.5, 0.72, NORTH]))[0]!.back).toBeCloseTo(0.43, 2);
  });

  it('of a chair that is only a point are where the body is', () => {
    expect(seatsOf(bench([0, 0, NORTH], [0, 0]))[0]!.back).toBeCloseTo(0, 5);
  });

  it('are found for whoever is near, on the same floor', () => {
    const seats = new Seats({ objects: [bench([0.98, 0.72, NORTH])] });
    expect(seats.backAt(0, 1.05, 0.8)).toBeCloseTo(0.43, 2);
    expect(seats.backAt(1, 1.05, 0.8)).toBe(0);
    expect(seats.backAt(0, 1.6, 0.8)).toBe(0);
  });
});
