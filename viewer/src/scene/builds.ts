// The builds of people: how tall and how wide their parts are, beside the usual body that `body.ts` models.

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
  /** How far a skirt reaches down the legs, as a share; 0 without. */
  skirt: number;
  /** The hair, in the order in which it is drawn: short, long, bun, bald. */
  hair: readonly ('short' | 'long' | 'bun' | 'bald')[];
  /** Whether the hair is grey or white. */
  isOld: boolean;
  /** How often it is met, as a weight. */
  weight: number;
}

const usual = { belly: 0, chest: 0, stoop: 0, head: 1, skirt: 0, isOld: false };

export const BUILDS: readonly Build[] = [
  { ...usual, name: 'man', height: [0.98, 1.06], shoulders: 1.05, hips: 0.96, hair: ['short', 'short', 'bald'], weight: 5 },
  { ...usual, name: 'woman', height: [0.91, 0.98], shoulders: 0.9, hips: 1.04, chest: 0.03, head: 0.97, hair: ['long', 'bun', 'long', 'short'], weight: 5 },
  { ...usual, name: 'tall slim man', height: [1.05, 1.12], shoulders: 0.97, hips: 0.9, hair: ['short'], weight: 2 },
  { ...usual, name: 'broad man', height: [1.0, 1.07], shoulders: 1.16, hips: 0.98, chest: 0.025, hair: ['short', 'bald'], weight: 2 },
  { ...usual, name: 'stout man', height: [0.95, 1.02], shoulders: 1.06, hips: 1.14, belly: 0.11, chest: 0.02, hair: ['short', 'bald'], weight: 2 },
  { ...usual, name: 'stout woman', height: [0.89, 0.95], shoulders: 0.98, hips: 1.2, belly: 0.07, chest: 0.05, hair: ['short', 'bun', 'long'], weight: 2 },
  { ...usual, name: 'woman in a skirt', height: [0.91, 0.98], shoulders: 0.89, hips: 1.03, chest: 0.03, head: 0.97, skirt: 0.55, hair: ['long', 'bun'], weight: 3 },
  { ...usual, name: 'old man', height: [0.92, 0.98], shoulders: 0.98, hips: 1.0, belly: 0.04, stoop: 0.2, hair: ['bald', 'short'], isOld: true, weight: 2 },
  { ...usual, name: 'old woman', height: [0.86, 0.92], shoulders: 0.92, hips: 1.1, belly: 0.03, stoop: 0.26, skirt: 0.7, hair: ['bun', 'short'], isOld: true, weight: 2 },
  { ...usual, name: 'teenager', height: [0.88, 0.97], shoulders: 0.88, hips: 0.9, head: 1.02, hair: ['short', 'long'], weight: 2 },
  { ...usual, name: 'child', height: [0.66, 0.8], shoulders: 0.9, hips: 0.92, head: 1.16, hair: ['short', 'long'], weight: 1 },
];

/** The number of a build, by its name. */
export function buildNamed(name: string): number {
  return BUILDS.findIndex((build) => build.name === name);
}
