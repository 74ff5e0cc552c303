// The shapes of people: a body with limbs and all that can be worn, finely or plainly; a simple figure; a figure seen from above.
//
// Forward is +x, left is +y, up is +z; the usual body is 1.75 m tall. `part` tells the shader which joint moves a corner, `tone` which
// colour the corner has, `worn` what a pedestrian has to wear or to carry for the corner to be seen, `shade` how much light reaches it.

import type { BufferGeometry } from 'three';
import { addHead } from './head';
import { ELBOW, KNEE, PART, REACH, TONE } from './joints';
import { Sculptor, type Cloth, type Ring } from './sculptor';
import { ANY_HAIR, CARRIED, carriedCode, WORN, wornCode } from './worn';

/** Returns a body whose limbs move. A fine one has faces, fingers and folds, for people near by. */
export function walker(isFine: boolean): BufferGeometry {
  const s = new Sculptor();
  addTrunk(s, isFine);
  addHead(s, isFine);
  addGarments(s, isFine);
  for (const side of [1, -1]) { addLeg(s, side, isFine); addArm(s, side, isFine); }
  addBags(s, isFine);
  return s.geometry();
}

/** Where a shirt ends at the neck, m. */
const NECKLINE = 1.474;
/** The trunk from the crotch to the neck. */
const TRUNK: readonly Ring[] = [
  { x: -0.01, z: 0.825, rx: 0.02, back: 0.03, ry: 0.02 }, { x: -0.008, z: 0.84, rx: 0.07, back: 0.085, ry: 0.09 }, { x: -0.008, z: 0.875, rx: 0.1, back: 0.12, ry: 0.156 }, { x: -0.008, z: 0.92, rx: 0.108, back: 0.126, ry: 0.171 },
  { x: -0.004, z: 0.98, rx: 0.105, back: 0.112, ry: 0.166 }, { z: 1.04, rx: 0.103, back: 0.098, ry: 0.153 }, { x: 0.002, z: 1.1, rx: 0.102, back: 0.093, ry: 0.146 }, { x: 0.002, z: 1.17, rx: 0.108, back: 0.097, ry: 0.151 },
  { z: 1.25, rx: 0.117, back: 0.107, ry: 0.164 }, { x: -0.002, z: 1.32, rx: 0.12, back: 0.116, ry: 0.176 }, { x: -0.006, z: 1.38, rx: 0.112, back: 0.117, ry: 0.183 }, { x: -0.01, z: 1.415, rx: 0.098, back: 0.107, ry: 0.181 },
  { x: -0.012, z: 1.44, rx: 0.086, back: 0.094, ry: 0.17 }, { x: -0.012, z: 1.46, rx: 0.073, back: 0.08, ry: 0.124 }, { x: -0.01, z: NECKLINE, rx: 0.064, back: 0.07, ry: 0.088 }, { x: -0.006, z: 1.492, rx: 0.054, back: 0.058, ry: 0.062 },
];
/** The belt: below it the trunk is trousers, m. */
const BELT = 0.985;

/** How much light reaches the trunk: less under the arms and between the legs. */
const trunkShade = (_: number, y: number, z: number): number => {
  const side = Math.min(1, Math.max(0, (Math.abs(y) - 0.1) / 0.06)) * Math.min(1, Math.max(0, (z - 0.98) / 0.06)) * Math.min(1, Math.max(0, (1.37 - z) / 0.12));
  return (1 - 0.22 * side) * (z < 0.86 ? 0.72 : 1);
};

