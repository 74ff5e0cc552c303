// The selected pedestrian and its decision, and rings around a group.

import { Group, Mesh, MeshBasicMaterial, RingGeometry, InstancedMesh, Matrix4 } from 'three';
import { rowOf } from '../../frames';
import type { Inspected, Place } from '../../protocol';
import * as state from '../../state';
import { PERCEIVED, ZONES, rgbOf, stageColour } from '../colours';
import { discard, restroke, strokes } from '../meshes';
import type { Look } from '../look';
import type { LayerView, Moment } from './layers';

export { stageColour };

const LIFT = 0.06;
const MOST_RINGS = 4096;
/** The number of corners of a circle. */
const CORNERS = 64;
/** The length of a drawn velocity, m per m/s. */
const ARROW = 1.2;

export class Selection implements LayerView {
  readonly group = new Group();
  private readonly ring = new Mesh(new RingGeometry(0.38, 0.5, 40), new MeshBasicMaterial({ transparent: true, opacity: 0.95, depthTest: false, depthWrite: false }));
  private readonly rings = new InstancedMesh(new RingGeometry(0.34, 0.42, 24), new MeshBasicMaterial({ transparent: true, opacity: 0.9, depthWrite: false }), MOST_RINGS);
  private readonly trail = strokes(SIX, { colour: 0, width: 2.2, opacity: 0.75 });
  private readonly route = strokes(SIX, { colour: 0, width: 2.6, isDashed: true });
  private readonly portals = strokes(SIX, { colour: 0x8e5bd0, width: 2, opacity: 0.85 });
  private readonly cone = strokes(SIX, { colour: 0xd98e04, width: 1.6, opacity: 0.9 });
  private readonly bar = strokes(SIX, { colour: 0xd98e04, width: 3, opacity: 0.95 });
  private readonly claims = strokes(SIX, { colour: 0xe69f00, width: 2.4, opacity: 0.95 });
  private readonly space = strokes(SIX, { colour: 0xffffff, width: 2, opacity: 0.9 }, new Float32Array(6));
  private readonly neighbours = strokes(SIX, { colour: 0x7d8894, width: 1.4, opacity: 0.8 });
  private readonly arrows = strokes(SIX, { colour: 0xffffff, width: 3 }, new Float32Array(6));
  private readonly matrix = new Matrix4();
  private drawnFor: Inspected | null = null;
  private drawnTrail: Float32Array | null = null;

  constructor() {
    const lines = [this.trail, this.space, this.route, this.portals, this.cone, this.bar, this.neighbours, this.claims, this.arrows];
    this.group.add(this.ring, this.rings, ...lines);
    this.ring.renderOrder = 1200;
    this.rings.renderOrder = 1199;
    this.rings.frustumCulled = false;
    lines.forEach((line, i) => {
      line.renderOrder = 1201 + i;
      // Transparent lines are drawn in their order, after see-through floors.
      Object.assign(line.material, { depthTest: false, transparent: true });
      line.frustumCulled = false;
    });
  }

  setPlace(_place: Place, look: Look): void {
    this.ring.material.color.setHex(look.highlight);
    this.trail.material.color.setHex(look.highlight);
    this.route.material.color.setHex(look.group);
    this.rings.material.color.setHex(look.group);
    this.drawInspected(null, () => 0);
    this.drawnTrail = null;
    this.trail.visible = false;
  }

  update({ shown, model, now, rig }: Moment): void {
    const selected = state.selected.value;
    const row = selected === null ? -1 : rowOf(shown, selected);
    this.ring.visible = row >= 0;
    if (row >= 0) {
      const x = shown.x[row]!, y = shown.y[row]!;
      this.ring.position.set(x, y, model.heights.at(shown.floor[row]!, x, y) + LIFT);
      // The ring stays large enough to be seen from far away.
      const pixel = rig.project(x, y, this.ring.position.z)?.metresPerPixel ?? 0;
      this.ring.scale.setScalar(Math.max(1, 26 * pixel) * (1 + 0.08 * Math.sin(now * 4)));
    }
    this.drawGroup(shown, model);
    const inspected = row >= 0 ? state.inspected.value : null;
    if (inspected !== this.drawnFor) this.drawInspected(inspected, (x, y, floor) => model.heights.at(floor, x, y));
    const trail = row >= 0 ? state.trail.value?.points ?? null : null;
    if (trail !== this.drawnTrail) {
      this.drawnTrail = trail;
      show(this.trail, trail ? chain(trail, LIFT) : []);
    }
  }

  dispose(): void { discard(this.group); }

  private drawGroup({ count, ids, x, y, floor }: Moment['shown'], model: Moment['model']): void {
    const group = state.group.value;
    let n = 0;
    if (group.size > 0) {
      for (let i = 0; i < count && n < MOST_RINGS; i++) {
        if (!group.has(ids[i]!)) continue;
        this.matrix.makeTranslation(x[i]!, y[i]!, model.heights.at(floor[i]!, x[i]!, y[i]!) + 0.05);
        this.rings.setMatrixAt(n++, this.matrix);
      }
      this.rings.instanceMatrix.needsUpdate = true;
    }
    this.rings.count = n;
    this.rings.visible = n > 0;
  }

