// The shapes of people: a walker with limbs, a simple figure, a figure seen from above.
//
// Forward is +x, left is +y, up is +z; a body is 1.75 m tall. `part` tells the shader which joint moves a corner, `tone` which
// colour the corner has.

import { BufferAttribute, BufferGeometry } from 'three';

/** The heights of the joints, m. */
export const HIP = 0.9;
export const KNEE = 0.47;
export const SHOULDER = 1.43;
export const ELBOW = 1.13;

export const PART = { trunk: 0, leftThigh: 1, leftShin: 2, rightThigh: 3, rightShin: 4, leftArm: 5, leftForearm: 6, rightArm: 7, rightForearm: 8 } as const;
export const TONE = { coat: 0, skin: 1, trousers: 2, hair: 3, shoe: 4 } as const;

interface Ring { x?: number; z: number; rx: number; ry: number }

class Sculptor {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly parts: number[] = [];
  readonly tones: number[] = [];
  readonly indices: number[] = [];

  /** Adds a tube through ellipses around (x, y). It is closed at both ends when they are pointed. A tone may depend on how far forward a side looks, from -1 to 1. */
  tube(y: number, rings: Ring[], sides: number, part: number, tone: number | ((forward: number) => number)): void {
    const start = this.positions.length / 3;
    rings.forEach((ring, k) => {
      const before = rings[Math.max(0, k - 1)]!, after = rings[Math.min(rings.length - 1, k + 1)]!;
      const slope = (before.rx - after.rx) / (Math.abs(after.z - before.z) || 1);
      for (let i = 0; i < sides; i++) {
        const angle = (2 * Math.PI * i) / sides;
        const c = Math.cos(angle), s = Math.sin(angle);
        this.positions.push((ring.x ?? 0) + ring.rx * c, y + ring.ry * s, ring.z);
        const nx = c / Math.max(ring.rx, 0.01), ny = s / Math.max(ring.ry, 0.01);
        const flat = Math.hypot(nx, ny), up = slope * Math.sign(after.z - before.z);
        const length = Math.hypot(1, up);
        this.normals.push(nx / flat / length, ny / flat / length, up / length);
        this.parts.push(part);
        this.tones.push(typeof tone === 'number' ? tone : tone(c));
      }
    });
    for (let k = 0; k + 1 < rings.length; k++) {
      for (let i = 0; i < sides; i++) {
        const a = start + k * sides + i, b = start + k * sides + ((i + 1) % sides);
        this.indices.push(a, b, b + sides, a, b + sides, a + sides);
      }
    }
  }

  /** Adds a flat disc, seen from above. */
  disc(x: number, rx: number, ry: number, z: number, sides: number, tone: number, y = 0, part: number = PART.trunk): void {
    const start = this.positions.length / 3;
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      this.positions.push(x + rx * Math.cos(angle), y + ry * Math.sin(angle), z);
      this.normals.push(0, 0, 1);
      this.parts.push(part);
      this.tones.push(tone);
    }
    for (let i = 1; i + 1 < sides; i++) this.indices.push(start, start + i, start + i + 1);
  }

  triangle(points: [number, number, number][], tone: number): void {
    const start = this.positions.length / 3;
    for (const point of points) {
      this.positions.push(...point);
      this.normals.push(0, 0, 1);
      this.parts.push(PART.trunk);
      this.tones.push(tone);
    }
    this.indices.push(start, start + 1, start + 2);
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.positions), 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(this.normals), 3));
    geometry.setAttribute('part', new BufferAttribute(new Float32Array(this.parts), 1));
    geometry.setAttribute('tone', new BufferAttribute(new Float32Array(this.tones), 1));
    geometry.setIndex(new BufferAttribute(new Uint16Array(this.indices), 1));
    return geometry;
  }
}

/** The tones of a head: it shows where somebody looks, because the back of it has hair. */
const face = (forward: number): number => (forward > -0.2 ? TONE.skin : TONE.hair);

