// Builds the shapes of people and of what they have with them, from tubes, discs and triangles.

import { BufferAttribute, BufferGeometry } from 'three';

/** An ellipse of a tube: its middle forward, its height and its half widths, m. */
export interface Ring { x?: number; z: number; rx: number; ry: number }
/** What all corners of a shape share: the joint that moves them, the colour, and what has to be worn for them to be seen (0: they always are). */
export interface Cloth { part?: number; tone: number | ((forward: number) => number); worn?: number }

export class Sculptor {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly parts: number[] = [];
  private readonly tones: number[] = [];
  private readonly worn: number[] = [];
  private readonly indices: number[] = [];

  /** Adds a tube through ellipses around (x, y). It is closed where they are pointed. A tone may depend on how far forward a side looks, from -1 to 1. */
  tube(y: number, rings: Ring[], sides: number, cloth: Cloth): void {
    const start = this.count;
    rings.forEach((ring, k) => {
      const before = rings[Math.max(0, k - 1)]!, after = rings[Math.min(rings.length - 1, k + 1)]!;
      const slope = (before.rx - after.rx) / (Math.abs(after.z - before.z) || 1);
      for (let i = 0; i < sides; i++) {
        const angle = (2 * Math.PI * i) / sides;
        const c = Math.cos(angle), s = Math.sin(angle);
        const nx = c / Math.max(ring.rx, 0.01), ny = s / Math.max(ring.ry, 0.01);
        const flat = Math.hypot(nx, ny), up = slope * Math.sign(after.z - before.z), length = Math.hypot(1, up);
        this.corner([(ring.x ?? 0) + ring.rx * c, y + ring.ry * s, ring.z], [nx / flat / length, ny / flat / length, up / length], cloth, c);
      }
    });
    const isUpward = rings[rings.length - 1]!.z > rings[0]!.z;
    for (let k = 0; k + 1 < rings.length; k++) {
      for (let i = 0; i < sides; i++) {
        const a = start + k * sides + i, b = start + k * sides + ((i + 1) % sides);
        if (isUpward) this.indices.push(a, b, b + sides, a, b + sides, a + sides); else this.indices.push(a, b + sides, b, a, a + sides, b + sides);
      }
    }
  }

  /** Adds a box: forward from x0 to x1, to the left from y0 to y1, up from z0 to z1. */
  box([x0, x1]: [number, number], [y0, y1]: [number, number], [z0, z1]: [number, number], cloth: Cloth): void {
    const at = (i: number): [number, number, number] => [i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? z1 : z0];
    const faces: [number, number, number, number, [number, number, number]][] = [
      [1, 3, 7, 5, [1, 0, 0]], [2, 0, 4, 6, [-1, 0, 0]], [3, 2, 6, 7, [0, 1, 0]], [0, 1, 5, 4, [0, -1, 0]], [4, 5, 7, 6, [0, 0, 1]], [2, 3, 1, 0, [0, 0, -1]],
    ];
    for (const [a, b, c, d, normal] of faces) {
      const start = this.count;
      for (const corner of [a, b, c, d]) this.corner(at(corner), normal, cloth, 0);
      this.indices.push(start, start + 1, start + 2, start, start + 2, start + 3);
    }
  }

  /** Adds a flat disc, seen from above. */
  disc(x: number, rx: number, ry: number, z: number, sides: number, cloth: Cloth, y = 0): void {
    const start = this.count;
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      this.corner([x + rx * Math.cos(angle), y + ry * Math.sin(angle), z], [0, 0, 1], cloth, 0);
    }
    for (let i = 1; i + 1 < sides; i++) this.indices.push(start, start + i, start + i + 1);
  }

  /** Adds a flat triangle, seen from above, or from the side that its normal names. */
  triangle(points: [number, number, number][], cloth: Cloth, normal: [number, number, number] = [0, 0, 1]): void {
    const start = this.count;
    for (const point of points) this.corner(point, normal, cloth, 0);
    this.indices.push(start, start + 1, start + 2);
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.positions), 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(this.normals), 3));
    geometry.setAttribute('part', new BufferAttribute(new Float32Array(this.parts), 1));
    geometry.setAttribute('tone', new BufferAttribute(new Float32Array(this.tones), 1));
    geometry.setAttribute('worn', new BufferAttribute(new Float32Array(this.worn), 1));
    geometry.setIndex(new BufferAttribute(new Uint16Array(this.indices), 1));
    return geometry;
  }

  private get count(): number { return this.positions.length / 3; }

  private corner(at: readonly number[], normal: readonly number[], { part, tone, worn }: Cloth, forward: number): void {
    this.positions.push(...at);
    this.normals.push(...normal);
    this.parts.push(part ?? 0);
    this.tones.push(typeof tone === 'number' ? tone : tone(forward));
    this.worn.push(worn ?? 0);
  }
}