function addTrunk(s: Sculptor, isFine: boolean): void {
  const sides = isFine ? 18 : 10;
  // The seam between coat and trousers is sharp: there are two rings at the belt.
  const belt = between(TRUNK, BELT);
  const low = [...TRUNK.filter((ring) => ring.z < BELT), belt], high = [belt, ...TRUNK.filter((ring) => ring.z > BELT)];
  const kept = (rings: Ring[]) => (isFine ? rings : rings.filter((_, i) => i % 2 === 0 || i === rings.length - 1));
  s.tube(0, kept(low), sides, { tone: TONE.trousers, square: 2.3, shade: trunkShade });
  // A coat, a shirt or a jumper hangs over the belt a little.
  const hem: Ring = { ...belt, z: BELT - 0.035, rx: belt.rx + 0.008, back: (belt.back ?? belt.rx) + 0.008, ry: belt.ry + 0.008 };
  s.tube(0, [{ ...hem, rx: hem.rx - 0.012, back: hem.back! - 0.012, ry: hem.ry - 0.012 }, hem, ...kept(high.filter(({ z }) => z <= NECKLINE))], sides, { tone: TONE.coat, square: 2.3, shade: trunkShade });
  // Above the neckline the neck begins.
  s.tube(0, overTrunk(NECKLINE, 1.492, -0.003), sides, { tone: TONE.skin, shade: 0.85 });
}

/** Returns the ring of a tube at a height. */
function between(rings: readonly Ring[], z: number): Ring {
  const above = Math.max(1, rings.findIndex((ring, i) => ring.z > z || i === rings.length - 1));
  const [a, b] = [rings[above - 1]!, rings[above]!];
  const share = (z - a.z) / (b.z - a.z), mix = (p: number, q: number) => p + (q - p) * share;
  return { x: mix(a.x ?? 0, b.x ?? 0), z, rx: mix(a.rx, b.rx), back: mix(a.back ?? a.rx, b.back ?? b.rx), ry: mix(a.ry, b.ry) };
}

/** Returns the point of the trunk in front at a height, so far to the left, and so far before it, m. */
function inFront(left: number, z: number, proud: number): readonly [number, number, number] {
  const ring = between(TRUNK, Math.min(z, 1.4915));
  return [(ring.x ?? 0) + ring.rx * Math.pow(1 - Math.min(0.9, Math.pow(Math.abs(left) / ring.ry, 2.3)), 1 / 2.3) + proud, left, z];
}

/** Returns the trunk between two heights, larger by a thickness. */
function overTrunk(from: number, to: number, thickness: number): Ring[] {
  const rings = [between(TRUNK, from), ...TRUNK.filter(({ z }) => z > from && z < to), between(TRUNK, to)];
  return rings.map((ring) => ({ ...ring, rx: ring.rx + thickness, back: (ring.back ?? ring.rx) + thickness, ry: ring.ry + thickness }));
}

