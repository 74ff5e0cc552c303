// Clothes: what a pedestrian wears and carries, from its number and from the kind and the profile of its population.

import { BUILDS, type Build } from './builds';
import { CARRIED, HAIR_STYLES, PATTERNS, WORN, type HairStyle, type Load, type Pattern } from './worn';

export type Rgb = readonly [number, number, number];

const rgb = (...colours: number[]): Rgb[] => colours.map((colour) => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255]);

/** Colours that are worn outside in cities: many dark and quiet ones, and some that stand out. */
export const COATS = rgb(
  0x2b3a55, 0x7a2e35, 0x3d5a4c, 0xc9a36b, 0x4a4f57, 0xa4552f, 0x5b7fa6, 0xe4dccb, 0x2f6f73, 0x8c8f94, 0xd0a63a, 0x23262b, 0x6b4a6e, 0x8d9a68,
  0x4d6fb0, 0xb33f38, 0xeceae4, 0x5a4636, 0x87a9c4, 0x36476b, 0xc47a4a, 0x2e5240, 0x9c8f7c, 0x7d3f52, 0x3c3f45, 0x6f8f55, 0xd8c3a0, 0x4f8a86,
);
const SHIRTS = rgb(0xf1efe9, 0xdfe7ee, 0xbfd2e3, 0xe9d9c8, 0xd7a7a0, 0x9fb7a4, 0x34455f, 0x8b2f35, 0xe3c766, 0x3f6f8f, 0x6d5d84, 0xc7c9cc, 0x2c2f33, 0x557a5a);
const SUITS = rgb(0x262c3a, 0x33373d, 0x1f2226, 0x4b5563, 0x3b3230, 0x5a5f66, 0x22304a);
export const TROUSERS = rgb(0x23262d, 0x39465e, 0x4d6485, 0x6d6156, 0x8f8169, 0x2c3140, 0x4b4a48, 0x6e7884, 0x3e4a3c, 0x1d1f23, 0xb3a284, 0x554038, 0x5d7ba0, 0x2f3f5c);
export const SKIN = rgb(0xf1cfb8, 0xe6b998, 0xd8a27b, 0xc48a62, 0xa56f4a, 0x86573a, 0x6b432f, 0x4c3125);
export const HAIR = rgb(0x1a1512, 0x2e2018, 0x4a3424, 0x6b4a2e, 0xa9874f, 0x7d4028, 0x37322f, 0x574334);
const OLD_HAIR = rgb(0xa3a4a6, 0xcfcecb, 0x86888b);
export const SHOES = rgb(0x1f1f22, 0x3f2d22, 0xdedbd4, 0x5b544c, 0x2a3648, 0x6d4a32, 0x9a9a9a);
const ACCENTS = rgb(0xb3382f, 0x2f5f8f, 0xd7a23a, 0x3f7d5a, 0x7a3f6a, 0x2b2e33, 0xc9c4b8, 0xd5703a);

export interface Dress {
  /** The build, by its number in `BUILDS`. */
  build: number;
  height: number;
  coat: Rgb;
  /** The colour of stripes and checks, of ties, scarves and hats. */
  second: Rgb;
  trousers: Rgb;
  hair: Rgb;
  hairStyle: HairStyle;
  shoe: Rgb;
  pattern: Pattern;
  /** The skin, by its number in `SKIN`. */
  skin: number;
  /** Bits of `WORN` and `CARRIED`. */
  worn: number;
  carried: number;
  /** How far a skirt reaches down, from 0 to 1. */
  skirt: number;
  /** How dark the bag is, from 0 to 255. */
  bag: number;
  bareArms: boolean;
  bareShins: boolean;
  load: Load;
}

