// The bodies of objects: a modest model for each kind.

import type { Floor, PlaceObject } from '../protocol';
import type { Look } from './look';
import { frameOf, isBesideWall, wallAhead, type Builder, type Frame } from './object_frame';
import { SEAT_HEIGHT, seatsOf } from './seats';

/** What a body is built from. */
interface Site { object: PlaceObject; floor: Floor; frame: Frame; look: Look; build: Builder }
interface Body {
  /** The extent of an object that is only a point, m. */
  size: { depth: number; width: number };
  /** How high it is, m: its name is above that. */
  height: number;
  /** Whether it is drawn instead of an obstacle at the same place. */
  isSolid: boolean;
  build: (site: Site) => void;
}

/** The height of counters, m. Obstacles of that height are drawn with it, too. */
export const COUNTER_HEIGHT = 1.05;
const CABINET_HEIGHT = 1.85;
/** Bodies reach this far beyond obstacles at the same place, so that they are seen, m. */
const PROUD = 0.012;

export const BODIES: Record<string, Body> = {
  till: { size: { depth: 0.6, width: 1.2 }, height: 2.2, isSolid: true, build: till },
  information: { size: { depth: 0.6, width: 1.4 }, height: 2.55, isSolid: true, build: desk },
  'ticket-machine': { size: { depth: 0.5, width: 0.8 }, height: CABINET_HEIGHT, isSolid: true, build: ticketMachine },
  'vending-machine': { size: { depth: 0.7, width: 0.9 }, height: CABINET_HEIGHT, isSolid: true, build: vendingMachine },
  bench: { size: { depth: 0.5, width: 0.5 }, height: 0.9, isSolid: true, build: bench },
  board: { size: { depth: 0.1, width: 2 }, height: 2.95, isSolid: true, build: board },
  sign: { size: { depth: 0.1, width: 1.2 }, height: 2.8, isSolid: false, build: sign },
  clock: { size: { depth: 0.1, width: 0.6 }, height: 2.75, isSolid: true, build: clock },
  gate: { size: { depth: 1.1, width: 0.9 }, height: 1.1, isSolid: false, build: gate },
  'meeting-point': { size: { depth: 0.1, width: 0.1 }, height: 2.7, isSolid: false, build: meetingPoint },
  shop: { size: { depth: 1, width: 1.6 }, height: 2.5, isSolid: false, build: shop },
  performance: { size: { depth: 2, width: 2 }, height: 1.2, isSolid: false, build: () => { /* a disc on the ground */ } },
};

/** Returns the frame of an object, with the size that its kind has. */
export function bodyFrame(object: PlaceObject, floor: Floor): Frame {
  return frameOf(object, floor, BODIES[object.kind]?.size ?? { depth: 0.4, width: 0.4 });
}

function counter({ frame, look, build }: Site): void {
  const { back, front, right, left } = frame;
  build.box(back - PROUD, front + PROUD, right - PROUD, left + PROUD, 0, COUNTER_HEIGHT - 0.04, look.furniture);
  build.box(back - PROUD, front + 0.06, right - 0.03, left + 0.03, COUNTER_HEIGHT - 0.04, COUNTER_HEIGHT + 0.012, look.furnitureTop);
}

function till(site: Site): void {
  const { frame, look, build } = site;
  counter(site);
  const { back, front, right, left } = frame;
  const pane = front - Math.min(0.2, (front - back) / 2);
  // A frame with a gap for hands, glass and a sign.
  for (const y of [right + 0.03, left - 0.03]) build.box(pane - 0.03, pane + 0.03, y - 0.03, y + 0.03, COUNTER_HEIGHT, 2.2, look.metal);
  build.box(pane - 0.01, pane + 0.01, right + 0.06, left - 0.06, COUNTER_HEIGHT + 0.22, 1.9, look.pane);
  build.box(pane - 0.05, pane + 0.05, right, left, 1.9, 2.2, look.accent);
  build.box(pane + 0.05, pane + 0.056, right + 0.12, left - 0.12, 1.99, 2.11, look.lettering);
  // A screen and someone's place behind it.
  const y = (right + left) / 2 + 0.3 * (left - right);
  build.box(pane - 0.2, pane - 0.17, y - 0.17, y + 0.17, COUNTER_HEIGHT + 0.02, COUNTER_HEIGHT + 0.28, look.screen);
}

