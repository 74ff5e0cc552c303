// The shapes of what people have with them: a case on wheels, and a wheelchair. `part` 1 is a wheel that turns, 2 is tilted while it is pulled.

import type { BufferGeometry } from 'three';
import { TONE } from './joints';
import { Sculptor } from './sculptor';

const METAL = TONE.metal;

/** Returns a case; its wheels are at the origin, and it stands upright. */
export function suitcase(): BufferGeometry {
  const s = new Sculptor();
  const part = 2;
  s.box([-0.12, 0.1], [-0.19, 0.19], [0.05, 0.62], { part, tone: TONE.bag });
  s.box([-0.125, 0.105], [-0.195, 0.195], [0.3, 0.33], { part, tone: TONE.shoe });
  for (const y of [0.11, -0.11]) {
    s.box([0.08, 0.1], [y - 0.01, y + 0.01], [0.62, 1.0], { part, tone: METAL });
    s.box([-0.06, 0.06], [y - 0.03, y + 0.03], [-0.02, 0.05], { part, tone: TONE.shoe });
  }
  s.box([0.07, 0.11], [-0.13, 0.13], [0.98, 1.02], { part, tone: TONE.shoe });
  return s.geometry();
}

/** Returns a wheelchair, around whoever sits in it. */
export function wheelchair(): BufferGeometry {
  const s = new Sculptor();
  s.box([-0.26, 0.2], [-0.22, 0.22], [0.46, 0.51], { tone: TONE.shoe });
  s.box([-0.31, -0.25], [-0.21, 0.21], [0.51, 0.95], { tone: TONE.coat });
  for (const side of [1, -1]) {
    const y = 0.27 * side;
    s.box([-0.24, 0.12], [y - 0.02, y + 0.02], [0.68, 0.71], { tone: TONE.shoe });
    s.box([0.1, 0.13], [y - 0.015, y + 0.015], [0.46, 0.7], { tone: METAL });
    s.box([-0.31, -0.27], [0.2 * side - 0.015, 0.2 * side + 0.015], [0.9, 1.02], { tone: METAL });
    s.box([0.18, 0.46], [0.12 * side - 0.012, 0.12 * side + 0.012], [0.14, 0.46], { tone: METAL });
    s.box([0.36, 0.6], [0.12 * side - 0.07, 0.12 * side + 0.07], [0.1, 0.125], { tone: TONE.shoe });
    addWheel(s, 0.31 * side, 0.3, 0.3, 1);
    addWheel(s, 0.2 * side, 0.09, 0.09, 0, 0.3);
  }
  return s.geometry();
}

/** Adds a wheel with a tyre and spokes, upright and along the way. */
function addWheel(s: Sculptor, y: number, z: number, radius: number, part: number, x = 0): void {
  const sides = 20, half = 0.016;
  const at = (i: number, r: number): [number, number] => [x + r * Math.cos((2 * Math.PI * i) / sides), z + r * Math.sin((2 * Math.PI * i) / sides)];
  for (let i = 0; i < sides; i++) {
    const [ox, oz] = at(i, radius), [px, pz] = at(i + 1, radius), [qx, qz] = at(i, 0.86 * radius), [rx, rz] = at(i + 1, 0.86 * radius);
    for (const w of [half, -half]) {
      const normal: [number, number, number] = [0, Math.sign(w), 0];
      const faces: [number, number, number][][] = [[[ox, y + w, oz], [px, y + w, pz], [rx, y + w, rz]], [[ox, y + w, oz], [rx, y + w, rz], [qx, y + w, qz]]];
      for (const face of faces) s.triangle(w < 0 ? face : [...face].reverse(), { part, tone: TONE.shoe }, normal);
    }
    const out: [number, number, number] = [(ox - x) / radius, 0, (oz - z) / radius];
    s.triangle([[ox, y - half, oz], [ox, y + half, oz], [px, y + half, pz]], { part, tone: TONE.shoe }, out);
    s.triangle([[ox, y - half, oz], [px, y + half, pz], [px, y - half, pz]], { part, tone: TONE.shoe }, out);
  }
  if (part === 0) return;
  for (let k = 0; k < 4; k++) {
    const [ux, uz] = at((k * sides) / 8, 0.88 * radius), [vx, vz] = at((k * sides) / 8 + sides / 2, 0.88 * radius);
    const [nx, nz] = [(-(vz - uz) * 0.012) / radius, ((vx - ux) * 0.012) / radius];
    for (const w of [0.004, -0.004]) {
      const face: [number, number, number][] = [[ux + nx, y + w, uz + nz], [vx + nx, y + w, vz + nz], [vx - nx, y + w, vz - nz]];
      const other: [number, number, number][] = [[ux + nx, y + w, uz + nz], [vx - nx, y + w, vz - nz], [ux - nx, y + w, uz - nz]];
      for (const f of [face, other]) { s.triangle(f, { part, tone: METAL }, [0, 1, 0]); s.triangle([...f].reverse(), { part, tone: METAL }, [0, -1, 0]); }
    }
  }
}