/** What is worn over the trunk, with the bits that show it. */
type Outfit = 'jumper' | 'shirt' | 't-shirt' | 'jacket' | 'suit' | 'hoodie' | 'quilted' | 'coat' | 'dress' | 'trench';
const OUTFITS: Record<Outfit, number> = {
  jumper: 0, shirt: WORN.collar, 't-shirt': 0, jacket: WORN.open | WORN.collar, suit: WORN.open | WORN.tie, hoodie: WORN.hood,
  quilted: WORN.quilt | WORN.collar, coat: WORN.tails | WORN.collar, dress: WORN.skirt, trench: WORN.tails | WORN.open | WORN.collar,
};
type Drawn = readonly (readonly [number, Outfit])[];
const OF_MEN: Drawn = [[0.16, 'jumper'], [0.15, 'shirt'], [0.15, 't-shirt'], [0.18, 'jacket'], [0.1, 'suit'], [0.1, 'hoodie'], [0.08, 'quilted'], [0.08, 'coat']];
const OF_WOMEN: Drawn = [[0.2, 'jumper'], [0.11, 'shirt'], [0.13, 't-shirt'], [0.15, 'jacket'], [0.13, 'dress'], [0.08, 'hoodie'], [0.07, 'quilted'], [0.13, 'trench']];
const OF_THE_YOUNG: Drawn = [[0.36, 'hoodie'], [0.3, 't-shirt'], [0.14, 'jumper'], [0.14, 'quilted'], [0.06, 'jacket']];
const OF_THE_OLD: Drawn = [[0.3, 'coat'], [0.28, 'jumper'], [0.2, 'jacket'], [0.12, 'shirt'], [0.1, 'quilted']];

/** What belongs to a kind of people: their colours, their outfits, what they wear on their heads and carry. */
interface Kind { coats?: Rgb[]; seconds?: Rgb[]; trousers?: Rgb[]; outfits?: Drawn; worn?: number; carried?: [number, number][]; isGrown?: boolean; isUniform?: boolean }
const KINDS: Record<string, Kind> = {
  officer: { coats: rgb(0x1d2b4d), seconds: rgb(0x1d2b4d), trousers: rgb(0x161d2e), outfits: [[1, 'shirt']], worn: WORN.peakedCap, carried: [], isGrown: true, isUniform: true },
  soldier: { coats: rgb(0x5d6447, 0x666b4a), seconds: rgb(0x4a5036), trousers: rgb(0x50573d), outfits: [[1, 'shirt']], worn: WORN.beanie, carried: [[0.5, CARRIED.backpack]], isGrown: true, isUniform: true },
  staff: { coats: rgb(0x2f4a63), seconds: rgb(0xf08a24), trousers: rgb(0x27313f), outfits: [[1, 'shirt']], worn: WORN.vest, carried: [], isGrown: true, isUniform: true },
  performer: { coats: rgb(0xc2317a, 0x2f9c95, 0xe0a526, 0x7446b8), seconds: rgb(0xf3d34a, 0xffffff), trousers: rgb(0x1c1a24), outfits: [[0.6, 't-shirt'], [0.4, 'shirt']], carried: [], isGrown: true },
  commuter: {
    coats: [...SUITS, ...rgb(0x2b3a55, 0x4a4f57, 0x5a4636, 0x3c3f45, 0xc9a36b, 0x36476b, 0x7a2e35, 0x8c8f94, 0x2e5240, 0x5b7fa6)], isGrown: true,
    outfits: [[0.24, 'suit'], [0.2, 'jacket'], [0.16, 'coat'], [0.14, 'shirt'], [0.12, 'jumper'], [0.08, 'trench'], [0.06, 'quilted']],
    carried: [[0.26, CARRIED.briefcase], [0.3, CARRIED.shoulderBag], [0.14, CARRIED.backpack], [0.12, CARRIED.cup]],
  },
  tourist: { outfits: [[0.36, 't-shirt'], [0.22, 'shirt'], [0.16, 'hoodie'], [0.14, 'quilted'], [0.12, 'dress']], carried: [[0.6, CARRIED.backpack], [0.2, CARRIED.shoulderBag]] },
  shopper: { carried: [[0.55, CARRIED.shoppingBags], [0.25, CARRIED.shoulderBag]] },
};
const USUALLY_CARRIED: [number, number][] = [[0.15, CARRIED.backpack], [0.18, CARRIED.shoulderBag], [0.06, CARRIED.briefcase], [0.09, CARRIED.shoppingBags], [0.06, CARRIED.cup]];

