// The builds of people: how tall and how wide their parts are, beside the usual body that `body.ts` models.

import type { HairStyle } from './worn';

/** A build. Lengths are shares of the usual body unless a unit is given. */
export interface Build {
  name: string;
  /** The least and the greatest height. */
  height: [number, number];
  shoulders: number;
  hips: number;
  /** How far the belly and the chest stand out, m. */
  belly: number;
  chest: number;
  /** How far the back is bent, rad. */
  stoop: number;
  head: number;
  /** Who it is: that decides on clothes. */
  age: 'child' | 'teenager' | 'adult' | 'old';
  isWoman: boolean;
  /** The hair, drawn from this list. */
  hair: readonly HairStyle[];
  /** How often it is met, as a weight. */
  weight: number;
}

const usual = { belly: 0, chest: 0, stoop: 0, head: 1, age: 'adult', isWoman: false } as const;
const MEN: readonly HairStyle[] = ['parted', 'cropped', 'parted', 'curly', 'thinning', 'cropped', 'bald'];
const WOMEN: readonly HairStyle[] = ['long', 'bob', 'ponytail', 'bun', 'long', 'curly', 'ponytail', 'parted'];

export const BUILDS: readonly Build[] = [
  { ...usual, name: 'man', height: [0.98, 1.05], shoulders: 1.04, hips: 0.95, hair: MEN, weight: 5 },
  { ...usual, name: 'woman', height: [0.91, 0.98], shoulders: 0.9, hips: 1.02, chest: 0.032, head: 0.98, isWoman: true, hair: WOMEN, weight: 5 },
  { ...usual, name: 'tall slim man', height: [1.05, 1.11], shoulders: 0.97, hips: 0.9, head: 0.98, hair: ['parted', 'cropped', 'curly'], weight: 2 },
  { ...usual, name: 'slim woman', height: [0.93, 1.0], shoulders: 0.86, hips: 0.94, chest: 0.022, head: 0.98, isWoman: true, hair: WOMEN, weight: 3 },
  { ...usual, name: 'broad man', height: [1.0, 1.06], shoulders: 1.13, hips: 0.98, chest: 0.022, hair: ['cropped', 'bald', 'parted'], weight: 2 },
  { ...usual, name: 'stout man', height: [0.95, 1.02], shoulders: 1.05, hips: 1.12, belly: 0.1, chest: 0.018, hair: ['thinning', 'parted', 'bald', 'cropped'], weight: 2 },
  { ...usual, name: 'stout woman', height: [0.89, 0.95], shoulders: 0.98, hips: 1.17, belly: 0.065, chest: 0.05, isWoman: true, hair: ['bob', 'bun', 'parted', 'long', 'curly'], weight: 2 },
  { ...usual, name: 'old man', height: [0.92, 0.98], shoulders: 0.97, hips: 1.0, belly: 0.045, stoop: 0.2, age: 'old', hair: ['thinning', 'bald', 'thinning', 'parted'], weight: 2 },
  { ...usual, name: 'old woman', height: [0.86, 0.92], shoulders: 0.91, hips: 1.08, belly: 0.03, chest: 0.03, stoop: 0.25, age: 'old', isWoman: true, hair: ['bun', 'bob', 'parted', 'curly'], weight: 2 },
  { ...usual, name: 'teenager', height: [0.9, 0.98], shoulders: 0.87, hips: 0.89, head: 1.02, age: 'teenager', hair: ['parted', 'curly', 'cropped', 'parted'], weight: 2 },
  { ...usual, name: 'teenage girl', height: [0.88, 0.95], shoulders: 0.83, hips: 0.91, chest: 0.015, head: 1.02, age: 'teenager', isWoman: true, hair: ['ponytail', 'long', 'long', 'bob'], weight: 2 },
  { ...usual, name: 'child', height: [0.66, 0.8], shoulders: 0.88, hips: 0.92, head: 1.15, age: 'child', hair: ['parted', 'cropped', 'curly'], weight: 1 },
  { ...usual, name: 'girl', height: [0.64, 0.78], shoulders: 0.86, hips: 0.92, head: 1.15, age: 'child', isWoman: true, hair: ['ponytail', 'long', 'bob'], weight: 1 },
];

/** Returns the number of a build, by its name. */
export function buildNamed(name: string): number {
  return BUILDS.findIndex((build) => build.name === name);
}
