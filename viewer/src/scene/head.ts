// The heads of people: skull, face, hair and what is worn on a head.

import { PART, TONE } from './joints';
import type { Cloth, Ring, Sculptor } from './sculptor';
import { hairCode, WORN, wornCode, type HairStyle } from './worn';

const part = PART.head;
/** The top of the head, and the height at which it is widest, m. */
const CROWN = 1.755;
const WIDEST = 1.672;

/** The head from the chin to the crown. */
const SKULL: readonly Ring[] = [
  { x: 0.012, z: 1.508, rx: 0.05, back: 0.03, ry: 0.03 }, { x: 0.012, z: 1.522, rx: 0.077, back: 0.044, ry: 0.045 }, { x: 0.012, z: 1.545, rx: 0.088, back: 0.06, ry: 0.057 },
  { x: 0.012, z: 1.575, rx: 0.092, back: 0.078, ry: 0.0655 }, { x: 0.012, z: 1.61, rx: 0.094, back: 0.094, ry: 0.071 }, { x: 0.012, z: 1.645, rx: 0.092, back: 0.103, ry: 0.0745 },
  { x: 0.012, z: WIDEST, rx: 0.094, back: 0.106, ry: 0.0755 }, { x: 0.012, z: 1.7, rx: 0.088, back: 0.102, ry: 0.072 }, { x: 0.008, z: 1.727, rx: 0.073, back: 0.088, ry: 0.061 },
  { x: 0.004, z: 1.745, rx: 0.046, back: 0.06, ry: 0.04 }, { x: 0, z: CROWN, rx: 0, back: 0, ry: 0 },
];

/** Adds the head. With less detail it has fewer sides, and only the features that are seen from some metres away. */
export function addHead(s: Sculptor, isFine: boolean): void {
  const sides = isFine ? 16 : 9;
  const light = (x: number, y: number, z: number) => (z < 1.53 ? 0.72 : x > 0.08 && Math.abs(Math.abs(y) - 0.033) < 0.02 && Math.abs(z - 1.64) < 0.02 ? 0.85 : 1);
  s.tube(0, [{ x: -0.006, z: 1.44, rx: 0.055, back: 0.057, ry: 0.056 }, { x: 0, z: 1.49, rx: 0.05, back: 0.052, ry: 0.05 }, { x: 0.004, z: 1.56, rx: 0.046, back: 0.056, ry: 0.047 }], isFine ? 12 : 7, { part, tone: TONE.skin, shade: (_, __, z) => (z > 1.5 ? 0.72 : 0.86) });
  s.tube(0, isFine ? SKULL : SKULL.filter((_, i) => i % 2 === 0), sides, { part, tone: TONE.skin, shade: light, square: 2.15 });
  if (isFine) addFace(s); else addPlainFace(s);
  addHair(s, isFine);
  addHats(s, isFine);
}

function addFace(s: Sculptor): void {
  const skin: Cloth = { part, tone: TONE.skin };
  // The bridge, the tip and the wings of a nose.
  const [top, tip, base]: [number, number, number][] = [[0.103, 0, 1.652], [0.131, 0, 1.603], [0.105, 0, 1.592]];
  for (const side of [1, -1]) {
    const wing: [number, number, number] = [0.1, 0.0165 * side, 1.6], root: [number, number, number] = [0.1, 0.008 * side, 1.648];
    const faces: [number, number, number][][] = [[top, root, tip], [root, wing, tip], [wing, base, tip]];
    for (const face of faces) s.triangle(side > 0 ? face : [...face].reverse(), { ...skin, shade: face.includes(base) ? 0.75 : 0.97 }, face.includes(base) ? [0.3, 0.3 * side, -0.9] : [0.75, 0.62 * side, 0.15]);
    const y = 0.0325 * side;
    // The eye, and the brow over it.
    s.quad([[0.0985, y - 0.0125, 1.6445], [0.0985, y + 0.0125, 1.6445], [0.0985, y + 0.0115, 1.653], [0.0985, y - 0.0115, 1.653]], [1, 0, 0], { part, tone: TONE.white, shade: 0.92 });
    s.quad([[0.1, y - 0.007, 1.644], [0.1, y + 0.007, 1.644], [0.1, y + 0.007, 1.6545], [0.1, y - 0.007, 1.6545]], [1, 0, 0], { part, tone: TONE.dark });
    s.quad([[0.1005, y - 0.0145, 1.6635], [0.1005, y + 0.0145, 1.6645], [0.1, y + 0.0145, 1.6695], [0.1, y - 0.0145, 1.669]], [0.9, 0, 0.4], { part, tone: TONE.hair });
    // An ear.
    s.tube(0.0765 * side, [{ x: 0.002, z: 1.602, rx: 0, ry: 0 }, { x: 0, z: 1.612, rx: 0.011, ry: 0.008 }, { x: -0.006, z: 1.64, rx: 0.018, ry: 0.0105 }, { x: -0.004, z: 1.662, rx: 0, ry: 0 }], 6, { ...skin, shade: 0.88 });
  }
  s.quad([[0.1015, -0.021, 1.5685], [0.1015, 0.021, 1.5685], [0.1035, 0.017, 1.576], [0.1035, -0.017, 1.576]], [1, 0, 0], { part, tone: TONE.lip });
}

