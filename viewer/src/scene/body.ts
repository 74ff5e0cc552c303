// The shapes of people: a walker with limbs and all that can be worn, a simple figure, a figure seen from above.
//
// Forward is +x, left is +y, up is +z; the usual body is 1.75 m tall. `part` tells the shader which joint moves a corner, `tone` which
// colour the corner has, `worn` what a pedestrian has to wear or to carry for the corner to be seen.

import type { BufferGeometry } from 'three';
import { Sculptor } from './sculptor';
import { CARRIED, WORN } from './worn';

/** The heights of the joints, m. */
export const HIP = 0.9;
export const KNEE = 0.47;
export const SHOULDER = 1.43;
export const ELBOW = 1.13;
export const NECK = 1.5;
/** Half the width of the usual body at its arms, m. */
export const HALF_WIDTH = 0.245;

export const PART = { trunk: 0, leftThigh: 1, leftShin: 2, rightThigh: 3, rightShin: 4, leftArm: 5, leftForearm: 6, rightArm: 7, rightForearm: 8 } as const;
export const TONE = { coat: 0, skin: 1, trousers: 2, hair: 3, shoe: 4, bag: 5, sleeve: 6, accent: 7 } as const;

/** Returns what the shaders compare: 1 to 8 for the bits of what is worn, 9 to 16 for those of what is carried. */
export const wornCode = (bit: number): number => 1 + Math.log2(bit);
export const carriedCode = (bit: number): number => 9 + Math.log2(bit);

/** The tones of a head: it shows where somebody looks, because the back of it has hair. */
const face = (forward: number): number => (forward > -0.2 ? TONE.skin : TONE.hair);

/** Returns a walker, whose limbs move. */
export function walker(): BufferGeometry {
  const s = new Sculptor();
  s.tube(0, [
    { z: 0.86, rx: 0.105, ry: 0.155 }, { z: 0.95, rx: 0.122, ry: 0.17 }, { z: 1.06, rx: 0.108, ry: 0.15 }, { z: 1.15, rx: 0.106, ry: 0.148 },
    { z: 1.26, rx: 0.117, ry: 0.168 }, { z: 1.36, rx: 0.12, ry: 0.182 }, { z: 1.42, rx: 0.104, ry: 0.174 }, { z: 1.465, rx: 0.076, ry: 0.11 }, { z: 1.495, rx: 0.05, ry: 0.056 },
  ], 10, { tone: TONE.coat });
  addHead(s);
  addClothes(s);
  for (const side of [1, -1]) addLimbs(s, side);
  addBags(s);
  return s.geometry();
}

