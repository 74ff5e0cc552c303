// The obstacle that was drawn, while it waits to be confirmed or discarded.

import { Group, Mesh, MeshBasicMaterial, DoubleSide } from 'three';
import type { Place } from '../../protocol';
import * as state from '../../state';
import { discard, restroke, ringLines, ringOf, Shell, strokes } from '../meshes';
import { SKETCH } from '../sketch';
import type { LayerView, Moment } from './layers';

/** The height above the ground at which it is drawn, m. */
const LIFT = 0.06;

export class DrawnBlock implements LayerView {
  readonly group = new Group();
  private readonly face = new Mesh(new Shell().geometry(), new MeshBasicMaterial({ color: SKETCH, transparent: true, opacity: 0.3, depthTest: false, depthWrite: false, side: DoubleSide }));
  private readonly outline = strokes([0, 0, 0, 0, 0, 0], { colour: SKETCH, width: 3 });
  private origin: readonly [number, number] = [0, 0];
  private drawnFor: state.DrawnBlock | null = null;

  constructor() {
    this.face.renderOrder = 1499;
    this.outline.renderOrder = 1500;
    this.outline.frustumCulled = this.face.frustumCulled = false;
    Object.assign(this.outline.material, { depthTest: false, transparent: true });
    this.group.add(this.face, this.outline);
    this.group.visible = false;
  }

  setPlace(place: Place): void {
    this.origin = [place.originX, place.originY];
    this.drawnFor = null;
  }

  update({ model, isShown }: Moment): void {
    const drawn = state.drawnBlock.value;
    this.group.visible = drawn !== null && isShown[drawn.floor] === 1;
    if (!drawn || drawn === this.drawnFor) return;
    this.drawnFor = drawn;
    const ring = ringOf(drawn.outline).map(([x, y]): [number, number] => [x - this.origin[0], y - this.origin[1]]);
    const ground = (x: number, y: number) => model.heights.at(drawn.floor, x, y) + LIFT;
    const shell = new Shell();
    shell.flat(ring, ground);
    this.face.geometry.dispose();
    this.face.geometry = shell.geometry();
    restroke(this.outline, ringLines(ring, ground));
  }

  dispose(): void { discard(this.group); }
}