function desk(site: Site): void {
  const { frame, look, build } = site;
  counter(site);
  const { back, front, right, left } = frame;
  const y = (right + left) / 2, x = (back + front) / 2;
  build.box(front + PROUD, front + 0.02, right + 0.15, left - 0.15, 0.25, 0.85, look.accent);
  build.post(x, y, 0.03, COUNTER_HEIGHT, 2.1, look.metal);
  // The letter i on both sides of a sign.
  build.box(x - 0.04, x + 0.04, y - 0.24, y + 0.24, 2.07, 2.55, look.accent);
  for (const side of [-1, 1]) {
    const at = x + 0.042 * side;
    build.box(at - 0.004, at + 0.004, y - 0.035, y + 0.035, 2.15, 2.36, look.lettering);
    build.box(at - 0.004, at + 0.004, y - 0.035, y + 0.035, 2.41, 2.48, look.lettering);
  }
  build.box(x - 0.02, x + 0.01, right + 0.35, right + 0.75, COUNTER_HEIGHT + 0.02, COUNTER_HEIGHT + 0.32, look.screen);
}

function ticketMachine({ frame: { back, front, right, left }, look, build }: Site): void {
  build.box(back - PROUD, front + PROUD, right - PROUD, left + PROUD, 0, CABINET_HEIGHT, look.cabinet);
  const width = left - right, middle = (left + right) / 2, face = front + PROUD;
  build.box(face, face + 0.012, right + 0.05, left - 0.05, 1.58, 1.78, look.accent);
  build.box(face, face + 0.02, middle - 0.32 * width, middle + 0.32 * width, 1.08, 1.5, look.screen);
  build.box(face, face + 0.05, middle - 0.22 * width, middle + 0.22 * width, 0.72, 0.92, look.metal);
  build.box(face, face + 0.012, right + 0.05, left - 0.05, 0.08, 0.2, look.metal);
}

function vendingMachine({ object, frame: { back, front, right, left }, look, build }: Site): void {
  build.box(back - PROUD, front + PROUD, right - PROUD, left + PROUD, 0, CABINET_HEIGHT, object.offers.includes('food') && !object.offers.includes('drink') ? look.snack : look.drink);
  const width = left - right, face = front + PROUD;
  // To the right of whoever stands before it: coins and the display.
  const glassFrom = right + 0.08, glassTo = right + 0.7 * width;
  build.box(face, face + 0.012, glassFrom, glassTo, 0.62, 1.68, look.screen);
  const rows = 5, columns = Math.max(2, Math.floor((glassTo - glassFrom) / 0.11));
  for (let row = 0; row < rows; row++) {
    const z = 0.68 + row * 0.2;
    build.box(face + 0.012, face + 0.016, glassFrom, glassTo, z - 0.025, z - 0.012, look.metal);
    for (let k = 0; k < columns; k++) {
      const y = glassFrom + ((k + 0.5) * (glassTo - glassFrom)) / columns;
      build.box(face + 0.012, face + 0.018, y - 0.03, y + 0.03, z, z + 0.12, look.goods[(row * 2 + k) % look.goods.length]!);
    }
  }
  build.box(face, face + 0.02, right + 0.76 * width, left - 0.06, 1.2, 1.5, look.lettering);
  build.box(face, face + 0.03, glassFrom, glassTo, 0.28, 0.48, look.metal);
}

function bench({ object, frame, look, build }: Site): void {
  if (!frame.hasExtent) return chairs(object, frame, look, build);
  const { back, front, right, left } = frame;
  // People on both sides need a bench without a back.
  const hasBack = object.slots.length > 0;
  const depth = front - back;
  const seatBack = depth > 0.7 ? front - 0.6 : back;
  const planks = 3, gap = 0.02, plank = (front - seatBack - gap * (planks - 1)) / planks;
  for (let k = 0; k < planks; k++) {
    const from = seatBack + k * (plank + gap);
    build.box(from, from + plank, right, left, SEAT_HEIGHT - 0.045, SEAT_HEIGHT, look.wood);
  }
  const legs = Math.max(2, Math.round((left - right) / 1.2) + 1);
  for (let k = 0; k < legs; k++) {
    const y = right + 0.12 + ((left - right - 0.24) * k) / (legs - 1);
    build.box(seatBack + 0.05, front - 0.06, y - 0.025, y + 0.025, 0, SEAT_HEIGHT - 0.045, look.metal);
    if (hasBack) build.box(seatBack, seatBack + 0.04, y - 0.02, y + 0.02, SEAT_HEIGHT, 0.84, look.metal);
  }
  if (hasBack) for (const z of [0.52, 0.7]) build.box(seatBack - 0.015, seatBack + 0.035, right, left, z, z + 0.13, look.wood);
}

