// Shelves along the walls of shops, with goods.

import type { Floor } from '../protocol';
import type { Look } from './look';
import { isInside, Shell } from './meshes';
import { distanceToSegment } from './picking';
import type { Storey } from './storey';

/** The heights of the boards, their depth, and how far goods stand apart, m. Customers stand with their bodies 0.15 m before a wall. */
const BOARDS = [0.3, 0.72, 1.14, 1.56];
const DEPTH = 0.13;
const PITCH = 0.27;
/** Walls shorter than this have no shelves, and the ends of shelves keep this far from corners, m. */
const SHORTEST = 1;
const CORNER = 0.25;

/** Adds shelves to all walls of a floor that are within an outline or on it. */
export function addShelves(storey: Storey, floor: Floor, ring: readonly (readonly [number, number])[], look: Look): void {
  const boards = new Shell(), goods = look.goods.map(() => new Shell());
  const near = (x: number, y: number) => isInside(ring, x, y) || ring.some(([ax, ay], i) => distanceToSegment(x, y, ax, ay, ...ring[(i + 1) % ring.length]!) < 0.1);
  for (let i = 0; i + 5 < floor.walls.length; i += 6) {
    const [ax, ay, z, bx, by] = floor.walls.subarray(i, i + 5) as unknown as [number, number, number, number, number];
    const length = Math.hypot(bx - ax, by - ay);
    if (length < SHORTEST || !near(ax, ay) || !near(bx, by) || !near((ax + bx) / 2, (ay + by) / 2)) continue;
    const ux = (bx - ax) / length, uy = (by - ay) / length;
    // The floor is on the left of a wall.
    const at = (along: number, out: number, up: number): [number, number, number] => [ax + ux * along - uy * out, ay + uy * along + ux * out, z + up];
    // A box before the wall, of which only the front, the top and the ends are seen. From the floor, along the wall is from right to left.
    const box = (shell: Shell, from: number, to: number, out: number, low: number, high: number) => {
      shell.quad([at(to, out, low), at(from, out, low), at(from, out, high), at(to, out, high)], [-uy, ux, 0]);
      shell.quad([at(to, out, high), at(from, out, high), at(from, 0, high), at(to, 0, high)], [0, 0, 1]);
      shell.quad([at(from, out, low), at(from, 0, low), at(from, 0, high), at(from, out, high)], [-ux, -uy, 0]);
      shell.quad([at(to, 0, low), at(to, out, low), at(to, out, high), at(to, 0, high)], [ux, uy, 0]);
    };
    BOARDS.forEach((height, row) => {
      box(boards, CORNER, length - CORNER, DEPTH, height - 0.03, height);
      const count = Math.floor((length - 2 * CORNER - 0.1) / PITCH);
      for (let k = 0; k < count; k++) {
        const from = CORNER + 0.05 + k * PITCH, tall = 0.13 + 0.13 * (((k * 7 + row * 5 + i) % 4) / 3);
        box(goods[(k * 3 + row * 2 + Math.floor(k / 4)) % goods.length]!, from, from + 0.19, DEPTH - 0.025, height, height + tall);
      }
    });
  }
  storey.surface(boards, { colour: look.furnitureTop }, 'spatial');
  goods.forEach((shell, i) => storey.surface(shell, { colour: look.goods[i]! }, 'spatial'));
}
