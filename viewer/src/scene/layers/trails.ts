// Where everyone walked in the last seconds, as faint lines.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments } from 'three';
import type { Place } from '../../protocol';
import type { Look } from '../look';
import * as state from '../../state';
import type { LayerView, Moment } from './layers';

/** Positions kept per person, and the simulated time between two, s: ten seconds in all. */
const KEPT = 25;
const EVERY = 0.4;
const MOST_PEOPLE = 3000;

export class Trails implements LayerView {
  readonly group = new Group();
  /** By slot: a ring of x, y, z. */
  private readonly rings = new Float32Array(MOST_PEOPLE * KEPT * 3);
  private readonly lengths = new Uint8Array(MOST_PEOPLE);
  private readonly floors = new Uint16Array(MOST_PEOPLE);
  private readonly seen = new Uint32Array(MOST_PEOPLE);
  private slots = new Map<number, number>();
  private free: number[] = [];
  private beat = 0;
  private taken = -Infinity;
  private readonly positions = new BufferAttribute(new Float32Array(MOST_PEOPLE * KEPT * 6), 3);
  private readonly colours = new BufferAttribute(new Uint8Array(MOST_PEOPLE * KEPT * 8).fill(255), 4, true);
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor() {
    const geometry = new BufferGeometry();
    this.positions.setUsage(DynamicDrawUsage);
    this.colours.setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', this.positions);
    geometry.setAttribute('color', this.colours);
    this.lines = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.8, depthWrite: false }));
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 13;
    this.group.add(this.lines);
    this.clear();
  }

  setPlace(_place: Place, look: Look): void {
    this.lines.material.color.setHex(look.group);
    this.clear();
  }

  update(moment: Moment): void {
    const isWanted = state.layers.value.has('trails');
    this.lines.visible = isWanted;
    if (!isWanted) { if (this.slots.size > 0) this.clear(); return; }
    const passed = moment.shown.time - this.taken;
    if (passed < 0 || passed > 5 * EVERY + 2) this.clear();
    else if (passed < EVERY) return;
    this.taken = moment.shown.time;
    this.take(moment);
    this.draw(moment.isShown);
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }

  private clear(): void {
    this.slots.clear();
    this.free = Array.from({ length: MOST_PEOPLE }, (_, i) => MOST_PEOPLE - 1 - i);
    this.taken = -Infinity;
    this.lines.geometry.setDrawRange(0, 0);
  }

  private take({ shown, model }: Moment): void {
    this.beat += 1;
    for (let i = 0; i < shown.count; i++) {
      const id = shown.ids[i]!;
      let slot = this.slots.get(id);
      if (slot === undefined) {
        slot = this.free.pop();
        if (slot === undefined) continue;
        this.slots.set(id, slot);
        this.lengths[slot] = 0;
      }
      this.seen[slot] = this.beat;
      this.floors[slot] = shown.floor[i]!;
      const x = shown.x[i]!, y = shown.y[i]!;
      this.push(slot, x, y, model.heights.at(shown.floor[i]!, x, y) + 0.08);
    }
    for (const [id, slot] of this.slots) {
      if (this.seen[slot] === this.beat) continue;
      this.slots.delete(id);
      this.free.push(slot);
    }
  }

  private push(slot: number, x: number, y: number, z: number): void {
    const start = slot * KEPT * 3;
    const length = this.lengths[slot]!;
    if (length === KEPT) this.rings.copyWithin(start, start + 3, start + KEPT * 3);
    const at = start + 3 * Math.min(length, KEPT - 1);
    this.rings[at] = x; this.rings[at + 1] = y; this.rings[at + 2] = z;
    this.lengths[slot] = Math.min(KEPT, length + 1);
  }

  private draw(isShown: Uint8Array): void {
    const positions = this.positions.array as Float32Array, colours = this.colours.array as Uint8Array;
    let n = 0;
    for (const slot of this.slots.values()) {
      if (isShown[this.floors[slot]!] === 0) continue;
      const length = this.lengths[slot]!;
      for (let k = 0; k + 1 < length; k++) {
        const from = (slot * KEPT + k) * 3;
        for (let j = 0; j < 6; j++) positions[6 * n + j] = this.rings[from + j]!;
        // The older, the fainter.
        const age = KEPT - length + k;
        colours[8 * n + 3] = (255 * age) / KEPT;
        colours[8 * n + 7] = (255 * (age + 1)) / KEPT;
        n += 1;
      }
    }
    this.lines.geometry.setDrawRange(0, 2 * n);
    for (const [attribute, size] of [[this.positions, 6], [this.colours, 8]] as const) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, size * n);
      attribute.needsUpdate = n > 0;
    }
  }
}
