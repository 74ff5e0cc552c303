// Areas: soft colours on the walkable ground of each, with its outline and its name. Outlines as drawn reach over walls and into the void.

import { Group, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import type { Place } from '../protocol';
import { AREA_COLOURS } from './colours';
import { heightAt } from './heights';
import type { Label, Labels } from './labels';
import { middleOf, withinTriangles } from './ground';
import { centreOf, discard, ringOf, Shell, strokes } from './meshes';

export class Areas {
  readonly group = new Group();
  private readonly perStorey = new Map<number, Group>();
  private readonly names: Label[] = [];

  constructor(place: Place, private readonly labels: Labels) {
    // The areas of a storey that look alike are drawn at once.
    const alike = new Map<string, { storey: number; colour: string; fill: Shell; lines: number[] }>();
    for (const area of place.areas) {
      const floor = place.floors[area.floor];
      const ring = ringOf(area.ring);
      if (!floor || ring.length < 3) continue;
      const { storey } = floor;
      const colour = AREA_COLOURS[area.kind] ?? AREA_COLOURS['region']!;
      const ground = (x: number, y: number) => heightAt(floor.height, x, y);
      const drawn = alike.get(`${storey} ${colour}`) ?? { storey, colour, fill: new Shell(), lines: [] };
      alike.set(`${storey} ${colour}`, drawn);
      drawn.fill.triangles(area.ground, (x, y) => ground(x, y) + 0.025);
      drawn.lines.push(...withinTriangles(ring, area.ground).flatMap(([ax, ay, bx, by]) => [ax, ay, ground(ax, ay) + 0.035, bx, by, ground(bx, by) + 0.035]));
      const [x, y] = middleOf(area.ground) ?? centreOf(ring);
      const at = new Vector3(x, y, ground(x, y) + 0.1);
      this.names.push(labels.add(area.name, at, { colour, size: 11.5, isBold: true, priority: area.kind === 'region' ? 1 : 2 }, storey));
    }
    for (const { storey, colour, fill, lines } of alike.values()) {
      const face = new Mesh(fill.geometry(), new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.13, depthWrite: false }));
      face.renderOrder = storey * 20 + 2;
      const outline = strokes(lines, { colour: parseInt(colour.slice(1), 16), width: 1.8, opacity: 0.8 });
      outline.renderOrder = storey * 20 + 3;
      this.groupOf(storey).add(face, outline);
    }
  }

  show(isWanted: boolean, isShown: (storey: number) => boolean): void {
    this.group.visible = isWanted;
    for (const [storey, group] of this.perStorey) group.visible = isShown(storey);
    for (const label of this.names) label.isWanted = isWanted;
  }

  dispose(): void {
    discard(this.group);
    for (const label of this.names) this.labels.remove(label);
  }

  private groupOf(storey: number): Group {
    let group = this.perStorey.get(storey);
    if (!group) {
      group = new Group();
      this.perStorey.set(storey, group);
      this.group.add(group);
    }
    return group;
  }
}
