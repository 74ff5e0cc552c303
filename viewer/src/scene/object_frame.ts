// Where an object is and which way its front looks, and boxes in that frame.

import type { Floor, PlaceObject } from '../protocol';
import { heightAt } from './heights';
import { distanceToSegment } from './picking';
import { ringOf, Shell } from './meshes';

/** A point in the frame of an object: forward, to the left, and up from the ground, m. */
type Local = readonly [number, number, number];

/** An object with its middle, the direction of its front, and how far it reaches: forward from `back` to `front`, to the left from `right` to `left`, m. */
export interface Frame {
  x: number; y: number; z: number; heading: number;
  back: number; front: number; right: number; left: number;
  /** Whether the object has an extent of its own. */
  hasExtent: boolean;
}

/** The sides to which people at the object look: into it, as at a till, or away from it, as on a bench. */
const AWAY = ['bench', 'gate'];

/** Returns the frame of an object. An object without extent gets a size. */
export function frameOf(object: PlaceObject, floor: Floor, size: { depth: number; width: number }): Frame {
  const ring = ringOf(object.footprint);
  const heading = headingOf(object);
  const fx = Math.cos(heading), fy = Math.sin(heading);
  const [x, y] = middleOf(ring);
  const along = ring.map(([u, v]) => (u - x) * fx + (v - y) * fy), across = ring.map(([u, v]) => (v - y) * fx - (u - x) * fy);
  const grown = (from: number, to: number, least: number): [number, number] => (to - from >= least ? [from, to] : [(from + to - least) / 2, (from + to + least) / 2]);
  const hasExtent = ring.length > 1;
  const [back, front] = grown(Math.min(...along), Math.max(...along), hasExtent ? 0.06 : size.depth);
  const [right, left] = grown(Math.min(...across), Math.max(...across), hasExtent ? 0.06 : size.width);
  return { x, y, z: heightAt(floor.height, x, y), heading, back, front, right, left, hasExtent };
}

/** Returns where the front of an object looks, rad: to the people who use it, or the way that they look. */
export function headingOf(object: PlaceObject): number {
  let x = 0, y = 0;
  for (let i = 2; i < object.slots.length; i += 3) { x += Math.cos(object.slots[i]!); y += Math.sin(object.slots[i]!); }
  const count = Math.max(1, object.slots.length / 3);
  // People all around it look in all directions: then it looks to the south.
  if (Math.hypot(x, y) < 0.2 * count) return -Math.PI / 2;
  const sign = AWAY.includes(object.kind) ? 1 : -1;
  return Math.atan2(sign * y, sign * x);
}

