// Layers that the server computes: cells, bottlenecks, hierarchy, neighbours, routes, claims.

import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial } from 'three';
import type { Drawing, LayerKind, Place } from '../../protocol';
import * as session from '../../session';
import * as state from '../../state';
import { drawingRgb } from '../colours';
import { discard, strokes } from '../meshes';
import type { LayerView, Moment } from './layers';

type Drawn = 'cells' | 'bottlenecks' | 'hierarchy' | 'neighbours' | 'routes' | 'claims';
interface Kind { layer: Drawn; kind: LayerKind['kind']; moves: boolean; width: number; fill: number; line: number }
const KINDS: readonly Kind[] = [
  { layer: 'cells', kind: 'Cells', moves: false, width: 1, fill: 0.3, line: 0.75 },
  { layer: 'bottlenecks', kind: 'Bottlenecks', moves: false, width: 3, fill: 0.4, line: 1 },
  { layer: 'hierarchy', kind: 'Hierarchy', moves: false, width: 1.2, fill: 0.38, line: 0.8 },
  { layer: 'neighbours', kind: 'Neighbours', moves: true, width: 1.2, fill: 0.3, line: 0.6 },
  { layer: 'routes', kind: 'Routes', moves: true, width: 1.5, fill: 0.3, line: 0.55 },
  { layer: 'claims', kind: 'Claims', moves: true, width: 1.6, fill: 0.3, line: 0.85 },
];
const REFETCHED_EVERY = 0.5;
const LIFT = 0.045;

interface Entry { group: Group; key: string; asked: number; drawing: Drawing | null; isBusy: boolean; shown: string }

export class Drawings implements LayerView {
  readonly group = new Group();
  private readonly entries = new Map<Drawn, Entry>();

  setPlace(_place: Place): void {
    for (const [layer, entry] of this.entries) this.drop(layer, entry);
  }

  update({ shown, isShown, now }: Moment): void {
    for (const kind of KINDS) {
      const entry = this.entries.get(kind.layer);
      if (!state.layers.value.has(kind.layer)) {
        if (entry) this.drop(kind.layer, entry);
        continue;
      }
      const level = kind.layer === 'hierarchy' ? state.hierarchyLevel.value : 0;
      const key = `${state.place.value?.version} ${level} ${kind.moves ? shown.time.toFixed(2) : ''}`;
      if (!entry || (entry.key !== key && !entry.isBusy && (!kind.moves || now - entry.asked >= REFETCHED_EVERY))) void this.fetch(kind, level, key, now);
      // Lines of hidden storeys are left out, so another choice of storeys needs another drawing.
      else if (entry.drawing && entry.shown !== isShown.join('')) this.build(kind, entry, isShown);
    }
  }

  dispose(): void { discard(this.group); }

  private async fetch(kind: Kind, level: number, key: string, now: number): Promise<void> {
    const entry = this.entries.get(kind.layer) ?? { group: new Group(), key, asked: now, drawing: null, isBusy: false, shown: '' };
    this.entries.set(kind.layer, entry);
    Object.assign(entry, { key, asked: now, isBusy: true });
    const drawing = await session.drawing(kind.kind, level);
    entry.isBusy = false;
    // The server may first have to repeat the run up to this moment: then the page asks again.
    if (!drawing && kind.moves) entry.key = '';
    if (!drawing || this.entries.get(kind.layer) !== entry) return;
    entry.drawing = drawing;
    entry.shown = 'new';
    const { words, unit, least, most } = drawing;
    const before = state.drawings.value[kind.layer];
    if (!before || before.unit !== unit || before.least !== least || before.most !== most || before.words.join() !== words.join()) {
      state.drawings.value = { ...state.drawings.value, [kind.layer]: { words, unit, least, most } };
    }
  }

  private drop(layer: Drawn, entry: Entry): void {
    discard(entry.group);
    this.entries.delete(layer);
    const { [layer]: _, ...others } = state.drawings.value;
    state.drawings.value = others;
  }

  private build(kind: Kind, entry: Entry, isShown: Uint8Array): void {
    discard(entry.group);
    entry.group = new Group();
    entry.shown = isShown.join('');
    const drawing = entry.drawing!;
    const isQuantity = drawing.unit !== '' && drawing.words.length === 0;
    const colour = (value: number) => drawingRgb(value, drawing.least, drawing.most, isQuantity);
    const faces = facesOf(drawing, isShown, colour);
    if (faces) {
      const mesh = new Mesh(faces, new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: kind.fill, side: DoubleSide, depthWrite: false }));
      mesh.renderOrder = 100;
      entry.group.add(mesh);
    }
    const lines = linesOf(drawing, isShown, colour);
    if (lines) {
      const drawn = strokes(lines.segments, { colour: 0xffffff, width: kind.width, opacity: kind.line }, lines.colours);
      drawn.renderOrder = 112;
      entry.group.add(drawn);
    }
    this.group.add(entry.group);
  }
}

type Colour = (value: number) => readonly [number, number, number];

function facesOf(drawing: Drawing, isShown: Uint8Array, colour: Colour): BufferGeometry | null {
  const positions: number[] = [];
  const colours: number[] = [];
  drawing.triangleValues.forEach((value, i) => {
    if (isShown[drawing.triangleFloors[i]!] === 0) return;
    const [r, g, b] = colour(value).map(linear) as [number, number, number];
    for (let k = 0; k < 9; k += 3) {
      const at = 9 * i + k;
      positions.push(drawing.triangles[at]!, drawing.triangles[at + 1]!, drawing.triangles[at + 2]! + LIFT);
      colours.push(r, g, b);
    }
  });
  if (positions.length === 0) return null;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colours), 3));
  return geometry;
}

function linesOf(drawing: Drawing, isShown: Uint8Array, colour: Colour): { segments: Float32Array; colours: Float32Array } | null {
  const segments: number[] = [];
  const colours: number[] = [];
  drawing.lineValues.forEach((value, i) => {
    if (isShown[drawing.lineFloors[i]!] === 0) return;
    const [r, g, b] = colour(value).map(linear) as [number, number, number];
    for (let k = 0; k < 6; k += 3) {
      const at = 6 * i + k;
      segments.push(drawing.lines[at]!, drawing.lines[at + 1]!, drawing.lines[at + 2]! + LIFT + 0.02);
      colours.push(r, g, b);
    }
  });
  return segments.length > 0 ? { segments: new Float32Array(segments), colours: new Float32Array(colours) } : null;
}

/** Returns a display colour as the graphics card uses it. */
function linear(byte: number): number {
  return Math.pow(byte / 255, 2.2);
}
