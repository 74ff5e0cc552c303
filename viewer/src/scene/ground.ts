// Ground in triangles: what of an outline lies on it, and its middle.

type Point = readonly [number, number];
/** A piece of a line: x0, y0, x1, y1. */
export type Piece = [number, number, number, number];

/** Returns the pieces of the sides of an outline that lie on the ground or on its border. The ground is x and y of three corners of each triangle. */
export function withinTriangles(ring: readonly Point[], ground: ArrayLike<number>): Piece[] {
  const pieces: Piece[] = [];
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const spans: [number, number][] = [];
    for (let t = 0; t + 5 < ground.length; t += 6) {
      const span = spanIn([[ground[t]!, ground[t + 1]!], [ground[t + 2]!, ground[t + 3]!], [ground[t + 4]!, ground[t + 5]!]], ax, ay, bx, by);
      if (span) spans.push(span);
    }
    for (const [from, to] of joined(spans)) pieces.push([ax + (bx - ax) * from, ay + (by - ay) * from, ax + (bx - ax) * to, ay + (by - ay) * to]);
  });
  return pieces;
}

/** A side this near to a triangle lies on its border, m. */
const NEAR = 0.01;

/** Returns from where to where a line is in a triangle, as shares of the line; null when it is outside. */
function spanIn(triangle: [Point, Point, Point], ax: number, ay: number, bx: number, by: number): [number, number] | null {
  const [p, q, r] = triangle;
  const turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) >= 0 ? 1 : -1;
  let from = 0, to = 1;
  for (let k = 0; k < 3; k++) {
    const [u, v] = [triangle[k]!, triangle[(k + 1) % 3]!];
    const length = Math.hypot(v[0] - u[0], v[1] - u[1]);
    if (length < 1e-9) return null;
    // How far both ends are inside of this side, m.
    const inside = (x: number, y: number) => (turn * ((v[0] - u[0]) * (y - u[1]) - (v[1] - u[1]) * (x - u[0]))) / length + NEAR;
    const [a, b] = [inside(ax, ay), inside(bx, by)];
    if (a < 0 && b < 0) return null;
    if (a < 0) from = Math.max(from, a / (a - b));
    if (b < 0) to = Math.min(to, a / (a - b));
  }
  return to - from > 1e-6 ? [from, to] : null;
}

/** Returns spans in order, with those that touch as one. */
function joined(spans: [number, number][]): [number, number][] {
  const all: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = all[all.length - 1];
    if (last && from <= last[1] + 1e-3) last[1] = Math.max(last[1], to); else all.push([from, to]);
  }
  return all;
}

/** Returns the middle of the ground, or, when that is beside it, the middle of its largest triangle; null without ground. */
export function middleOf(ground: ArrayLike<number>): Point | null {
  let sum = 0, x = 0, y = 0, largest = 0;
  let best: Point | null = null;
  for (let i = 0; i + 5 < ground.length; i += 6) {
    const size = Math.abs((ground[i + 2]! - ground[i]!) * (ground[i + 5]! - ground[i + 1]!) - (ground[i + 3]! - ground[i + 1]!) * (ground[i + 4]! - ground[i]!));
    const middle: Point = [(ground[i]! + ground[i + 2]! + ground[i + 4]!) / 3, (ground[i + 1]! + ground[i + 3]! + ground[i + 5]!) / 3];
    sum += size; x += size * middle[0]; y += size * middle[1];
    if (size > largest) { largest = size; best = middle; }
  }
  if (!(sum > 0)) return null;
  const middle: Point = [x / sum, y / sum];
  return isOn(ground, middle) ? middle : best;
}

function isOn(ground: ArrayLike<number>, [x, y]: Point): boolean {
  for (let i = 0; i + 5 < ground.length; i += 6) {
    let left = 0, right = 0;
    for (let k = 0; k < 6; k += 2) {
      const [ux, uy, vx, vy] = [ground[i + k]!, ground[i + k + 1]!, ground[i + ((k + 2) % 6)]!, ground[i + ((k + 3) % 6)]!];
      const cross = (vx - ux) * (y - uy) - (vy - uy) * (x - ux);
      if (cross >= 0) left += 1;
      if (cross <= 0) right += 1;
    }
    if (left === 3 || right === 3) return true;
  }
  return false;
}
