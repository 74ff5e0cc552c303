// Doors as pairs of leaves that stand open or shut, and lifts as glass shafts.

import { BoxGeometry, Group, Mesh, MeshLambertMaterial, type BufferGeometry } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import type { Link, Place } from '../protocol';
import type { Look } from './look';
import { centreOf, discard, restroke, ringLines, Shell, strokes } from './meshes';
import { solidsOf, WALL_HEIGHT } from './solids';
import type { Storey } from './storey';

const LEAF_HEIGHT = 2.1;
const LEAF_THICKNESS = 0.06;
/** The turn of an open leaf, rad. */
const OPEN = 1.45;
const TURNS_PER_SECOND = 6;

interface Leaf { hinge: Group; from: number; sense: number }
interface Door { link: number; leaves: Leaf[]; material: MeshLambertMaterial; angle: number; plan: LineSegments2; piece: Float32Array; storey: Storey }

export class Doors {
  private readonly doors: Door[] = [];
  private readonly roots: Group[] = [];

  constructor(private readonly place: Place, storeys: Storey[], private readonly look: Look) {
    place.links.forEach((link, number) => {
      const storey = storeys[place.floors[link.floors[0] ?? 0]?.storey ?? 0];
      if (!storey) return;
      if (link.kind === 'door') this.addDoor(link, number, storey);
      if (link.kind === 'lift') addLift(place, link, storey, look);
    });
  }

  /** Turns the leaves towards their state; `open` is by link. */
  update(open: readonly boolean[], seconds: number): void {
    for (const door of this.doors) {
      const isOpen = open[door.link] ?? true;
      const goal = isOpen ? OPEN : 0;
      const colour = isOpen ? this.look.leaf : this.look.shutLeaf;
      if (door.angle === goal && door.material.color.getHex() === colour) continue;
      const step = Math.min(Math.abs(goal - door.angle), seconds * TURNS_PER_SECOND);
      door.angle += Math.sign(goal - door.angle) * step;
      door.material.color.setHex(colour);
      door.material.opacity = isOpen ? 0.5 : 0.9;
      door.plan.material.color.setHex(colour);
      for (const leaf of door.leaves) leaf.hinge.rotation.z = leaf.from + leaf.sense * door.angle;
      restroke(door.plan, planOf(door));
    }
  }

  /** Returns the pieces of doors and lifts, for picking: the link, and its ends or stops. */
  pieces(): { link: number; piece: Float32Array }[] {
    return this.place.links.flatMap((link, number) => {
      if (link.kind === 'opening') return [];
      return Array.from({ length: link.pieces.length / 6 }, (_, i) => ({ link: number, piece: link.pieces.subarray(6 * i, 6 * i + 6) }));
    });
  }

  dispose(): void {
    for (const root of this.roots) discard(root);
  }

  private addDoor(link: Link, number: number, storey: Storey): void {
    for (let i = 0; i + 5 < link.pieces.length; i += 6) {
      const piece = link.pieces.subarray(i, i + 6);
      const [ax, ay, az, bx, by] = piece as unknown as [number, number, number, number, number];
      const width = Math.hypot(bx - ax, by - ay) / 2;
      const direction = Math.atan2(by - ay, bx - ax);
      const material = new MeshLambertMaterial({ color: this.look.leaf, transparent: true, opacity: 0.5, depthWrite: false });
      const frame = new MeshLambertMaterial({ color: this.look.metal });
      const root = new Group();
      const leaves = [
        { x: ax, y: ay, from: direction, sense: 1 },
        { x: bx, y: by, from: direction + Math.PI, sense: -1 },
      ].map(({ x, y, from, sense }): Leaf => {
        const hinge = new Group();
        hinge.position.set(x, y, az);
        hinge.rotation.z = from;
        const mesh = new Mesh(new BoxGeometry(width, LEAF_THICKNESS, LEAF_HEIGHT).translate(width / 2, 0, LEAF_HEIGHT / 2), material);
        mesh.renderOrder = storey.number * 20 + 9;
        hinge.add(mesh, new Mesh(frameOf(width), frame));
        root.add(hinge);
        return { hinge, from, sense };
      });
      const plan = strokes([0, 0, 0, 0, 0, 0], { colour: this.look.leaf, width: 3 });
      plan.renderOrder = storey.number * 20 + 9;
      storey.spatial.add(root);
      storey.plan.add(plan);
      this.roots.push(root);
      const door: Door = { link: number, leaves, material, angle: OPEN, plan, piece, storey };
      for (const leaf of leaves) leaf.hinge.rotation.z = leaf.from + leaf.sense * OPEN;
      restroke(plan, planOf(door));
      this.doors.push(door);
    }
  }
}

