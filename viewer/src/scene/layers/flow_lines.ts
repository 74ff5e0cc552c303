// Lines that the user drew, with what crossed them.

import { effect } from '@preact/signals';
import { Group, Vector3 } from 'three';
import type { Flow, Place } from '../../protocol';
import * as state from '../../state';
import { heightAt } from '../heights';
import type { Label, Labels } from '../labels';
import type { Look } from '../look';
import { discard, strokes } from '../meshes';
import type { LayerView } from './layers';

const LIFT = 0.07;
const COLOUR = 0xd6336c;

export class FlowLines implements LayerView {
  readonly group = new Group();
  private drawn = new Group();
  private names: Label[] = [];
  private place: Place | null = null;
  private readonly end: () => void;

  constructor(private readonly labels: Labels) {
    this.end = effect(() => { state.lines.value; state.layers.value; this.draw(); });
  }

  setPlace(place: Place, _look: Look): void {
    this.place = place;
    this.draw();
  }

  update(): void { /* drawn when the lines change */ }

  dispose(): void {
    this.end();
    this.clear();
  }

  private clear(): void {
    discard(this.drawn);
    for (const label of this.names) this.labels.remove(label);
    this.names = [];
  }

  private draw(): void {
    this.clear();
    this.drawn = new Group();
    if (!state.layers.value.has('flow') || !this.place) return;
    for (const line of state.lines.value) {
      const floor = this.place.floors[line.floor];
      if (!floor) continue;
      const { ax, ay, bx, by } = line;
      const az = heightAt(floor.height, ax, ay) + LIFT, bz = heightAt(floor.height, bx, by) + LIFT;
      const length = Math.hypot(bx - ax, by - ay) || 1;
      // A short stroke from the middle points to the side that counts as forward: from left to right.
      const mx = (ax + bx) / 2, my = (ay + by) / 2, mz = (az + bz) / 2;
      const nx = (by - ay) / length, ny = (ax - bx) / length;
      const tip = Math.min(0.8, length / 3);
      const segments = [ax, ay, az, bx, by, bz, mx, my, mz, mx + nx * tip, my + ny * tip, mz];
      const stroke = strokes(segments, { colour: COLOUR, width: 3 });
      stroke.renderOrder = floor.storey * 20 + 14;
      this.drawn.add(stroke);
      const label = this.labels.add(wordsOf(line.id, line.flow), new Vector3(mx, my, mz + 0.6), { colour: '#d6336c', size: 12, isBold: true, priority: 6 }, floor.storey);
      this.names.push(label);
    }
    this.group.add(this.drawn);
  }
}

export function wordsOf(id: number, flow: Flow | null): string {
  if (!flow) return `line ${id}`;
  const sum = (counts: Uint16Array) => counts.reduce((all, one) => all + one, 0);
  return `line ${id}: → ${sum(flow.forward)}  ← ${sum(flow.backward)}`;
}