function addPlainFace(s: Sculptor): void {
  s.triangle([[0.1, 0.014, 1.6], [0.126, 0, 1.603], [0.103, 0, 1.65]], { part, tone: TONE.skin }, [0.7, 0.7, 0.2]);
  s.triangle([[0.126, 0, 1.603], [0.1, -0.014, 1.6], [0.103, 0, 1.65]], { part, tone: TONE.skin }, [0.7, -0.7, 0.2]);
  for (const y of [0.033, -0.033]) s.quad([[0.1, y - 0.009, 1.643], [0.1, y + 0.009, 1.643], [0.1, y + 0.009, 1.656], [0.1, y - 0.009, 1.656]], [1, 0, 0], { part, tone: TONE.dark });
}

/** Returns where the head is on a side, by its angle from the front, at a height, m; and outwards from there by a thickness. */
function onSkull(angle: number, z: number, thickness: number, hangs: boolean): [number, number, number] {
  // Hair that hangs down is as wide as the head above it.
  const at = hangs ? Math.max(z, 1.64) : z;
  let i = SKULL.findIndex((ring) => ring.z >= at);
  if (i < 0) i = SKULL.length - 1;
  const above = SKULL[i]!, below = SKULL[Math.max(0, i - 1)]!;
  const share = above === below ? 0 : (Math.min(at, above.z) - below.z) / (above.z - below.z);
  const mix = (a: number, b: number) => a + (b - a) * share;
  const c = Math.cos(angle), sin = Math.sin(angle);
  const rx = c < 0 ? mix(below.back ?? below.rx, above.back ?? above.rx) : mix(below.rx, above.rx);
  // Near the crown, outwards is upwards.
  const up = Math.min(1, Math.max(0, (z - WIDEST) / (CROWN - WIDEST))) ** 1.3;
  const out = thickness * Math.sqrt(1 - up * up);
  return [mix(below.x ?? 0, above.x ?? 0) + (rx + out) * c, (mix(below.ry, above.ry) + out) * sin, z + thickness * up];
}

interface Cap { thickness: number; /** The height of the hairline by how far forward a side looks, from -1 to 1. */ line: (forward: number, left: number) => number; hangs?: boolean; top?: number; rough?: number }

/** Adds hair, or cloth, over the head. */
function addCap(s: Sculptor, { thickness, line, hangs, top, rough }: Cap, isFine: boolean, cloth: Cloth): void {
  const sides = isFine ? 18 : 8, rows = isFine ? 7 : 3;
  const skin = Array.from({ length: rows + 1 }, (_, k) => {
    const share = Math.sin(((k / rows) * Math.PI) / 2);
    return Array.from({ length: sides }, (_, i) => {
      const angle = (2 * Math.PI * i) / sides;
      const low = line(Math.cos(angle), Math.sin(angle));
      const z = low + ((top ?? CROWN) - low) * share;
      const bumps = rough ? 1 + rough * Math.sin(i * 2.4 + k * 1.7) * Math.cos(k * 2.9 + i) : 1;
      // Where it is not high it is thin, too.
      const full = Math.min(1, 0.35 + 1.8 * (k / rows)) * Math.min(1, Math.max(0, (top ?? CROWN) - low) / 0.04);
      return { at: onSkull(angle, z, thickness * bumps * full - (full < 0.02 ? 0.004 : 0), hangs ?? false), forward: Math.cos(angle), left: Math.sin(angle) };
    });
  });
  s.skin(skin, true, { part, ...cloth });
}

/** Returns a value that goes from one number to another while x goes from a to b. */
function eased(x: number, a: number, b: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return from + (to - from) * t * t * (3 - 2 * t);
}

