// The line or block that the user is drawing, and the rectangle of the select tool.

import { Group } from 'three';
import { discard, restroke, strokes } from './meshes';

export interface Spot { floor: number; x: number; y: number; z: number }

const LIFT = 0.06;
/** The colour of what the user draws. */
export const SKETCH = 0xd6336c;

export class Sketch {
  readonly group = new Group();
  private spots: Spot[] = [];
  private readonly lines = strokes([0, 0, 0, 0, 0, 0], { colour: SKETCH, width: 3 });
  private readonly rectangle = document.createElement('div');

  constructor() {
    this.lines.renderOrder = 1500;
    Object.assign(this.lines.material, { depthTest: false, transparent: true });
    this.lines.visible = false;
    this.group.add(this.lines);
    Object.assign(this.rectangle.style, {
      position: 'fixed', display: 'none', pointerEvents: 'none', zIndex: '5', border: '1.5px solid #0077bb', background: 'rgba(0, 119, 187, 0.14)', borderRadius: '2px',
    });
    document.body.append(this.rectangle);
  }

  get corners(): readonly Spot[] { return this.spots; }
  get isEmpty(): boolean { return this.spots.length === 0; }

  /** Adds a corner. Corners on another floor than the first are left out. */
  add(spot: Spot): void {
    if (this.spots.length > 0 && this.spots[0]!.floor !== spot.floor) return;
    this.spots.push(spot);
    this.draw(null, false);
  }

  /** Draws up to the pointer. A block is closed. */
  draw(to: Spot | null, isClosed: boolean): void {
    const all = to && this.spots.length > 0 ? [...this.spots, to] : this.spots;
    const segments: number[] = [];
    for (let i = 0; i + 1 < all.length; i++) segments.push(all[i]!.x, all[i]!.y, all[i]!.z + LIFT, all[i + 1]!.x, all[i + 1]!.y, all[i + 1]!.z + LIFT);
    const first = all[0], last = all[all.length - 1];
    if (isClosed && all.length > 2 && first && last) segments.push(last.x, last.y, last.z + LIFT, first.x, first.y, first.z + LIFT);
    if (all.length === 1 && first) {
      segments.push(first.x - 0.2, first.y, first.z + LIFT, first.x + 0.2, first.y, first.z + LIFT, first.x, first.y - 0.2, first.z + LIFT, first.x, first.y + 0.2, first.z + LIFT);
    }
    this.lines.visible = segments.length > 0;
    if (segments.length > 0) restroke(this.lines, segments);
  }

  /** Shows the rectangle between two points of the window, px; null hides it. */
  frame(box: { left: number; top: number; right: number; bottom: number } | null): void {
    this.rectangle.style.display = box ? 'block' : 'none';
    if (!box) return;
    Object.assign(this.rectangle.style, {
      left: `${box.left}px`, top: `${box.top}px`, width: `${box.right - box.left}px`, height: `${box.bottom - box.top}px`,
    });
  }

  clear(): void {
    this.spots = [];
    this.lines.visible = false;
    this.frame(null);
  }

  dispose(): void {
    discard(this.group);
    this.rectangle.remove();
  }
}