  private drawInspected(inspected: Inspected | null, ground: (x: number, y: number, floor: number) => number): void {
    this.drawnFor = inspected;
    if (!inspected) {
      for (const line of [this.space, this.route, this.portals, this.cone, this.bar, this.neighbours, this.claims, this.arrows]) line.visible = false;
      return;
    }
    const { x, y, floor } = inspected;
    const z = ground(x, y, floor) + LIFT;
    show(this.route, chain([x, y, z - LIFT, ...inspected.route], LIFT));
    show(this.portals, lifted(inspected.portals));
    const c = inspected.cone;
    show(this.cone, c.length >= 7 ? [c[0]!, c[1]!, c[2]! + LIFT, c[3]!, c[4]!, c[2]! + LIFT, c[0]!, c[1]!, c[2]! + LIFT, c[5]!, c[6]!, c[2]! + LIFT] : []);
    show(this.bar, inspected.bar.length >= 6 ? [...lifted(inspected.bar), ...hook(inspected.bar)] : []);
    show(this.claims, inspected.claims.length >= 6 ? [...lifted(inspected.claims), ...hook(inspected.claims)] : []);
    this.drawSpace(inspected, z);
    show(this.neighbours, inspected.neighbours.flatMap((seen) => [x, y, z, seen.x, seen.y, ground(seen.x, seen.y, floor) + LIFT]));
    const segments: number[] = [];
    const colours: number[] = [];
    inspected.pipe.forEach((stage, i) => {
      const drawn = arrow(x, y, z + 0.03 * i, stage.vx * ARROW, stage.vy * ARROW);
      segments.push(...drawn);
      tint(colours, drawn.length / 3, stageColour(i));
    });
    show(this.arrows, segments, new Float32Array(colours));
  }

  /** Draws the zones around a body as circles, and the border of what it perceives. */
  private drawSpace({ x, y, zones, perceived }: Inspected, z: number): void {
    const segments: number[] = [];
    const colours: number[] = [];
    const add = (drawn: number[], colour: string) => {
      segments.push(...drawn);
      tint(colours, drawn.length / 3, colour);
    };
    zones.forEach((zone, i) => add(ringOf(circle(x, y, zone.radius), z), ZONES[i % ZONES.length]!));
    add(ringOf(perceived, z), PERCEIVED);
    show(this.space, segments, new Float32Array(colours));
  }
}

const SIX = [0, 0, 0, 0, 0, 0];

function show(lines: ReturnType<typeof strokes>, segments: number[], colours?: Float32Array): void {
  lines.visible = segments.length > 0;
  if (lines.visible) restroke(lines, segments, colours);
}

/** Returns the lines from each point to the next. */
function chain(points: ArrayLike<number>, lift: number): number[] {
  const segments: number[] = [];
  for (let i = 0; i + 5 < points.length; i += 3) {
    segments.push(points[i]!, points[i + 1]!, points[i + 2]! + lift, points[i + 3]!, points[i + 4]!, points[i + 5]! + lift);
  }
  return segments;
}

function lifted(segments: Float32Array): number[] {
  return Array.from(segments, (value, i) => (i % 3 === 2 ? value + LIFT : value));
}

/** Adds the same colour, in linear light, for so many corners. */
function tint(colours: number[], corners: number, colour: string): void {
  const rgb = rgbOf(colour).map((byte) => Math.pow(byte / 255, 2.2));
  for (let k = 0; k < corners; k++) colours.push(...rgb);
}

function circle(x: number, y: number, radius: number): number[] {
  return Array.from({ length: 2 * CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * (i >> 1)) / CORNERS;
    return i % 2 === 0 ? x + radius * Math.cos(angle) : y + radius * Math.sin(angle);
  });
}

/** Returns the points x, y as a closed line at one height. */
function ringOf(points: ArrayLike<number>, z: number): number[] {
  const segments: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const next = (i + 2) % points.length;
    segments.push(points[i]!, points[i + 1]!, z, points[next]!, points[next + 1]!, z);
  }
  return segments;
}

/** Returns a small ring at the far end of a line. */
function hook(bar: Float32Array): number[] {
  return ringOf(circle(bar[3]!, bar[4]!, 0.12), bar[5]! + LIFT);
}

/** Returns an arrow: a line with a head. */
function arrow(x: number, y: number, z: number, dx: number, dy: number): number[] {
  const length = Math.hypot(dx, dy);
  if (length < 0.05) return [];
  const head = Math.min(0.25, length / 2);
  const ux = dx / length, uy = dy / length;
  const tx = x + dx, ty = y + dy;
  return [
    x, y, z, tx, ty, z,
    tx, ty, z, tx - head * (ux + 0.6 * -uy), ty - head * (uy + 0.6 * ux), z,
    tx, ty, z, tx - head * (ux - 0.6 * -uy), ty - head * (uy - 0.6 * ux), z,
  ];
}
