// The solids on a floor. Guesses what each is, and draws it accordingly high.

import type { Floor, Place, PlaceObject } from '../protocol';
import { areaOf, centreOf, isInside, ringOf } from './meshes';
import { BODIES, COUNTER_HEIGHT } from './object_bodies';
import { distanceToSegment } from './picking';

/** The height of walls and of solids that reach the ceiling, m. */
export const WALL_HEIGHT = 2.6;
const RAILING_HEIGHT = 1;
const SHELF_HEIGHT = 1.6;
/** An obstacle this near to a gate is a part of it, m. */
const BESIDE_GATE = 1;
/** A counter goes on for so long beside a till or a desk, m. */
const GOES_ON = 2.5;

/** What a solid is. The body of an object is drawn instead of a solid that the object covers. */
export type SolidKind = 'building' | 'shaft' | 'void' | 'column' | 'block' | 'low' | 'shelf' | 'object';
export interface Solid { ring: [number, number][]; kind: SolidKind; height: number }

/** Returns the solids of a floor, with counter-clockwise outlines. */
export function solidsOf(place: Place, floor: Floor): Solid[] {
  const rings: [number, number][][] = [];
  let at = 0;
  for (const size of floor.solidSizes) {
    const ring = ringOf(floor.solids.subarray(2 * at, 2 * (at + size)));
    if (areaOf(ring) < 0) ring.reverse();
    if (ring.length >= 3) rings.push(ring);
    at += size;
  }
  const isTown = isOutdoors(place, rings);
  return rings.map((ring) => {
    const kind = kindOf(place, floor, ring, isTown);
    return { ring, kind, height: heightOf(kind, ring) };
  });
}

/** Returns whether a place is outdoors: a single storey with many big solids is a quarter with its houses. */
function isOutdoors(place: Place, rings: [number, number][][]): boolean {
  const isSingle = place.floors.every((floor) => floor.storey === place.floors[0]!.storey);
  return isSingle && rings.filter((ring) => areaOf(ring) > 50).length >= 5;
}

function kindOf(place: Place, floor: Floor, ring: [number, number][], isTown: boolean): SolidKind {
  const area = areaOf(ring);
  if (place.floors.some((flight) => isOpenFor(flight, floor, ring))) return 'void';
  const ofObject = kindByObjects(place.objects.filter((object) => place.floors[object.floor] === floor), ring);
  if (ofObject) return ofObject;
  if (isTown) return area > 20 ? 'building' : 'low';
  if (area < 15 && place.links.some((link) => link.kind === 'lift' && isBeside(ring, link.pieces))) return 'shaft';
  const { width, length } = sizeOf(ring);
  if ((area < 2 && length < 2 * width) || (area < 4 && length < 1.2 * width)) return 'column';
  return width < 3.2 && length < 16 ? 'low' : 'block';
}

/** Returns what a solid is because of the objects on its floor; null when they do not say it. */
function kindByObjects(objects: PlaceObject[], ring: [number, number][]): SolidKind | null {
  for (const object of objects) {
    const footprint = ringOf(object.footprint);
    if (object.kind === 'gate' && footprint.some(([x, y]) => distanceToRing(ring, x, y) < BESIDE_GATE) && areaOf(ring) < 2) return 'low';
    if (footprint.length < 3) continue;
    if (BODIES[object.kind]?.isSolid) {
      if (covers(footprint, ring)) return 'object';
      if (isCounter(object.kind) && covers(ring, footprint)) return 'low';
    }
    if (object.kind === 'shop' && covers(footprint, ring)) return 'shelf';
  }
  // Benches back to back stand on one obstacle.
  const bodies = objects.filter((object) => BODIES[object.kind]?.isSolid).map((object) => ringOf(object.footprint)).filter((footprint) => footprint.length >= 3 && covers(ring, footprint));
  return bodies.length > 1 && isFilled(ring, bodies) ? 'object' : null;
}

/** Returns whether outlines fill a solid, but for a few centimetres. */
function isFilled(ring: [number, number][], bodies: [number, number][][]): boolean {
  const filled = bodies.reduce((sum, body) => sum + Math.abs(areaOf(body)), 0);
  return filled > 0.9 * areaOf(ring);
}

/** Returns how high a wall is because of the objects beside it: 0 where the body of an object stands, lower behind a counter; null elsewhere. */
export function heightByObjects(objects: readonly PlaceObject[], ax: number, ay: number, bx: number, by: number): number | null {
  let height: number | null = null;
  for (const object of objects) {
    const footprint = ringOf(object.footprint);
    if (footprint.length < 3 || !BODIES[object.kind]?.isSolid) continue;
    if (covers(footprint, [[ax, ay], [bx, by]])) return 0;
    if (isCounter(object.kind) && footprint.some((corner, i) => isInLine(corner, footprint[(i + 1) % footprint.length]!, [ax, ay], [bx, by]))) height = COUNTER_HEIGHT;
  }
  return height;
}

/** Returns whether a wall lies in the line of a side, or goes on from it: a counter is as long as the wall in which its windows are. */
function isInLine(from: [number, number], to: [number, number], a: [number, number], b: [number, number]): boolean {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < 0.3) return false;
  const ux = (to[0] - from[0]) / length, uy = (to[1] - from[1]) / length;
  return [a, b].every(([x, y]) => {
    const along = (x - from[0]) * ux + (y - from[1]) * uy, across = (y - from[1]) * ux - (x - from[0]) * uy;
    return Math.abs(across) < 0.03 && along > -GOES_ON && along < length + GOES_ON;
  });
}

