// Lines and slots: faint marks on the ground where people stand or sit who use an object, and where its line forms.

import { Group } from 'three';
import type { Place } from '../../protocol';
import * as state from '../../state';
import { CLAIM_COLOURS } from '../colours';
import { heightAt } from '../heights';
import { discard, strokes } from '../meshes';
import type { LayerView, Moment } from './layers';

const LIFT = 0.04;
/** The radius of a mark, m: that of a body. */
const RADIUS = 0.2;
const CORNERS = 16;

export class Slots implements LayerView {
  readonly group = new Group();
  private readonly perStorey = new Map<number, Group>();

  setPlace(place: Place): void {
    this.clear();
    place.objects.forEach((object) => {
      const floor = place.floors[object.floor];
      if (!floor) return;
      const ground = (x: number, y: number) => heightAt(floor.height, x, y) + LIFT;
      const slots: number[] = [], line: number[] = [];
      for (let i = 0; i + 2 < object.slots.length; i += 3) slots.push(...mark(object.slots[i]!, object.slots[i + 1]!, object.slots[i + 2]!, ground));
      for (let i = 0; i + 2 < object.line.length; i += 3) {
        const [x, y] = [object.line[i]!, object.line[i + 1]!];
        line.push(...circle(x, y, 0.09, ground));
        if (i >= 3) line.push(object.line[i - 3]!, object.line[i - 2]!, ground(object.line[i - 3]!, object.line[i - 2]!), x, y, ground(x, y));
      }
      for (const [segments, colour] of [[slots, CLAIM_COLOURS[0]!], [line, CLAIM_COLOURS[1]!]] as const) {
        if (segments.length === 0) continue;
        const drawn = strokes(segments, { colour: parseInt(colour.slice(1), 16), width: 1.4, opacity: 0.55 });
        drawn.renderOrder = floor.storey * 20 + 11;
        this.groupOf(floor.storey).add(drawn);
      }
    });
  }

  update({ model }: Moment): void {
    this.group.visible = state.layers.value.has('slots');
    for (const [storey, group] of this.perStorey) group.visible = model.isShown(storey);
  }

  dispose(): void { this.clear(); }

  private clear(): void {
    for (const group of this.perStorey.values()) discard(group);
    this.perStorey.clear();
  }

  private groupOf(storey: number): Group {
    const group = this.perStorey.get(storey) ?? new Group();
    if (!this.perStorey.has(storey)) { this.perStorey.set(storey, group); this.group.add(group); }
    return group;
  }
}

/** Returns a circle with a tick the way that people look. */
function mark(x: number, y: number, heading: number, ground: (x: number, y: number) => number): number[] {
  const c = Math.cos(heading), s = Math.sin(heading), far = 1.8 * RADIUS;
  return [...circle(x, y, RADIUS, ground), x + RADIUS * c, y + RADIUS * s, ground(x, y), x + far * c, y + far * s, ground(x, y)];
}

function circle(x: number, y: number, radius: number, ground: (x: number, y: number) => number): number[] {
  const z = ground(x, y);
  return Array.from({ length: CORNERS }, (_, i) => {
    const [from, to] = [(2 * Math.PI * i) / CORNERS, (2 * Math.PI * (i + 1)) / CORNERS];
    return [x + radius * Math.cos(from), y + radius * Math.sin(from), z, x + radius * Math.cos(to), y + radius * Math.sin(to), z];
  }).flat();
}
