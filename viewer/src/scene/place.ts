// The place: storeys with floors, walls, doors and areas.

import { Group, type Mesh } from 'three';
import type { Place } from '../protocol';
import { Areas } from './areas';
import { extentOf } from './density';
import { Doors } from './doors';
import { addFloor } from './floors';
import { Heights } from './heights';
import type { Labels } from './labels';
import type { Look } from './look';
import { discard } from './meshes';
import { Objects } from './objects';
import { Storey, type Presence } from './storey';
import { addWalls } from './walls';

export class PlaceModel {
  readonly group = new Group();
  readonly storeys: Storey[] = [];
  readonly heights: Heights;
  readonly doors: Doors;
  readonly objects: Objects;
  readonly areas: Areas;

  constructor(readonly place: Place, look: Look, labels: Labels) {
    const count = Math.max(0, ...place.floors.map((floor) => floor.storey)) + 1;
    for (let i = 0; i < count; i++) this.storeys.push(new Storey(i));
    this.heights = new Heights(place.floors);
    place.floors.forEach((floor, number) => {
      const storey = this.storeys[floor.storey]!;
      addFloor(storey, floor, number, look, count > 1 || place.highest > place.lowest + 1);
      addWalls(storey, place, floor, look);
    });
    this.storeys.forEach((storey, i) => { storey.clearness = clearnessOf(place, i); });
    this.doors = new Doors(place, this.storeys, look);
    this.objects = new Objects(place, this.storeys, look, labels);
    for (const storey of this.storeys) storey.finish();
    this.areas = new Areas(place, labels);
    this.group.add(...this.storeys.map((storey) => storey.group), this.areas.group);
  }

  /** Sets which storeys are seen, and how much of each. `looked` is the storey in focus, null for all. */
  show(looked: number | null, hidden: ReadonlySet<number>, isPlan: boolean): void {
    this.storeys.forEach((storey, i) => storey.show(presenceOf(i, looked, hidden), isPlan));
  }

  /** Returns whether people and labels of a storey are shown. */
  isShown = (storey: number): boolean => {
    const presence = this.storeys[storey]?.presence;
    return presence === 'whole' || presence === 'clear';
  };

  /** Returns the floors that the pointer can hit. */
  floorMeshes(): Mesh[] {
    return this.storeys.filter((storey) => this.isShown(storey.number)).flatMap((storey) => storey.floors);
  }

  dispose(): void {
    this.doors.dispose();
    this.objects.dispose();
    this.areas.dispose();
    discard(this.group);
  }
}

/**
 * Returns how much of a storey is seen. When all storeys are shown, the upper ones are clear, so that people below are seen. Storeys above
 * the one in focus are faint.
 */
export function presenceOf(storey: number, looked: number | null, hidden: ReadonlySet<number>): Presence {
  if (hidden.has(storey)) return 'hidden';
  if (looked === null) return storey === 0 ? 'whole' : 'clear';
  return storey > looked ? 'faint' : 'whole';
}

/** Returns how opaque the floors of a clear storey are: nearly opaque over a passage, less over whole storeys. */
function clearnessOf(place: Place, storey: number): number {
  const ground = (isCounted: (storey: number) => boolean) => place.floors
    .filter((floor) => floor.kind === 'level' && isCounted(floor.storey))
    .map(extentOf).reduce((sum, { width, depth }) => sum + width * depth, 0);
  const below = ground((other) => other < storey);
  return below < 0.3 * ground((other) => other === storey) ? 0.78 : 0.42;
}
