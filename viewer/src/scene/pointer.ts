// The pointer: moves the camera, selects, asks what is there, and draws with the tools.

import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { Shown } from '../playback';
import * as session from '../session';
import * as state from '../state';
import type { CameraRig } from './camera';
import { linkAt, objectAt, peopleWithin, personAt, type Lens } from './picking';
import type { PlaceModel } from './place';
import { Sketch, type Spot } from './sketch';

const CLICK_PIXELS = 4;
const RESTED = 0.18;
const PROBED_EVERY = 0.2;

interface Touch { x: number; y: number }
type Drag = 'orbit' | 'pan' | 'frame';

export class Pointer {
  readonly sketch = new Sketch();
  private readonly touches = new Map<number, Touch>();
  private start: Touch | null = null;
  private drag: Drag = 'orbit';
  private hasMoved = false;
  private over: Touch | null = null;
  private movedAt = 0;
  private probedAt = 0;
  private hasProbed = false;
  private cursorAt = 0;
  private shown: Shown | null = null;
  private readonly raycaster = new Raycaster();
  private readonly listeners = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly rig: CameraRig,
    private readonly model: () => PlaceModel | null, private readonly isShown: () => Uint8Array,
  ) {
    const { signal } = this.listeners;
    canvas.style.touchAction = 'none';
    canvas.addEventListener('pointerdown', (event) => this.down(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.move(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.up(event), { signal });
    canvas.addEventListener('pointercancel', (event) => this.cancel(event), { signal });
    canvas.addEventListener('pointerleave', () => { this.over = null; state.hovered.value = null; }, { signal });
    canvas.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    canvas.addEventListener('dblclick', () => this.finishBlock(), { signal });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    window.addEventListener('keydown', (event) => this.key(event), { signal });
  }

  /** Is called once per picture: sets the cursor, and finds what is under a pointer that rests. */
  update(shown: Shown, model: PlaceModel, now: number): void {
    this.shown = shown;
    if (!this.over || this.start) return;
    if (now - this.cursorAt > 0.1) {
      this.cursorAt = now;
      this.canvas.style.cursor = state.tool.value !== 'look' ? 'crosshair' : this.isOverSomething(model) ? 'pointer' : 'grab';
    }
    const seconds = performance.now() / 1000;
    if (this.hasProbed || seconds - this.movedAt < RESTED || seconds - this.probedAt < PROBED_EVERY || state.tool.value !== 'look') return;
    this.hasProbed = true;
    this.probedAt = seconds;
    void this.probe(this.over);
  }

  dispose(): void {
    this.listeners.abort();
    this.sketch.dispose();
  }

  private lens(): Lens {
    return { elements: this.rig.matrix.elements, width: this.rig.width, height: this.rig.height };
  }

  private isOverSomething(model: PlaceModel): boolean {
    const { x, y } = this.over!;
    return this.rowAt(x, y) >= 0 || linkAt(model.doors.pieces(), this.lens(), x, y) !== null || this.objectAt(model, { x, y }) !== null;
  }

  private objectAt(model: PlaceModel, { x, y }: Touch): number | null {
    return objectAt(model.objects.pickables, this.lens(), this.isShown(), x, y);
  }

  private rowAt(x: number, y: number): number {
    const model = this.model();
    return this.shown && model ? personAt(this.shown, this.lens(), model.heights, this.isShown(), x, y) : -1;
  }

  /** Returns the ground under a pixel. */
  private spotAt(x: number, y: number): Spot | null {
    const model = this.model();
    if (!model) return null;
    this.raycaster.setFromCamera(new Vector2((x / this.rig.width) * 2 - 1, 1 - (y / this.rig.height) * 2), this.rig.camera);
    const hit = this.raycaster.intersectObjects(model.floorMeshes(), false)[0];
    return hit ? { floor: hit.object.userData['floor'] as number, x: hit.point.x, y: hit.point.y, z: hit.point.z } : null;
  }

  /**
   * Returns where a tool draws: on the plane of its first corner, so that lines and outlines can reach beyond walls. The first corner may
   * also be off the floor.
   */
  private drawnAt(x: number, y: number): Spot | null {
    const spot = this.spotAt(x, y);
    const first = this.sketch.corners[0] ?? spot;
    if (first) return this.onPlane(first.floor, first.z);
    const floors = state.place.value?.floors ?? [];
    const floor = floors.findIndex((f, i) => f.kind === 'level' && this.isShown()[i] === 1);
    return floor < 0 ? null : this.onPlane(floor, floors[floor]!.lowest);
  }

  /** Returns where the ray of the last pick meets the plane of a floor. */
  private onPlane(floor: number, z: number): Spot | null {
    const hit = this.raycaster.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -z), new Vector3());
    return hit ? { floor, x: hit.x, y: hit.y, z } : null;
  }

  private async probe(at: Touch): Promise<void> {
    const spot = this.spotAt(at.x, at.y);
    const lines = spot ? await session.probe(spot.floor, spot.x, spot.y) : [];
    if (this.over !== at || lines.length === 0) return;
    const box = this.canvas.getBoundingClientRect();
    state.hovered.value = { screenX: at.x + box.left, screenY: at.y + box.top, lines };
  }

  private down(event: PointerEvent): void {
    const at = this.at(event);
    this.touches.set(event.pointerId, at);
    this.canvas.setPointerCapture(event.pointerId);
    state.hovered.value = null;
    this.start = at;
    this.hasMoved = false;
    const isMain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    this.drag = isMain && state.tool.value === 'select' ? 'frame' : isMain && state.view.value === '3d' ? 'orbit' : 'pan';
  }

  private move(event: PointerEvent): void {
    const at = this.at(event);
    this.over = at;
    this.movedAt = performance.now() / 1000;
    this.hasProbed = false;
    if (state.hovered.value) state.hovered.value = null;
    const before = this.touches.get(event.pointerId);
    if (!before || !this.start) {
      if (!this.sketch.isEmpty) this.sketch.draw(this.drawnAt(at.x, at.y), state.tool.value === 'block');
      return;
    }
    if (Math.hypot(at.x - this.start.x, at.y - this.start.y) > CLICK_PIXELS) this.hasMoved = true;
    this.touches.set(event.pointerId, at);
    if (this.touches.size === 2) return this.pinch(event.pointerId, before, at);
    if (!this.hasMoved) return;
    this.canvas.style.cursor = this.drag === 'frame' ? 'crosshair' : 'grabbing';
    if (this.drag === 'frame') this.sketch.frame(this.frameTo(at, true));
    else if (this.drag === 'orbit') this.rig.orbit((before.x - at.x) * 0.006, (before.y - at.y) * 0.005);
    else { state.isFollowingSelected.value = false; this.rig.pan(at.x - before.x, at.y - before.y); }
  }

  /** Moves the view by two fingers: apart zooms in, together zooms out, and both together move the ground. */
  private pinch(id: number, before: Touch, at: Touch): void {
    this.hasMoved = true;
    const other = [...this.touches].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(at.x - other.x, at.y - other.y);
    if (is > 1) this.rig.zoom(was / is, (at.x + other.x) / 2, (at.y + other.y) / 2, this.spotAt((at.x + other.x) / 2, (at.y + other.y) / 2));
    this.rig.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
  }

  private up(event: PointerEvent): void {
    const at = this.at(event);
    this.touches.delete(event.pointerId);
    if (this.touches.size > 0) return;
    const { hasMoved, drag } = this;
    if (hasMoved && drag === 'frame') this.selectFrame(at);
    this.start = null;
    this.sketch.frame(null);
    if (!hasMoved && event.button === 0) this.click(at);
  }

  private cancel(event: PointerEvent): void {
    this.touches.delete(event.pointerId);
    this.start = null;
    this.sketch.frame(null);
  }

  private click(at: Touch): void {
    switch (state.tool.value) {
      case 'line': return this.lineTo(at);
      case 'block': return this.blockTo(at);
      case 'look': case 'select': return this.selectAt(at);
    }
  }

  private selectAt(at: Touch): void {
    const row = this.rowAt(at.x, at.y);
    if (row >= 0) return session.select(this.shown!.ids[row]!);
    const model = this.model();
    const link = model ? linkAt(model.doors.pieces(), this.lens(), at.x, at.y) : null;
    if (link !== null) { window.dispatchEvent(new CustomEvent('populace-door', { detail: link })); return; }
    const object = model ? this.objectAt(model, at) : null;
    if (object !== null) { window.dispatchEvent(new CustomEvent('populace-object', { detail: object })); return; }
    session.select(null);
    if (state.group.value.size > 0) state.group.value = new Set();
  }

  private selectFrame(to: Touch): void {
    const model = this.model();
    if (!this.shown || !model) return;
    state.group.value = peopleWithin(this.shown, this.lens(), model.heights, this.isShown(), this.frameTo(to, false));
  }

  /** Returns the rectangle from where the drag began, in coordinates of the canvas or of the window. */
  private frameTo(to: Touch, inWindow: boolean): { left: number; top: number; right: number; bottom: number } {
    const box = inWindow ? this.canvas.getBoundingClientRect() : { left: 0, top: 0 };
    const from = this.start ?? to;
    return {
      left: Math.min(from.x, to.x) + box.left, right: Math.max(from.x, to.x) + box.left,
      top: Math.min(from.y, to.y) + box.top, bottom: Math.max(from.y, to.y) + box.top,
    };
  }

  private lineTo(at: Touch): void {
    const spot = this.drawnAt(at.x, at.y);
    if (!spot) return;
    this.sketch.add(spot);
    const [a, b] = this.sketch.corners;
    if (!a || !b) return;
    this.sketch.clear();
    const id = 1 + Math.max(0, ...state.lines.value.map((line) => line.id));
    state.lines.value = [...state.lines.value, { id, floor: a.floor, ax: a.x, ay: a.y, bx: b.x, by: b.y, flow: null }];
    if (!state.layers.value.has('flow')) state.layers.value = new Set([...state.layers.value, 'flow']);
    void session.measureLines();
  }

  private blockTo(at: Touch): void {
    const spot = this.drawnAt(at.x, at.y);
    const last = this.sketch.corners[this.sketch.corners.length - 1];
    // The second click of a double click gives the same corner again.
    if (spot && !(last && Math.hypot(spot.x - last.x, spot.y - last.y) < 0.05)) this.sketch.add(spot);
  }

  private finishBlock(): void {
    const place = state.place.value;
    const corners = this.sketch.corners;
    if (state.tool.value !== 'block' || corners.length < 3 || !place) return;
    const outline = corners.flatMap(({ x, y }) => [x + place.originX, y + place.originY]);
    const { floor } = corners[0]!;
    this.sketch.clear();
    state.tool.value = 'look';
    window.dispatchEvent(new CustomEvent('populace-block', { detail: { floor, outline } }));
  }

  private key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    if (event.key === 'Enter') this.finishBlock();
    if (event.key !== 'Escape') return;
    if (!this.sketch.isEmpty || this.start) { this.sketch.clear(); this.start = null; } else if (state.tool.value !== 'look') state.tool.value = 'look';
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.at(event);
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
    this.rig.zoom(Math.exp(Math.max(-200, Math.min(200, pixels)) * 0.0015), at.x, at.y, this.spotAt(at.x, at.y));
    state.hovered.value = null;
  }

  private at(event: MouseEvent): Touch {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}
