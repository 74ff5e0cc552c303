// Seats: how far behind the spot of a pedestrian it sits. A spot may be on the bench, or on the ground before it.

import type { Place, PlaceObject } from '../protocol';
import { ringOf } from './meshes';

/** The height of a seat, m. */
export const SEAT_HEIGHT = 0.41;
/** Whoever sits within this distance of a seat sits on it, m. */
const NEAR = 0.5;
/** A body sits at most this far behind its spot, m. It is the length of a thigh. */
const MOST_BACK = 0.43;
/** A body sits this far behind the front of a deep bench, m. */
const INSIDE = 0.22;

export interface Seat { x: number; y: number; heading: number; back: number }

/** Returns the seats of an object, with the distance from the spot back to the middle of the body that sits, m. */
export function seatsOf(object: PlaceObject): Seat[] {
  const ring = ringOf(object.footprint);
  return Array.from({ length: object.slots.length / 3 }, (_, i) => {
    const [x, y, heading] = object.slots.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    const fx = Math.cos(heading), fy = Math.sin(heading);
    const along = ring.map(([u, v]) => (u - x) * fx + (v - y) * fy);
    const [back, front] = [Math.min(...along), Math.max(...along)];
    const isOnBench = front > -0.02;
    const goal = isOnBench ? (back + front) / 2 : front - Math.min(INSIDE, (front - back) / 2);
    return { x, y, heading, back: Math.min(MOST_BACK, Math.max(0, -goal)) };
  });
}

export class Seats {
  private readonly cells = new Map<string, Seat[]>();

  constructor(place: Pick<Place, 'objects'>) {
    for (const object of place.objects) {
      if (object.kind !== 'bench') continue;
      for (const seat of seatsOf(object)) {
        for (const [u, v] of around(seat.x, seat.y)) {
          const key = `${object.floor} ${u} ${v}`;
          this.cells.set(key, [...(this.cells.get(key) ?? []), seat]);
        }
      }
    }
  }

  /** Returns how far behind its spot a pedestrian sits, m; 0 where there is no seat. */
  backAt(floor: number, x: number, y: number): number {
    let best = NEAR, back = 0;
    for (const seat of this.cells.get(`${floor} ${Math.floor(x)} ${Math.floor(y)}`) ?? []) {
      const distance = Math.hypot(seat.x - x, seat.y - y);
      if (distance < best) { best = distance; back = seat.back; }
    }
    return back;
  }
}

/** Returns the cells of a metre in which a point within reach of a seat may be. */
function around(x: number, y: number): [number, number][] {
  const cells: [number, number][] = [];
  for (let u = Math.floor(x - NEAR); u <= Math.floor(x + NEAR); u++) {
    for (let v = Math.floor(y - NEAR); v <= Math.floor(y + NEAR); v++) cells.push([u, v]);
  }
  return cells;
}
