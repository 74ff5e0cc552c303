// What the colours of people and layers mean: maps, palettes and their legends.

import * as state from '../state';
import type { Layer } from '../state';

export interface LegendEntry { label: string; colour: string }
/** A continuous scale: css colours from left to right, and ticks from 0 to 1. */
export interface LegendScale { colours: string[]; ticks: { at: number; label: string }[] }
export interface Legend { title: string; unit: string; entries: LegendEntry[]; scale: LegendScale | null }

type Rgb = readonly [number, number, number];

/** The colours of Okabe and Ito, which people with any kind of colour vision can tell apart, then lighter and darker variants of them. */
export const CATEGORIES: readonly string[] = [
  '#0072b2', '#e69f00', '#009e73', '#d55e00', '#56b4e9', '#cc79a7', '#f0e442', '#8c6bb1',
  '#005082', '#b37700', '#00664a', '#993d00', '#9bd3f2', '#e3b1cd', '#a89c1a', '#5b3f86',
];
/** The colour without a category, for example of people without a destination. */
export const NEUTRAL = '#9aa4ae';

/** The colours of slots and of places in line. They are the first two categories, which drawings of the server have, too. */
export const CLAIM_COLOURS: readonly string[] = CATEGORIES.slice(0, 2);

/** What people do, as groups of statuses by their words, with their colours. A status that is in no group is a group of its own. */
const DOINGS: readonly { label: string; colour: string; statuses: readonly string[] }[] = [
  { label: 'walking', colour: '#56b4e9', statuses: ['walking', 'planning'] },
  { label: 'standing in line', colour: '#e69f00', statuses: ['standing in line'] },
  { label: 'being served', colour: '#009e73', statuses: ['being served'] },
  { label: 'sitting', colour: '#8c6bb1', statuses: ['sitting'] },
  { label: 'watching', colour: '#cc79a7', statuses: ['watching'] },
  { label: 'waiting', colour: '#9aa4ae', statuses: ['waiting', 'preparing'] },
  { label: 'at a lift', colour: '#005082', statuses: ['queueing for a lift', 'riding a lift'] },
  { label: 'held up', colour: '#d55e00', statuses: ['backing out of a narrow place', 'letting others pass', 'no way', 'overwhelmed', 'lost'] },
];
/** The colours of statuses that this page does not know, one after the other. */
const OTHER_DOINGS: readonly string[] = ['#f0e442', '#a89c1a', '#e3b1cd', '#00664a', '#5b3f86', '#993d00'];

export interface Doing { label: string; colour: string }

/** Returns what people can do, and which of it each status is, by the number of the status. */
export function doings(statuses: readonly string[]): { all: Doing[]; of: number[] } {
  const all: Doing[] = DOINGS.map(({ label, colour }) => ({ label, colour }));
  const heldUp = DOINGS.length - 1;
  let others = 0;
  const of = statuses.map((status) => {
    if (status === 'gone') return 0;
    const known = status.startsWith('stuck') ? heldUp : DOINGS.findIndex((doing) => doing.statuses.includes(status));
    if (known >= 0) return known;
    all.push({ label: status, colour: OTHER_DOINGS[others++ % OTHER_DOINGS.length]! });
    return all.length - 1;
  });
  return { all, of };
}

/** Viridis (van der Walt and Smith, 2015) at nine points. */
const VIRIDIS: readonly Rgb[] = [
  [68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37],
];
/** The scale of speeds reaches from 0 to this, m/s. */
export const TOP_SPEED = 2;
/** The scale of densities reaches from 0 to this, persons/m². */
export const TOP_DENSITY = 4;

