// People: fine bodies near by, plain ones further away, with what they have with them; then simple figures, and dots beyond. From above, figures of
// shoulders and head.

import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, PlaneGeometry, Points,
  type Color, type ShaderMaterial,
} from 'three';
import type { Shown } from '../playback';
import type { Place } from '../protocol';
import { figure, fromAbove, walker } from './body';
import type { CameraRig } from './camera';
import { Gaits, ownNumber } from './gait';
import type { Heights } from './heights';
import type { Look } from './look';
import { suitcase, wheelchair } from './loads';
import { poseOf, Poses, type Pose } from './poses';
import { bodyMaterial, dotMaterial, ghostMaterial, loadMaterial, peopleLight, planMaterial, shadowMaterial } from './people_shaders';
import { Seats } from './seats';
import type { Tints } from './tints';
import type { Wardrobe } from './wardrobe';

/** The people of a level of detail, as columns for the graphics card. */
class Ranks {
  count = 0;
  place: Float32Array;
  gait: Float32Array;
  pose: Float32Array;
  tint: Uint8Array;
  readonly attributes: Record<'place' | 'gait' | 'pose' | 'tint', InstancedBufferAttribute>;

  constructor(readonly most: number) {
    this.place = new Float32Array(4 * most);
    this.gait = new Float32Array(4 * most);
    this.pose = new Float32Array(4 * most);
    this.tint = new Uint8Array(4 * most).fill(255);
    this.attributes = {
      place: new InstancedBufferAttribute(this.place, 4), gait: new InstancedBufferAttribute(this.gait, 4),
      pose: new InstancedBufferAttribute(this.pose, 4), tint: new InstancedBufferAttribute(this.tint, 4, true),
    };
    for (const attribute of Object.values(this.attributes)) attribute.setUsage(DynamicDrawUsage);
  }

  /** Sends the columns to the graphics card. */
  send(): void {
    for (const attribute of Object.values(this.attributes)) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 4 * this.count);
      attribute.needsUpdate = this.count > 0;
    }
  }

  /** Adds a pedestrian of other columns. */
  copy(from: Ranks, row: number): void {
    if (this.count >= this.most) return;
    const at = 4 * this.count++;
    for (let k = 0; k < 4; k++) {
      this.place[at + k] = from.place[row + k]!; this.gait[at + k] = from.gait[row + k]!;
      this.pose[at + k] = from.pose[row + k]!; this.tint[at + k] = from.tint[row + k]!;
    }
  }

  mesh(shape: BufferGeometry, material: ShaderMaterial): Mesh<InstancedBufferGeometry, ShaderMaterial> {
    const geometry = new InstancedBufferGeometry();
    for (const [name, attribute] of Object.entries(shape.attributes)) geometry.setAttribute(name, attribute);
    geometry.setIndex(shape.index);
    for (const [name, attribute] of Object.entries(this.attributes)) geometry.setAttribute(name, attribute);
    geometry.instanceCount = 0;
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    return mesh;
  }
}

/** A pedestrian that appears this tall, px, has a face and fingers, limbs, or at least a body. */
const FINE_PIXELS = 64;
const WALKER_PIXELS = 21;
const FIGURE_PIXELS = 8;
const PLAN_PIXELS = 7;
/** People are drawn after everything that is opaque on any storey. */
const FIRST_ORDER = 900;

export class People {
  readonly group = new Group();
  private readonly light = peopleLight();
  private readonly fine: Ranks;
  private readonly walkers: Ranks;
  private readonly figures: Ranks;
  private dots: Ranks;
  private readonly fineMesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private readonly walkerMesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private readonly figureMesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private readonly planMesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  /** Silhouettes of people whom floors hide. */
  private readonly ghosts: Mesh<InstancedBufferGeometry, ShaderMaterial>[];
  private readonly shadows: Mesh<InstancedBufferGeometry, ShaderMaterial>[];
  private readonly points: Points<BufferGeometry, ShaderMaterial>;
  /** Cases and wheelchairs, each with the columns of those who have one. */
  private readonly loads: { ranks: Ranks; mesh: Mesh<InstancedBufferGeometry, ShaderMaterial> }[];
  private readonly gaits = new Gaits();
  private readonly poses = new Poses();
  private seats = new Seats({ objects: [] });
  /** What a body does, by the number of its status. */
  private poseOf: Pose[] = [];
  private lastTime = 0;
  /** Grows when there are more walkers than fit, so that only the nearest become walkers. */
  private crowding = { fine: 1, walker: 1, figure: 1 };