function addHead(s: Sculptor): void {
  s.tube(0, [{ z: 1.46, rx: 0.05, ry: 0.05 }, { z: 1.55, rx: 0.047, ry: 0.046 }], 6, { tone: TONE.skin });
  s.tube(0, [
    { x: 0.012, z: 1.52, rx: 0.046, ry: 0.042 }, { x: 0.014, z: 1.555, rx: 0.078, ry: 0.062 }, { x: 0.012, z: 1.6, rx: 0.093, ry: 0.074 }, { x: 0.008, z: 1.66, rx: 0.099, ry: 0.079 },
  ], 10, { tone: face });
  s.tube(0, [{ x: 0.008, z: 1.66, rx: 0.099, ry: 0.079 }, { z: 1.705, rx: 0.092, ry: 0.073 }, { z: 1.735, rx: 0.066, ry: 0.053 }, { z: 1.75, rx: 0, ry: 0 }], 10, { tone: TONE.skin });
  // A nose, and eyes.
  s.triangle([[0.1, 0.016, 1.6], [0.128, 0, 1.605], [0.104, 0, 1.655]], { tone: TONE.skin }, [0.7, 0.7, 0.2]);
  s.triangle([[0.128, 0, 1.605], [0.1, -0.016, 1.6], [0.104, 0, 1.655]], { tone: TONE.skin }, [0.7, -0.7, 0.2]);
  for (const y of [0.033, -0.033]) s.box([0.085, 0.1], [y - 0.009, y + 0.009], [1.643, 1.656], { tone: TONE.shoe });
  s.tube(0, [{ x: -0.014, z: 1.645, rx: 0.1, ry: 0.086 }, { x: -0.006, z: 1.69, rx: 0.104, ry: 0.084 }, { z: 1.732, rx: 0.086, ry: 0.07 }, { z: 1.758, rx: 0.048, ry: 0.04 }, { z: 1.765, rx: 0, ry: 0 }], 10, { tone: TONE.hair, worn: wornCode(WORN.hair) });
  s.tube(0, [
    { x: -0.05, z: 1.37, rx: 0.02, ry: 0.06 }, { x: -0.062, z: 1.42, rx: 0.042, ry: 0.09 }, { x: -0.058, z: 1.55, rx: 0.058, ry: 0.093 }, { x: -0.045, z: 1.66, rx: 0.066, ry: 0.086 }, { x: -0.03, z: 1.71, rx: 0.05, ry: 0.07 },
  ], 8, { tone: TONE.hair, worn: wornCode(WORN.longHair) });
  s.tube(0, [{ x: -0.115, z: 1.655, rx: 0, ry: 0 }, { x: -0.12, z: 1.67, rx: 0.036, ry: 0.036 }, { x: -0.12, z: 1.7, rx: 0.04, ry: 0.04 }, { x: -0.115, z: 1.73, rx: 0, ry: 0 }], 6, { tone: TONE.hair, worn: wornCode(WORN.bun) });
  const cap = { tone: TONE.coat, worn: wornCode(WORN.cap) };
  s.tube(0, [{ z: 1.675, rx: 0.11, ry: 0.09 }, { z: 1.715, rx: 0.115, ry: 0.095 }, { z: 1.76, rx: 0.1, ry: 0.082 }, { z: 1.775, rx: 0, ry: 0 }], 10, cap);
  s.box([0.06, 0.185], [-0.062, 0.062], [1.672, 1.682], cap);
  s.tube(0, [{ z: 1.655, rx: 0.111, ry: 0.092 }, { z: 1.71, rx: 0.113, ry: 0.094 }, { x: -0.012, z: 1.765, rx: 0.082, ry: 0.07 }, { x: -0.02, z: 1.795, rx: 0, ry: 0 }], 10, { tone: TONE.coat, worn: wornCode(WORN.beanie) });
}

function addClothes(s: Sculptor): void {
  // As long as can be; the shader shortens a skirt.
  s.tube(0, [{ z: 0.44, rx: 0.17, ry: 0.21 }, { z: 0.62, rx: 0.16, ry: 0.2 }, { z: 0.8, rx: 0.145, ry: 0.185 }, { z: 0.92, rx: 0.132, ry: 0.176 }, { z: 1.02, rx: 0.112, ry: 0.154 }], 12, { tone: TONE.trousers, worn: wornCode(WORN.skirt) });
  s.tube(0, [{ z: 0.56, rx: 0.138, ry: 0.186 }, { z: 0.72, rx: 0.134, ry: 0.184 }, { z: 0.9, rx: 0.13, ry: 0.18 }, { z: 1.02, rx: 0.114, ry: 0.158 }], 12, { tone: TONE.coat, worn: wornCode(WORN.coat) });
}

