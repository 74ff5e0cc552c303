// What the page knows and shows, as signals: the scene draws them, the panels show and change them.

import { computed, signal } from '@preact/signals';
import { NOTHING_SEEN, type NeedsSeen } from './needs_seen';
import type { Playback } from './playback';
import { storeysOf } from './storeys';
import { trainsAt } from './timetable';
import type { Diagram, Flow, Happening, Head, Inspected, Place, Property, Row, TrainChange, Welcome } from './protocol';

export type ColourBy = 'clothes' | 'speed' | 'density' | 'population' | 'doing' | 'status' | 'destination' | 'model';
export type Theme = 'light' | 'dark';
export type ViewKind = '3d' | 'plan';
/** What a click or a drag on the place does. */
export type Tool = 'look' | 'select' | 'line' | 'block';
/** The layers that can be switched. */
export const LAYERS = ['cells', 'bottlenecks', 'hierarchy', 'neighbours', 'routes', 'trails', 'density', 'speed', 'flow', 'measures', 'areas', 'slots', 'claims'] as const;
export type Layer = (typeof LAYERS)[number];

/** Why there is nothing to show. */
export interface Broken { title: string; what: string; hint: string }
/** A line that the user drew, with the people who crossed it. Local metres. */
export interface DrawnLine { id: number; floor: number; ax: number; ay: number; bx: number; by: number; flow: Flow | null }
/** The fundamental diagram of an area; null when it was refused, with the reason. */
export interface AreaDiagram { area: number; diagram: Diagram | null; refusal: string }
/** An obstacle that was drawn and waits to be confirmed; corners x, y in metres, not local. */
export interface DrawnBlock { floor: number; outline: number[] }
/** A message that goes away by itself. */
export interface Toast { id: number; text: string; hint: string; isError: boolean }
/** What is under the mouse. */
export interface Hovered { screenX: number; screenY: number; lines: Property[] }
/** What the values of a layer's drawing mean: words, or a quantity from least to most with its unit. */
export interface Meaning { words: string[]; unit: string; least: number; most: number }
/** Where a pedestrian walked: x, y, z local. */
export interface Trail { pedestrian: number; points: Float32Array }

// From the server.
export const welcome = signal<Welcome | null>(null);
export const place = signal<Place | null>(null);
export const head = signal<Head | null>(null);
export const broken = signal<Broken | null>(null);
export const isConnected = signal(false);
export const playback = signal<Playback | null>(null);
/** The rows of statistics: one per simulated second, or per frame when frames are further apart. */
export const rows = signal<Row[]>([]);
export const happenings = signal<Happening[]>([]);
/** What trains did, in order. */
export const trainChanges = signal<TrainChange[]>([]);
/** The fundamental diagram that was fetched last. */
export const diagram = signal<AreaDiagram | null>(null);
/** The population of each pedestrian; 65535: not in yet. */
export const populationOf = signal<Uint16Array>(new Uint16Array(0));
/** Half the width of the body of each pedestrian, cm; 0: not in yet. */
export const radiusOf = signal<Uint8Array>(new Uint8Array(0));

// The moment shown, a few times per second. The scene reads `playback` itself.
export const time = signal(0);
export const shownCount = signal(0);
export const isPlaying = signal(false);
export const speed = signal(1);
export const isFollowingHead = signal(true);
/** The frame at or before the moment shown. */
export const frame = computed(() => Math.floor(time.value / (welcome.value?.frameSeconds ?? 1) + 1e-6));

// How it is shown.
export const theme = signal<Theme>('light');
export const view = signal<ViewKind>('3d');
export const colourBy = signal<ColourBy>('clothes');
/** The colours that show something of the run, to which a key switches from clothes. */
export const analysisBy = signal<ColourBy>('speed');
export const layers = signal<ReadonlySet<Layer>>(new Set<Layer>(['areas']));
export const hierarchyLevel = signal(0);
/** The hidden storeys. Upper storeys are see-through anyway. */
export const hiddenStoreys = signal<ReadonlySet<number>>(new Set());
/** The storey in focus: storeys above it are see-through. `null`: all storeys, the top one included. */
export const storey = signal<number | null>(null);
export const tool = signal<Tool>('look');

// The selection.
export const selected = signal<number | null>(null);
export const inspected = signal<Inspected | null>(null);
/** Why only the frame tells about the selected pedestrian. */
export const notInspected = signal<{ what: string; hint: string } | null>(null);
export const trail = signal<Trail | null>(null);
/** When the selected pedestrian is inside: its first and its last frame; no last one while it is still inside. */
export const presence = signal<{ pedestrian: number; first: number; last: number | null } | null>(null);
/** The needs of the selected pedestrian since it was selected. */
export const needsSeen = signal<NeedsSeen>(NOTHING_SEEN);
/** A group that can be sent somewhere. */
export const group = signal<ReadonlySet<number>>(new Set());
export const isFollowingSelected = signal(false);
export const hovered = signal<Hovered | null>(null);
export const lines = signal<DrawnLine[]>([]);
export const drawnBlock = signal<DrawnBlock | null>(null);
/** What the drawings of shown layers mean, for their legends. */
export const drawings = signal<Partial<Record<Layer, Meaning>>>({});
export const toasts = signal<Toast[]>([]);
export const isHelpOpen = signal(false);

/** Whether a door is open at the moment shown, by link. */
export const openLinks = computed<boolean[]>(() => {
  const open = (place.value?.links ?? []).map((link) => link.open);
  for (const happened of happenings.value) {
    if (happened.link !== null && happened.frame <= frame.value) open[happened.link] = happened.kind === 'opened';
  }
  return open;
});

/** Whether an object is open at the moment shown, by object. */
export const openObjects = computed<boolean[]>(() => {
  const open = (place.value?.objects ?? []).map(() => true);
  for (const happened of happenings.value) {
    if (happened.object !== null && happened.frame <= frame.value) open[happened.object] = happened.kind === 'reopened';
  }
  return open;
});

/** What each train does at the moment shown, and its stops as expected then. */
export const trainsNow = computed(() => trainsAt(place.value?.trains ?? [], trainChanges.value, frame.value));

/** The storeys of the place, lowest first, with the floors of each. */
export const storeys = computed(() => (place.value ? storeysOf(place.value) : []));

/** Colours people by something. */
export function colourPeople(by: ColourBy): void {
  colourBy.value = by;
  if (by !== 'clothes') analysisBy.value = by;
}

let nextToast = 1;
export function toast(text: string, hint = '', isError = false): void {
  const id = nextToast++;
  toasts.value = [...toasts.value, { id, text, hint, isError }];
  setTimeout(() => { toasts.value = toasts.value.filter((t) => t.id !== id); }, isError ? 9000 : 4000);
}