function addHair(s: Sculptor, isFine: boolean): void {
  const hair = (style: HairStyle): Cloth => ({ tone: TONE.hair, worn: hairCode(style), shade: (_, __, z) => eased(z, 1.5, 1.7, 0.72, 1) });
  // The hairline: high over the forehead, around the ears, low in the neck.
  const short = (forward: number) => (forward > 0.3 ? eased(forward, 0.3, 0.75, 1.64, 1.708) : forward > -0.25 ? 1.64 : eased(forward, -0.75, -0.25, 1.565, 1.64));
  addCap(s, { thickness: 0.008, line: short }, isFine, hair('cropped'));
  addCap(s, { thickness: 0.019, line: (f, l) => short(f) - (f > 0.5 && l > 0.1 ? 0.012 : 0) }, isFine, hair('parted'));
  const bob = (forward: number) => (forward > 0.55 ? eased(forward, 0.55, 0.8, 1.6, 1.7) : forward > 0.35 ? eased(forward, 0.35, 0.55, 1.535, 1.6) : 1.525);
  addCap(s, { thickness: 0.022, line: bob, hangs: true }, isFine, hair('bob'));
  addCap(s, { thickness: 0.021, line: (f) => Math.max(1.5, bob(f) - 0.02), hangs: true }, isFine, hair('long'));
  const sides = isFine ? 12 : 7;
  s.tube(0, [
    { x: -0.078, z: 1.31, rx: 0.012, ry: 0.05 }, { x: -0.088, z: 1.36, rx: 0.03, ry: 0.083 }, { x: -0.078, z: 1.45, rx: 0.04, ry: 0.094 }, { x: -0.062, z: 1.55, rx: 0.05, ry: 0.094 }, { x: -0.05, z: 1.63, rx: 0.05, ry: 0.088 },
  ], sides, { part, ...hair('long') });
  const back = (forward: number) => (forward > 0.2 ? eased(forward, 0.2, 0.75, 1.655, 1.712) : eased(forward, -0.9, 0.2, 1.585, 1.655));
  addCap(s, { thickness: 0.011, line: back }, isFine, hair('ponytail'));
  s.tube(0, [{ x: -0.132, z: 1.42, rx: 0, ry: 0 }, { x: -0.138, z: 1.45, rx: 0.02, ry: 0.022 }, { x: -0.15, z: 1.54, rx: 0.028, ry: 0.032 }, { x: -0.142, z: 1.64, rx: 0.026, ry: 0.03 }, { x: -0.1, z: 1.69, rx: 0.012, ry: 0.015 }], isFine ? 9 : 6, { part, ...hair('ponytail') });
  addCap(s, { thickness: 0.012, line: back }, isFine, hair('bun'));
  s.tube(0, [{ x: -0.1, z: 1.672, rx: 0, ry: 0 }, { x: -0.118, z: 1.682, rx: 0.03, ry: 0.033 }, { x: -0.122, z: 1.715, rx: 0.036, ry: 0.04 }, { x: -0.112, z: 1.745, rx: 0.024, ry: 0.028 }, { x: -0.105, z: 1.752, rx: 0, ry: 0 }], isFine ? 10 : 6, { part, ...hair('bun') });
  addCap(s, { thickness: 0.05, line: (f) => (f > 0.3 ? eased(f, 0.3, 0.75, 1.6, 1.695) : 1.585), rough: 0.1 }, isFine, hair('curly'));
  addCap(s, { thickness: 0.011, line: (f) => (f > 0 ? eased(f, 0.05, 0.4, 1.635, 1.7) : eased(f, -0.75, 0, 1.57, 1.635)), top: 1.7 }, isFine, hair('thinning'));
  // A beard: around the jaw, from ear to ear.
  const beard: Cloth = { part, tone: TONE.hair, worn: wornCode(WORN.beard), shade: 0.9 };
  const across = isFine ? 9 : 5;
  s.skin([1.504, 1.53, 1.557, 1.583].map((z, k) => Array.from({ length: across }, (_, i) => {
    const angle = -1.35 + (2.7 * i) / (across - 1);
    const high = z + (k === 3 ? 0.035 * Math.min(1, Math.abs(angle)) ** 2 : 0);
    return { at: onSkull(angle, high, k === 0 ? 0.006 : k === 3 ? 0.0015 : 0.0085, false) };
  })), false, beard);
}