/** Levels of service of walkways by density, persons/m² (Fruin 1971, table of walkways). */
export const LEVELS_OF_SERVICE: readonly { level: string; from: number; to: number }[] = [
  { level: 'A', from: 0, to: 0.31 }, { level: 'B', from: 0.31, to: 0.43 }, { level: 'C', from: 0.43, to: 0.72 },
  { level: 'D', from: 0.72, to: 1.08 }, { level: 'E', from: 1.08, to: 2.17 }, { level: 'F', from: 2.17, to: Infinity },
];
/** The density of each colour: from calm blue through yellow to dark red, with a step per level of service. */
const DENSITY_STOPS: readonly { at: number; rgb: Rgb }[] = [
  { at: 0, rgb: [69, 117, 180] }, { at: 0.31, rgb: [78, 140, 196] }, { at: 0.43, rgb: [112, 178, 205] }, { at: 0.72, rgb: [171, 217, 180] },
  { at: 1.08, rgb: [254, 224, 120] }, { at: 2.17, rgb: [244, 109, 67] }, { at: TOP_DENSITY, rgb: [165, 0, 38] },
];

const STEPS = 256;
/** 256 colours, three bytes each. */
export type Ramp = Uint8Array;
export const SPEED_RAMP: Ramp = ramp((share) => mix(VIRIDIS, share));
export const DENSITY_RAMP: Ramp = ramp((share) => densityRgb(share * TOP_DENSITY));

export function densityRgb(density: number): Rgb {
  for (let i = 1; i < DENSITY_STOPS.length; i++) {
    const low = DENSITY_STOPS[i - 1]!, high = DENSITY_STOPS[i]!;
    if (density <= high.at) return blend(low.rgb, high.rgb, Math.max(0, density - low.at) / (high.at - low.at));
  }
  return DENSITY_STOPS[DENSITY_STOPS.length - 1]!.rgb;
}

/** Returns the level of service at a density. */
export function levelOfService(density: number): string {
  return LEVELS_OF_SERVICE.find((level) => density < level.to)?.level ?? 'F';
}

export function category(index: number): string {
  return CATEGORIES[((index % CATEGORIES.length) + CATEGORIES.length) % CATEGORIES.length]!;
}

/** Returns the colour of a stage of the velocity pipe, for arrows and panels alike. */
export function stageColour(stage: number): string {
  return category(stage);
}

/** The colours of the zones around a body, the innermost first, for the scene and the panel alike. */
export const ZONES: readonly string[] = ['#d55e00', '#e69f00', '#009e73'];
/** The colour of the border of what a pedestrian perceives. */
export const PERCEIVED = '#cc79a7';

/** Returns the colours of a palette as bytes. */
export function bytesOf(colours: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(colours.length * 3);
  colours.forEach((colour, i) => bytes.set(rgbOf(colour), 3 * i));
  return bytes;
}

