// The spots of people at objects: what they use there, and how far behind its spot a pedestrian sits. A spot may be on the bench, or before it.

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

/** A spot at which an object is used: a seat, or where somebody stands. */
interface Used extends Seat { kind: string }

/** The spots at which objects are used, by where they are. */
export class Seats {
  private readonly cells = new Map<string, Used[]>();

  constructor(place: Pick<Place, 'objects'>) {
    for (const object of place.objects) {
      for (const seat of seatsOf(object)) {
        for (const [u, v] of around(seat.x, seat.y)) {
          const key = `${object.floor} ${u} ${v}`;
          this.cells.set(key, [...(this.cells.get(key) ?? []), { ...seat, kind: object.kind }]);
        }
      }
    }
  }

  /** Returns how far behind its spot a pedestrian sits, m; 0 where there is no seat. */
  backAt(floor: number, x: number, y: number): number {
    return this.nearest(floor, x, y, (kind) => kind === 'bench')?.back ?? 0;
  }

  /** Returns the kind of the object that is used at a point; empty where there is none. */
  kindAt(floor: number, x: number, y: number): string {
    return this.nearest(floor, x, y, () => true)?.kind ?? '';
  }

  private nearest(floor: number, x: number, y: number, isMeant: (kind: string) => boolean): Used | null {
    let best = NEAR;
    let found: Used | null = null;
    for (const used of this.cells.get(`${floor} ${Math.floor(x)} ${Math.floor(y)}`) ?? []) {
      const distance = Math.hypot(used.x - x, used.y - y);
      if (distance < best && isMeant(used.kind)) { best = distance; found = used; }
    }
    return found;
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
