// Clothes: what a pedestrian wears and carries, from its number and from the kind and the profile of its population.

import { BUILDS, buildNamed } from './builds';
import { CARRIED, WORN, type Load } from './worn';

export type Rgb = readonly [number, number, number];

const rgb = (...colours: number[]): Rgb[] => colours.map((colour) => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255]);

export const COATS = rgb(
  0x2b3a55, 0x7a2e35, 0x3d5a4c, 0xc9a36b, 0x4a4f57, 0xa4552f, 0x5b7fa6, 0xe4dccb, 0x2f6f73, 0x8c8f94, 0xd0a63a, 0x1f2226, 0x6b4a6e, 0x9aa66a,
  0x4d6fb0, 0xb33f38, 0xf2f0ea, 0x5a4636, 0x87a9c4, 0x36476b, 0xc47a4a, 0x2e5240, 0x9c8f7c, 0x7d3f52, 0x3c3f45, 0x76964f, 0xd8c3a0, 0x4f8a86,
);
export const TROUSERS = rgb(0x23262d, 0x39465e, 0x5c6f8f, 0x6d6156, 0x8f8169, 0x2c3140, 0x4b4a48, 0x7e8894, 0x3e4a3c, 0x1b1d21, 0x9b8b74, 0x554038);
export const SKIN = rgb(0xf3d3bd, 0xe8bd9d, 0xd9a57f, 0xc68e65, 0xa8724c, 0x8a5a3c, 0x6d4530, 0x4d3124);
export const HAIR = rgb(0x17130f, 0x2e1f16, 0x4a3222, 0x6d4a2c, 0xb08a50, 0x87402a, 0x3a3a3c);
const OLD_HAIR = rgb(0xa9aaab, 0xd6d5d2, 0x83868a);
export const SHOES = rgb(0x1c1c1e, 0x3b2a20, 0xe7e5e0, 0x55504a, 0x24303f);

export interface Dress {
  /** The build, by its number in `BUILDS`. */
  build: number;
  height: number;
  coat: Rgb;
  trousers: Rgb;
  hair: Rgb;
  shoe: Rgb;
  /** The skin, by its number in `SKIN`. */
  skin: number;
  /** Bits of `WORN` and `CARRIED`. */
  worn: number;
  carried: number;
  /** How dark the bag is, from 0 to 255. */
  bag: number;
  bareArms: boolean;
  load: Load;
}

/** Uniforms of kinds: colours of coats and trousers, and what belongs to them. */
const KINDS: Record<string, { coats?: Rgb[]; trousers?: Rgb[]; worn?: number; carried?: [number, number][]; adults?: boolean }> = {
  officer: { coats: rgb(0x1d2b4d), trousers: rgb(0x161d2e), worn: WORN.cap, carried: [], adults: true },
  soldier: { coats: rgb(0x5d6447, 0x666b4a), trousers: rgb(0x50573d), worn: WORN.beanie, carried: [[0.5, CARRIED.backpack]], adults: true },
  staff: { coats: rgb(0xf08a24, 0xf2c230), trousers: rgb(0x27313f), carried: [], adults: true },
  performer: { coats: rgb(0xc2317a, 0x2f9c95, 0xe0a526, 0x7446b8), trousers: rgb(0x1c1a24), carried: [], adults: true },
  commuter: { coats: rgb(0x2b3a55, 0x4a4f57, 0x1f2226, 0x5a4636, 0x3c3f45, 0xc9a36b, 0x36476b, 0x7a2e35, 0x8c8f94, 0x2e5240), carried: [[0.3, CARRIED.briefcase], [0.35, CARRIED.shoulderBag], [0.1, CARRIED.backpack]], adults: true },
  tourist: { carried: [[0.6, CARRIED.backpack], [0.2, CARRIED.shoulderBag]] },
  shopper: { carried: [[0.6, CARRIED.shoppingBags], [0.25, CARRIED.shoulderBag]] },
};
const USUALLY_CARRIED: [number, number][] = [[0.14, CARRIED.backpack], [0.16, CARRIED.shoulderBag], [0.06, CARRIED.briefcase], [0.08, CARRIED.shoppingBags]];

const TOTAL = BUILDS.reduce((sum, build) => sum + build.weight, 0);
const ADULTS = BUILDS.map((build, i) => ({ ...build, i })).filter(({ name }) => !['child', 'teenager'].includes(name));