/** Returns a walker, whose limbs swing. */
export function walker(): BufferGeometry {
  const s = new Sculptor();
  s.tube(0, [
    { z: 0.84, rx: 0.1, ry: 0.13 }, { z: 0.95, rx: 0.125, ry: 0.175 }, { z: 1.12, rx: 0.108, ry: 0.145 }, { z: 1.3, rx: 0.125, ry: 0.178 },
    { z: 1.41, rx: 0.105, ry: 0.168 }, { z: 1.47, rx: 0.075, ry: 0.1 }, { z: 1.5, rx: 0.05, ry: 0.055 },
  ], 8, PART.trunk, TONE.coat);
  s.tube(0, [{ z: 1.46, rx: 0.05, ry: 0.05 }, { z: 1.54, rx: 0.048, ry: 0.048 }], 6, PART.trunk, TONE.skin);
  s.tube(0, [
    { x: 0.012, z: 1.52, rx: 0.05, ry: 0.045 }, { x: 0.012, z: 1.58, rx: 0.088, ry: 0.072 }, { x: 0.008, z: 1.66, rx: 0.098, ry: 0.08 },
  ], 8, PART.trunk, face);
  s.tube(0, [
    { z: 1.655, rx: 0.102, ry: 0.084 }, { z: 1.715, rx: 0.088, ry: 0.074 }, { z: 1.75, rx: 0.03, ry: 0.03 }, { z: 1.752, rx: 0, ry: 0 },
  ], 8, PART.trunk, TONE.hair);
  for (const [side, thigh, shin, arm, forearm] of [
    [1, PART.leftThigh, PART.leftShin, PART.leftArm, PART.leftForearm], [-1, PART.rightThigh, PART.rightShin, PART.rightArm, PART.rightForearm],
  ] as const) {
    const leg = 0.085 * side, reach = 0.198 * side;
    s.tube(leg, [{ z: 0.93, rx: 0.09, ry: 0.085 }, { z: 0.7, rx: 0.08, ry: 0.075 }, { z: KNEE - 0.02, rx: 0.058, ry: 0.056 }], 6, thigh, TONE.trousers);
    s.tube(leg, [{ z: KNEE + 0.03, rx: 0.056, ry: 0.054 }, { z: 0.32, rx: 0.056, ry: 0.052 }, { z: 0.08, rx: 0.042, ry: 0.042 }], 6, shin, TONE.trousers);
    s.tube(leg, [{ x: 0.045, z: 0.1, rx: 0.06, ry: 0.042 }, { x: 0.06, z: 0.05, rx: 0.12, ry: 0.05 }, { x: 0.06, z: 0, rx: 0.125, ry: 0.05 }], 6, shin, TONE.shoe);
    s.tube(reach, [{ z: 1.445, rx: 0.02, ry: 0.02 }, { z: SHOULDER - 0.03, rx: 0.052, ry: 0.046 }, { z: ELBOW, rx: 0.04, ry: 0.037 }], 6, arm, TONE.coat);
    s.tube(reach, [{ z: ELBOW + 0.02, rx: 0.042, ry: 0.04 }, { z: 0.9, rx: 0.034, ry: 0.032 }], 6, forearm, TONE.coat);
    s.tube(reach, [{ z: 0.9, rx: 0.036, ry: 0.026 }, { z: 0.82, rx: 0.04, ry: 0.022 }, { z: 0.78, rx: 0.01, ry: 0.01 }], 5, forearm, TONE.skin);
  }
  return s.geometry();
}

/** Returns a simple figure: body, legs and head, in few triangles. */
export function figure(): BufferGeometry {
  const s = new Sculptor();
  s.tube(0, [{ z: 0.82, rx: 0.11, ry: 0.16 }, { z: 1.32, rx: 0.13, ry: 0.23 }, { z: 1.5, rx: 0.05, ry: 0.07 }], 6, PART.trunk, TONE.coat);
  s.tube(0, [{ z: 1.48, rx: 0.06, ry: 0.06 }, { z: 1.62, rx: 0.1, ry: 0.085 }, { z: 1.75, rx: 0.02, ry: 0.02 }], 5, PART.trunk, face);
  for (const [y, thigh, shin] of [[0.085, PART.leftThigh, PART.leftShin], [-0.085, PART.rightThigh, PART.rightShin]] as const) {
    s.tube(y, [{ z: 0.9, rx: 0.09, ry: 0.085 }, { z: KNEE, rx: 0.072, ry: 0.068 }], 4, thigh, TONE.trousers);
    s.tube(y, [{ z: KNEE, rx: 0.072, ry: 0.068 }, { z: 0, rx: 0.055, ry: 0.05 }], 4, shin, TONE.trousers);
  }
  return s.geometry();
}

/** Returns a figure seen from above: shoulders, head, a nose that shows where it looks, and thighs, which are seen when it sits. */
export function fromAbove(): BufferGeometry {
  const s = new Sculptor();
  for (const side of [0.1, -0.1]) s.disc(0.24, 0.24, 0.085, 0.012, 12, TONE.trousers, side, PART.leftThigh);
  s.disc(0, 0.165, 0.27, 0.02, 24, TONE.hair);
  s.disc(0, 0.14, 0.245, 0.03, 24, TONE.coat);
  s.triangle([[0.09, 0.1, 0.04], [0.09, -0.1, 0.04], [0.29, 0, 0.04]], TONE.hair);
  s.disc(0.01, 0.11, 0.11, 0.055, 14, TONE.hair);
  s.disc(0.01, 0.088, 0.088, 0.06, 14, TONE.skin);
  return s.geometry();
}