  constructor(isSoftware: boolean, private readonly wardrobe: Wardrobe) {
    this.fine = new Ranks(isSoftware ? 60 : 400);
    this.walkers = new Ranks(isSoftware ? 300 : 1500);
    this.figures = new Ranks(isSoftware ? 5000 : 10000);
    this.dots = new Ranks(4096);
    const body = bodyMaterial(this.light);
    const shade = shadowMaterial(this.light);
    const quad = new PlaneGeometry(2, 2);
    this.fineMesh = this.fine.mesh(walker(true), body);
    this.walkerMesh = this.walkers.mesh(walker(false), body);
    this.figureMesh = this.figures.mesh(figure(), body);
    this.planMesh = this.figures.mesh(fromAbove(), planMaterial(this.light));
    this.shadows = [this.fine, this.walkers, this.figures].map((ranks) => ranks.mesh(quad, shade));
    // A body that is before another part of itself would be its own ghost, so the ghosts come first.
    const ghost = ghostMaterial(this.light);
    this.ghosts = [this.fine, this.walkers, this.figures].map((ranks) => ranks.mesh(figure(), ghost));
    for (const mesh of this.ghosts) mesh.renderOrder = FIRST_ORDER;
    for (const mesh of [this.fineMesh, this.walkerMesh, this.figureMesh, this.planMesh]) mesh.renderOrder = FIRST_ORDER + 1;
    // Shadows are drawn after all floors: see-through floors would be drawn over them.
    for (const mesh of this.shadows) mesh.renderOrder = FIRST_ORDER + 2;
    this.points = new Points(new BufferGeometry(), dotMaterial());
    this.points.frustumCulled = false;
    this.bindDots();
    const load = loadMaterial(this.light);
    this.loads = [suitcase(), wheelchair()].map((shape) => {
      const ranks = new Ranks(isSoftware ? 200 : 1000);
      return { ranks, mesh: ranks.mesh(shape, load) };
    });
    this.group.add(this.fineMesh, this.walkerMesh, this.figureMesh, this.planMesh, ...this.ghosts, ...this.shadows, this.points, ...this.loads.map(({ mesh }) => mesh));
  }

  setLook(look: Look, isDark: boolean): void {
    this.light.sky.value.setRGB(1.02, 1.04, 1.08).multiplyScalar(isDark ? 1.2 : 1);
    this.light.ground.value.setRGB(0.6, 0.58, 0.57).multiplyScalar(isDark ? 1.15 : 1);
    for (const mesh of this.shadows) {
      (mesh.material.uniforms['colour']!.value as Color).setHex(look.shadow);
      mesh.material.uniforms['strength']!.value = isDark ? 0.55 : 0.38;
    }
  }

  /** Takes the words of statuses, by number. */
  setStatuses(statuses: readonly string[]): void { this.poseOf = statuses.map(poseOf); }

  /** Takes the seats of a place. */
  setPlace(place: Place): void { this.seats = new Seats(place); }

