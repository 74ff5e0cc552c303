// Tracks: the edge of the platform with its yellow line, the drop, and the bed with rails; beside a pavement a road. They are no walls.

import type { Floor, Place } from '../protocol';
import { heightAt } from './heights';
import type { Look } from './look';
import { Shell } from './meshes';
import { distanceToSegment } from './picking';
import { isBusStop, railsOf, TRACK, type Rails } from './rails';
import type { Storey } from './storey';

/** How far below the platform the bed is, and a road below a pavement, m. */
export const DROP = 1.05;
export const KERB = 0.16;
/** How far a track is seen beyond its ends, and a road, m. */
export const BEYOND = 60;
const BUS_BEYOND = 24;
/** The share of that in which it dissolves. */
const DISSOLVES = 0.6;
/** The middle of the rails from the edge, and half the gauge, m. */
const MIDDLE = 1.55;
const GAUGE = 0.7175;
const BED = 3.5;
const ROAD = 4.2;
/** A wall this near to the line of a track is the edge of its platform, m. */
const ON_EDGE = 0.08;

/** The edges of platforms on a floor: there are no walls. */
export class Edges {
  private readonly lines: (readonly [number, number])[][];
  constructor(place: Place, floor: Floor) {
    this.lines = place.objects.filter((object) => place.floors[object.floor] === floor && object.kind === TRACK).map((object) => railsOf(object)).filter((rails) => rails !== null).map((rails) => longer(rails));
  }
  /** Returns whether a wall lies on the edge of a platform, or goes on from it in the same line. */
  has(ax: number, ay: number, bx: number, by: number): boolean {
    return this.lines.some((line) => [[ax, ay], [(ax + bx) / 2, (ay + by) / 2], [bx, by]].every(([x, y]) => line.some((point, i) => i > 0 && distanceToSegment(x!, y!, ...line[i - 1]!, ...point) < ON_EDGE)));
  }
}

/** Returns the line of a track, a little longer at both ends: the edge of a platform often goes on. */
function longer(rails: Rails): [number, number][] {
  const [first, last] = [rails.at(-BEYOND), rails.at(rails.length + BEYOND)];
  return [[first.x, first.y], ...rails.points.slice(1, -1).map(([x, y]): [number, number] => [x, y]), [last.x, last.y]];
}

/** Adds the tracks of a place to their storeys. */
export function addTracks(storeys: Storey[], place: Place, look: Look): void {
  place.objects.forEach((object, number) => {
    const rails = railsOf(object), floor = place.floors[object.floor];
    const storey = floor && storeys[floor.storey];
    if (!rails || !floor || !storey) return;
    const [x, y] = rails.points[0]!;
    const z = heightAt(floor.height, x, y);
    if (isBusStop(place, number)) addRoad(storey, rails, z, look); else addRails(storey, rails, z, look);
  });
}

function addRails(storey: Storey, rails: Rails, z: number, look: Look): void {
  const track = new Strips(storey, rails, BEYOND), low = z - DROP, { length } = rails;
  // On the platform: a light border, then the yellow line, which people keep behind.
  track.flat('both', look.coping, 0, length, -0.32, 0, z + 0.012);
  track.flat('both', look.caution, 0, length, -0.78, -0.42, z + 0.014);
  // The drop, with a light edge.
  track.upright(look.coping, 0, length, 0, z - 0.14, z + 0.012);
  track.upright(look.drop, 0, length, 0.04, low, z - 0.14);
  track.flat('spatial', look.drop, 0, length, 0, 0.04, z - 0.14);
  track.flat('both', look.ballast, -BEYOND, length + BEYOND, 0, BED, low);
  for (let along = -BEYOND + 0.3; along < length + BEYOND; along += 0.65) track.box(look.sleeper, along - 0.13, along + 0.13, MIDDLE - 1.25, MIDDLE + 1.25, low, low + 0.07);
  for (const side of [-1, 1]) {
    const at = MIDDLE + side * GAUGE;
    track.box(look.metal, -BEYOND, length + BEYOND, at - 0.035, at + 0.035, low + 0.05, low + 0.2);
    track.flat('plan', look.metal, -BEYOND, length + BEYOND, at - 0.06, at + 0.06, low + 0.22);
  }
  track.finish();
}

function addRoad(storey: Storey, rails: Rails, z: number, look: Look): void {
  const road = new Strips(storey, rails, BUS_BEYOND), { length } = rails;
  road.flat('both', look.coping, 0, length, -0.25, 0, z + 0.012);
  road.upright(look.coping, -BUS_BEYOND, length + BUS_BEYOND, 0, z - KERB, z + 0.012);
  road.flat('both', look.road, -BUS_BEYOND, length + BUS_BEYOND, 0, ROAD, z - KERB);
  // The box of the stop: a zigzag of yellow in front of it would be too much; a line is enough.
  road.flat('both', look.caution, 0, length, 3.2, 3.35, z - KERB + 0.01);
  road.finish();
}