/** Builds a chair for each seat of a bench that is only a point. */
function chairs(object: PlaceObject, frame: Frame, look: Look, build: Builder): void {
  const c = Math.cos(frame.heading), s = Math.sin(frame.heading);
  for (const seat of seatsOf(object)) {
    const dx = seat.x - seat.back * Math.cos(seat.heading) - frame.x, dy = seat.y - seat.back * Math.sin(seat.heading) - frame.y;
    const x = dx * c + dy * s, y = dy * c - dx * s;
    build.box(x - 0.22, x + 0.22, y - 0.22, y + 0.22, SEAT_HEIGHT - 0.04, SEAT_HEIGHT, look.wood);
    for (const [u, v] of [[-0.19, -0.19], [-0.19, 0.19], [0.19, -0.19], [0.19, 0.19]] as const) build.box(x + u - 0.02, x + u + 0.02, y + v - 0.02, y + v + 0.02, 0, SEAT_HEIGHT - 0.04, look.metal);
    build.box(x - 0.24, x - 0.2, y - 0.21, y + 0.21, 0.55, 0.86, look.wood);
  }
}

function sign({ frame, look, build }: Site): void {
  const { back, front, right, left } = frame;
  const face = Math.max(front, back + 0.08), width = left - right;
  // A panel above people's heads, with lettering on both sides.
  build.box(back, face, right, left, 2.3, 2.7, look.accent);
  for (const [from, to] of [[back - 0.006, back], [face, face + 0.006]] as const) {
    build.box(from, to, right + 0.15 * width, left - 0.15 * width, 2.46, 2.54, look.lettering);
  }
}

/** Where the screen of a board is, in its frame, m. */
export function screenOf({ back, front, right, left }: Frame): { forward: number; low: number; high: number; right: number; left: number } {
  return { forward: Math.max(front, back + 0.1) + 0.012, low: 1.84, high: 2.81, right: right + 0.04, left: left - 0.04 };
}

function board({ floor, frame, look, build }: Site): void {
  const { back, front, right, left } = frame;
  const [low, high] = [1.8, 2.85];
  const face = Math.max(front, back + 0.1);
  build.box(back, face, right, left, low, high, look.metal);
  build.box(face, face + 0.01, right + 0.03, left - 0.03, low + 0.03, high - 0.03, look.screen);
  if (!isBesideWall(floor, frame.x, frame.y, 0.6)) for (const y of [right + 0.15, left - 0.15]) build.post((back + face) / 2, y, 0.045, 0, low, look.metal);
}

/** Where the hands of a clock are, in its frame, m. */
export function handsOf(frame: Frame): { forward: number; height: number } { return { forward: frame.front + 0.082, height: 2.4 }; }

function clock({ floor, frame, look, build }: Site): void {
  const z = 2.4, radius = 0.3;
  const at = frame.front;
  build.face(at, 0, z, radius, 0.07, look.metal, look.lettering);
  for (let k = 0; k < 12; k++) {
    const angle = (2 * Math.PI * k) / 12, y = 0.225 * Math.cos(angle), up = 0.225 * Math.sin(angle);
    build.box(at + 0.074, at + 0.078, y - 0.01, y + 0.01, z + up - 0.01, z + up + 0.01, look.dial);
  }
  if (isBesideWall(floor, frame.x, frame.y, 0.6)) return;
  build.post(at, 0, 0.045, 0, z - radius, look.metal);
}

