// Objects: their bodies, their names, and a mark over those that are closed.

import { Mesh, MeshBasicMaterial, Vector3, BoxGeometry } from 'three';
import { clockTime, departures } from '../departures';
import type { Place, PlaceObject } from '../protocol';
import type { TrainNow } from '../timetable';
import { heightAt } from './heights';
import type { Label, Labels } from './labels';
import type { Look } from './look';
import { ringLines, ringOf, Shell } from './meshes';
import { Board, Hands, LINES } from './boards';
import { BODIES, bodyFrame, handsOf, screenOf } from './object_bodies';
import { Builder } from './object_frame';
import { TRACK } from './rails';
import { addShelves } from './shelves';
import type { Storey } from './storey';

/** Names are shown when a pixel is at most so wide, m. */
const NEAR = 0.045;
/** Kinds of which places have many, so that their names are shown only very near by. */
const MANY = ['bench', 'queue', TRACK, 'gate'];
/** The height at which a name stands above its object, and above the heads of those who sit at it, m. */
const ABOVE = 0.28;
const HEADS = 1.95;
/** Kinds that have no body of their own: lifts are drawn as links, a queue is only a line, and tracks are drawn with their trains. */
const WITHOUT_BODY = ['lift', 'queue', TRACK];

/** An object as it is picked: its outline on the ground, and how high it is, m. */
export interface Pickable { object: number; floor: number; ring: [number, number][]; z: number; height: number }
interface Sign { object: number; name: string; label: Label; closed: Mesh; storey: Storey }

export class Objects {
  /** The objects that the pointer can hit. */
  readonly pickables: Pickable[] = [];
  private readonly signs: Sign[] = [];
  private readonly boards: Board[] = [];
  private readonly clocks: Hands[] = [];
  /** What boards show. */
  private told: { second: number; trains: readonly TrainNow[] | null } = { second: -1, trains: null };

  constructor(private readonly place: Place, storeys: Storey[], look: Look, private readonly labels: Labels) {
    place.objects.forEach((object, number) => {
      const floor = place.floors[object.floor];
      const storey = floor && storeys[floor.storey];
      if (!floor || !storey || object.kind === 'lift') return;
      this.addObject(object, number, storey, look);
    });
  }

  /** Shows which objects are open; `open` is by object. */
  update(open: readonly boolean[]): void {
    for (const sign of this.signs) {
      const isClosed = open[sign.object] === false;
      if (sign.closed.visible === isClosed) continue;
      sign.closed.visible = isClosed;
      sign.label.write(isClosed ? `${sign.name}\nclosed` : sign.name);
    }
  }

  /** Shows the timetable on boards, and the time on clocks. Without a time of day, clocks start at ten. */
  tell(trains: readonly TrainNow[], time: number, timeOfDay: number | null): void {
    for (const clock of this.clocks) clock.turn((timeOfDay ?? 36_000) + time);
    const second = Math.floor(time);
    if (this.boards.length === 0 || (second === this.told.second && trains === this.told.trains)) return;
    this.told = { second, trains };
    const list = departures(trains, (track) => this.place.objects[track]?.name ?? '', time, timeOfDay, LINES);
    for (const board of this.boards) board.write(list, clockTime(second, timeOfDay));
  }

  dispose(): void {
    for (const { label } of this.signs) this.labels.remove(label);
  }

  private addObject(object: PlaceObject, number: number, storey: Storey, look: Look): void {
    const floor = this.place.floors[object.floor]!;
    const frame = bodyFrame(object, floor);
    const body = BODIES[object.kind];
    const build = new Builder(frame);
    if (body) body.build({ object, floor, frame, look, build });
    for (const [colour, shell] of build.shells) storey.surface(shell, { colour, castsShadow: true }, 'spatial');
    if (object.kind === 'board') {
      const { forward, low, high, right, left } = screenOf(frame);
      this.boards.push(new Board(storey, frame, forward, low, high, right, left));
    }
    if (object.kind === 'clock') {
      const { forward, height } = handsOf(frame);
      this.clocks.push(new Hands(storey, frame, forward, height, look));
    }
    const ring = outlineOf(object, frame);
    const ground = (x: number, y: number) => heightAt(floor.height, x, y);
    if (object.kind === 'performance' || object.kind === 'shop') addGround(storey, ring, ground, object.kind === 'shop' ? look.shopFloor : look.stage, object.kind === 'performance');
    else if (!WITHOUT_BODY.includes(object.kind)) addPlan(storey, ring, ground, look);
    if (object.kind === 'shop' && !object.offers.includes('toilet')) addShelves(storey, floor, ring, look);
    const height = body?.height ?? 0.6;
    this.pickables.push({ object: number, floor: object.floor, ring, z: frame.z, height: object.kind === 'performance' || object.kind === 'shop' ? 0.1 : height });
    const style = { colour: look.objectLabel, size: 11, isBold: true, priority: 1.5, within: MANY.includes(object.kind) ? NEAR / 3 : NEAR };
    const label = this.labels.add(object.name, new Vector3(frame.x, frame.y, frame.z + Math.max(height, HEADS) + ABOVE), style, storey.number);
    // A mark over the object, seen in both views.
    const closed = new Mesh(new BoxGeometry(0.5, 0.5, 0.06), new MeshBasicMaterial({ color: look.shutLeaf }));
    closed.position.set(frame.x, frame.y, frame.z + height + 0.1);
    closed.renderOrder = storey.number * 20 + 10;
    closed.visible = false;
    storey.group.add(closed);
    this.signs.push({ object: number, name: object.name, label, closed, storey });
  }
}

/** Returns the outline of an object on the ground; that of its body when the place gives only a point or a line. */
function outlineOf(object: PlaceObject, frame: ReturnType<typeof bodyFrame>): [number, number][] {
  const ring = ringOf(object.footprint);
  if (ring.length >= 3) return ring;
  const c = Math.cos(frame.heading), s = Math.sin(frame.heading);
  const corners = [[frame.back, frame.right], [frame.front, frame.right], [frame.front, frame.left], [frame.back, frame.left]] as const;
  return corners.map(([x, y]) => [frame.x + x * c - y * s, frame.y + x * s + y * c]);
}

/** Adds the ground of a performance or a shop in a soft colour, with its border. */
function addGround(storey: Storey, ring: [number, number][], ground: (x: number, y: number) => number, colour: number, hasBorder: boolean): void {
  const face = new Shell();
  face.flat(ring, (x, y) => ground(x, y) + 0.015);
  storey.surface(face, { colour, opacity: 0.35, order: 3, isBright: true }, 'both');
  if (hasBorder) storey.lines(ringLines(ring, (x, y) => ground(x, y) + 0.02), { colour, width: 2.2 }, 'both');
}

/** Adds an object as it is seen from above. */
function addPlan(storey: Storey, ring: [number, number][], ground: (x: number, y: number) => number, look: Look): void {
  const face = new Shell();
  face.flat(ring, (x, y) => ground(x, y) + 0.03);
  storey.surface(face, { colour: look.furniture, order: 2 }, 'plan');
  storey.lines(ringLines(ring, (x, y) => ground(x, y) + 0.04), { colour: look.roofEdge, width: 1.2 }, 'plan');
}