function addGarments(s: Sculptor, isFine: boolean): void {
  const sides = isFine ? 18 : 10;
  const cloth = PART.cloth;
  // As long as can be; the shader shortens a skirt.
  s.tube(0, [{ z: 0.42, rx: 0.205, ry: 0.225 }, { z: 0.6, rx: 0.18, ry: 0.21 }, { x: -0.004, z: 0.8, rx: 0.145, back: 0.15, ry: 0.192 }, { x: -0.008, z: 0.92, rx: 0.122, back: 0.138, ry: 0.183 }, { z: 1.02, rx: 0.11, back: 0.106, ry: 0.162 }], sides, { part: cloth, tone: TONE.trousers, worn: wornCode(WORN.skirt), shade: folds });
  // The tails of a coat: to the knees, open in front when the coat is.
  const tails: readonly Ring[] = [{ z: 0.5, rx: 0.155, back: 0.16, ry: 0.205 }, { z: 0.66, rx: 0.148, back: 0.153, ry: 0.2 }, { x: -0.006, z: 0.84, rx: 0.134, back: 0.145, ry: 0.191 }, { x: -0.006, z: 0.96, rx: 0.119, back: 0.13, ry: 0.178 }, { z: 1.04, rx: 0.108, back: 0.104, ry: 0.159 }, { x: 0.002, z: 1.1, rx: 0.1025, back: 0.0935, ry: 0.1465 }];
  s.skin(tails.map(({ x = 0, z, rx, back = rx, ry }) => Array.from({ length: sides + 1 }, (_, i) => {
    const slit = 0.02 + 0.14 * Math.min(1, Math.max(0, (1.02 - z) / 0.4));
    const angle = slit + ((2 * Math.PI - 2 * slit) * i) / sides;
    const c = Math.cos(angle);
    return { at: [x + (c < 0 ? back : rx) * c, ry * Math.sin(angle), z] as const };
  })), false, { part: cloth, tone: TONE.coat, worn: wornCode(WORN.tails), shade: folds });
  // What an open jacket shows: a shirt, with a tie, and lapels beside it.
  const rows = isFine ? 8 : 4;
  const shirt = (half: number, proud: number, low: number, high: number, point: number): { at: readonly [number, number, number] }[][] => Array.from({ length: rows + 1 }, (_, k) => {
    const wide = half * (point + ((1 - point) * k) / rows);
    return [-1, 0, 1].map((side) => ({ at: inFront(wide * side, low + ((high - low) * k) / rows, isFine ? proud : 1.6 * proud) }));
  });
  s.skin(shirt(0.062, 0.004, 1.14, 1.478, 0.12), false, { tone: TONE.shirt, worn: wornCode(WORN.open) });
  s.skin(shirt(0.019, 0.009, 1.13, 1.47, 1.25), false, { tone: TONE.accent, worn: wornCode(WORN.tie) });
  for (const side of [1, -1]) {
    const lapel = [[1.15, 0.004, 0.014], [1.2, 0.014, 0.04], [1.26, 0.026, 0.062], [1.32, 0.038, 0.08], [1.36, 0.046, 0.09], [1.39, 0.051, 0.088], [1.43, 0.055, 0.08], [1.476, 0.05, 0.064]].map(([z, inner, outer]) => {
      const at = (wide: number) => ({ at: inFront(wide * side, z!, 0.009) });
      return side > 0 ? [at(inner!), at(outer!)] : [at(outer!), at(inner!)];
    });
    s.skin(lapel, false, { tone: TONE.coat, worn: wornCode(WORN.open), shade: 0.86 });
  }
  const collar: readonly Ring[] = [{ x: -0.01, z: 1.462, rx: 0.076, back: 0.08, ry: 0.105 }, { x: -0.006, z: 1.484, rx: 0.066, back: 0.07, ry: 0.074 }, { x: -0.006, z: 1.503, rx: 0.068, back: 0.071, ry: 0.07 }, { x: -0.006, z: 1.495, rx: 0.056, back: 0.058, ry: 0.058 }];
  s.tube(0, collar, isFine ? 14 : 8, { tone: TONE.coat, worn: wornCode(WORN.collar), shade: (_, __, z) => (z > 1.5 ? 0.97 : 0.86) });
  // A scarf, with an end in front.
  const scarf: Cloth = { tone: TONE.accent, worn: wornCode(WORN.scarf), shade: (_, __, z) => (z > 1.5 ? 1 : 0.82) };
  s.tube(0, [{ x: -0.004, z: 1.44, rx: 0.092, back: 0.095, ry: 0.118 }, { x: 0, z: 1.475, rx: 0.1, back: 0.096, ry: 0.112 }, { x: 0.004, z: 1.525, rx: 0.082, back: 0.076, ry: 0.08 }, { x: 0.004, z: 1.53, rx: 0.06, back: 0.06, ry: 0.06 }], isFine ? 14 : 8, scarf);
  s.box([0.105, 0.135], [0.015, 0.085], [1.2, 1.46], { ...scarf, shade: 0.92 });
  // The hood of a jumper, down.
  s.tube(0, [{ x: -0.075, z: 1.36, rx: 0.03, back: 0.03, ry: 0.05 }, { x: -0.09, z: 1.4, rx: 0.05, back: 0.055, ry: 0.095 }, { x: -0.07, z: 1.46, rx: 0.055, back: 0.065, ry: 0.115 }, { x: -0.045, z: 1.5, rx: 0.06, back: 0.06, ry: 0.1 }, { x: -0.04, z: 1.505, rx: 0.03, back: 0.03, ry: 0.06 }], isFine ? 12 : 8, { tone: TONE.coat, worn: wornCode(WORN.hood), shade: (_, __, z) => (z > 1.49 ? 0.75 : 0.95) });
  // A quilted jacket: rings that stand out.
  const quilt: Ring[] = [];
  const tall = isFine ? 0.078 : 0.156;
  for (let z = 0.95; z < 1.42; z += tall) for (const [up, out] of [[0, 0.012], [0.24 * tall, 0.03], [0.77 * tall, 0.03], [0.999 * tall, 0.012]] as const) quilt.push(...overTrunk(Math.min(1.44, z + up), Math.min(1.45, z + up + 0.0001), out).slice(0, 1));
  s.tube(0, quilt.filter((ring, i) => i === 0 || ring.z > quilt[i - 1]!.z), sides, { tone: TONE.coat, worn: wornCode(WORN.quilt), square: 2.3, shade: trunkShade });
  // A vest over everything, with bright bands.
  const vest: Cloth = { worn: wornCode(WORN.vest), square: 2.3, shade: trunkShade, tone: TONE.accent };
  const bands: readonly [number, number, number][] = [[0.94, 1.07, TONE.accent], [1.07, 1.12, TONE.bright], [1.12, 1.24, TONE.accent], [1.24, 1.29, TONE.bright], [1.29, 1.44, TONE.accent]];
  for (const [from, to, tone] of bands) {
    const rings = overTrunk(from, to, 0.017);
    s.tube(0, isFine ? rings : [rings[0]!, rings[rings.length - 1]!], sides, { ...vest, tone });
  }
}

