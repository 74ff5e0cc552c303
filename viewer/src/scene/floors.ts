// Floors as surfaces; flights with their treads.

import { BufferAttribute, BufferGeometry } from 'three';
import type { Floor } from '../protocol';
import type { Look } from './look';
import { Shell } from './meshes';
import type { Storey } from './storey';

const SLAB = 0.28;
const ESCALATOR_GOING = 0.4;
/** The thickness of the sides of stairs below their slope, m. */
const STRINGER = 0.32;

/** Adds the surface of a floor. With `hasSlab`, the floor has an edge that is seen from outside. */
export function addFloor(storey: Storey, floor: Floor, number: number, look: Look, hasSlab: boolean): void {
  const geometry = surfaceOf(floor);
  const colour = floor.kind === 'level' || floor.kind === 'walkway' ? (storey.number > 0 ? look.upperFloor : look.floor)
    : floor.kind === 'escalator' ? look.escalator : floor.kind === 'ramp' ? look.ramp : look.flight;
  const hasSteps = goingOf(floor) > 0 && floor.height.kind === 'Along';
  const mesh = storey.mesh(geometry, { colour, isFloor: true }, hasSteps ? 'plan' : 'both');
  mesh.userData['floor'] = number;
  storey.floors.push(mesh);
  if (hasSteps) addSteps(storey, floor, look, colour);
  else if (floor.kind !== 'level') addChevrons(storey, floor, look);
  if (hasSlab && floor.kind === 'level') addSlab(storey, floor, colour);
}

/** Returns the depth of the treads, m. The server does not tell it for escalators. */
function goingOf(floor: Floor): number {
  return floor.going > 0 ? floor.going : floor.kind === 'escalator' ? ESCALATOR_GOING : 0;
}

/** Returns the surface of a floor. */
export function surfaceOf(floor: Floor): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(floor.vertices, 3));
  geometry.setIndex(new BufferAttribute(floor.triangles, 1));
  geometry.computeVertexNormals();
  return geometry;
}

function addSlab(storey: Storey, floor: Floor, colour: number): void {
  const shell = new Shell();
  for (let i = 0; i + 5 < floor.walls.length; i += 6) {
    const [ax, ay, az, bx, by, bz] = floor.walls.subarray(i, i + 6) as unknown as number[];
    // The face is seen from outside, so its ends are swapped.
    shell.upright([bx!, by!, bz! - SLAB], [ax!, ay!, az! - SLAB], SLAB, 1, 1);
  }
  storey.surface(shell, { colour }, 'spatial');
}

interface Step { left: [number, number]; right: [number, number]; leftEnd: [number, number]; rightEnd: [number, number]; z: number; rise: number }

/** Returns the treads along the line of a flight. Each lies half its rise above the slope, so that people stand on it. */
function stepsOf(floor: Floor): Step[] {
  if (floor.height.kind !== 'Along') return [];
  const line = straightened(floor.height.line);
  const steps: Step[] = [];
  for (let i = 0; i + 5 < line.length; i += 3) {
    const [ax, ay, az, bx, by, bz] = line.slice(i, i + 6) as [number, number, number, number, number, number];
    const length = Math.hypot(bx - ax, by - ay);
    if (length < 0.05) continue;
    const ux = (bx - ax) / length, uy = (by - ay) / length;
    const { left, right } = widthAt(floor, ax, ay, ux, uy, length);
    const count = Math.abs(bz - az) < 0.02 ? 1 : Math.max(1, Math.round(length / goingOf(floor)));
    for (let k = 0; k < count; k++) {
      const from = (length * k) / count, to = (length * (k + 1)) / count;
      const at = (along: number, across: number): [number, number] => [ax + ux * along - uy * across, ay + uy * along + ux * across];
      const rise = (bz - az) / count;
      steps.push({ left: at(from, left), right: at(from, right), leftEnd: at(to, left), rightEnd: at(to, right), z: az + rise * (k + 0.5), rise });
    }
  }
  return steps;
}