export function rgbOf(colour: string): Rgb {
  const value = parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Returns the colour of a value in a drawing of the server: a colour per kind, or a scale from least to most. */
export function drawingRgb(value: number, least: number, most: number, isQuantity: boolean): Rgb {
  if (!isQuantity) return rgbOf(category(Math.round(value)));
  const share = most > least ? (value - least) / (most - least) : 0;
  return mix(VIRIDIS, Math.min(1, Math.max(0, share)));
}

/** Returns what the colours of people mean now. */
export function legend(): Legend {
  const by = state.colourBy.value;
  const welcome = state.welcome.value;
  const named = (title: string, names: readonly string[]): Legend =>
    ({ title, unit: '', entries: names.map((label, i) => ({ label, colour: category(i) })), scale: null });
  switch (by) {
    case 'clothes': return { title: 'Clothes', unit: '', entries: [], scale: null };
    case 'speed': return speedLegend('Speed');
    case 'density': return densityLegend('Density');
    case 'population': return named('Population', (welcome?.populations ?? []).map((population) => population.name));
    case 'doing': return { title: 'What people do', unit: '', entries: doings(welcome?.statuses ?? []).all, scale: null };
    case 'status': return named('Status', welcome?.statuses ?? []);
    case 'model': return named('Steering model', models());
    case 'destination': {
      const areas = destinations().map(({ name, colour }) => ({ label: name, colour }));
      return { title: 'Destination', unit: '', entries: [...areas, { label: 'none', colour: NEUTRAL }], scale: null };
    }
  }
}

/** Returns the steering models in use, in the order of the populations. */
export function models(): string[] {
  return [...new Set((state.welcome.value?.populations ?? []).map((population) => population.model))];
}

/** Returns the areas to which people can go, with their colours: exits first, then the others. */
export function destinations(): { area: number; name: string; colour: string }[] {
  const areas = (state.place.value?.areas ?? []).map((area, i) => ({ area: i, name: area.name, kind: area.kind }));
  const isGoal = (kind: string) => kind !== 'entrance' && kind !== 'measurement';
  const ordered = [...areas.filter((a) => a.kind === 'exit'), ...areas.filter((a) => a.kind !== 'exit' && isGoal(a.kind))];
  return ordered.map(({ area, name }, i) => ({ area, name, colour: category(i) }));
}

/** Returns what the colours of a layer mean, or null when it needs no legend. */
export function layerLegend(layer: Layer): Legend | null {
  if (layer === 'density') return densityLegend('Density map');
  if (layer === 'speed') return speedLegend('Speed map');
  if (layer === 'areas') {
    const entries = Object.entries(AREA_COLOURS).map(([label, colour]) => ({ label, colour }));
    return { title: 'Areas', unit: '', entries, scale: null };
  }
  if (layer === 'slots') {
    return { title: 'Lines and slots', unit: '', entries: ['slot', 'place in line'].map((label, i) => ({ label, colour: CLAIM_COLOURS[i]! })), scale: null };
  }
  const meaning = state.drawings.value[layer];
  if (!meaning) return null;
  const title = layer[0]!.toUpperCase() + layer.slice(1);
  if (meaning.words.length > 0) return { title, unit: '', entries: meaning.words.map((label, i) => ({ label, colour: category(i) })), scale: null };
  if (!meaning.unit || meaning.most <= meaning.least) return null;
  const digits = meaning.most - meaning.least > 20 ? 0 : 1;
  const ticks = [0, 0.5, 1].map((at) => ({ at, label: (meaning.least + at * (meaning.most - meaning.least)).toFixed(digits) }));
  return { title, unit: meaning.unit, entries: [], scale: { colours: cssOf(SPEED_RAMP), ticks } };
}

/** The colours of areas, by kind. */
export const AREA_COLOURS: Record<string, string> = {
  entrance: '#1f9d63', exit: '#1f78c8', waiting: '#d98e04', measurement: '#8e5bd0', region: '#7d8894',
};

function speedLegend(title: string): Legend {
  const ticks = [0, 0.5, 1, 1.5, 2].map((speed) => ({ at: speed / TOP_SPEED, label: speed === TOP_SPEED ? '≥ 2' : String(speed) }));
  return { title, unit: 'm/s', entries: [], scale: { colours: cssOf(SPEED_RAMP), ticks } };
}

function densityLegend(title: string): Legend {
  const entries = LEVELS_OF_SERVICE.map(({ level, from, to }) => ({
    label: `${level}  ${to === Infinity ? `> ${from}` : from === 0 ? `< ${to}` : `${from}–${to}`}`,
    colour: css(densityRgb(to === Infinity ? 3 : (from + to) / 2)),
  }));
  const ticks = [0, 1, 2, 3, 4].map((density) => ({ at: density / TOP_DENSITY, label: density === TOP_DENSITY ? '≥ 4' : String(density) }));
  return { title: `${title}, level of service`, unit: 'persons/m²', entries, scale: { colours: cssOf(DENSITY_RAMP), ticks } };
}

function cssOf(colours: Ramp): string[] {
  return Array.from({ length: 17 }, (_, i) => {
    const at = 3 * Math.round((i / 16) * (STEPS - 1));
    return css([colours[at]!, colours[at + 1]!, colours[at + 2]!]);
  });
}

function css([r, g, b]: Rgb): string {
  return `#${((1 << 24) | (Math.round(r) << 16) | (Math.round(g) << 8) | Math.round(b)).toString(16).slice(1)}`;
}

function ramp(colour: (share: number) => Rgb): Ramp {
  const bytes = new Uint8Array(STEPS * 3);
  for (let i = 0; i < STEPS; i++) bytes.set(colour(i / (STEPS - 1)), 3 * i);
  return bytes;
}

function mix(stops: readonly Rgb[], share: number): Rgb {
  const at = share * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  return blend(stops[i]!, stops[i + 1]!, at - i);
}

function blend(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}
