// Density and speed as colours on the ground.

import {
  DataTexture, Group, LinearFilter, Mesh, RedFormat, RGBAFormat, ShaderMaterial, UnsignedByteType, Vector4, type BufferGeometry,
} from 'three';
import type { Floor, Place } from '../../protocol';
import * as state from '../../state';
import { DENSITY_RAMP, SPEED_RAMP, TOP_DENSITY, TOP_SPEED } from '../colours';
import { extentOf, Spread } from '../density';
import { surfaceOf } from '../floors';
import { discard } from '../meshes';
import type { LayerView, Moment } from './layers';

/** Cells are this wide, m; wider on ground so large that the grid would have more than this many. */
const STEP = 0.5;
const MOST_CELLS = 700_000;
const COMPUTED_EVERY = 0.25;
/** Below this nobody is near enough to have a speed, persons/m². */
const LEAST_DENSITY = 0.04;

interface Sheet { spread: Spread; texture: DataTexture; mesh: Mesh<BufferGeometry, ShaderMaterial> }

export class HeatMaps implements LayerView {
  readonly group = new Group();
  private sheets: Sheet[] = [];
  private floors: Floor[] = [];
  private computed = -Infinity;
  private shownKey = '';
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
    const key = `${kind} ${shown.time}`;
    if (now - this.computed < COMPUTED_EVERY || key === this.shownKey) return;
    this.computed = now;
    this.shownKey = key;
    for (const { spread } of this.sheets) spread.clear();
    for (let i = 0; i < shown.count; i++) this.sheets[shown.floor[i]!]?.spread.add(shown.x[i]!, shown.y[i]!, shown.speed[i]!);
    for (const sheet of this.sheets) this.paint(sheet, kind);
  }

  dispose(): void { this.clear(); }

  private clear(): void {
    for (const { texture, mesh } of this.sheets) { texture.dispose(); discard(mesh); }
    this.sheets = [];
    this.shownKey = '';
    this.computed = -Infinity;
  }

  private build(): void {
    const cells = this.floors.map(extentOf).reduce((sum, { width, depth }) => sum + (width * depth) / (STEP * STEP), 0);
    const step = STEP * Math.max(1, Math.sqrt(cells / MOST_CELLS));
    this.sheets = this.floors.map((floor) => {
      const spread = new Spread(extentOf(floor), step);
      const texture = new DataTexture(new Uint8Array(spread.density.length * 2), spread.columns, spread.rows, undefined, UnsignedByteType);
      texture.format = RedFormat;
      texture.image.data = new Uint8Array(spread.density.length);
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

  private paint({ spread, texture, mesh }: Sheet, kind: 'density' | 'speed'): void {
    const { density, momentum } = spread;
    const into = texture.image.data as Uint8Array;
    const { uniforms } = mesh.material;
    uniforms['ramp']!.value = this.ramps[kind];
    uniforms['fades']!.value = kind === 'density' ? 1 : 0;
    if (kind === 'density') {
      const scale = 255 / TOP_DENSITY;
      for (let i = 0; i < into.length; i++) into[i] = Math.min(255, density[i]! * scale);
    } else {
      // 0 is where nobody is; speeds are from 1 on.
      for (let i = 0; i < into.length; i++) {
        const near = density[i]!;
        into[i] = near < LEAST_DENSITY ? 0 : 1 + Math.min(254, (momentum[i]! / near) * (254 / TOP_SPEED));
      }
    }
    texture.needsUpdate = true;
  }
}

function heatMaterial(values: DataTexture, extent: Vector4): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { values: { value: values }, ramp: { value: null }, extent: { value: extent }, fades: { value: 1 } },
    vertexShader: `uniform vec4 extent; varying vec2 vAt;
      void main() {
        vAt = (position.xy - extent.xy) / extent.zw;
        gl_Position = projectionMatrix * viewMatrix * vec4(position.xy, position.z + 0.02, 1.0);
      }`,
    fragmentShader: `uniform sampler2D values; uniform sampler2D ramp; uniform float fades; varying vec2 vAt;
      void main() {
        float value = texture2D(values, vAt).r;
        float alpha = fades > 0.5 ? smoothstep(0.012, 0.11, value) * 0.82 : smoothstep(0.0, 0.012, value) * 0.72;
        if (alpha < 0.01) discard;
        gl_FragColor = vec4(texture2D(ramp, vec2((value * 255.0 + 0.5) / 256.0, 0.5)).rgb, alpha);
      }`,
    transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
  });
}

/** Display colours, used as they are. */
function rampTexture(ramp: Uint8Array): DataTexture {
  const bytes = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) { bytes.set(ramp.subarray(3 * i, 3 * i + 3), 4 * i); bytes[4 * i + 3] = 255; }
  const texture = new DataTexture(bytes, 256, 1, RGBAFormat, UnsignedByteType);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
