// The view as text behind the # of the address, so that it can be shared.

import { LAYERS, type ColourBy, type Layer, type ViewKind } from '../state';

export interface ViewAddress {
  /** The time, s; null: the newest moment. */
  time: number | null;
  /** The camera, as the scene writes it. */
  camera: string;
  view: ViewKind;
  colour: ColourBy;
  layers: Layer[];
  level: number;
  /** The storey in focus; null: all of them. */
  storey: number | null;
  hidden: number[];
  selected: number | null;
}

export const COLOURS: readonly ColourBy[] = ['clothes', 'speed', 'density', 'population', 'doing', 'status', 'destination', 'model'];

export function writeAddress(address: ViewAddress): string {
  const query = new URLSearchParams();
  if (address.time !== null) query.set('t', address.time.toFixed(1));
  query.set('view', address.view);
  query.set('colour', address.colour);
  query.set('layers', address.layers.join('.'));
  if (address.level > 0) query.set('level', String(address.level));
  query.set('storey', address.storey === null ? 'all' : String(address.storey));
  if (address.hidden.length > 0) query.set('hidden', address.hidden.join('.'));
  if (address.selected !== null) query.set('who', String(address.selected));
  if (address.camera) query.set('camera', address.camera);
  return query.toString();
}

/** Reads an address. Parts that are missing or wrong are left out. */
export function readAddress(text: string): Partial<ViewAddress> {
  const query = new URLSearchParams(text.replace(/^#/, ''));
  const found: Partial<ViewAddress> = {};
  const time = amount(query.get('t'));
  if (time !== null) found.time = time;
  const view = query.get('view');
  if (view === '3d' || view === 'plan') found.view = view;
  const colour = COLOURS.find((c) => c === query.get('colour'));
  if (colour) found.colour = colour;
  const layers = query.get('layers');
  if (layers !== null) found.layers = LAYERS.filter((layer) => layers.split('.').includes(layer));
  const level = whole(query.get('level'));
  if (level !== null) found.level = level;
  const storey = whole(query.get('storey'));
  if (storey !== null || query.get('storey') === 'all') found.storey = storey;
  const hidden = query.get('hidden');
  if (hidden) found.hidden = hidden.split('.').map(whole).filter((n) => n !== null);
  const selected = whole(query.get('who'));
  if (selected !== null) found.selected = selected;
  const camera = query.get('camera');
  if (camera) found.camera = camera;
  return found;
}

function amount(text: string | null): number | null {
  const value = text ? Number(text) : NaN;
  return Number.isFinite(value) && value >= 0 ? value : null;
}

function whole(text: string | null): number | null {
  const value = amount(text);
  return value !== null && Number.isInteger(value) ? value : null;
}
