// The place: storeys with floors, walls, doors and areas.

import { Group, type Mesh } from 'three';
import type { Place } from '../protocol';
import { Areas } from './areas';
import { Doors } from './doors';
import { addFloor } from './floors';
import { Heights } from './heights';
import type { Labels } from './labels';
import type { Look } from './look';
import { discard } from './meshes';
import { Objects } from './objects';
import { Storey } from './storey';
import { addTracks } from './tracks';
import { Trains } from './trains';
import { addWalls } from './walls';

export class PlaceModel {
  readonly group = new Group();
  readonly storeys: Storey[] = [];
  readonly heights: Heights;
  readonly doors: Doors;
  readonly objects: Objects;
  readonly areas: Areas;
  readonly trains: Trains;

  constructor(readonly place: Place, look: Look, labels: Labels) {
    const count = Math.max(0, ...place.floors.map((floor) => floor.storey)) + 1;
    for (let i = 0; i < count; i++) this.storeys.push(new Storey(i));
    this.heights = new Heights(place.floors);
    place.floors.forEach((floor, number) => {
      const storey = this.storeys[floor.storey]!;
      addFloor(storey, floor, number, look, count > 1 || place.highest > place.lowest + 1);
      addWalls(storey, place, floor, look);
    });
    this.doors = new Doors(place, this.storeys, look);
    addTracks(this.storeys, place, look);
    this.objects = new Objects(place, this.storeys, look, labels);
    this.trains = new Trains(place, this.storeys, look, labels);
    for (const storey of this.storeys) storey.finish();
    this.areas = new Areas(place, labels);
    this.group.add(...this.storeys.map((storey) => storey.group), this.areas.group);
  }

  /** Sets which storeys are seen. `looked` is the storey in focus, null for all. */
  show(looked: number | null, hidden: ReadonlySet<number>, isPlan: boolean): void {
    this.storeys.forEach((storey, i) => storey.show(isSeen(i, looked, hidden), isPlan));
  }

  /** Returns whether people and labels of a storey are shown. */
  isShown = (storey: number): boolean => this.storeys[storey]?.isSeen ?? false;

  /** Returns the floors that the pointer can hit. */
  floorMeshes(): Mesh[] {
    return this.storeys.filter((storey) => this.isShown(storey.number)).flatMap((storey) => storey.floors);
  }

  dispose(): void {
    this.doors.dispose();
    this.objects.dispose();
    this.trains.dispose();
    this.areas.dispose();
    discard(this.group);
  }
}

/** Returns whether a storey is seen. Whatever is above the storey in focus is cut away, as in a doll's house. */
export function isSeen(storey: number, looked: number | null, hidden: ReadonlySet<number>): boolean {
  return !hidden.has(storey) && (looked === null || storey <= looked);
}