/** The folds of a skirt or of the tails of a coat. */
const folds = (x: number, y: number, z: number): number => 0.9 + 0.1 * Math.cos(Math.atan2(y, x) * 9) * Math.min(1, (1 - z) / 0.3);

const LEG: readonly Ring[] = [
  { z: 0.95, rx: 0.075, back: 0.08, ry: 0.07 }, { z: 0.89, rx: 0.09, back: 0.1, ry: 0.083 }, { y: -0.002, z: 0.8, rx: 0.088, back: 0.09, ry: 0.082 }, { y: -0.003, z: 0.68, rx: 0.08, back: 0.078, ry: 0.073 }, { y: -0.003, z: 0.56, rx: 0.068, back: 0.064, ry: 0.062 },
  { y: -0.002, z: 0.49, rx: 0.063, back: 0.058, ry: 0.058 }, { z: 0.43, rx: 0.058, back: 0.06, ry: 0.056 }, { x: -0.002, z: 0.34, rx: 0.053, back: 0.064, ry: 0.056 }, { x: -0.002, z: 0.22, rx: 0.05, back: 0.055, ry: 0.05 }, { z: 0.12, rx: 0.052, back: 0.054, ry: 0.05 }, { x: 0.004, z: 0.075, rx: 0.055, back: 0.055, ry: 0.052 },
];

function addLeg(s: Sculptor, side: number, isFine: boolean): void {
  const y = 0.09 * side, part = side > 0 ? PART.leftLeg : PART.rightLeg;
  const rings = (isFine ? LEG : LEG.filter((_, i) => i % 2 === 0)).map((ring) => ({ ...ring, y: (ring.y ?? 0) * side }));
  // The sides of the legs that look at each other are in the shade.
  const shade = (_: number, at: number, z: number) => 1 - 0.3 * Math.min(1, Math.max(0, 0.5 + ((y - at) * side) / 0.12)) * Math.min(1, Math.max(0, (z - 0.1) / 0.5));
  s.tube(y, [...rings].reverse(), isFine ? 12 : 7, { part, tone: (_, __, z) => (z < 0.6 ? TONE.shin : TONE.trousers), shade });
  // A shoe: a sole, and the leather over it; the toes point out a little.
  const sole: Cloth = { part, tone: TONE.sole, square: 2.4, shade: 0.8 }, upper: Cloth = { part, tone: TONE.shoe, square: 2.3 };
  const sides = isFine ? 12 : 8;
  const out = 0.008 * side;
  s.tube(y + out, [{ x: 0.052, z: 0, rx: 0, back: 0, ry: 0 }, { x: 0.052, z: 0, rx: 0.128, back: 0.126, ry: 0.043 }, { x: 0.054, z: 0.022, rx: 0.132, back: 0.13, ry: 0.046 }], sides, sole);
  s.tube(y + out, [{ x: 0.053, z: 0.02, rx: 0.13, back: 0.126, ry: 0.0445 }, { x: 0.05, z: 0.045, rx: 0.122, back: 0.122, ry: 0.044 }, { x: 0.03, z: 0.068, rx: 0.096, back: 0.098, ry: 0.0425 }, { x: 0.008, z: 0.09, rx: 0.066, back: 0.066, ry: 0.042 }, { x: -0.002, z: 0.118, rx: 0.052, back: 0.052, ry: 0.042 }, { x: -0.002, z: 0.12, rx: 0, back: 0, ry: 0 }], sides, upper);
}

