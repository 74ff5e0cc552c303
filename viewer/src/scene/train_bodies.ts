// The shapes of cars: of trains, with windows, doors and cabs, and of buses. A car stands along x, its doors are on the side of +y, and z counts
// from the platform.

import { BoxGeometry, BufferAttribute, BufferGeometry } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

export const CAR_WIDTH = 2.86;
/** The gap between the edge of a platform and a car, and between two cars, m. */
export const CAR_GAP = 0.09;
const COUPLING = 0.7;
export const DOOR_WIDTH = 1.3;
const DOOR_HEIGHT = 2.02;
const WALL = 0.09;
/** The heights of the floor, the sill, the top of windows, the eaves and the roof, m. */
const FLOOR = 0.02, SILL = 0.85, LINTEL = 1.95, EAVES = 2.35, ROOF = 2.75;
/** A bus is lower at its floor and has no bed to stand on. */
const HALF = CAR_WIDTH / 2;

/** The colours of a car. */
export interface Livery { body: number; stripe: number; front: number }
export interface CarShape {
  length: number;
  /** The middles of its doors along x, m. */
  doors: number[];
  isFirst: boolean;
  isLast: boolean;
  isBus: boolean;
  /** How far below the platform its wheels stand, m. */
  drop: number;
  livery: Livery;
}

const DARK = 0x2b3036, GREY = 0x8d959c, SEAT = 0x3f5f86, METAL = 0xb9bfc4, LAMP = 0xfff2c8, TAIL = 0xc23b2e;

