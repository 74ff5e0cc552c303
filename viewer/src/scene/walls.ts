// Walls and solids: upright in space, crisp in the plan.

import { BackSide } from 'three';
import type { Floor, Place } from '../protocol';
import { heightAt } from './heights';
import type { Look } from './look';
import { ringLines, Shell } from './meshes';
import { Flights, heightByObjects, Sides, solidsOf, WALL_HEIGHT, type Solid } from './solids';
import type { Storey } from './storey';
import { Edges } from './tracks';

const RAILING = 0.95;
/** How bright a wall is at its foot, where less light comes. */
const FOOT = 0.8;

/** Adds the walls of a floor and its solids. */
export function addWalls(storey: Storey, place: Place, floor: Floor, look: Look): void {
  const solids = solidsOf(place, floor);
  const sides = new Sides(solids);
  const isLevel = floor.kind === 'level';
  const usual = isLevel ? WALL_HEIGHT : RAILING;
  const objects = place.objects.filter((object) => place.floors[object.floor] === floor);
  const beside = new Flights(place, floor);
  const edges = new Edges(place, floor);
  const railings = new Shell();
  const railingTops: number[] = [];
  const faces = new Shell();
  const tops: number[] = [];
  const feet: number[] = [];
  for (let i = 0; i + 5 < floor.walls.length; i += 6) {
    const [ax, ay, az, bx, by, bz] = floor.walls.subarray(i, i + 6) as unknown as [number, number, number, number, number, number];
    feet.push(ax, ay, az + 0.02, bx, by, bz + 0.02);
    if (edges.has(ax, ay, bx, by)) continue;
    if (sides.has((ax + bx) / 2, (ay + by) / 2)) continue;
    if (isLevel && beside.has(ax, ay, bx, by)) {
      railings.upright([ax, ay, az], [bx, by, bz], RAILING, 1, 0.6);
      railings.upright([bx, by, bz], [ax, ay, az], RAILING, 1, 0.6);
      railingTops.push(ax, ay, az + RAILING, bx, by, bz + RAILING);
      continue;
    }
    const height = heightByObjects(objects, ax, ay, bx, by) ?? usual;
    if (height === 0) continue;
    faces.upright([ax, ay, az], [bx, by, bz], height, 1, 1, FOOT);
    tops.push(ax, ay, az + height, bx, by, bz + height);
  }
  storey.surface(railings, { colour: look.glass, opacity: 0.3, order: 6 }, 'spatial');
  storey.lines(railingTops, { colour: look.wallTop, width: 1.2, opacity: 0.6 }, 'spatial');
  // Walls are seen from the side where people walk, and hardly from behind. So the user looks into rooms as into a doll's house.
  storey.surface(faces, isLevel ? { colour: look.wall, castsShadow: true, isCut: true } : { colour: look.wall, opacity: 0.4, order: 6 }, 'spatial');
  storey.surface(faces, { colour: look.wall, opacity: 0.13, side: BackSide, order: 7 }, 'spatial');
  storey.lines(tops, { colour: look.wallTop, width: isLevel ? 1.6 : 1.1, opacity: isLevel ? 0.85 : 0.45, isCut: true }, 'spatial');
  storey.lines(feet, { colour: look.planWall, width: isLevel ? 2 : 1.3 }, 'plan');
  addSolids(storey, floor, solids, look);
}

/** Adds the boards of a shelf, and goods on them, a little before its sides. */
function addBoards(storey: Storey, ring: readonly (readonly [number, number])[], base: number, height: number, look: Look): void {
  const rows = 4, proud = 0.02;
  const boards = new Shell();
  const goods = look.goods.map(() => new Shell());
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const length = Math.hypot(bx - ax, by - ay);
    if (length < 0.3) return;
    const ux = (bx - ax) / length, uy = (by - ay) / length;
    // The outline is counter-clockwise: outside is on the right.
    const at = (along: number, z: number): [number, number, number] => [ax + ux * along + uy * proud, ay + uy * along - ux * proud, base + z];
    for (let row = 0; row < rows; row++) {
      const z = 0.12 + (row * (height - 0.2)) / rows;
      boards.upright(at(length, z), at(0, z), 0.05, 1, 1);
      const count = Math.floor((length - 0.2) / 0.28);
      for (let k = 0; k < count; k++) {
        const from = 0.12 + k * 0.28, tall = 0.14 + 0.1 * (((k * 7 + row * 5 + i * 3) % 4) / 3);
        goods[(k * 3 + row * 2 + i) % goods.length]!.upright(at(from + 0.2, z + 0.05), at(from, z + 0.05), tall, 1, 1);
      }
    }
  });
  storey.surface(boards, { colour: look.furnitureTop }, 'spatial');
  goods.forEach((shell, i) => storey.surface(shell, { colour: look.goods[i]! }, 'spatial'));
}

function addSolids(storey: Storey, floor: Floor, solids: Solid[], look: Look): void {
  // What is low hides little, so it is never cut away.
  const parts = [false, true].map((isCut) => ({ isCut, sides: new Shell(), roofs: new Shell(), edges: [] as number[] }));
  const railings = new Shell();
  const railingTops: number[] = [];
  const flat = new Shell(), filled = new Shell();
  for (const { ring, kind, height } of solids) {
    const ground = (x: number, y: number) => heightAt(floor.height, x, y);
    if (kind === 'shaft') continue;
    // The ground goes on under a bench.
    if (kind === 'object') { filled.flat(ring, ground); flat.flat(ring, ground(ring[0]![0], ring[0]![1]) + 0.01); continue; }
    if (kind === 'shelf') addBoards(storey, ring, ground(ring[0]![0], ring[0]![1]), height, look);
    const isRailing = kind === 'void';
    const base = Math.min(...ring.map(([x, y]) => ground(x, y)));
    const opaque = parts[kind === 'low' || kind === 'shelf' ? 0 : 1]!;
    const shell = isRailing ? railings : opaque.sides;
    ring.forEach(([x, y], i) => {
      const [u, v] = ring[(i + 1) % ring.length]!;
      // A counter-clockwise outline has its inside on the left, so the face looks out.
      shell.upright([u, v, base], [x, y, base], height, isRailing ? 0.6 : 1, isRailing ? 0.25 : 1, isRailing ? 1 : FOOT);
      if (isRailing) shell.upright([x, y, base], [u, v, base], height, 0.6, 0.25);
    });
    const edges = ringLines(ring, () => base + height);
    if (isRailing) { railingTops.push(...edges); continue; }
    opaque.roofs.flat(ring, base + height);
    opaque.edges.push(...edges);
    flat.flat(ring, base + 0.01);
  }
  for (const { isCut, sides, roofs, edges } of parts) {
    storey.surface(sides, { colour: look.solid, castsShadow: true, isCut }, 'spatial');
    storey.surface(roofs, { colour: look.roof, castsShadow: true, isCut }, 'spatial');
    storey.lines(edges, { colour: look.roofEdge, width: 1.1, opacity: 0.6, isCut }, 'spatial');
  }
  storey.surface(railings, { colour: look.glass, opacity: 0.35, order: 6 }, 'spatial');
  storey.lines(railingTops, { colour: look.wallTop, width: 1.2, opacity: 0.6 }, 'spatial');
  storey.surface(filled, { colour: storey.number > 0 ? look.upperFloor : look.floor, isFloor: true }, 'spatial');
  storey.surface(flat, { colour: look.planSolid }, 'plan');
}
