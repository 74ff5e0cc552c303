// Trains and buses: they roll in, open and shut their doors, and roll out.

import { DoubleSide, Group, InstancedMesh, Matrix4, Mesh, MeshLambertMaterial, Object3D, Vector3, type Material } from 'three';
import type { Place, Train, TrainChange } from '../protocol';
import { ringOf, discard } from './meshes';
import { heightAt } from './heights';
import type { Label, Labels } from './labels';
import type { Look } from './look';
import { isBus as isBusLine, railsOf, Rails } from './rails';
import type { Storey } from './storey';
import { cutSurface } from './surfaces';
import { carBody, carGlass, CAR_GAP, CAR_WIDTH, doorLeaf, DOOR_WIDTH, liveryOf, type CarShape } from './train_bodies';
import { placeOf } from './train_motion';
import { BEYOND, DROP, KERB, leftInShader } from './tracks';

const HALF = CAR_WIDTH / 2;
/** How high over a train its name is, m. */
const ABOVE = 3.5;

interface Car { group: Group; middle: number }
interface Leaf { car: number; x: number; way: 1 | -1 }
interface Drawn {
  train: Train; changes: number; rails: Rails; way: 1 | -1; z: number; root: Group; cars: Car[]; leaves: Leaf[]; leafMesh: InstancedMesh;
  label: Label; doors: number; along: number; reach: number;
}

export class Trains {
  private readonly drawn: Drawn[] = [];

  constructor(place: Place, storeys: Storey[], look: Look, private readonly labels: Labels) {
    place.trains.forEach((train, number) => {
      const object = place.objects[train.track], floor = object && place.floors[object.floor];
      const storey = floor && storeys[floor.storey], points = ringOf(train.line), track = object && railsOf(object);
      if (!floor || !storey || !track || points.length < 2) return;
      const rails = new Rails(points, train.platformLeft);
      this.drawn.push(this.build(train, number, rails, track, heightAt(floor.height, points[0]![0], points[0]![1]), storey, look));
    });
  }

  /** Places all trains. `changes` are those of each train, in order. */
  update(changes: readonly (readonly TrainChange[])[], time: number, frameSeconds: number): void {
    this.drawn.forEach((drawn) => {
      const at = placeOf(drawn.train, changes[drawn.changes] ?? [], time, frameSeconds);
      const isSeen = at !== null && Math.abs(at.along) < drawn.rails.length + 2 * BEYOND + drawn.reach;
      drawn.root.visible = isSeen;
      drawn.label.isWanted = isSeen && at.along === 0;
      if (!isSeen) return;
      if (at.along !== drawn.along) this.roll(drawn, at.along);
      if (at.doors !== drawn.doors) this.slide(drawn, at.doors);
    });
  }

  dispose(): void {
    for (const { root, label } of this.drawn) { discard(root); this.labels.remove(label); }
  }

  private build(train: Train, number: number, rails: Rails, track: Rails, z: number, storey: Storey, look: Look): Drawn {
    const bus = isBusLine(train), livery = liveryOf(number, bus), drop = bus ? KERB : DROP;
    // It goes so that the platform is on its right: both tracks of a platform are used in opposite directions.
    const way = train.platformLeft ? -1 : 1;
    const root = new Group(), cars: Car[] = [], leaves: Leaf[] = [];
    const solid = new MeshLambertMaterial({ vertexColors: true, alphaHash: true });
    const glass = new MeshLambertMaterial({ vertexColors: true, transparent: true, opacity: 0.34, depthWrite: false });
    // Leaves are mirrored, so both of their sides are drawn.
    const leaf = new MeshLambertMaterial({ vertexColors: true, alphaHash: true, side: DoubleSide });
    for (const material of [solid, glass, leaf]) fade(material, track, bus);
    const doors = ringOf(train.doors).map(([x, y]) => rails.along(x, y));
    for (let k = 0; k < train.cars; k++) {
      const middle = (k + 0.5) * (rails.length / train.cars);
      const isFirst = way > 0 ? k === train.cars - 1 : k === 0, isLast = way > 0 ? k === 0 : k === train.cars - 1;
      // A car looks the way it goes: its doors are on its right, so they are on the side of -y, and the car is drawn as in a mirror.
      const mine = doors.filter((at) => Math.abs(at - middle) <= rails.length / train.cars / 2).map((at) => (at - middle) * way);
      const shape: CarShape = { length: train.carLength, doors: mine, isFirst, isLast, isBus: bus, drop, livery };
      const group = new Group();
      const body = new Mesh(carBody(shape), solid), panes = new Mesh(carGlass(shape), glass);
      body.renderOrder = storey.number * 20 + 9;
      panes.renderOrder = storey.number * 20 + 12;
      group.add(body, panes);
      root.add(group);
      cars.push({ group, middle });
      for (const x of mine) for (const side of [1, -1] as const) leaves.push({ car: k, x, way: side });
    }
    const leafMesh = new InstancedMesh(doorLeaf(livery), leaf, Math.max(1, leaves.length));
    leafMesh.count = leaves.length;
    leafMesh.renderOrder = storey.number * 20 + 10;
    leafMesh.frustumCulled = false;
    root.add(leafMesh);
    storey.group.add(root);
    const middle = rails.at(rails.length / 2, HALF);
    const where = train.to.length > 0 ? `\nto ${train.to.join(', ')}` : '';
    const label = this.labels.add(`${train.name}${where}`, new Vector3(middle.x, middle.y, z + ABOVE), { colour: look.objectLabel, size: 11.5, isBold: true, priority: 2.5 }, storey.number);
    const drawn: Drawn = { train, changes: number, rails, way, z, root, cars, leaves, leafMesh, label, doors: NaN, along: NaN, reach: track.length };
    this.roll(drawn, 0);
    this.slide(drawn, 0);
    return drawn;
  }

