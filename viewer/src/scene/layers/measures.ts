// Measurement areas and lines, with their current values.

import { Group, Vector3 } from 'three';
import type { Place } from '../../protocol';
import * as state from '../../state';
import { AREA_COLOURS } from '../colours';
import { heightAt } from '../heights';
import type { Label, Labels } from '../labels';
import type { Look } from '../look';
import { areaOf, centreOf, discard, isInside, ringLines, ringOf, strokes } from '../meshes';
import type { LayerView, Moment } from './layers';

const LIFT = 0.05;
const COMPUTED_EVERY = 0.25;
const ABOVE_HEADS = 2.3;

interface Measured { name: string; floor: number; ring: [number, number][]; area: number; label: Label; west: number; east: number; south: number; north: number }

export class Measures implements LayerView {
  readonly group = new Group();
  private drawn = new Group();
  private measured: Measured[] = [];
  private names: Label[] = [];
  private computed = 0;

  constructor(private readonly labels: Labels) {}

  setPlace(place: Place, _look: Look): void {
    this.dispose();
    this.drawn = new Group();
    const colour = AREA_COLOURS['measurement']!;
    for (const measure of place.measures) {
      const floor = place.floors[measure.floor];
      const area = measure.area !== null ? place.areas[measure.area] : null;
      if (!floor) continue;
      const ground = (x: number, y: number) => heightAt(floor.height, x, y) + LIFT;
      const ring = ringOf(area ? area.ring : measure.line);
      if (ring.length < 2) continue;
      const lines = area ? ringLines(ring, ground) : ringLines(ring, ground).slice(0, 6);
      const stroke = strokes(lines, { colour: parseInt(colour.slice(1), 16), width: 2.4 });
      stroke.renderOrder = floor.storey * 20 + 12;
      this.drawn.add(stroke);
      const [x, y] = area ? centreOf(ring) : [(ring[0]![0] + ring[1]![0]) / 2, (ring[0]![1] + ring[1]![1]) / 2];
      const label = this.labels.add(measure.name, new Vector3(x, y, ground(x, y) + ABOVE_HEADS), { colour, size: 12, isBold: true, priority: 5 }, floor.storey);
      label.isWanted = false;
      this.names.push(label);
      if (!area) continue;
      const xs = ring.map(([u]) => u), ys = ring.map(([, v]) => v);
      this.measured.push({
        name: measure.name, floor: measure.floor, ring, area: area.area > 0 ? area.area : Math.abs(areaOf(ring)), label,
        west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys),
      });
    }
    this.group.add(this.drawn);
  }

  update({ shown, now }: Moment): void {
    const isWanted = state.layers.value.has('measures');
    this.group.visible = isWanted;
    for (const label of this.names) label.isWanted = isWanted;
    if (!isWanted || now - this.computed < COMPUTED_EVERY) return;
    this.computed = now;
    for (const one of this.measured) {
      let count = 0, speeds = 0;
      for (let i = 0; i < shown.count; i++) {
        const x = shown.x[i]!, y = shown.y[i]!;
        if (shown.floor[i] !== one.floor || x < one.west || x > one.east || y < one.south || y > one.north || !isInside(one.ring, x, y)) continue;
        count += 1;
        speeds += shown.speed[i]!;
      }
      const speed = count > 0 ? `, ${(speeds / count).toFixed(2)} m/s` : '';
      one.label.write(`${one.name}\n${(count / one.area).toFixed(2)} persons/m²${speed}`);
    }
  }

  dispose(): void {
    discard(this.drawn);
    for (const label of this.names) this.labels.remove(label);
    this.names = [];
    this.measured = [];
  }
}