function addLimbs(s: Sculptor, side: number): void {
  const isLeft = side > 0;
  const leg = 0.088 * side, reach = 0.2 * side;
  const [thigh, shin] = isLeft ? [PART.leftThigh, PART.leftShin] : [PART.rightThigh, PART.rightShin];
  const [arm, forearm] = isLeft ? [PART.leftArm, PART.leftForearm] : [PART.rightArm, PART.rightForearm];
  s.tube(leg, [{ z: KNEE - 0.02, rx: 0.058, ry: 0.057 }, { z: 0.62, rx: 0.072, ry: 0.068 }, { z: 0.8, rx: 0.087, ry: 0.081 }, { z: 0.93, rx: 0.09, ry: 0.087 }], 7, { part: thigh, tone: TONE.trousers });
  s.tube(leg, [{ z: 0.07, rx: 0.041, ry: 0.041 }, { z: 0.2, rx: 0.046, ry: 0.045 }, { x: -0.004, z: 0.36, rx: 0.058, ry: 0.054 }, { z: KNEE + 0.03, rx: 0.057, ry: 0.055 }], 7, { part: shin, tone: TONE.trousers });
  s.tube(leg, [{ x: 0.055, z: 0, rx: 0.13, ry: 0.048 }, { x: 0.055, z: 0.03, rx: 0.13, ry: 0.05 }, { x: 0.04, z: 0.07, rx: 0.1, ry: 0.047 }, { x: 0.012, z: 0.11, rx: 0.05, ry: 0.042 }], 8, { part: shin, tone: TONE.shoe });
  s.tube(reach, [{ z: ELBOW, rx: 0.041, ry: 0.038 }, { z: 1.29, rx: 0.047, ry: 0.044 }, { z: SHOULDER - 0.015, rx: 0.052, ry: 0.047 }, { z: 1.45, rx: 0.03, ry: 0.028 }, { z: 1.455, rx: 0, ry: 0 }], 7, { part: arm, tone: TONE.coat });
  s.tube(reach, [{ z: 0.9, rx: 0.032, ry: 0.03 }, { z: 1.02, rx: 0.037, ry: 0.035 }, { z: ELBOW + 0.02, rx: 0.042, ry: 0.039 }], 7, { part: forearm, tone: TONE.sleeve });
  s.tube(reach, [{ z: 0.77, rx: 0.012, ry: 0.01 }, { z: 0.8, rx: 0.034, ry: 0.018 }, { z: 0.855, rx: 0.038, ry: 0.021 }, { z: 0.905, rx: 0.029, ry: 0.024 }], 6, { part: forearm, tone: TONE.skin });
}

function addBags(s: Sculptor): void {
  const bag = TONE.bag;
  s.tube(0, [{ x: -0.16, z: 1.0, rx: 0.05, ry: 0.11 }, { x: -0.19, z: 1.06, rx: 0.085, ry: 0.145 }, { x: -0.19, z: 1.34, rx: 0.085, ry: 0.145 }, { x: -0.17, z: 1.43, rx: 0.05, ry: 0.11 }, { x: -0.16, z: 1.44, rx: 0, ry: 0 }], 8, { tone: bag, worn: carriedCode(CARRIED.backpack) });
  s.tube(-0.29, [{ z: 0.78, rx: 0, ry: 0 }, { z: 0.785, rx: 0.12, ry: 0.045 }, { z: 0.9, rx: 0.115, ry: 0.045 }, { z: 0.97, rx: 0.1, ry: 0.03 }, { z: 0.975, rx: 0, ry: 0 }], 8, { tone: bag, worn: carriedCode(CARRIED.shoulderBag) });
  s.box([-0.02, 0.02], [-0.3, -0.26], [0.96, 1.44], { tone: bag, worn: carriedCode(CARRIED.shoulderBag) });
  s.box([-0.2, 0.2], [-0.23, -0.17], [0.44, 0.74], { part: PART.rightForearm, tone: bag, worn: carriedCode(CARRIED.briefcase) });
  s.box([-0.05, 0.05], [-0.207, -0.193], [0.74, 0.79], { part: PART.rightForearm, tone: TONE.shoe, worn: carriedCode(CARRIED.briefcase) });
  for (const [side, part, tone] of [[1, PART.leftForearm, TONE.accent], [-1, PART.rightForearm, TONE.bag]] as const) {
    s.tube(0.2 * side, [{ z: 0.4, rx: 0.12, ry: 0.055 }, { z: 0.68, rx: 0.14, ry: 0.06 }, { z: 0.78, rx: 0.02, ry: 0.012 }], 6, { part, tone, worn: carriedCode(CARRIED.shoppingBags) });
  }
  s.box([0.03, 0.045], [-0.235, -0.165], [0.735, 0.87], { part: PART.rightForearm, tone: TONE.shoe, worn: carriedCode(CARRIED.phone) });
}

