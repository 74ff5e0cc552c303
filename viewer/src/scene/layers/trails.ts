// Where people walked in the last seconds, as lines that fade.

import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Group, LineSegments, ShaderMaterial } from 'three';
import type { Place } from '../../protocol';
import * as state from '../../state';
import type { Look } from '../look';
import type { LayerView, Moment } from './layers';

/** The number of pieces per pedestrian, and the simulated time of each, s: ten seconds in all. */
const KEPT = 25;
const EVERY = 0.4;
const MOST_PEOPLE = 3000;
const NEVER = -1e6;

/**
 * Each beat writes a piece per pedestrian into the block of that beat, and overwrites the block of ten seconds ago. The graphics card knows
 * when each end was walked, and fades it. So nothing is ever copied.
 */
export class Trails implements LayerView {
  readonly group = new Group();
  private readonly positions = new BufferAttribute(new Float32Array(MOST_PEOPLE * KEPT * 6), 3);
  private readonly times = new BufferAttribute(new Float32Array(MOST_PEOPLE * KEPT * 2), 1);
  private readonly lines: LineSegments<BufferGeometry, ShaderMaterial>;
  /** The slot of each pedestrian plus 1, by id. */
  private slotOf = new Uint16Array(1024);
  private readonly idOf = new Int32Array(MOST_PEOPLE);
  private readonly seen = new Uint32Array(MOST_PEOPLE);
  /** x, y, z of each slot at the last beat. */
  private readonly last = new Float32Array(MOST_PEOPLE * 3);
  private free: number[] = [];
  private beat = 1;
  private taken = NEVER;
  private shownKey = '';

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.positions.setUsage(DynamicDrawUsage));
    geometry.setAttribute('time', this.times.setUsage(DynamicDrawUsage));
    this.lines = new LineSegments(geometry, trailMaterial());
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 113;
    this.group.add(this.lines);
    this.clear();
  }

  setPlace(_place: Place, look: Look): void {
    (this.lines.material.uniforms['colour']!.value as Color).setHex(look.group);
    this.clear();
  }

  update(moment: Moment): void {
    const isWanted = state.layers.value.has('trails');
    if (isWanted !== this.lines.visible) this.clear();
    this.lines.visible = isWanted;
    if (!isWanted) return;
    const { time } = moment.shown;
    this.lines.material.uniforms['now']!.value = time;
    const passed = time - this.taken;
    const key = moment.isShown.join('');
    if (passed < 0 || (passed > KEPT * EVERY && this.taken !== NEVER) || key !== this.shownKey) this.clear();
    else if (passed < EVERY) return;
    this.shownKey = key;
    this.take(moment);
    this.taken = time;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }

  private clear(): void {
    this.slotOf.fill(0);
    this.idOf.fill(-1);
    this.free = Array.from({ length: MOST_PEOPLE }, (_, i) => MOST_PEOPLE - 1 - i);
    this.taken = NEVER;
    (this.times.array as Float32Array).fill(NEVER);
    this.times.clearUpdateRanges();
    this.times.needsUpdate = true;
  }

  private take({ shown, model, isShown }: Moment): void {
    this.beat += 1;
    const block = this.beat % KEPT;
    const positions = this.positions.array as Float32Array, times = this.times.array as Float32Array;
    times.fill(NEVER, 2 * block * MOST_PEOPLE, 2 * (block + 1) * MOST_PEOPLE);
    const { ids, x, y, floor } = shown;
    for (let i = 0; i < shown.count; i++) {
      if (isShown[floor[i]!] === 0) continue;
      const slot = this.slot(ids[i]!);
      if (slot < 0) continue;
      const px = x[i]!, py = y[i]!, pz = model.heights.at(floor[i]!, px, py) + 0.08;
      if (this.seen[slot] === this.beat - 1) {
        const piece = block * MOST_PEOPLE + slot;
        positions[6 * piece] = this.last[3 * slot]!; positions[6 * piece + 1] = this.last[3 * slot + 1]!; positions[6 * piece + 2] = this.last[3 * slot + 2]!;
        positions[6 * piece + 3] = px; positions[6 * piece + 4] = py; positions[6 * piece + 5] = pz;
        times[2 * piece] = this.taken; times[2 * piece + 1] = shown.time;
      }
      this.seen[slot] = this.beat;
      this.last[3 * slot] = px; this.last[3 * slot + 1] = py; this.last[3 * slot + 2] = pz;
    }
    this.release();
    for (const [attribute, size] of [[this.positions, 6], [this.times, 2]] as const) {
      attribute.addUpdateRange(block * MOST_PEOPLE * size, MOST_PEOPLE * size);
      attribute.needsUpdate = true;
    }
  }

  /** Returns the slot of a pedestrian, or a free slot when it has none yet, or -1. */
  private slot(id: number): number {
    if (id >= this.slotOf.length) {
      const more = new Uint16Array(Math.max(2 * this.slotOf.length, id + 1));
      more.set(this.slotOf);
      this.slotOf = more;
    }
    if (this.slotOf[id]! > 0) return this.slotOf[id]! - 1;
    const slot = this.free.pop();
    if (slot === undefined) return -1;
    this.slotOf[id] = slot + 1;
    this.idOf[slot] = id;
    this.seen[slot] = 0;
    return slot;
  }

  private release(): void {
    for (let slot = 0; slot < MOST_PEOPLE; slot++) {
      const id = this.idOf[slot]!;
      if (id < 0 || this.seen[slot] === this.beat) continue;
      this.slotOf[id] = 0;
      this.idOf[slot] = -1;
      this.free.push(slot);
    }
  }
}

function trailMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { now: { value: 0 }, colour: { value: new Color() } },
    vertexShader: `attribute float time; uniform float now; varying float vLeft;
      void main() {
        vLeft = 1.0 - (now - time) / ${(KEPT * EVERY).toFixed(1)};
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `uniform vec3 colour; varying float vLeft;
      void main() {
        if (vLeft <= 0.0) discard;
        gl_FragColor = vec4(colour, 0.85 * vLeft);
        #include <colorspace_fragment>
      }`,
    transparent: true, depthWrite: false,
  });
}