/** Returns a line without the points that lie straight between their neighbours. */
export function straightened(line: ArrayLike<number>): number[] {
  const kept = Array.from(line).slice(0, 3);
  for (let i = 3; i + 2 < line.length; i += 3) {
    const isLast = i + 5 >= line.length;
    const from = kept.slice(-3);
    const share = isLast ? 0 : Math.hypot(line[i]! - from[0]!, line[i + 1]! - from[1]!) / Math.hypot(line[i + 3]! - from[0]!, line[i + 4]! - from[1]!);
    const isOnTheWay = !isLast && [0, 1, 2].every((k) => Math.abs(from[k]! + share * (line[i + 3 + k]! - from[k]!) - line[i + k]!) < 0.01);
    if (!isOnTheWay) kept.push(line[i]!, line[i + 1]!, line[i + 2]!);
  }
  return kept;
}

/** Returns how far a flight reaches to either side of its line. */
function widthAt(floor: Floor, ax: number, ay: number, ux: number, uy: number, length: number): { left: number; right: number } {
  let left = 0, right = 0;
  const widest = { left: 0, right: 0 };
  for (let i = 0; i < floor.vertices.length; i += 3) {
    const dx = floor.vertices[i]! - ax, dy = floor.vertices[i + 1]! - ay;
    const along = dx * ux + dy * uy, across = dy * ux - dx * uy;
    widest.left = Math.max(widest.left, across);
    widest.right = Math.min(widest.right, across);
    if (along < -0.05 || along > length + 0.05) continue;
    left = Math.max(left, across);
    right = Math.min(right, across);
  }
  // A piece without corners is as wide as the whole flight.
  return left - right > 0.1 ? { left, right } : widest;
}

function addSteps(storey: Storey, floor: Floor, look: Look, colour: number): void {
  const treads = new Shell();
  const risers = new Shell();
  const edges: number[] = [];
  for (const step of stepsOf(floor)) {
    const { left, right, leftEnd, rightEnd, z, rise } = step;
    treads.triangle([...right, z], [...rightEnd, z], [...leftEnd, z], [0, 0, 1]);
    treads.triangle([...right, z], [...leftEnd, z], [...left, z], [0, 0, 1]);
    // The riser is at the lower end of the tread, seen from below.
    const height = Math.abs(rise);
    if (rise > 0) risers.upright([...left, z - height], [...right, z - height], height, 1, 1);
    else risers.upright([...rightEnd, z - height], [...leftEnd, z - height], height, 1, 1);
    const nose = rise >= 0 ? [left, right] : [leftEnd, rightEnd];
    edges.push(nose[0]![0], nose[0]![1], z + 0.005, nose[1]![0], nose[1]![1], z + 0.005);
    for (const [from, to] of [[left, leftEnd], [rightEnd, right]] as const) {
      const low: [number, number, number] = [from[0], from[1], (from === left ? z - rise / 2 : z + rise / 2) - STRINGER];
      const high: [number, number, number] = [to[0], to[1], (from === left ? z + rise / 2 : z - rise / 2) - STRINGER];
      risers.upright(low, high, STRINGER + 0.04, 1, 1);
      risers.upright(high, low, STRINGER + 0.04, 1, 1);
    }
  }
  storey.surface(treads, { colour }, 'spatial');
  storey.surface(risers, { colour: floor.kind === 'escalator' ? look.tread : colour }, 'spatial');
  const width = floor.kind === 'escalator' ? 1.6 : 1;
  storey.lines(edges, { colour: look.tread, width, opacity: 0.7 }, 'both');
}

/** Adds arrow heads that point uphill, which mark ramps and moving walkways. */
function addChevrons(storey: Storey, floor: Floor, look: Look): void {
  if (floor.height.kind !== 'Along') return;
  const line = straightened(floor.height.line);
  const segments: number[] = [];
  for (let i = 0; i + 5 < line.length; i += 3) {
    const [ax, ay, az, bx, by, bz] = line.slice(i, i + 6) as [number, number, number, number, number, number];
    const length = Math.hypot(bx - ax, by - ay);
    const turn = bz >= az ? 1 : -1;
    const ux = ((bx - ax) / length) * turn, uy = ((by - ay) / length) * turn;
    for (let along = 1; along < length - 0.5; along += 2) {
      const share = along / length;
      const x = ax + (bx - ax) * share, y = ay + (by - ay) * share, z = az + (bz - az) * share + 0.03;
      for (const side of [1, -1]) segments.push(x, y, z, x - 0.35 * ux - 0.35 * uy * side, y - 0.35 * uy + 0.35 * ux * side, z - (0.35 / length) * Math.abs(bz - az));
    }
  }
  storey.lines(segments, { colour: look.tread, width: 1.5, opacity: 0.7 }, 'both');
}
