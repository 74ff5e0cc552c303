// Density and speed as colours on the ground.

import {
  DataTexture, Group, LinearFilter, Mesh, RGFormat, RGBAFormat, ShaderMaterial, UnsignedByteType, Vector4, type BufferGeometry,
} from 'three';
import type { Shown } from '../../playback';
import type { Floor, Place } from '../../protocol';
import * as state from '../../state';
import { DENSITY_RAMP, SPEED_RAMP, TOP_DENSITY, TOP_SPEED } from '../colours';
import { extentOf, Spread } from '../density';
import { surfaceOf } from '../floors';
import { discard } from '../meshes';
import type { LayerView, Moment } from './layers';

/** The width of a cell, m, and the most cells of a grid. On very large ground cells are wider. */
const STEP = 0.5;
const MOST_CELLS = 700_000;
const COMPUTED_EVERY = 0.25;
const PEOPLE_AT_ONCE = 2500;
const CELLS_AT_ONCE = 100_000;
/** Below the first density nothing is drawn; from the second on the colour is opaque, persons/m². */
const LEAST_DENSITY = 0.015;
const SURE_DENSITY = 0.3;

/** How far the work on a map has come. */
interface Next { kind: 'density' | 'speed'; person: number; sheet: number; cell: number }
interface Sheet { spread: Spread; texture: DataTexture; mesh: Mesh<BufferGeometry, ShaderMaterial> }

export class HeatMaps implements LayerView {
  readonly group = new Group();
  private sheets: Sheet[] = [];
  private floors: Floor[] = [];
  private computed = -Infinity;
  private shownKey = '';
  private next: Next | null = null;
  private readonly ramps = { density: rampTexture(DENSITY_RAMP), speed: rampTexture(SPEED_RAMP) };

  setPlace(place: Place): void {
    this.clear();
    this.floors = place.floors;
  }

  update({ shown, isShown, now }: Moment): void {
    const layers = state.layers.value;
    const kind = layers.has('density') ? 'density' : layers.has('speed') ? 'speed' : null;
    if (!kind) { if (this.sheets.length > 0) this.clear(); return; }
    if (this.sheets.length === 0) this.build();
    this.sheets.forEach((sheet, floor) => { sheet.mesh.visible = isShown[floor] === 1; });
    if (this.next === null) {
      const key = `${kind} ${shown.version}`;
      if (now - this.computed < COMPUTED_EVERY || key === this.shownKey) return;
      this.computed = now;
      this.shownKey = key;
      this.next = { kind, person: 0, sheet: 0, cell: 0 };
      for (const { spread } of this.sheets) spread.clear();
    }
    this.goOn(shown, this.next);
  }

  /** Does a share of the work. A map of many people or of much ground takes several pictures. */
  private goOn(shown: Shown, next: Next): void {
    const until = Math.min(shown.count, next.person + PEOPLE_AT_ONCE);
    for (let i = next.person; i < until; i++) {
      this.sheets[shown.floor[i]!]?.spread.add(shown.x[i]!, shown.y[i]!, next.kind === 'speed' ? shown.speed[i]! : null);
    }
    next.person = until;
    if (until < shown.count) return;
    for (let left = CELLS_AT_ONCE; left > 0 && next.sheet < this.sheets.length;) {
      const sheet = this.sheets[next.sheet]!;
      const end = Math.min(sheet.spread.density.length, next.cell + left);
      this.paint(sheet, next.kind, next.cell, end);
      left -= end - next.cell;
      next.cell = end;
      if (end < sheet.spread.density.length) return;
      sheet.texture.needsUpdate = true;
      next.sheet += 1;
      next.cell = 0;
    }
    if (next.sheet === this.sheets.length) this.next = null;
  }

  dispose(): void { this.clear(); }

  private clear(): void {
    for (const { texture, mesh } of this.sheets) { texture.dispose(); discard(mesh); }
    this.sheets = [];
    this.next = null;
    this.shownKey = '';
    this.computed = -Infinity;
  }

  private build(): void {
    const cells = this.floors.map(extentOf).reduce((sum, { width, depth }) => sum + (width * depth) / (STEP * STEP), 0);
    const step = STEP * Math.max(1, Math.sqrt(cells / MOST_CELLS));
    this.sheets = this.floors.map((floor) => {
      const spread = new Spread(extentOf(floor), step);
      const texture = new DataTexture(new Uint8Array(spread.density.length * 2), spread.columns, spread.rows, RGFormat, UnsignedByteType);
      texture.magFilter = LinearFilter;
      texture.minFilter = LinearFilter;
      texture.unpackAlignment = 1;
      const extent = new Vector4(spread.x, spread.y, spread.columns * step, spread.rows * step);
      const mesh = new Mesh(surfaceOf(floor), heatMaterial(texture, extent));
      mesh.renderOrder = floor.storey * 20 + 1;
      this.group.add(mesh);
      return { spread, texture, mesh };
    });
  }

  private paint({ spread, texture, mesh }: Sheet, kind: 'density' | 'speed', from: number, to: number): void {
    const { density, momentum } = spread;
    const into = texture.image.data as Uint8Array;
    const { uniforms } = mesh.material;
    uniforms['ramp']!.value = this.ramps[kind];
    // Each cell has two bytes: the place of its colour on the ramp, and its opacity.
    const scale = kind === 'density' ? 255 / TOP_DENSITY : 255 / TOP_SPEED;
    for (let i = from, at = 2 * from; i < to; i++, at += 2) {
      const near = density[i]!;
      if (near < LEAST_DENSITY) { into[at + 1] = 0; continue; }
      const value = (kind === 'density' ? near : momentum[i]! / near) * scale;
      into[at] = value > 255 ? 255 : value;
      into[at + 1] = near > SURE_DENSITY ? 255 : (near - LEAST_DENSITY) * (255 / (SURE_DENSITY - LEAST_DENSITY));
    }
  }
}

function heatMaterial(values: DataTexture, extent: Vector4): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { values: { value: values }, ramp: { value: null }, extent: { value: extent } },
    vertexShader: `uniform vec4 extent; varying vec2 vAt;
      void main() {
        vAt = (position.xy - extent.xy) / extent.zw;
        gl_Position = projectionMatrix * viewMatrix * vec4(position.xy, position.z + 0.02, 1.0);
      }`,
    fragmentShader: `uniform sampler2D values; uniform sampler2D ramp; varying vec2 vAt;
      void main() {
        vec2 value = texture2D(values, vAt).rg;
        if (value.g < 0.02) discard;
        gl_FragColor = vec4(texture2D(ramp, vec2((value.r * 255.0 + 0.5) / 256.0, 0.5)).rgb, 0.8 * value.g);
      }`,
    transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
  });
}

/** Returns a ramp as a texture of display colours. */
function rampTexture(ramp: Uint8Array): DataTexture {
  const bytes = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) { bytes.set(ramp.subarray(3 * i, 3 * i + 3), 4 * i); bytes[4 * i + 3] = 255; }
  const texture = new DataTexture(bytes, 256, 1, RGBAFormat, UnsignedByteType);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