/** Returns what a pedestrian wears. Numbers that follow each other get different looks: neighbours often came in one after the other. */
export function dressOf(id: number, kind: string, profile: string): Dress {
  const of: Kind = KINDS[kind] ?? {};
  const load: Load = profile === 'wheelchair' ? 'wheelchair' : profile === 'luggage' ? 'case' : 'none';
  const number = buildOf(spread(id, 0), of.isGrown === true || load === 'wheelchair');
  const build = BUILDS[number]!;
  const [low, high] = build.height;
  const outfit = outfitOf(build, of, spread(id, 9));
  const isSuit = outfit === 'suit';
  const coat = shaded(pick(of.coats ?? (isSuit ? SUITS : COATS), spread(id, 1)), of.isUniform ? 0.5 : spread(id, 12));
  const hairStyle = pick(build.hair, spread(id, 5));
  let worn = OUTFITS[outfit] | (of.worn ?? 0);
  // Men in suits wear ties, women do not; some wear skirts.
  if (isSuit && (build.isWoman || spread(id, 13) > 0.7)) worn &= ~WORN.tie;
  const hasSkirt = build.isWoman && !of.isUniform && outfit !== 'dress' && build.age !== 'child' && spread(id, 16) < (isSuit ? 0.45 : 0.16);
  if (hasSkirt) worn |= WORN.skirt;
  if (!build.isWoman && build.age !== 'child' && build.age !== 'teenager' && !of.isUniform && spread(id, 17) < 0.26) worn |= WORN.beard;
  if (spread(id, 18) < (build.age === 'old' ? 0.55 : 0.2) && build.age !== 'child') worn |= WORN.glasses;
  worn |= onHead(id, build, of, outfit);
  if (!of.isUniform && (worn & WORN.headscarf) === 0 && ['coat', 'quilted', 'jacket'].includes(outfit) && spread(id, 19) < 0.22) worn |= WORN.scarf;
  // Legs are bare under skirts, dresses and short trousers.
  const isWarm = outfit === 't-shirt' || outfit === 'shirt';
  const bareShins = (worn & WORN.skirt) !== 0 || (!of.isUniform && isWarm && outfit === 't-shirt' && spread(id, 20) < 0.3);
  const takes = load === 'wheelchair' || build.age === 'child' ? 0 : drawn(of.carried ?? USUALLY_CARRIED, spread(id, 6));
  const pattern: Pattern = of.isUniform || ['suit', 'coat', 'trench', 'quilted'].includes(outfit) ? 'plain' : PATTERNS[[0, 0, 0, 0, 0, 1, 2, 3][Math.floor(8 * spread(id, 21))]!]!;
  const hats = WORN.cap | WORN.beanie | WORN.hat | WORN.peakedCap;
  return {
    build: number,
    height: low + (high - low) * spread(id, 11),
    coat,
    second: pattern === 'plain' ? pick(of.seconds ?? ACCENTS, spread(id, 22)) : pick(SHIRTS, spread(id, 22)),
    trousers: outfit === 'dress' ? coat : isSuit ? coat : pick(of.trousers ?? TROUSERS, spread(id, 2)),
    hair: build.age === 'old' ? pick(OLD_HAIR, spread(id, 4)) : pick(HAIR, spread(id, 4)),
    // Under a hat there is room for little hair.
    hairStyle: (worn & WORN.headscarf) !== 0 ? 'bald' : (worn & hats) !== 0 && ['parted', 'curly', 'bun'].includes(hairStyle) ? 'cropped' : hairStyle,
    shoe: pick(SHOES, spread(id, 7)),
    pattern,
    skin: Math.floor(8 * spread(id, 3) * spread(id, 8)),
    worn,
    carried: takes | (spread(id, 23) < 0.35 ? CARRIED.phone : 0) | (load === 'case' ? CARRIED.case : load === 'wheelchair' ? CARRIED.wheelchair : 0),
    skirt: outfit === 'dress' ? 0.35 + 0.6 * spread(id, 10) : 0.2 + 0.75 * spread(id, 10),
    bag: 40 + Math.floor(150 * spread(id, 14)),
    bareArms: !of.isUniform && (outfit === 't-shirt' || (outfit === 'dress' && spread(id, 15) < 0.6)),
    bareShins,
    load,
  };
}