const ARM: readonly Ring[] = [
  { y: -0.03, z: 1.441, rx: 0.012, ry: 0.012 }, { y: -0.022, z: 1.437, rx: 0.036, ry: 0.026 }, { y: -0.01, z: 1.422, rx: 0.052, ry: 0.042 }, { y: -0.001, z: 1.385, rx: 0.058, ry: 0.05 }, { y: 0.002, z: 1.33, rx: 0.054, ry: 0.048 }, { y: 0.005, z: 1.245, rx: 0.049, ry: 0.045 },
  { y: 0.0055, z: 1.24, rx: 0.047, ry: 0.043 }, { y: 0.008, z: 1.17, rx: 0.045, ry: 0.042 }, { y: 0.01, z: ELBOW, rx: 0.044, ry: 0.041 }, { y: 0.012, z: 1.04, rx: 0.043, ry: 0.04 }, { y: 0.014, z: 0.96, rx: 0.038, ry: 0.034 }, { y: 0.016, z: 0.9, rx: 0.033, ry: 0.029 }, { y: 0.016, z: 0.882, rx: 0.032, ry: 0.028 }, { y: 0.016, z: 0.886, rx: 0.02, ry: 0.018 },
];

function addArm(s: Sculptor, side: number, isFine: boolean): void {
  const y = REACH * side, part = side > 0 ? PART.leftArm : PART.rightArm;
  const rings = (isFine ? ARM : ARM.filter((_, i) => ![0, 4, 7, 10, 13].includes(i))).map((ring) => ({ ...ring, y: (ring.y ?? 0) * side }));
  const shade = (_: number, at: number, z: number) => (z < 1.4 ? 1 - 0.25 * Math.min(1, Math.max(0, ((y - at) * side) / 0.05)) : 1);
  s.tube(y, [...rings].reverse(), isFine ? 11 : 7, { part, tone: (_, __, z) => (z < 1.243 ? TONE.sleeve : TONE.coat), shade });
  const at = y + 0.016 * side;
  const hand: Cloth = { part, tone: TONE.skin, shade: (_, p) => 1 - 0.14 * Math.min(1, Math.max(0, ((at - p) * side) / 0.02)) };
  if (!isFine) {
    s.tube(at, [{ x: 0.014, z: 0.7, rx: 0, ry: 0 }, { x: 0.012, z: 0.72, rx: 0.028, ry: 0.014 }, { x: 0.006, z: 0.81, rx: 0.04, ry: 0.019 }, { z: 0.895, rx: 0.026, ry: 0.022 }], 6, hand);
    return;
  }
  s.tube(at, [{ x: 0.01, z: 0.772, rx: 0.012, ry: 0.012 }, { x: 0.006, z: 0.785, rx: 0.04, ry: 0.016 }, { x: 0.003, z: 0.82, rx: 0.041, ry: 0.019 }, { z: 0.86, rx: 0.032, ry: 0.021 }, { z: 0.9, rx: 0.025, ry: 0.021 }], 9, hand);
  // Four fingers, a little bent, and a thumb that points forward.
  for (let k = 0; k < 4; k++) {
    const x = -0.025 + 0.0215 * k, long = [0.066, 0.08, 0.085, 0.076][k]!;
    s.tube(at - 0.002 * side, [{ x: x + 0.014, y: -0.012 * side, z: 0.79 - long, rx: 0, ry: 0 }, { x: x + 0.013, y: -0.011 * side, z: 0.796 - long, rx: 0.007, ry: 0.0065 }, { x: x + 0.008, y: -0.004 * side, z: 0.79 - long * 0.5, rx: 0.0095, ry: 0.0085 }, { x, z: 0.798, rx: 0.0105, ry: 0.0105 }], 6, hand);
  }
  s.tube(at, [{ x: 0.062, y: -0.014 * side, z: 0.77, rx: 0, ry: 0 }, { x: 0.06, y: -0.013 * side, z: 0.778, rx: 0.009, ry: 0.009 }, { x: 0.05, y: -0.009 * side, z: 0.805, rx: 0.012, ry: 0.011 }, { x: 0.022, y: -0.004 * side, z: 0.85, rx: 0.014, ry: 0.014 }], 6, hand);
}

