// The line of a track: points along it, beyond its ends too, and the side on which the platform is.

import type { Place, PlaceObject } from '../protocol';
import { ringOf } from './meshes';

/** A point of a line with the direction in which the line goes on, as a unit vector. */
export interface OnLine { x: number; y: number; ux: number; uy: number }

export class Rails {
  readonly length: number;
  private readonly starts: number[] = [0];

  /** `isLeft`: whether the platform is on the left. */
  constructor(readonly points: readonly (readonly [number, number])[], readonly isLeft: boolean) {
    for (let i = 1; i < points.length; i++) this.starts.push(this.starts[i - 1]! + Math.hypot(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1]));
    this.length = this.starts[this.starts.length - 1]!;
  }

  /** Returns the point at a distance along the line, m, and so far away from the platform. Beyond its ends the line goes straight on. */
  at(along: number, away = 0): OnLine {
    let i = 1;
    while (i < this.points.length - 1 && along > this.starts[i]!) i += 1;
    const [a, b] = [this.points[i - 1]!, this.points[i]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const ux = (b[0] - a[0]) / length, uy = (b[1] - a[1]) / length;
    const s = along - this.starts[i - 1]!, turn = this.isLeft ? 1 : -1;
    return { x: a[0] + ux * s + uy * away * turn, y: a[1] + uy * s - ux * away * turn, ux, uy };
  }

  /** Returns how far along the line a point is, m. */
  along(x: number, y: number): number {
    let best = Infinity, found = 0;
    for (let i = 1; i < this.points.length; i++) {
      const [a, b] = [this.points[i - 1]!, this.points[i]!];
      const length = this.starts[i]! - this.starts[i - 1]! || 1;
      const share = Math.min(1, Math.max(0, ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / (length * length)));
      const distance = Math.hypot(a[0] + share * (b[0] - a[0]) - x, a[1] + share * (b[1] - a[1]) - y);
      if (distance < best) { best = distance; found = this.starts[i - 1]! + share * length; }
    }
    return found;
  }
}

/** The kind of the objects that are tracks. */
export const TRACK = 'track';

/** Returns the line of a track; null for other objects. People wait on the side of the platform. */
export function railsOf(object: PlaceObject): Rails | null {
  const points = ringOf(object.footprint);
  if (object.kind !== TRACK || points.length < 2 || object.slots.length < 3) return null;
  const rails = new Rails(points, true);
  const [x, y] = [object.slots[0]!, object.slots[1]!];
  const at = rails.at(rails.along(x, y));
  return (y - at.y) * at.ux - (x - at.x) * at.uy > 0 ? rails : new Rails(points, false);
}

/** Returns whether only buses stop at a track: one car of the length of a bus. Without any train it has rails. */
export function isBusStop(place: Pick<Place, 'trains'>, track: number): boolean {
  const stops = place.trains.filter((train) => train.track === track);
  return stops.length > 0 && stops.every(isBus);
}

export function isBus(train: { cars: number; carLength: number }): boolean {
  return train.cars === 1 && train.carLength <= 15;
}