  /** Moves the cars along the track. */
  private roll(drawn: Drawn, along: number): void {
    drawn.along = along;
    for (const { group, middle } of drawn.cars) {
      const at = drawn.rails.at(middle + along * drawn.way, CAR_GAP + HALF);
      group.position.set(at.x, at.y, drawn.z);
      group.rotation.z = Math.atan2(at.uy, at.ux) + (drawn.way > 0 ? 0 : Math.PI);
      // The platform is on the right of the way: the doors of the shape are on its left.
      group.scale.y = -1;
      group.updateMatrix();
    }
    this.slide(drawn, drawn.doors);
  }

  /** Slides the leaves of all doors. */
  private slide(drawn: Drawn, open: number): void {
    drawn.doors = open;
    const share = Number.isNaN(open) ? 0 : open;
    drawn.leaves.forEach(({ car, x, way }, i) => {
      LEAF.position.set(x + way * share * (DOOR_WIDTH / 2 - 0.06), HALF - 0.045 + 0.055 * Math.min(1, 4 * share), 0);
      LEAF.scale.x = way;
      LEAF.updateMatrix();
      drawn.leafMesh.setMatrixAt(i, MATRIX.multiplyMatrices(drawn.cars[car]!.group.matrix, LEAF.matrix));
    });
    drawn.leafMesh.instanceMatrix.needsUpdate = true;
  }
}

const LEAF = new Object3D();
const MATRIX = new Matrix4();

/** Lets a train dissolve far beyond the ends of its track, and be cut away where it hides what the camera looks at. */
function fade(material: Material, track: Rails, isBus: boolean): void {
  cutSurface(material);
  const cut = material.onBeforeCompile;
  // How far along the track a point is: along the line from its first to its last point.
  const [from, to] = [track.at(0), track.at(track.length)];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const axis = [from.x, from.y, (to.x - from.x) / length, (to.y - from.y) / length].map((value) => value.toFixed(5)).join(', ');
  material.onBeforeCompile = (shader, renderer) => {
    cut.call(material, shader, renderer);
    // A world position is there for the cut; an instance has a matrix of its own.
    shader.vertexShader = shader.vertexShader.replace('vCutAt = (modelMatrix * vec4(position, 1.0)).xyz;', `vec4 cutPoint = vec4(position, 1.0);
      #ifdef USE_INSTANCING
        cutPoint = instanceMatrix * cutPoint;
      #endif
      vCutAt = (modelMatrix * cutPoint).xyz;`);
    shader.fragmentShader = shader.fragmentShader.replace('#include <alphahash_fragment>', `
      vec4 trackAxis = vec4(${axis});
      float alongTrack = dot(vCutAt.xy - trackAxis.xy, trackAxis.zw);
      float beyondTrack = max(-alongTrack, alongTrack - ${length.toFixed(4)});
      diffuseColor.a *= ${leftInShader(isBus, 'beyondTrack')};
      if (diffuseColor.a <= 0.0) discard;
      #include <alphahash_fragment>`);
  };
  material.customProgramCacheKey = () => `${axis} ${length} ${isBus}`;
}