/** Returns the frame around the glass of a leaf. */
function frameOf(width: number): BufferGeometry {
  const bar = 0.07, thick = LEAF_THICKNESS + 0.02;
  const bars: [number, number, number, number][] = [[0, bar, 0, LEAF_HEIGHT], [width - bar, width, 0, LEAF_HEIGHT], [0, width, 0, 1.6 * bar], [0, width, LEAF_HEIGHT - bar, LEAF_HEIGHT], [0, width, 1.0, 1.0 + 0.6 * bar]];
  return mergeGeometries(bars.map(([x0, x1, z0, z1]) => new BoxGeometry(x1 - x0, thick, z1 - z0).translate((x0 + x1) / 2, 0, (z0 + z1) / 2)));
}

function planOf(door: Door): number[] {
  const [ax, ay, az, bx, by, bz] = door.piece as unknown as [number, number, number, number, number, number];
  const width = Math.hypot(bx - ax, by - ay) / 2;
  const direction = Math.atan2(by - ay, bx - ax);
  const left = direction + door.angle, right = direction + Math.PI - door.angle;
  return [
    ax, ay, az + 0.05, ax + width * Math.cos(left), ay + width * Math.sin(left), az + 0.05,
    bx, by, bz + 0.05, bx + width * Math.cos(right), by + width * Math.sin(right), bz + 0.05,
  ];
}

/** Adds a glass shaft: over the solid beside the stops, or where people wait when there is none. */
function addLift(place: Place, link: Link, storey: Storey, look: Look): void {
  const stops = link.pieces;
  let bottom = Infinity, top = -Infinity;
  for (let i = 2; i < stops.length; i += 6) { bottom = Math.min(bottom, stops[i]!); top = Math.max(top, stops[i]!); }
  const ring = shaftOf(place, link) ?? square(stops[0]!, stops[1]!, 0.9);
  const height = top - bottom + WALL_HEIGHT;
  const shell = new Shell();
  ring.forEach(([x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length]!;
    shell.upright([u, v, bottom], [x, y, bottom], height, 1, 1);
  });
  shell.flat(ring, bottom + height);
  storey.surface(shell, { colour: look.glass, opacity: 0.32, order: 9, isBright: true }, 'spatial');
  const edges = [...ringLines(ring, () => bottom + height), ...ringLines(ring, () => bottom + 0.02)];
  for (const [x, y] of ring) edges.push(x, y, bottom, x, y, bottom + height);
  for (let i = 2; i < stops.length; i += 6) edges.push(...ringLines(ring, () => stops[i]! + 0.02));
  storey.lines(edges, { colour: look.glass, width: 1.5, opacity: 0.9 }, 'spatial');
  const flat = new Shell();
  flat.flat(ring, top + 0.02);
  storey.surface(flat, { colour: look.glass, opacity: 0.45, order: 9, isBright: true }, 'plan');
  const cross = [...ringLines(ring, () => top + 0.04)];
  for (const i of [0, 1]) {
    const from = ring[i]!, to = ring[i + Math.floor(ring.length / 2)] ?? ring[0]!;
    cross.push(from[0], from[1], top + 0.04, to[0], to[1], top + 0.04);
  }
  storey.lines(cross, { colour: look.glass, width: 1.5 }, 'plan');
}

function shaftOf(place: Place, link: Link): [number, number][] | null {
  const [x, y] = link.pieces as unknown as [number, number];
  let best: [number, number][] | null = null;
  let nearest = 3;
  for (const floor of link.floors) {
    for (const solid of place.floors[floor] ? solidsOf(place, place.floors[floor]!) : []) {
      if (solid.kind !== 'shaft') continue;
      const [u, v] = centreOf(solid.ring);
      const distance = Math.hypot(u - x, v - y);
      if (distance < nearest) { nearest = distance; best = solid.ring; }
    }
  }
  return best;
}

function square(x: number, y: number, half: number): [number, number][] {
  return [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]];
}
