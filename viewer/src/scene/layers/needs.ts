// What people need: a mark over every head, in the colour of the need, filled as far as the need has grown. The mark of whoever does something about it is full and larger.

import { BufferAttribute, Color, DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, PlaneGeometry, ShaderMaterial } from 'three';
import * as session from '../../session';
import * as state from '../../state';
import { category, rgbOf } from '../colours';
import type { LayerView, Moment } from './layers';

const REFETCHED_EVERY = 0.5;
const MOST = 8192;
/** The height of a mark over the ground, and its half width, m: of a quiet need, of one that is felt, and of one that is met. */
const HEIGHT = 2.12;
const SIZES = [0.1, 0.15, 0.2];
/** A mark is at least so many pixels wide, unless the need is quiet. */
const LEAST_PIXELS = 5;

export class Needs implements LayerView {
  readonly group = new Group();
  private readonly at = new InstancedBufferAttribute(new Float32Array(4 * MOST), 4);
  private readonly look = new InstancedBufferAttribute(new Float32Array(4 * MOST), 4);
  private readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  /** The need of each pedestrian plus 1, its level and its state, by id. */
  private needs = new Uint8Array(0);
  private levels = new Uint8Array(0);
  private states = new Uint8Array(0);
  private readonly colours: Color[] = [];
  private key = '';
  private asked = -Infinity;
  private isBusy = false;

  constructor() {
    const geometry = new InstancedBufferGeometry();
    const quad = new PlaneGeometry(2, 2);
    geometry.setAttribute('position', quad.getAttribute('position') as BufferAttribute);
    geometry.setIndex(quad.index);
    for (const attribute of [this.at, this.look]) attribute.setUsage(DynamicDrawUsage);
    geometry.setAttribute('at', this.at);
    geometry.setAttribute('look', this.look);
    this.mesh = new Mesh(geometry, material());
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1190;
    this.group.add(this.mesh);
    this.group.visible = false;
  }

  setPlace(): void { this.key = ''; }

  update({ shown, model, isShown, rig, now }: Moment): void {
    const isWanted = state.layers.value.has('needs');
    this.group.visible = isWanted;
    if (!isWanted) { if (this.key) this.forget(); return; }
    const key = shown.time.toFixed(2);
    if (key !== this.key && !this.isBusy && now - this.asked >= REFETCHED_EVERY) void this.fetch(key, now);
    let n = 0;
    const { ids, x, y, floor } = shown;
    const at = this.at.array as Float32Array, look = this.look.array as Float32Array;
    for (let i = 0; i < shown.count && n < MOST; i++) {
      const id = ids[i]!, need = this.needs[id] ?? 0;
      if (need === 0 || isShown[floor[i]!] === 0) continue;
      const px = x[i]!, py = y[i]!, how = this.states[id]!, colour = this.colours[need - 1]!;
      at[4 * n] = px; at[4 * n + 1] = py; at[4 * n + 2] = model.heights.at(floor[i]!, px, py) + HEIGHT; at[4 * n + 3] = SIZES[how]!;
      look[4 * n] = colour.r; look[4 * n + 1] = colour.g; look[4 * n + 2] = colour.b; look[4 * n + 3] = how + 0.99 * (this.levels[id]! / 255);
      n += 1;
    }
    this.mesh.geometry.instanceCount = n;
    this.mesh.visible = n > 0;
    this.mesh.material.uniforms['pixel']!.value = (2 * LEAST_PIXELS) / (rig.scale * 2);
    for (const attribute of [this.at, this.look]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 4 * n);
      attribute.needsUpdate = n > 0;
    }
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private forget(): void {
    this.key = '';
    this.needs.fill(0);
    const { needs: _, ...others } = state.drawings.value;
    state.drawings.value = others;
  }

  private async fetch(key: string, now: number): Promise<void> {
    Object.assign(this, { key, asked: now, isBusy: true });
    const found = await session.needs();
    this.isBusy = false;
    // The server may first have to repeat the run up to this moment: then the page asks again.
    if (!found) { this.key = ' '; return; }
    const last = found.pedestrians[found.pedestrians.length - 1] ?? -1;
    if (last >= this.needs.length) [this.needs, this.levels, this.states] = [new Uint8Array(2 * last + 2), new Uint8Array(2 * last + 2), new Uint8Array(2 * last + 2)];
    this.needs.fill(0);
    found.pedestrians.forEach((id, i) => {
      this.needs[id] = found.needs[i]! + 1;
      this.levels[id] = found.levels[i]!;
      this.states[id] = found.states[i]!;
    });
    found.names.forEach((_, i) => { const [r, g, b] = rgbOf(category(i)); this.colours[i] = new Color(r / 255, g / 255, b / 255); });
    if (state.drawings.value.needs?.words.join() !== found.names.join()) state.drawings.value = { ...state.drawings.value, needs: { words: [...found.names], unit: '', least: 0, most: 0 } };
  }
}

function material(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { pixel: { value: 0 } },
    vertexShader: `attribute vec4 at; attribute vec4 look; uniform float pixel;
      varying vec2 vAt; varying vec4 vLook;
      void main() {
        vAt = position.xy;
        vLook = look;
        vec4 middle = viewMatrix * vec4(at.xyz, 1.0);
        vec4 seen = projectionMatrix * middle;
        float least = look.a >= 1.0 ? pixel * seen.w : 0.0;
        gl_Position = projectionMatrix * (middle + vec4(position.xy * max(at.w, least), 0.0, 0.0));
      }`,
    // A disc that is filled from below like a glass, with a rim of its colour; quiet needs are faint.
    fragmentShader: `varying vec2 vAt; varying vec4 vLook;
      void main() {
        float r = length(vAt);
        if (r > 1.0) discard;
        float how = floor(vLook.a), level = fract(vLook.a) / 0.99;
        bool isFilled = how > 1.5 || vAt.y * 0.5 + 0.5 < level;
        vec3 colour = r > 0.78 ? (how > 1.5 ? vec3(1.0) : vLook.rgb) : isFilled ? vLook.rgb : mix(vLook.rgb, vec3(1.0), 0.86);
        if (r > 0.93) colour = how > 1.5 ? vLook.rgb : vec3(1.0);
        gl_FragColor = vec4(colour, how < 0.5 ? 0.55 : 1.0);
      }`,
    transparent: true, depthWrite: false,
  });
}
