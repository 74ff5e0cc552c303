// What people wear and carry.

/** What is worn, as bits of two bytes. */
export const WORN = { hair: 1, longHair: 2, bun: 4, cap: 8, beanie: 16, skirt: 32, coat: 64, collar: 128 } as const;
export const CARRIED = { backpack: 1, shoulderBag: 2, briefcase: 4, shoppingBags: 8, phone: 16, case: 32, wheelchair: 64 } as const;

/** What is carried that has a shape of its own. */
export type Load = 'none' | 'case' | 'wheelchair';