function addHats(s: Sculptor, isFine: boolean): void {
  const sides = isFine ? 16 : 10;
  const low = (forward: number) => eased(forward, -0.6, 0.6, 1.652, 1.69);
  const cap: Cloth = { part, tone: TONE.accent, worn: wornCode(WORN.cap) };
  addCap(s, { thickness: 0.018, line: low }, isFine, cap);
  s.skin([
    Array.from({ length: 7 }, (_, i) => ({ at: [0.098 - 0.012 * Math.abs(i - 3), 0.024 * (i - 3), 1.69] as const })),
    Array.from({ length: 7 }, (_, i) => ({ at: [0.182 - 0.006 * (i - 3) ** 2, 0.026 * (i - 3), 1.683 - 0.0015 * (i - 3) ** 2] as const })),
  ], false, cap);
  s.skin([
    Array.from({ length: 7 }, (_, i) => ({ at: [0.182 - 0.006 * (i - 3) ** 2, 0.026 * (i - 3), 1.682 - 0.0015 * (i - 3) ** 2] as const })),
    Array.from({ length: 7 }, (_, i) => ({ at: [0.098 - 0.012 * Math.abs(i - 3), 0.024 * (i - 3), 1.685] as const })),
  ], false, { ...cap, shade: 0.6 });
  addCap(s, { thickness: 0.024, line: (f) => eased(f, -0.6, 0.6, 1.632, 1.685) }, isFine, { tone: TONE.accent, worn: wornCode(WORN.beanie), shade: (_, __, z) => (z < 1.69 ? 0.88 : 1) });
  const hat: Cloth = { part, tone: TONE.accent, worn: wornCode(WORN.hat) };
  s.tube(0, [{ x: 0.004, z: 1.69, rx: 0.112, back: 0.118, ry: 0.093 }, { x: 0, z: 1.76, rx: 0.1, back: 0.106, ry: 0.084 }, { x: 0, z: 1.782, rx: 0.06, back: 0.066, ry: 0.05 }, { x: 0, z: 1.784, rx: 0, ry: 0 }], sides, hat);
  s.tube(0, [{ x: 0.004, z: 1.686, rx: 0.11, back: 0.115, ry: 0.09 }, { x: 0.004, z: 1.676, rx: 0.185, back: 0.19, ry: 0.165 }, { x: 0.004, z: 1.68, rx: 0.188, back: 0.193, ry: 0.168 }, { x: 0.004, z: 1.694, rx: 0.112, back: 0.118, ry: 0.092 }], sides, { ...hat, shade: (_, __, z) => (z < 1.678 ? 0.7 : 0.95) });
  // A peaked cap, as of an officer: a band, a crown that is wider, a peak.
  const peaked: Cloth = { part, tone: TONE.coat, worn: wornCode(WORN.peakedCap) };
  s.tube(0, [{ z: 1.685, rx: 0.106, back: 0.114, ry: 0.088 }, { z: 1.72, rx: 0.108, back: 0.116, ry: 0.09 }], sides, { ...peaked, tone: TONE.dark });
  s.tube(0, [{ z: 1.72, rx: 0.108, back: 0.116, ry: 0.09 }, { x: 0.004, z: 1.75, rx: 0.135, back: 0.13, ry: 0.118 }, { x: -0.004, z: 1.772, rx: 0.12, back: 0.12, ry: 0.105 }, { x: -0.006, z: 1.778, rx: 0, ry: 0 }], sides, peaked);
  s.box([0.09, 0.165], [-0.055, 0.055], [1.683, 1.69], { ...peaked, tone: TONE.dark });
  s.box([0.116, 0.124], [-0.012, 0.012], [1.725, 1.75], { ...peaked, tone: TONE.metal });
  // A headscarf: over the hair and around the neck, open at the face.
  const scarf: Cloth = { tone: TONE.accent, worn: wornCode(WORN.headscarf), shade: (_, __, z) => eased(z, 1.45, 1.6, 0.8, 1) };
  addCap(s, { thickness: 0.02, line: (f) => (f > 0.62 ? eased(f, 0.62, 0.9, 1.58, 1.7) : 1.5), hangs: true }, isFine, scarf);
  s.tube(0, [{ x: 0, z: 1.42, rx: 0.085, back: 0.09, ry: 0.105 }, { x: 0.008, z: 1.47, rx: 0.084, back: 0.08, ry: 0.08 }, { x: 0.016, z: 1.525, rx: 0.086, back: 0.075, ry: 0.072 }], isFine ? 12 : 7, { part, ...scarf });
  if (!isFine) return;
  const glasses: Cloth = { part, tone: TONE.dark, worn: wornCode(WORN.glasses) };
  for (const side of [1, -1]) {
    const y = 0.0335 * side;
    for (const [y0, y1, z0, z1] of [[-0.022, 0.022, 1.632, 1.635], [-0.022, 0.022, 1.661, 1.664], [-0.022, -0.0195, 1.632, 1.664], [0.0195, 0.022, 1.632, 1.664]] as const) s.box([0.108, 0.111], [y + y0, y + y1], [z0, z1], glasses);
    s.box([0.0, 0.109], [side > 0 ? 0.076 : -0.079, side > 0 ? 0.079 : -0.076], [1.652, 1.656], glasses);
  }
  s.box([0.109, 0.111], [-0.012, 0.012], [1.65, 1.653], glasses);
}