function gate({ floor, frame, look, build, object }: Site): void {
  const fx = Math.cos(frame.heading), fy = Math.sin(frame.heading);
  const [x, y] = object.slots.length >= 2 ? [object.slots[0]!, object.slots[1]!] : [frame.x, frame.y];
  // The passage ends at walls and obstacles beside it, or at cabinets of its own.
  const WIDEST = 0.85, OWN = 0.42;
  const offset = (x - frame.x) * -fy + (y - frame.y) * fx;
  for (const side of [1, -1]) {
    const wall = wallAhead(floor, x, y, -fy * side, fx * side, WIDEST);
    const edge = wall < WIDEST ? wall : OWN;
    const at = (distance: number) => offset + side * distance;
    const [low, high] = [Math.min(at(edge), at(edge + 0.16)), Math.max(at(edge), at(edge + 0.16))];
    if (wall >= WIDEST) build.box(-0.55, 0.55, low, high, 0, 0.98, look.cabinet);
    // The flap stands half open, so that the way through is seen.
    const [from, to] = [at(edge), at(Math.max(0.12, edge - 0.34))];
    build.box(0.02, 0.05, Math.min(from, to), Math.max(from, to), 0.3, 1.0, look.pane);
    const post = [Math.min(at(edge - 0.06), at(edge)), Math.max(at(edge - 0.06), at(edge))] as const;
    build.box(-0.1, 0.16, post[0], post[1], 0, 1.08, look.metal);
    // The reader is on the right of whoever passes.
    if (side < 0) build.box(-0.24, -0.1, post[0], post[1], 0.92, 1.08, look.accent);
  }
}

function meetingPoint({ look, build }: Site): void {
  build.post(0, 0, 0.16, 0, 0.04, look.metal, 16);
  build.post(0, 0, 0.04, 0, 2.7, look.metal);
  // A sign to each pair of sides: a dot, and corners that point at it.
  for (const isAcross of [false, true]) {
    const box = (a0: number, a1: number, thick: number, z0: number, z1: number, colour: number) => {
      if (isAcross) build.box(a0, a1, -thick, thick, z0, z1, colour); else build.box(-thick, thick, a0, a1, z0, z1, colour);
    };
    box(-0.3, 0.3, 0.02, 2.05, 2.65, look.meeting);
    box(-0.08, 0.08, 0.026, 2.27, 2.43, look.lettering);
    for (const [a, z] of [[-0.22, 2.13], [0.22, 2.13], [-0.22, 2.57], [0.22, 2.57]] as const) box(a - 0.045, a + 0.045, 0.026, z - 0.045, z + 0.045, look.lettering);
  }
}

/** Builds a stall with a striped roof, when the shop is no room with shelves. */
function shop({ object, floor, frame, look, build }: Site): void {
  const { back, front, right, left } = frame;
  const isRoom = (front - back) * (left - right) > 12 || isInside(floor, object);
  if (isRoom) return;
  build.box(back, front, right, left, 0, 0.9, look.furniture);
  build.box(back - 0.05, front + 0.05, right - 0.05, left + 0.05, 0.9, 0.95, look.furnitureTop);
  for (const [x, y] of [[back, right], [back, left], [front, right], [front, left]] as const) build.post(x, y, 0.03, 0.9, 2.2, look.metal);
  const stripes = Math.max(3, 2 * Math.round((left - right) / 0.5) + 1);
  for (let k = 0; k < stripes; k++) {
    const from = right - 0.1 + ((left - right + 0.2) * k) / stripes, to = right - 0.1 + ((left - right + 0.2) * (k + 1)) / stripes;
    build.box(back - 0.1, front + 0.2, from, to, 2.2, 2.26, k % 2 === 0 ? look.accent : look.lettering);
  }
  for (let k = 0; k < Math.floor((left - right) / 0.3); k++) {
    const y = right + 0.15 + 0.3 * k;
    build.box(front - 0.35, front - 0.1, y, y + 0.2, 0.95, 1.08, look.goods[k % look.goods.length]!);
  }
}

/** Returns whether walls or obstacles of the floor are inside the outline of a shop: then it is a room. */
function isInside(floor: Floor, object: PlaceObject): boolean {
  const xs = object.footprint.filter((_, i) => i % 2 === 0), ys = object.footprint.filter((_, i) => i % 2 === 1);
  const [west, east, south, north] = [Math.min(...xs) + 0.1, Math.max(...xs) - 0.1, Math.min(...ys) + 0.1, Math.max(...ys) - 0.1];
  for (let i = 0; i + 5 < floor.walls.length; i += 6) {
    const x = (floor.walls[i]! + floor.walls[i + 3]!) / 2, y = (floor.walls[i + 1]! + floor.walls[i + 4]!) / 2;
    if (x > west && x < east && y > south && y < north) return true;
  }
  return false;
}