/** Strips and boxes along a line, which dissolve far beyond its ends. */
class Strips {
  private readonly shells = new Map<string, { kind: 'both' | 'spatial' | 'plan'; colour: number; shell: Shell }>();
  constructor(private readonly storey: Storey, private readonly rails: Rails, private readonly beyond: number) {}

  /** Adds a level strip from one distance along the line to another, between two distances from it. */
  flat(kind: 'both' | 'spatial' | 'plan', colour: number, from: number, to: number, near: number, far: number, z: number): void {
    this.each(from, to, (a, b) => {
      const corners = [this.at(a, near, z), this.at(b, near, z), this.at(b, far, z), this.at(a, far, z)] as const;
      this.up(this.shell(kind, colour), corners, [this.left(a), this.left(b), this.left(b), this.left(a)]);
    });
  }

  /** Adds a face that stands along the line and looks away from the platform. */
  upright(colour: number, from: number, to: number, away: number, low: number, high: number): void {
    this.each(from, to, (a, b) => {
      const corners = [this.at(a, away, low), this.at(b, away, low), this.at(b, away, high), this.at(a, away, high)] as const;
      this.facing(this.shell('spatial', colour), corners, 1, [this.left(a), this.left(b), this.left(b), this.left(a)]);
    });
  }

  /** Adds a box on the bed. */
  box(colour: number, from: number, to: number, near: number, far: number, low: number, high: number): void {
    const shell = this.shell('spatial', colour);
    this.each(from, to, (a, b) => {
      const opacity = [this.left(a), this.left(b), this.left(b), this.left(a)] as const;
      this.up(shell, [this.at(a, near, high), this.at(b, near, high), this.at(b, far, high), this.at(a, far, high)], opacity);
      this.facing(shell, [this.at(a, far, low), this.at(b, far, low), this.at(b, far, high), this.at(a, far, high)], 1, opacity);
      this.facing(shell, [this.at(a, near, low), this.at(b, near, low), this.at(b, near, high), this.at(a, near, high)], -1, opacity);
    });
  }

  finish(): void {
    for (const { kind, colour, shell } of this.shells.values()) this.storey.surface(shell, { colour, dissolves: true }, kind);
  }

  /** Calls a function for each piece between the corners of the line. Long pieces are cut where they begin to dissolve. */
  private each(from: number, to: number, does: (a: number, b: number) => void): void {
    const { length } = this.rails;
    const whole = this.beyond * (1 - DISSOLVES);
    const cuts = [from, to, -whole, length + whole, 0, length, ...this.rails.points.slice(1, -1).map(([x, y]) => this.rails.along(x, y))];
    const kept = [...new Set(cuts.filter((cut) => cut >= from && cut <= to))].sort((a, b) => a - b);
    for (let i = 1; i < kept.length; i++) does(kept[i - 1]!, kept[i]!);
  }

  /** Returns how much is left of a track at a distance along it. */
  private left(along: number): number { return leftAt(along, this.rails.length, this.beyond); }

  private at(along: number, away: number, z: number): [number, number, number] {
    const { x, y } = this.rails.at(along, away);
    return [x, y, z];
  }

  private up(shell: Shell, corners: Four, opacity: readonly [number, number, number, number]): void {
    shell.quad(this.rails.isLeft ? reversed(corners) : corners, [0, 0, 1], this.rails.isLeft ? reversed(opacity) : opacity);
  }

  private facing(shell: Shell, corners: Four, way: number, opacity: readonly [number, number, number, number]): void {
    const [a, b] = corners, length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, turn = this.rails.isLeft ? way : -way;
    const isReversed = turn < 0;
    shell.quad(isReversed ? reversed(corners) : corners, [((b[1] - a[1]) / length) * turn, ((a[0] - b[0]) / length) * turn, 0], isReversed ? reversed(opacity) : opacity);
  }

  private shell(kind: 'both' | 'spatial' | 'plan', colour: number): Shell {
    const key = `${kind} ${colour}`;
    const found = this.shells.get(key) ?? { kind, colour, shell: new Shell() };
    this.shells.set(key, found);
    return found.shell;
  }
}

type Corner = readonly [number, number, number];
type Four = readonly [Corner, Corner, Corner, Corner];

function reversed<T>([a, b, c, d]: readonly [T, T, T, T]): readonly [T, T, T, T] { return [d, c, b, a]; }

/** Returns how much is left of what is at a distance along a track of some length, which is seen so far beyond its ends. */
function leftAt(along: number, length: number, beyond: number): number {
  return Math.min(1, Math.max(0, (beyond - Math.max(-along, along - length)) / (DISSOLVES * beyond)));
}

/** Returns how far the track of a train or the road of a bus is seen beyond its ends, m, as code for shaders: how much is left so far beyond them. */
export function leftInShader(isBus: boolean, beyond: string): string {
  const far = isBus ? BUS_BEYOND : BEYOND;
  return `clamp((${far.toFixed(1)} - ${beyond}) / ${(DISSOLVES * far).toFixed(2)}, 0.0, 1.0)`;
}
