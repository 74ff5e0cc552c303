// Finds the pedestrian or the door under the pointer. It works on the screen, so it is the same for every size and level of detail.

import type { Shown } from '../playback';
import type { Heights } from './heights';
import { isInside } from './meshes';

/** The view of a picture: the columns of projection times view, and its size, px. */
export interface Lens { elements: ArrayLike<number>; width: number; height: number }
export interface OnScreen { x: number; y: number; depth: number }

/** A click this far beside a body still hits it, px. */
const REACH = 7;
const BODY_HEIGHT = 1.7;
const BODY_HALF = 0.22;

export function toScreen(lens: Lens, x: number, y: number, z: number): OnScreen | null {
  const e = lens.elements;
  const w = e[3]! * x + e[7]! * y + e[11]! * z + e[15]!;
  if (w <= 0) return null;
  const u = (e[0]! * x + e[4]! * y + e[8]! * z + e[12]!) / w;
  const v = (e[1]! * x + e[5]! * y + e[9]! * z + e[13]!) / w;
  const depth = (e[2]! * x + e[6]! * y + e[10]! * z + e[14]!) / w;
  return { x: (u * 0.5 + 0.5) * lens.width, y: (0.5 - v * 0.5) * lens.height, depth };
}

/** Returns the distance from a point to the segment between two points. */
export function distanceToSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax, dy = by - ay;
  const squared = dx * dx + dy * dy;
  const share = squared > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared)) : 0;
  return Math.hypot(ax + share * dx - x, ay + share * dy - y);
}

/** Returns the row of the pedestrian whose body is nearest to a pixel, or -1. Of several that are hit, the one in front. */
export function personAt(shown: Shown, lens: Lens, heights: Heights, isShown: Uint8Array, x: number, y: number): number {
  let found = -1;
  let best = Infinity;
  for (let i = 0; i < shown.count; i++) {
    if (isShown[shown.floor[i]!] === 0) continue;
    const px = shown.x[i]!, py = shown.y[i]!, pz = heights.at(shown.floor[i]!, px, py);
    const foot = toScreen(lens, px, py, pz);
    const head = toScreen(lens, px, py, pz + BODY_HEIGHT);
    if (!foot || !head) continue;
    // From above, foot and head coincide. The size of a metre gives the width of the body.
    const beside = toScreen(lens, px + BODY_HALF, py + BODY_HALF, pz);
    const half = beside ? Math.hypot(beside.x - foot.x, beside.y - foot.y) : 0;
    const distance = Math.max(0, distanceToSegment(x, y, foot.x, foot.y, head.x, head.y) - half);
    if (distance > REACH) continue;
    const score = distance + 0.5 * foot.depth;
    if (score < best) { best = score; found = i; }
  }
  return found;
}

/** Returns the object under a pixel, or null: its body, from the ground to its top, as it is seen. Of several, the nearest to the viewer. */
export function objectAt(
  objects: readonly { object: number; floor: number; ring: readonly (readonly [number, number])[]; z: number; height: number }[],
  lens: Lens, isShown: Uint8Array, x: number, y: number,
): number | null {
  let found: number | null = null, best = Infinity;
  for (const { object, floor, ring, z, height } of objects) {
    if (isShown[floor] === 0) continue;
    // The body is hit when one of its sides or its top is.
    for (const face of facesOf(ring, z, height)) {
      const corners = face.map(([u, v, w]) => toScreen(lens, u, v, w));
      if (corners.some((corner) => corner === null)) continue;
      const seen = corners as OnScreen[];
      if (!isInside(seen.map((corner) => [corner.x, corner.y] as const), x, y)) continue;
      const depth = Math.min(...seen.map((corner) => corner.depth));
      if (depth < best) { best = depth; found = object; }
    }
  }
  return found;
}

function facesOf(ring: readonly (readonly [number, number])[], z: number, height: number): [number, number, number][][] {
  const sides = ring.map(([ax, ay], i): [number, number, number][] => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    return [[ax, ay, z], [bx, by, z], [bx, by, z + height], [ax, ay, z + height]];
  });
  return [ring.map(([u, v]): [number, number, number] => [u, v, z + height]), ...sides];
}

/** Returns all people whose middle is within a rectangle of the screen. */
export function peopleWithin(
  shown: Shown, lens: Lens, heights: Heights, isShown: Uint8Array, rectangle: { left: number; top: number; right: number; bottom: number },
): Set<number> {
  const found = new Set<number>();
  for (let i = 0; i < shown.count; i++) {
    if (isShown[shown.floor[i]!] === 0) continue;
    const px = shown.x[i]!, py = shown.y[i]!;
    const at = toScreen(lens, px, py, heights.at(shown.floor[i]!, px, py) + BODY_HEIGHT / 2);
    if (at && at.x >= rectangle.left && at.x <= rectangle.right && at.y >= rectangle.top && at.y <= rectangle.bottom) found.add(shown.ids[i]!);
  }
  return found;
}

/** Returns the link of the door or lift nearest to a pixel, or null. A piece of a door is a line over the ground, that of a lift a point. */
export function linkAt(pieces: { link: number; piece: Float32Array }[], lens: Lens, x: number, y: number): number | null {
  let found: number | null = null;
  let best = REACH + 2;
  for (const { link, piece } of pieces) {
    for (const height of [0.05, 1, 2]) {
      const a = toScreen(lens, piece[0]!, piece[1]!, piece[2]! + height), b = toScreen(lens, piece[3]!, piece[4]!, piece[5]! + height);
      if (!a || !b) continue;
      const distance = distanceToSegment(x, y, a.x, a.y, b.x, b.y);
      if (distance < best) { best = distance; found = link; }
    }
  }
  return found;
}