  /** Places all people on shown storeys. `isShown` is by floor; with `seesThrough`, people below floors are seen as silhouettes. Returns how many are drawn. */
  update(shown: Shown, rig: CameraRig, heights: Heights, tints: Tints, isShown: Uint8Array, pixelRatio: number, seesThrough = false): number {
    const isPlan = rig.flatness > 0.5;
    if (shown.count > 0) this.wardrobe.reach(shown.ids[shown.count - 1]!);
    this.light.looks.value = this.wardrobe.texture;
    this.light.clothed.value = tints.isClothed ? 1 : 0;
    const seconds = shown.time - this.lastTime;
    this.lastTime = shown.time;
    if (this.dots.most < shown.count) { this.dots = new Ranks(Math.ceil(shown.count * 1.5)); this.bindDots(); }
    this.fine.count = this.walkers.count = this.figures.count = this.dots.count = 0;
    for (const { ranks } of this.loads) ranks.count = 0;
    const e = rig.matrix.elements;
    const scale = rig.scale * 1.75;
    // A pedestrian just outside the picture may still reach into it.
    const marginY = (4.4 * rig.scale) / rig.height, marginX = (marginY * rig.height) / rig.width;
    const finePixels = isPlan ? Infinity : FINE_PIXELS * this.crowding.fine;
    const walkerPixels = isPlan ? Infinity : WALKER_PIXELS * this.crowding.walker;
    const figurePixels = (isPlan ? PLAN_PIXELS : FIGURE_PIXELS) * this.crowding.figure;
    let wantFine = 0, wantWalker = 0, wantFigure = 0;
    const { x, y, ids, floor, speed, heading, status } = shown;
    const { poses, gaits, wardrobe } = this;
    // A large number has no fine fractions on the graphics card.
    this.light.time.value = shown.time % 10_000;
    for (let i = 0; i < shown.count; i++) {
      const on = floor[i]!;
      const id = ids[i]!;
      const px = x[i]!, py = y[i]!, v0 = speed[i]!;
      const phase = gaits.advance(id, px, py, v0, heading[i]!, wardrobe.legs[id]!);
      let doing = this.poseOf[status[i]!] ?? 'stands';
      if (doing === 'watches' && this.seats.kindAt(on, px, py) !== 'performance') doing = 'looks up';
      poses.advance(id, doing, v0, heading[i]!, seconds);
      if (isShown[on] === 0) continue;
      const pz = heights.at(on, px, py);
      const w = e[3]! * px + e[7]! * py + e[11]! * pz + e[15]!;
      const u = e[0]! * px + e[4]! * py + e[8]! * pz + e[12]!;
      const v = e[1]! * px + e[5]! * py + e[9]! * pz + e[13]!;
      if (w <= 0 || Math.abs(u) > w + marginX || Math.abs(v) > w + marginY) continue;
      const pixels = scale / w;
      let ranks = this.dots;
      if (pixels >= finePixels && ++wantFine <= this.fine.most) ranks = this.fine;
      else if (pixels >= walkerPixels && ++wantWalker <= this.walkers.most) ranks = this.walkers;
      else if (pixels >= figurePixels && ++wantFigure <= this.figures.most) ranks = this.figures;
      const at = 4 * ranks.count++;
      const { place, gait, pose } = ranks;
      place[at] = px; place[at + 1] = py; place[at + 2] = pz; place[at + 3] = poses.heading;
      if (ranks !== this.dots) {
        const own = ownNumber(id);
        gait[at] = phase; gait[at + 1] = v0 > 0.05 ? gaits.swing(v0) * (1 - poses.ease) : 0; gait[at + 2] = id; gait[at + 3] = own;
        pose[at] = poses.sit; pose[at + 1] = poses.sit > 0 ? this.seats.backAt(on, px, py) : 0; pose[at + 2] = poses.ease; pose[at + 3] = poses.gesture;
      }
      tints.write(shown, i, ranks.tint, at);
      const load = wardrobe.loads[id]!;
      if (load > 0 && ranks !== this.dots && !isPlan) this.loads[load - 1]!.ranks.copy(ranks, at);
    }
    this.crowding.fine = eased(this.crowding.fine, wantFine, this.fine.most);
    this.crowding.walker = eased(this.crowding.walker, wantWalker, this.walkers.most);
    this.crowding.figure = eased(this.crowding.figure, wantFigure, this.figures.most);
    this.send(isPlan, rig.scale * pixelRatio, seesThrough && !isPlan);
    return this.fine.count + this.walkers.count + this.figures.count + this.dots.count;
  }

  private send(isPlan: boolean, scale: number, seesThrough: boolean): void {
    for (const { ranks, mesh } of this.loads) {
      ranks.send();
      mesh.geometry.instanceCount = ranks.count;
      mesh.visible = ranks.count > 0;
    }
    for (const ranks of [this.fine, this.walkers, this.figures, this.dots]) ranks.send();
    this.fineMesh.geometry.instanceCount = this.fine.count;
    this.walkerMesh.geometry.instanceCount = this.walkers.count;
    this.figureMesh.geometry.instanceCount = isPlan ? 0 : this.figures.count;
    this.planMesh.geometry.instanceCount = isPlan ? this.figures.count : 0;
    [this.fine, this.walkers, this.figures].forEach((ranks, i) => { this.shadows[i]!.geometry.instanceCount = isPlan ? 0 : ranks.count; });
    [this.fine, this.walkers, this.figures].forEach((ranks, i) => { this.ghosts[i]!.geometry.instanceCount = seesThrough ? ranks.count : 0; });
    this.points.geometry.setDrawRange(0, this.dots.count);
    const uniforms = this.points.material.uniforms;
    uniforms['scale']!.value = scale;
    uniforms['lift']!.value = 0.9;
    uniforms['least']!.value = this.dots.count < 3000 ? 4 : 3;
    for (const mesh of [this.fineMesh, this.walkerMesh, this.figureMesh, this.planMesh, ...this.ghosts, ...this.shadows]) mesh.visible = mesh.geometry.instanceCount > 0;
    this.points.visible = this.dots.count > 0;
  }

  /** Lets the dots read the same columns, one value per point. */
  private bindDots(): void {
    this.points.geometry.dispose();
    const geometry = new BufferGeometry();
    // three.js counts points by their position; the shader reads `place`.
    for (const name of ['place', 'tint'] as const) {
      const column = new BufferAttribute(this.dots[name], 4, name === 'tint');
      column.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, column);
      this.dots.attributes[name] = column as InstancedBufferAttribute;
    }
    geometry.setAttribute('position', geometry.getAttribute('place'));
    this.points.geometry = geometry;
  }
}

/** Returns a threshold that rises when there are too many people and falls back when there are few. */
function eased(factor: number, wanted: number, most: number): number {
  if (wanted > most) return Math.min(50, factor * 1.08);
  return wanted < 0.8 * most ? Math.max(1, factor * 0.97) : factor;
}