function addBags(s: Sculptor, isFine: boolean): void {
  const bag = TONE.bag, sides = isFine ? 14 : 8;
  const backpack: Cloth = { tone: bag, worn: carriedCode(CARRIED.backpack), square: 3 };
  s.tube(0, [{ x: -0.16, z: 0.985, rx: 0, ry: 0 }, { x: -0.165, z: 0.995, rx: 0.05, ry: 0.12 }, { x: -0.185, z: 1.06, rx: 0.075, ry: 0.15 }, { x: -0.185, z: 1.34, rx: 0.075, ry: 0.15 }, { x: -0.17, z: 1.425, rx: 0.052, ry: 0.12 }, { x: -0.155, z: 1.445, rx: 0, ry: 0 }], sides, { ...backpack, shade: (x) => (x > -0.15 ? 0.7 : 1) });
  s.tube(0, [{ x: -0.255, z: 1.03, rx: 0, ry: 0 }, { x: -0.25, z: 1.04, rx: 0.035, ry: 0.105 }, { x: -0.25, z: 1.2, rx: 0.035, ry: 0.105 }, { x: -0.25, z: 1.215, rx: 0, ry: 0 }], sides, { ...backpack, shade: 0.86 });
  for (const side of [1, -1]) addStrap(s, [[-0.11, 0.09 * side, 1.44], [-0.02, 0.115 * side, 1.462], [0.075, 0.115 * side, 1.41], [0.108, 0.125 * side, 1.3], [0.07, 0.15 * side, 1.14], [-0.06, 0.17 * side, 1.05]], 0.02, { ...backpack, square: 2, shade: 0.8 });
  // A bag at the right hip, on a strap across the chest.
  const shoulder: Cloth = { tone: bag, worn: carriedCode(CARRIED.shoulderBag), square: 3 };
  s.tube(-0.185, [{ x: -0.08, z: 0.8, rx: 0, ry: 0 }, { x: -0.08, z: 0.805, rx: 0.12, ry: 0.04 }, { x: -0.08, z: 0.93, rx: 0.115, ry: 0.046 }, { x: -0.08, z: 0.99, rx: 0.1, ry: 0.03 }, { x: -0.08, z: 0.995, rx: 0, ry: 0 }], sides, shoulder);
  addStrap(s, [[0.02, -0.2, 0.97], [0.075, -0.15, 1.08], ...[[-0.09, 1.18], [-0.02, 1.29], [0.05, 1.39]].map(([y, z]) => inFront(y!, z!, 0.012)), [0.045, 0.1, 1.466], [-0.03, 0.115, 1.474], [-0.1, 0.09, 1.43], [-0.13, -0.02, 1.28], [-0.13, -0.13, 1.1], [-0.12, -0.19, 0.97]], 0.016, { ...shoulder, square: 2, shade: 0.78 });
  const briefcase: Cloth = { part: PART.inRightHand, tone: bag, worn: carriedCode(CARRIED.briefcase) };
  s.box([-0.2, 0.2], [-0.035, 0.035], [-0.36, -0.07], briefcase);
  s.box([-0.205, 0.205], [-0.037, 0.037], [-0.19, -0.18], { ...briefcase, shade: 0.6 });
  s.box([-0.06, 0.06], [-0.008, 0.008], [-0.03, -0.015], { ...briefcase, tone: TONE.dark });
  for (const x of [0.055, -0.055]) s.box([x - 0.008, x + 0.008], [-0.008, 0.008], [-0.075, -0.02], { ...briefcase, tone: TONE.dark });
  for (const [part, tone] of [[PART.inLeftHand, TONE.bright], [PART.inRightHand, TONE.bag]] as const) {
    const shopping: Cloth = { part, tone, worn: carriedCode(CARRIED.shoppingBags) };
    s.box([-0.13, 0.13], [-0.055, 0.055], [-0.44, -0.13], { ...shopping, shade: (_, __, z) => (z < -0.3 ? 0.86 : 1) });
    for (const y of [0.05, -0.05]) addStrap(s, [[0.07, y, -0.14], [0.03, y * 0.3, -0.03], [-0.03, y * 0.3, -0.03], [-0.07, y, -0.14]], 0.006, { ...shopping, tone: TONE.dark });
  }
  s.box([0.028, 0.038], [-REACH - 0.055, -REACH + 0.02], [0.72, 0.865], { part: PART.rightArm, tone: TONE.dark, worn: carriedCode(CARRIED.phone) });
  const cup: Cloth = { part: PART.leftArm, tone: TONE.white, worn: carriedCode(CARRIED.cup) };
  s.tube(REACH + 0.012, [{ x: 0.09, z: 0.785, rx: 0.034, ry: 0.034 }, { x: 0.012, z: 0.785, rx: 0.034, ry: 0.034 }].map((ring, i) => ({ ...ring, z: 0.75 + 0.075 * i, x: 0.05 })), 9, cup);
}