/** Returns a simple figure: body, legs, arms and head, in few triangles. */
export function figure(): BufferGeometry {
  const s = new Sculptor();
  s.tube(0, [{ z: 0.82, rx: 0.11, ry: 0.155 }, { z: 1.12, rx: 0.105, ry: 0.15 }, { z: 1.38, rx: 0.12, ry: 0.19 }, { z: 1.5, rx: 0.05, ry: 0.06 }], 6, { tone: TONE.coat });
  s.tube(0, [{ z: 1.46, rx: 0.06, ry: 0.055 }, { z: 1.6, rx: 0.098, ry: 0.078 }, { z: 1.68, rx: 0.1, ry: 0.08 }], 6, { tone: face });
  s.tube(0, [{ z: 1.67, rx: 0.102, ry: 0.082 }, { z: 1.74, rx: 0.06, ry: 0.05 }, { z: 1.76, rx: 0, ry: 0 }], 6, { tone: TONE.hair });
  s.tube(0, [{ z: 0.5, rx: 0.165, ry: 0.2 }, { z: 1.0, rx: 0.115, ry: 0.158 }], 6, { tone: TONE.trousers, worn: wornCode(WORN.skirt) });
  s.tube(0, [{ z: 0.58, rx: 0.138, ry: 0.186 }, { z: 1.0, rx: 0.115, ry: 0.16 }], 6, { tone: TONE.coat, worn: wornCode(WORN.coat) });
  s.box([-0.26, -0.1], [-0.13, 0.13], [1.02, 1.42], { tone: TONE.bag, worn: carriedCode(CARRIED.backpack) });
  for (const side of [1, -1]) {
    const [thigh, shin] = side > 0 ? [PART.leftThigh, PART.leftShin] : [PART.rightThigh, PART.rightShin];
    const [arm, forearm] = side > 0 ? [PART.leftArm, PART.leftForearm] : [PART.rightArm, PART.rightForearm];
    s.tube(0.085 * side, [{ z: KNEE, rx: 0.068, ry: 0.064 }, { z: 0.9, rx: 0.088, ry: 0.084 }], 4, { part: thigh, tone: TONE.trousers });
    s.tube(0.085 * side, [{ z: 0.06, rx: 0.05, ry: 0.048 }, { z: KNEE, rx: 0.066, ry: 0.062 }], 4, { part: shin, tone: TONE.trousers });
    s.tube(0.085 * side, [{ x: 0.05, z: 0, rx: 0.12, ry: 0.05 }, { x: 0.02, z: 0.08, rx: 0.06, ry: 0.045 }], 4, { part: shin, tone: TONE.shoe });
    s.tube(0.205 * side, [{ z: ELBOW, rx: 0.045, ry: 0.042 }, { z: 1.43, rx: 0.05, ry: 0.046 }], 4, { part: arm, tone: TONE.coat });
    s.tube(0.205 * side, [{ z: 0.8, rx: 0.036, ry: 0.028 }, { z: ELBOW, rx: 0.045, ry: 0.042 }], 4, { part: forearm, tone: TONE.sleeve });
  }
  return s.geometry();
}

/** Returns a figure seen from above: shoulders, head, a nose that shows where it looks, and thighs, which are seen when it sits. */
export function fromAbove(): BufferGeometry {
  const s = new Sculptor();
  for (const side of [0.1, -0.1]) s.disc(0.24, 0.24, 0.085, 0.012, 12, { part: PART.leftThigh, tone: TONE.trousers }, side);
  s.disc(0, 0.155, 0.25, 0.02, 24, { tone: TONE.shoe });
  s.disc(0, 0.132, 0.226, 0.03, 24, { tone: TONE.coat });
  s.triangle([[0.09, 0.1, 0.04], [0.09, -0.1, 0.04], [0.27, 0, 0.04]], { tone: TONE.shoe });
  s.disc(0.01, 0.108, 0.108, 0.055, 14, { tone: TONE.shoe });
  s.disc(0.005, 0.09, 0.09, 0.06, 14, { tone: TONE.hair });
  return s.geometry();
}