function middleOf(ring: [number, number][]): [number, number] {
  const xs = ring.map(([x]) => x), ys = ring.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** Returns whether a wall of the floor is within a distance of a point. */
export function isBesideWall(floor: Floor, x: number, y: number, reach: number): boolean {
  return wallWithin(floor, x, y, reach) < reach;
}

/** Returns the distance from a point to the nearest wall of the floor, at most `reach`. */
export function wallWithin(floor: Floor, x: number, y: number, reach: number): number {
  let nearest = reach;
  for (let i = 0; i + 5 < floor.walls.length; i += 6) {
    nearest = Math.min(nearest, distanceToSegment(x, y, floor.walls[i]!, floor.walls[i + 1]!, floor.walls[i + 3]!, floor.walls[i + 4]!));
  }
  return nearest;
}

/** Returns how far a wall is from a point in a direction, at most `reach`. */
export function wallAhead(floor: Floor, x: number, y: number, dx: number, dy: number, reach: number): number {
  let nearest = reach;
  for (let i = 0; i + 5 < floor.walls.length; i += 6) {
    const ax = floor.walls[i]! - x, ay = floor.walls[i + 1]! - y;
    const ex = floor.walls[i + 3]! - floor.walls[i]!, ey = floor.walls[i + 4]! - floor.walls[i + 1]!;
    const cross = dx * ey - dy * ex;
    if (Math.abs(cross) < 1e-9) continue;
    const distance = (ax * ey - ay * ex) / cross, share = (ax * dy - ay * dx) / cross;
    if (distance > 0 && distance < nearest && share >= 0 && share <= 1) nearest = distance;
  }
  return nearest;
}

/** Builds the body of an object from boxes and discs in its own frame. */
export class Builder {
  /** The surfaces, by colour. */
  readonly shells = new Map<number, Shell>();

  constructor(private readonly frame: Frame) {}

  /** Adds a box: forward from x0 to x1, to the left from y0 to y1, up from z0 to z1. */
  box(x0: number, x1: number, y0: number, y1: number, z0: number, z1: number, colour: number): void {
    const shell = this.shell(colour);
    const c = (x: 0 | 1, y: 0 | 1, z: 0 | 1): Local => [x ? x1 : x0, y ? y1 : y0, z ? z1 : z0];
    const faces: [Local, Local, Local, Local, Local][] = [
      [c(1, 0, 0), c(1, 1, 0), c(1, 1, 1), c(1, 0, 1), [1, 0, 0]], [c(0, 1, 0), c(0, 0, 0), c(0, 0, 1), c(0, 1, 1), [-1, 0, 0]],
      [c(1, 1, 0), c(0, 1, 0), c(0, 1, 1), c(1, 1, 1), [0, 1, 0]], [c(0, 0, 0), c(1, 0, 0), c(1, 0, 1), c(0, 0, 1), [0, -1, 0]],
      [c(0, 0, 1), c(1, 0, 1), c(1, 1, 1), c(0, 1, 1), [0, 0, 1]], [c(0, 1, 0), c(1, 1, 0), c(1, 0, 0), c(0, 0, 0), [0, 0, -1]],
    ];
    for (const [p, q, r, s, normal] of faces) {
      const [a, b, d, e, n] = [this.place(p), this.place(q), this.place(r), this.place(s), this.turn(normal)];
      shell.triangle(a, b, d, n);
      shell.triangle(a, d, e, n);
    }
  }

  /** Adds an upright post with many sides. */
  post(x: number, y: number, radius: number, z0: number, z1: number, colour: number, sides = 8): void {
    const shell = this.shell(colour);
    for (let i = 0; i < sides; i++) {
      const [from, to] = [(2 * Math.PI * i) / sides, (2 * Math.PI * (i + 1)) / sides];
      const at = (angle: number, z: number) => this.place([x + radius * Math.cos(angle), y + radius * Math.sin(angle), z]);
      const normal = this.turn([Math.cos((from + to) / 2), Math.sin((from + to) / 2), 0]);
      shell.triangle(at(from, z0), at(to, z0), at(to, z1), normal);
      shell.triangle(at(from, z0), at(to, z1), at(from, z1), normal);
      shell.triangle(this.place([x, y, z1]), at(from, z1), at(to, z1), [0, 0, 1]);
    }
  }

  /** Adds a round disc that stands upright and looks forward. */
  face(x: number, y: number, z: number, radius: number, thickness: number, rim: number, colour: number): void {
    const sides = 24;
    const at = (angle: number, forward: number, r: number) => this.place([x + forward, y + r * Math.cos(angle), z + r * Math.sin(angle)]);
    for (let i = 0; i < sides; i++) {
      const [from, to] = [(2 * Math.PI * i) / sides, (2 * Math.PI * (i + 1)) / sides];
      const normal = this.turn([0, Math.cos((from + to) / 2), Math.sin((from + to) / 2)]);
      this.shell(rim).triangle(at(from, thickness, radius), at(to, 0, radius), at(to, thickness, radius), normal);
      this.shell(rim).triangle(at(from, thickness, radius), at(from, 0, radius), at(to, 0, radius), normal);
      for (const [forward, r, tone] of [[thickness, radius, rim], [thickness + 0.004, 0.86 * radius, colour]] as const) {
        this.shell(tone).triangle(this.place([x + forward, y, z]), at(from, forward, r), at(to, forward, r), this.turn([1, 0, 0]));
      }
      this.shell(rim).triangle(this.place([x, y, z]), at(to, 0, radius), at(from, 0, radius), this.turn([-1, 0, 0]));
    }
  }

  private shell(colour: number): Shell {
    const shell = this.shells.get(colour) ?? new Shell();
    this.shells.set(colour, shell);
    return shell;
  }

  private place([x, y, z]: Local): [number, number, number] {
    const c = Math.cos(this.frame.heading), s = Math.sin(this.frame.heading);
    return [this.frame.x + x * c - y * s, this.frame.y + x * s + y * c, this.frame.z + z];
  }

  private turn([x, y, z]: Local): [number, number, number] {
    const c = Math.cos(this.frame.heading), s = Math.sin(this.frame.heading);
    return [x * c - y * s, x * s + y * c, z];
  }
}
