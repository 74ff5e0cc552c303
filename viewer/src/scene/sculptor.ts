// Builds the shapes of people and of what they have with them, from tubes, skins, boxes and triangles.

import { BufferAttribute, BufferGeometry } from 'three';

type Point = readonly [number, number, number];

/** An ellipse of a tube: its middle, forward and to the left, its height, and its half widths, m. `back` is the half width backwards when that is another one. */
export interface Ring { x?: number; y?: number; z: number; rx: number; back?: number; ry: number }

/** What all corners of a shape share. Functions are asked for each corner. */
export interface Cloth {
  /** The joint that moves it. */
  part?: number;
  /** The colour. It may depend on how far forward and to the left a side looks, from -1 to 1, and on its height, m. */
  tone: number | ((forward: number, left: number, z: number) => number);
  /** What has to be worn for it to be seen (0: it always is). */
  worn?: number;
  /** How much light reaches it, from 0 to 1. */
  shade?: number | ((x: number, y: number, z: number) => number);
  /** How angular the ellipses are: 2 is an ellipse, more is nearer to a rectangle. */
  square?: number;
}

export class Sculptor {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly parts: number[] = [];
  private readonly tones: number[] = [];
  private readonly worn: number[] = [];
  private readonly shades: number[] = [];
  private readonly indices: number[] = [];

  /** Adds a tube through ellipses beside y. It is closed where they are pointed. */
  tube(y: number, rings: readonly Ring[], sides: number, cloth: Cloth): void {
    const power = 2 / (cloth.square ?? 2);
    const bent = (value: number) => Math.sign(value) * Math.abs(value) ** power;
    const isUpward = rings[rings.length - 1]!.z > rings[0]!.z;
    const rows = rings.map((ring) => Array.from({ length: sides }, (_, i): { at: Point; forward: number; left: number } => {
      const angle = (2 * Math.PI * i) / sides;
      const c = bent(Math.cos(angle)), s = bent(Math.sin(angle));
      const x = (ring.x ?? 0) + (c < 0 ? (ring.back ?? ring.rx) : ring.rx) * c;
      return { at: [x, y + (ring.y ?? 0) + ring.ry * s, ring.z], forward: Math.cos(angle), left: Math.sin(angle) };
    }));
    this.skin(isUpward ? rows : [...rows].reverse(), true, cloth);
  }

  /** Adds a skin through rows of points. It is seen from the side from which each row runs to the left when the next row is above it. */
  skin(rows: readonly (readonly { at: Point; forward?: number; left?: number }[])[], isClosed: boolean, cloth: Cloth): void {
    const count = rows[0]!.length, start = this.count;
    const normals = rows.map((row) => row.map((): [number, number, number] => [0, 0, 0]));
    const faces: [number, number, number, number][] = [];
    for (let k = 0; k + 1 < rows.length; k++) for (let i = 0; i < (isClosed ? count : count - 1); i++) faces.push([k, i, k + 1, (i + 1) % count]);
    for (const [k, i, above, next] of faces) {
      const [a, b, c, d] = [rows[k]![i]!.at, rows[k]![next]!.at, rows[above]![next]!.at, rows[above]![i]!.at];
      const normal = crossed(minus(c, a), minus(d, b));
      for (const [row, column] of [[k, i], [k, next], [above, next], [above, i]] as const) {
        const sum = normals[row]![column]!;
        for (let axis = 0; axis < 3; axis++) sum[axis]! += normal[axis]!;
      }
      const [p, q, r, s] = [start + k * count + i, start + k * count + next, start + above * count + next, start + above * count + i];
      this.indices.push(p, q, r, p, r, s);
    }
    rows.forEach((row, k) => row.forEach(({ at, forward, left }, i) => {
      const [x, y, z] = normals[k]![i]!, length = Math.hypot(x, y, z) || 1;
      this.corner(at, [x / length, y / length, z / length], cloth, forward ?? 0, left ?? 0);
    }));
  }

  /** Adds a box: forward from x0 to x1, to the left from y0 to y1, up from z0 to z1. */
  box([x0, x1]: [number, number], [y0, y1]: [number, number], [z0, z1]: [number, number], cloth: Cloth): void {
    const at = (i: number): Point => [i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? z1 : z0];
    const faces: [number, number, number, number, Point][] = [
      [1, 3, 7, 5, [1, 0, 0]], [2, 0, 4, 6, [-1, 0, 0]], [3, 2, 6, 7, [0, 1, 0]], [0, 1, 5, 4, [0, -1, 0]], [4, 5, 7, 6, [0, 0, 1]], [2, 3, 1, 0, [0, 0, -1]],
    ];
    for (const [a, b, c, d, normal] of faces) this.quad([at(a), at(b), at(c), at(d)], normal, cloth);
  }

  /** Adds a flat face with four corners, counter-clockwise as it is seen. */
  quad(corners: readonly [Point, Point, Point, Point], normal: Point, cloth: Cloth): void {
    const start = this.count;
    for (const corner of corners) this.corner(corner, normal, cloth, 0, 0);
    this.indices.push(start, start + 1, start + 2, start, start + 2, start + 3);
  }

  /** Adds a flat disc, seen from above. */
  disc(x: number, rx: number, ry: number, z: number, sides: number, cloth: Cloth, y = 0): void {
    const start = this.count;
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      this.corner([x + rx * Math.cos(angle), y + ry * Math.sin(angle), z], [0, 0, 1], cloth, 0, 0);
    }
    for (let i = 1; i + 1 < sides; i++) this.indices.push(start, start + i, start + i + 1);
  }

  /** Adds a flat triangle, seen from above, or from the side that its normal names. */
  triangle(points: readonly Point[], cloth: Cloth, normal: Point = [0, 0, 1]): void {
    const start = this.count;
    for (const point of points) this.corner(point, normal, cloth, 0, 0);
    this.indices.push(start, start + 1, start + 2);
  }

  /** Returns the number of corners so far. */
  get count(): number { return this.positions.length / 3; }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    const columns: [string, number[], number][] = [
      ['position', this.positions, 3], ['normal', this.normals, 3], ['part', this.parts, 1], ['tone', this.tones, 1], ['worn', this.worn, 1], ['shade', this.shades, 1],
    ];
    for (const [name, values, size] of columns) geometry.setAttribute(name, new BufferAttribute(new Float32Array(values), size));
    geometry.setIndex(new BufferAttribute(new Uint16Array(this.indices), 1));
    return geometry;
  }

  private corner(at: Point, normal: Point, { part, tone, worn, shade }: Cloth, forward: number, left: number): void {
    this.positions.push(...at);
    this.normals.push(...normal);
    this.parts.push(part ?? 0);
    this.tones.push(typeof tone === 'number' ? tone : tone(forward, left, at[2]));
    this.worn.push(worn ?? 0);
    this.shades.push(shade === undefined ? 1 : typeof shade === 'number' ? shade : shade(...at));
  }
}

function minus(a: Point, b: Point): Point { return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]; }

function crossed(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