function outfitOf(build: Build, of: Kind, share: number): Outfit {
  const list = of.outfits ?? (build.age === 'child' || build.age === 'teenager' ? OF_THE_YOUNG : build.age === 'old' ? OF_THE_OLD : build.isWoman ? OF_WOMEN : OF_MEN);
  let left = share * list.reduce((sum, [chance]) => sum + chance, 0);
  for (const [chance, outfit] of list) {
    left -= chance;
    if (left >= 0) continue;
    return outfit === 'dress' && !build.isWoman ? 'shirt' : outfit;
  }
  return 'jumper';
}

/** Returns what is worn on the head. */
function onHead(id: number, build: Build, of: Kind, outfit: Outfit): number {
  if (of.worn !== undefined || of.isUniform) return 0;
  const share = spread(id, 24);
  if (build.isWoman && build.age !== 'child' && share < 0.06) return WORN.headscarf;
  if (share > 0.93) return WORN.beanie;
  if (share > 0.87 && (build.age !== 'adult' || !build.isWoman)) return build.age === 'old' ? WORN.hat : WORN.cap;
  return share > 0.84 && build.isWoman && outfit === 'dress' ? WORN.hat : 0;
}

/** Irrational steps: multiples of each fall evenly between 0 and 1, and the next number is far from the last one. */
const STEPS = [
  0.7548776662, 0.6180339887, 0.4142135624, 0.3247179572, 0.7320508076, 0.2360679775, 0.8392867552, 0.5698402910, 0.4655712319, 0.1622776602, 0.6055512755, 0.3166247904,
  0.8989794856, 0.1231056256, 0.4721359550, 0.5677643628, 0.3851648071, 0.6332495807, 0.2801098893, 0.7082039325, 0.8102496759, 0.1414284285, 0.4403065089, 0.9160797831, 0.6433981132,
];

/** Returns a number from 0 to 1 that a pedestrian always has, for one of several purposes. */
export function spread(id: number, purpose: number): number {
  const value = (id + 1) * STEPS[purpose]! + purpose * 0.37;
  return value - Math.floor(value);
}

const ALL = BUILDS.map((build, i) => ({ i, weight: build.weight }));
const GROWN = ALL.filter(({ i }) => !['child', 'teenager'].includes(BUILDS[i]!.age));

function buildOf(share: number, isGrown: boolean): number {
  const list = isGrown ? GROWN : ALL;
  let left = share * list.reduce((sum, { weight }) => sum + weight, 0);
  for (const { i, weight } of list) {
    left -= weight;
    if (left < 0) return i;
  }
  return 0;
}

function pick<T>(list: readonly T[], share: number): T {
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
  const factor = 0.87 + 0.26 * share;
  return [r * factor, g * factor, b * factor].map((value) => Math.min(255, Math.round(value))) as unknown as Rgb;
}

/** Returns the numbers of hair and pattern, as the shaders know them. */
export function codesOf(dress: Pick<Dress, 'hairStyle' | 'pattern'>): { hair: number; pattern: number } {
  return { hair: HAIR_STYLES.indexOf(dress.hairStyle), pattern: PATTERNS.indexOf(dress.pattern) };
}
