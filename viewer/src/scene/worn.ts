// What people wear and carry, and how the shaders know it.

/** What is worn, as bits of two bytes. */
export const WORN = {
  skirt: 1, tails: 2, open: 4, tie: 8, hood: 16, quilt: 32, vest: 64, collar: 128,
  scarf: 256, cap: 512, beanie: 1024, hat: 2048, headscarf: 4096, glasses: 8192, beard: 16384, peakedCap: 32768,
} as const;
/** What is carried, as bits of a byte. */
export const CARRIED = { backpack: 1, shoulderBag: 2, briefcase: 4, shoppingBags: 8, phone: 16, case: 32, wheelchair: 64, cup: 128 } as const;
/** How the hair is worn, by number. */
export const HAIR_STYLES = ['bald', 'cropped', 'parted', 'bob', 'long', 'ponytail', 'bun', 'curly', 'thinning'] as const;
export type HairStyle = (typeof HAIR_STYLES)[number];
/** The patterns of cloth, by number. */
export const PATTERNS = ['plain', 'stripes', 'checks', 'yoke'] as const;
export type Pattern = (typeof PATTERNS)[number];

/** What is carried that has a shape of its own. */
export type Load = 'none' | 'case' | 'wheelchair';

/** Returns what the shaders compare: 1 to 16 for the bits of what is worn, 17 to 24 for those of what is carried, 31 for any hair, from 32 on for a way to wear it. */
export const wornCode = (bit: number): number => 1 + Math.log2(bit);
export const carriedCode = (bit: number): number => 17 + Math.log2(bit);
/** Any hair. */
export const ANY_HAIR = 31;
export const hairCode = (style: HairStyle): number => 32 + HAIR_STYLES.indexOf(style);