/** Adds a band through some points, open at its ends. */
function addStrap(s: Sculptor, points: readonly (readonly [number, number, number])[], half: number, cloth: Cloth): void {
  for (const turn of [1, -1]) {
    const rows = points.map(([x, y, z], i) => {
      const [ax, ay, az] = points[Math.max(0, i - 1)]!, [bx, by, bz] = points[Math.min(points.length - 1, i + 1)]!;
      // Across the band: at right angles to its way and to the line from the middle of the body.
      const way = [bx - ax, by - ay, bz - az], out = [x, y, 0.001];
      const across = [way[1]! * out[2]! - way[2]! * out[1]!, way[2]! * out[0]! - way[0]! * out[2]!, way[0]! * out[1]! - way[1]! * out[0]!];
      const length = Math.hypot(...across) || 1;
      const at = (k: number) => [x + (across[0]! / length) * half * k, y + (across[1]! / length) * half * k, z + (across[2]! / length) * half * k] as const;
      return [{ at: at(-turn) }, { at: at(turn) }];
    });
    s.skin(rows, false, cloth);
  }
}

/** Returns a simple figure: body, legs, arms and head, in few corners, for people who are seen small. */
export function figure(): BufferGeometry {
  const s = new Sculptor();
  const belt = between(TRUNK, BELT);
  s.tube(0, [TRUNK[2]!, belt], 6, { tone: TONE.trousers, shade: 0.85 });
  s.tube(0, [belt, TRUNK[9]!, TRUNK[11]!, TRUNK[TRUNK.length - 1]!], 6, { tone: TONE.coat, shade: trunkShade });
  s.tube(0, [{ x: 0.01, z: 1.48, rx: 0.05, ry: 0.05 }, { x: 0.012, z: 1.6, rx: 0.094, back: 0.095, ry: 0.073 }, { x: 0.012, z: 1.7, rx: 0.088, back: 0.1, ry: 0.072 }, { z: 1.755, rx: 0, ry: 0 }], 6, { part: PART.head, tone: TONE.skin });
  s.tube(0, [{ x: -0.03, z: 1.57, rx: 0.045, back: 0.085, ry: 0.086 }, { x: -0.008, z: 1.7, rx: 0.08, back: 0.105, ry: 0.084 }, { z: 1.768, rx: 0, ry: 0 }], 6, { part: PART.head, tone: TONE.hair, worn: ANY_HAIR });
  for (const bit of [WORN.cap, WORN.beanie, WORN.headscarf, WORN.peakedCap]) s.tube(0, [{ z: bit === WORN.headscarf ? 1.5 : 1.67, rx: bit === WORN.headscarf ? 0.07 : 0.115, back: 0.118, ry: 0.097 }, { z: 1.785, rx: 0, ry: 0 }], 5, { part: PART.head, tone: bit === WORN.peakedCap ? TONE.coat : TONE.accent, worn: wornCode(bit) });
  s.tube(0, [{ z: 0.45, rx: 0.2, ry: 0.22 }, { z: 1.0, rx: 0.118, ry: 0.168 }], 6, { part: PART.cloth, tone: TONE.trousers, worn: wornCode(WORN.skirt) });
  s.tube(0, [{ z: 0.52, rx: 0.155, ry: 0.205 }, { z: 1.02, rx: 0.12, ry: 0.172 }], 6, { part: PART.cloth, tone: TONE.coat, worn: wornCode(WORN.tails) });
  const vest = overTrunk(1.0, 1.42, 0.02);
  s.tube(0, [vest[0]!, vest[vest.length - 1]!], 6, { tone: TONE.accent, worn: wornCode(WORN.vest) });
  s.tube(0, [{ x: -0.185, z: 1.0, rx: 0.08, ry: 0.14 }, { x: -0.18, z: 1.43, rx: 0.07, ry: 0.13 }], 4, { tone: TONE.bag, worn: carriedCode(CARRIED.backpack) });
  for (const part of [PART.inLeftHand, PART.inRightHand]) s.tube(0, [{ z: -0.44, rx: 0.15, ry: 0.07 }, { z: -0.1, rx: 0.13, ry: 0.06 }], 4, { part, tone: TONE.bright, worn: carriedCode(CARRIED.shoppingBags) });
  for (const side of [1, -1]) {
    const [leg, arm] = side > 0 ? [PART.leftLeg, PART.leftArm] : [PART.rightLeg, PART.rightArm];
    s.tube(0.09 * side, [{ z: 0.06, rx: 0.05, ry: 0.047 }, { z: KNEE, rx: 0.06, ry: 0.056 }, { z: 0.92, rx: 0.09, ry: 0.084 }], 4, { part: leg, tone: (_, __, z) => (z < 0.6 ? TONE.shin : TONE.trousers), shade: 0.92 });
    s.tube(0.095 * side, [{ x: 0.05, z: 0, rx: 0.13, ry: 0.05 }, { x: 0.0, z: 0.1, rx: 0.06, ry: 0.044 }], 4, { part: leg, tone: TONE.shoe });
    s.tube((REACH + 0.008) * side, [{ z: 0.76, rx: 0.03, ry: 0.022 }, { z: 0.88, rx: 0.03, ry: 0.028 }], 4, { part: arm, tone: TONE.skin });
    s.tube((REACH + 0.005) * side, [{ z: 0.88, rx: 0.035, ry: 0.031 }, { z: ELBOW, rx: 0.045, ry: 0.041 }, { z: 1.44, rx: 0.052, ry: 0.046 }], 4, { part: arm, tone: (_, __, z) => (z < 1.2 ? TONE.sleeve : TONE.coat), shade: 0.94 });
  }
  return s.geometry();
}

/** Returns a figure seen from above: shoulders, head, a nose that shows where it looks, and thighs, which are seen when it sits. */
export function fromAbove(): BufferGeometry {
  const s = new Sculptor();
  for (const side of [0.1, -0.1]) s.disc(0.24, 0.24, 0.085, 0.012, 12, { part: PART.leftLeg, tone: TONE.trousers }, side);
  s.disc(0, 0.155, 0.25, 0.02, 24, { tone: TONE.shoe });
  s.disc(0, 0.132, 0.226, 0.03, 24, { tone: TONE.coat });
  s.triangle([[0.09, 0.1, 0.04], [0.09, -0.1, 0.04], [0.27, 0, 0.04]], { tone: TONE.shoe });
  s.disc(0.01, 0.108, 0.108, 0.055, 14, { tone: TONE.shoe });
  s.disc(0.005, 0.09, 0.09, 0.06, 14, { tone: TONE.hair });
  return s.geometry();
}