function isCounter(kind: string): boolean { return kind === 'till' || kind === 'information'; }

/** Returns whether an outline lies within another, or on its border. */
function covers(outer: [number, number][], inner: [number, number][]): boolean {
  return inner.every(([x, y]) => isInside(outer, x, y) || distanceToRing(outer, x, y) < 0.03);
}

function distanceToRing(ring: [number, number][], x: number, y: number): number {
  return Math.min(...ring.map(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    return distanceToSegment(x, y, ax, ay, bx, by);
  }));
}

/** Returns whether a flight of stairs passes through a hole of a floor. */
function isOpenFor(flight: Floor, floor: Floor, ring: [number, number][]): boolean {
  if (flight.kind === 'level' || flight.lowest > floor.highest + 0.5 || flight.highest < floor.lowest - 0.5) return false;
  const { vertices } = flight;
  let x = 0, y = 0;
  for (let i = 0; i < vertices.length; i += 3) { x += vertices[i]!; y += vertices[i + 1]!; }
  const n = vertices.length / 3;
  return n > 0 && isInside(ring, x / n, y / n);
}

function isBeside(ring: [number, number][], stops: Float32Array): boolean {
  const [x, y] = centreOf(ring);
  for (let i = 0; i + 2 < stops.length; i += 6) {
    if (Math.hypot(stops[i]! - x, stops[i + 1]! - y) < 3) return true;
  }
  return false;
}

function sizeOf(ring: [number, number][]): { width: number; length: number } {
  const xs = ring.map(([x]) => x), ys = ring.map(([, y]) => y);
  const across = Math.max(...xs) - Math.min(...xs), along = Math.max(...ys) - Math.min(...ys);
  return { width: Math.min(across, along), length: Math.max(across, along) };
}

function heightOf(kind: SolidKind, ring: [number, number][]): number {
  switch (kind) {
    case 'building': return 6 + 6 * hash(ring);
    case 'void': return RAILING_HEIGHT;
    case 'low': return COUNTER_HEIGHT;
    case 'shelf': return SHELF_HEIGHT;
    case 'object': return 0;
    case 'shaft': case 'column': case 'block': return WALL_HEIGHT;
  }
}

/** Returns a number from 0 to 1 that an outline always gets. */
function hash(ring: [number, number][]): number {
  let value = 2166136261;
  for (const [x, y] of ring) value = Math.imul(value ^ Math.round(x * 100) ^ (Math.round(y * 100) << 8), 16777619);
  return ((value >>> 8) & 0xffff) / 0xffff;
}

/** Finds the walls that are sides of solids. They are drawn with the solids. */
export class Sides {
  private readonly cells = new Map<string, [number, number, number, number][]>();
  constructor(solids: Solid[]) {
    for (const { ring } of solids) {
      ring.forEach(([ax, ay], i) => {
        const [bx, by] = ring[(i + 1) % ring.length]!;
        const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay)));
        for (let k = 0; k <= steps; k++) this.put(ax + ((bx - ax) * k) / steps, ay + ((by - ay) * k) / steps, [ax, ay, bx, by]);
      });
    }
  }
  has(x: number, y: number): boolean {
    return (this.cells.get(key(x, y)) ?? []).some(([ax, ay, bx, by]) => {
      const dx = bx - ax, dy = by - ay;
      const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(ax + share * dx - x, ay + share * dy - y) < 0.02;
    });
  }
  private put(x: number, y: number, side: [number, number, number, number]): void {
    for (const [u, v] of [[x, y], [x - 0.6, y], [x + 0.6, y], [x, y - 0.6], [x, y + 0.6]] as const) {
      const list = this.cells.get(key(u, v)) ?? [];
      if (!list.includes(side)) list.push(side);
      this.cells.set(key(u, v), list);
    }
  }
}

/** Finds the walls of a level that only keep people from falling onto a flight of stairs, or from getting under it. */
export class Flights {
  private readonly triangles: number[] = [];
  constructor(place: Place, level: Floor) {
    for (const flight of place.floors) {
      if (flight.kind === 'level' || flight.lowest > level.highest + 0.5 || flight.highest < level.lowest - 0.5) continue;
      for (const corner of flight.triangles) this.triangles.push(flight.vertices[3 * corner]!, flight.vertices[3 * corner + 1]!);
    }
  }
  /** Returns whether a flight is on the right of a wall, at once or behind a balustrade. The floor is on the left of a wall. */
  has(ax: number, ay: number, bx: number, by: number): boolean {
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const nx = (by - ay) / length, ny = (ax - bx) / length;
    return [0.1, 0.4, 0.8].some((off) => this.covers((ax + bx) / 2 + nx * off, (ay + by) / 2 + ny * off));
  }
  private covers(x: number, y: number): boolean {
    const t = this.triangles;
    for (let i = 0; i < t.length; i += 6) {
      if (isInside([[t[i]!, t[i + 1]!], [t[i + 2]!, t[i + 3]!], [t[i + 4]!, t[i + 5]!]], x, y)) return true;
    }
    return false;
  }
}

function key(x: number, y: number): string {
  return `${Math.floor(x)},${Math.floor(y)}`;
}