/** Returns the opaque parts of a car, with their colours. */
export function carBody(shape: CarShape): BufferGeometry {
  const { livery, isBus } = shape, half = shape.length / 2 - (isBus ? 0 : COUPLING / 2);
  const parts: BufferGeometry[] = [];
  const box = (x0: number, x1: number, y0: number, y1: number, z0: number, z1: number, colour: number) => parts.push(coloured(new BoxGeometry(x1 - x0, y1 - y0, z1 - z0).translate((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2), colour));
  const low = isBus ? -shape.drop + 0.28 : -0.5;
  // The floor, the skirt, and both sides: below the windows, above them, and posts between them.
  box(-half, half, -HALF + WALL, HALF - WALL, FLOOR - 0.1, FLOOR, 0x9aa0a5);
  for (const side of [1, -1]) {
    const y: [number, number] = side > 0 ? [HALF - WALL, HALF] : [-HALF, -HALF + WALL];
    const doors = side > 0 ? shape.doors : [];
    for (const [from, to] of between(doors, -half, half)) {
      box(from, to, ...y, FLOOR - 0.1, SILL, livery.body);
      box(from, to, y[0] - 0.004, y[1] + 0.004, SILL - 0.22, SILL - 0.05, livery.stripe);
      for (const post of posts(from, to)) box(post - 0.05, post + 0.05, ...y, SILL, LINTEL, DARK);
    }
    box(-half, half, ...y, LINTEL + 0.09, EAVES, livery.body);
    for (const [from, to] of between(doors, -half, half)) box(from, to, ...y, LINTEL, LINTEL + 0.09, livery.body);
    // A doorway: its posts, a step and a lamp.
    for (const at of doors) for (const post of [-1, 1]) box(at + post * (DOOR_WIDTH / 2) - 0.03, at + post * (DOOR_WIDTH / 2) + 0.03, y[0], y[1] + 0.006, FLOOR, LINTEL + 0.09, METAL);
    for (const at of doors) box(at - DOOR_WIDTH / 2, at + DOOR_WIDTH / 2, HALF - WALL, HALF + CAR_GAP - 0.03, FLOOR - 0.05, FLOOR, 0xe0b93a);
    box(-half, half, side > 0 ? HALF - 0.2 : -HALF + 0.06, side > 0 ? HALF - 0.06 : -HALF + 0.2, low, FLOOR - 0.1, isBus ? livery.body : GREY);
    box(-half, half, y[0] * 0.985, y[1] * 0.985, low - 0.02, FLOOR - 0.1, isBus ? livery.body : GREY);
  }
  parts.push(coloured(roof(half), isBus ? livery.body : 0xa9b0b6));
  // Inside: seats on the far side, and poles beside the doors.
  for (let x = -half + 1; x < half - 1; x += 0.95) {
    box(x - 0.22, x + 0.22, -HALF + 0.12, -HALF + 1.05, FLOOR, 0.42, SEAT);
    box(x - 0.26, x - 0.18, -HALF + 0.12, -HALF + 1.05, 0.42, 1.05, SEAT);
  }
  for (const at of shape.doors) for (const side of [-1, 1]) box(at + side * 0.85 - 0.015, at + side * 0.85 + 0.015, HALF - 0.5, HALF - 0.47, FLOOR, 2.2, 0xe0b93a);
  box(-half, half, -0.3, 0.3, 2.28, 2.3, LAMP);
  for (const [isEnd, x, way] of [[shape.isLast, -half, -1], [shape.isFirst, half, 1]] as const) {
    const [near, far] = way > 0 ? [x - 0.02, x + 0.1] : [x - 0.1, x + 0.02];
    if (!isEnd) { box(Math.min(x, x + way * COUPLING / 2), Math.max(x, x + way * COUPLING / 2), -0.75, 0.75, FLOOR - 0.1, 2.15, DARK); box(near, far, -HALF, HALF, FLOOR - 0.1, EAVES, livery.body); continue; }
    // A front: a windscreen over a coloured panel, with lamps.
    box(near, far, -HALF, HALF, low, 0.95, livery.front);
    box(near, far, -HALF, -HALF + 0.16, 0.95, EAVES, livery.front);
    box(near, far, HALF - 0.16, HALF, 0.95, EAVES, livery.front);
    box(near, far, -HALF, HALF, 2.0, EAVES + 0.1, livery.front);
    const face = way > 0 ? [far, far + 0.02] as const : [near - 0.02, near] as const;
    box(...face, -HALF + 0.16, HALF - 0.16, 0.95, 2.0, 0x1d2833);
    for (const side of [-1, 1]) box(...face, side * 1.02 - 0.16, side * 1.02 + 0.16, 0.42, 0.58, way > 0 ? LAMP : TAIL);
    box(...face, -0.5, 0.5, 2.08, 2.3, 0x17120a);
  }
  addWheels(shape, half, box);
  return merged(parts);
}

/** Returns the glass of a car. */
export function carGlass(shape: CarShape): BufferGeometry {
  const half = shape.length / 2 - (shape.isBus ? 0 : COUPLING / 2);
  const panes: BufferGeometry[] = [];
  for (const side of [1, -1]) {
    const y = side * (HALF - WALL / 2);
    for (const [from, to] of between(side > 0 ? shape.doors : [], -half, half)) panes.push(new BoxGeometry(to - from, 0.02, LINTEL - SILL).translate((from + to) / 2, y, (SILL + LINTEL) / 2));
  }
  return merged(panes.map((pane) => coloured(pane, 0x9db9c8)));
}

/** Returns a leaf of a door: glass in a frame. It stands on the floor, in the middle of the wall, and reaches from 0 to +x. */
export function doorLeaf(livery: Livery): BufferGeometry {
  const width = DOOR_WIDTH / 2;
  const box = (x0: number, x1: number, z0: number, z1: number, thick: number, colour: number) => coloured(new BoxGeometry(x1 - x0, thick, z1 - z0).translate((x0 + x1) / 2, 0, (z0 + z1) / 2), colour);
  return merged([
    box(0, width, FLOOR, 0.8, 0.05, livery.stripe), box(0, width, LINTEL - 0.12, DOOR_HEIGHT, 0.05, livery.stripe),
    box(0, 0.09, 0.8, LINTEL - 0.12, 0.05, livery.stripe), box(width - 0.09, width, 0.8, LINTEL - 0.12, 0.05, livery.stripe), box(0.09, width - 0.09, 0.8, LINTEL - 0.12, 0.03, 0x43545f),
  ]);
}

function addWheels({ isBus, drop }: CarShape, half: number, box: (x0: number, x1: number, y0: number, y1: number, z0: number, z1: number, colour: number) => void): void {
  const rail = -drop + (isBus ? 0 : 0.2);
  for (const at of [-half * 0.68, half * 0.68]) {
    if (!isBus) box(at - 1.4, at + 1.4, -0.95, 0.95, rail + 0.25, -0.45, DARK);
    for (const wheel of isBus ? [0] : [-0.95, 0.95]) for (const side of [-1, 1]) {
      const [size, y] = isBus ? [0.48, 1.22] : [0.42, 0.72];
      for (const turn of [0, 1]) {
        // An octagon of two boxes.
        const h = size * (turn === 0 ? 1 : 0.72), w = size * (turn === 0 ? 0.72 : 1);
        box(at + wheel - w, at + wheel + w, side * y - 0.08, side * y + 0.08, rail + size - h, rail + size + h, 0x1f2327);
      }
    }
  }
}

/** Returns a roof that is round from side to side. */
function roof(half: number): BufferGeometry {
  const steps = 8, positions: number[] = [];
  const point = (i: number): [number, number] => {
    const angle = (Math.PI * i) / steps;
    return [HALF * Math.sign(Math.cos(angle)) * Math.abs(Math.cos(angle)) ** 0.6, EAVES + (ROOF - EAVES) * Math.sin(angle) ** 0.8];
  };
  for (let i = 0; i < steps; i++) {
    const [ay, az] = point(i), [by, bz] = point(i + 1);
    positions.push(half, ay, az, -half, ay, az, half, by, bz, half, by, bz, -half, ay, az, -half, by, bz);
    for (const [x, way] of [[half, 1], [-half, -1]] as const) {
      const fan = [[x, ay, az], [x, by, bz], [x, 0, EAVES]];
      positions.push(...(way > 0 ? fan : fan.reverse()).flat() as number[]);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** Returns the pieces of a side between its doors. */
function between(doors: readonly number[], from: number, to: number): [number, number][] {
  const edges = [from, ...[...doors].sort((a, b) => a - b).flatMap((at) => [at - DOOR_WIDTH / 2, at + DOOR_WIDTH / 2]), to];
  const pieces: [number, number][] = [];
  for (let i = 0; i + 1 < edges.length; i += 2) if (edges[i + 1]! - edges[i]! > 0.02) pieces.push([edges[i]!, edges[i + 1]!]);
  return pieces;
}

/** Returns where the posts of a row of windows are. */
function posts(from: number, to: number): number[] {
  const count = Math.max(1, Math.round((to - from) / 1.7));
  return Array.from({ length: count + 1 }, (_, i) => Math.min(to - 0.05, Math.max(from + 0.05, from + ((to - from) * i) / count)));
}

function coloured(geometry: BufferGeometry, colour: number): BufferGeometry {
  const plain = geometry.index ? geometry.toNonIndexed() : geometry;
  plain.deleteAttribute('uv');
  const count = plain.getAttribute('position').count;
  const rgb = [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255].map((byte) => Math.pow(byte / 255, 2.2));
  plain.setAttribute('color', new BufferAttribute(Float32Array.from({ length: 3 * count }, (_, i) => rgb[i % 3]!), 3));
  return plain;
}

function merged(parts: BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return whole;
}

const LIVERIES: readonly Livery[] = [
  { body: 0xe8eaec, stripe: 0x1f5fa8, front: 0x1f5fa8 }, { body: 0xdfe3e6, stripe: 0xb8312f, front: 0xb8312f }, { body: 0xe9e6dd, stripe: 0x2f7d5b, front: 0x2f7d5b },
  { body: 0xd9dee3, stripe: 0xe09a25, front: 0x2b333b }, { body: 0xe6e8ea, stripe: 0x6b3f86, front: 0x6b3f86 }, { body: 0xcfd6dc, stripe: 0x22767d, front: 0x22767d },
];
const BUS_LIVERIES: readonly Livery[] = [{ body: 0xc9382f, stripe: 0xf2efe8, front: 0xc9382f }, { body: 0x2d6fa6, stripe: 0xf2efe8, front: 0x2d6fa6 }, { body: 0x3b8156, stripe: 0xf2efe8, front: 0x3b8156 }];

/** Returns the colours of a line, by its number. */
export function liveryOf(number: number, isBus: boolean): Livery {
  const list = isBus ? BUS_LIVERIES : LIVERIES;
  return list[number % list.length]!;
}
