// Lines that the user drew, with the people who crossed them.

import { effect } from '@preact/signals';
import { Group, Vector3 } from 'three';
import type { Place } from '../../protocol';
import * as state from '../../state';
import type { DrawnLine } from '../../state';
import { waysAcross } from '../../ui/format';
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
      const mx = (ax + bx) / 2, my = (ay + by) / 2, mz = (az + bz) / 2;
      const segments = [ax, ay, az, bx, by, bz];
      const style = { colour: '#d6336c', size: 12, isBold: true, priority: 6 };
      const say = (words: string, x: number, y: number) => { this.names.push(this.labels.add(words, new Vector3(x, y, mz + LIFT), style, floor.storey)); };
      // An arrow points to either side, with a count at its tip. Forward is to the right of a → b.
      const [there, back] = waysAcross(ax, ay, bx, by);
      for (const arrow of arrowsOf(line)) {
        segments.push(...arrow.lines.flatMap(([x, y]) => [x, y, mz]));
        const { flow } = line;
        if (flow) say(arrow.isForward ? personsOf(flow.forward, there) : personsOf(flow.backward, back), arrow.labelX, arrow.labelY);
      }
      say(`line ${line.id}`, mx, my);
      const stroke = strokes(segments, { colour: COLOUR, width: 3 });
      stroke.renderOrder = floor.storey * 20 + 14;
      this.drawn.add(stroke);
    }
    this.group.add(this.drawn);
  }
}

interface Arrow { isForward: boolean; /** From point to point, two by two. */ lines: [number, number][]; labelX: number; labelY: number }

/** Returns an arrow across a line to each side. Each is a third of the way from an end, so that the name fits between them. */
export function arrowsOf(line: Pick<DrawnLine, 'ax' | 'ay' | 'bx' | 'by'>): Arrow[] {
  const { ax, ay, bx, by } = line;
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [alongX, alongY] = [(bx - ax) / length, (by - ay) / length];
  const reach = Math.min(length / 3, Math.max(0.8, length / 7));
  return [true, false].map((isForward) => {
    const [acrossX, acrossY] = isForward ? [alongY, -alongX] : [-alongY, alongX];
    const share = isForward ? 2 / 3 : 1 / 3;
    const at = (along: number, across: number): [number, number] => [ax + (bx - ax) * share + alongX * along + acrossX * across, ay + (by - ay) * share + alongY * along + acrossY * across];
    const tip = at(0, reach), barb = reach / 3;
    const [labelX, labelY] = at(0, 1.7 * reach);
    return { isForward, lines: [at(0, 0), tip, at(barb, reach - barb), tip, at(-barb, reach - barb), tip], labelX, labelY };
  });
}

function personsOf(counts: Uint16Array, way: string): string {
  const sum = counts.reduce((all, one) => all + one, 0);
  return `${sum} ${sum === 1 ? 'person' : 'persons'} ${way}`;
}