/** Returns what a pedestrian wears. Numbers that follow each other get different looks: neighbours often came in one after the other. */
export function dressOf(id: number, kind: string, profile: string): Dress {
  const uniform = KINDS[kind] ?? {};
  const load: Load = profile === 'wheelchair' ? 'wheelchair' : profile === 'luggage' ? 'case' : 'none';
  const number = buildOf(spread(id, 0), uniform.adults === true || load === 'wheelchair');
  const build = BUILDS[number]!;
  const [low, high] = build.height;
  const hair = of(build.hair, spread(id, 5));
  const skin = Math.floor(8 * spread(id, 3) * spread(id, 8));
  const isChild = number === buildNamed('child');
  let worn = hair === 'bald' ? 0 : hair === 'long' ? WORN.hair | WORN.longHair : hair === 'bun' ? WORN.hair | WORN.bun : WORN.hair;
  if (build.skirt > 0) worn |= WORN.skirt;
  // Some wear an open coat that reaches to the knees, some a hat.
  else if (!isChild && uniform.worn === undefined && spread(id, 9) < 0.22) worn |= WORN.coat;
  if (uniform.worn !== undefined) worn = (worn & ~WORN.bun) | uniform.worn;
  else if (spread(id, 10) < 0.07) worn |= WORN.cap; else if (spread(id, 10) > 0.94) worn |= WORN.beanie;
  const takes = load === 'wheelchair' || isChild ? 0 : drawn(uniform.carried ?? USUALLY_CARRIED, spread(id, 6));
  return {
    build: number,
    height: low + (high - low) * spread(id, 11),
    coat: shaded(of(uniform.coats ?? COATS, spread(id, 1)), uniform.coats && uniform.coats.length < 5 ? 0 : spread(id, 12)),
    trousers: of(uniform.trousers ?? TROUSERS, spread(id, 2)),
    hair: build.isOld ? of(OLD_HAIR, spread(id, 4)) : of(HAIR, spread(id, 4)),
    shoe: of(SHOES, spread(id, 7)),
    skin,
    worn,
    carried: takes | (spread(id, 13) < 0.3 ? CARRIED.phone : 0) | (load === 'case' ? CARRIED.case : load === 'wheelchair' ? CARRIED.wheelchair : 0),
    bag: 40 + Math.floor(150 * spread(id, 14)),
    bareArms: uniform.coats === undefined && (worn & WORN.coat) === 0 && spread(id, 15) < 0.25,
    load,
  };
}

/** Irrational steps: multiples of each fall evenly between 0 and 1, and the next number is far from the last one. */
const STEPS = [0.7548776662, 0.6180339887, 0.4142135624, 0.3247179572, 0.7320508076, 0.2360679775, 0.8392867552, 0.5698402910, 0.4655712319, 0.1622776602, 0.6055512755, 0.3166247904, 0.8989794856, 0.1231056256, 0.4721359550, 0.5677643628];

/** Returns a number from 0 to 1 that a pedestrian always has, for one of several purposes. */
export function spread(id: number, purpose: number): number {
  const value = (id + 1) * STEPS[purpose]! + purpose * 0.37;
  return value - Math.floor(value);
}

function buildOf(share: number, isAdult: boolean): number {
  const total = isAdult ? ADULTS.reduce((sum, build) => sum + build.weight, 0) : TOTAL;
  let left = share * total;
  for (const { i, weight } of isAdult ? ADULTS : BUILDS.map((build, i) => ({ i, weight: build.weight }))) {
    left -= weight;
    if (left < 0) return i;
  }
  return 0;
}

function of<T>(list: readonly T[], share: number): T {
  return list[Math.min(list.length - 1, Math.floor(share * list.length))]!;
}

function drawn(choices: [number, number][], share: number): number {
  let left = share;
  for (const [chance, what] of choices) {
    left -= chance;
    if (left < 0) return what;
  }
  return 0;
}

/** Returns a colour a little lighter or darker. */
function shaded([r, g, b]: Rgb, share: number): Rgb {
  const factor = 0.86 + 0.28 * share;
  return [r * factor, g * factor, b * factor].map((value) => Math.min(255, Math.round(value))) as unknown as Rgb;
}
