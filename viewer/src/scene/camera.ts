// The camera: the view in space and from above, and smooth moves between them.

import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3, type Camera } from 'three';

/** What the camera shows: a point, how many metres around it, and from which direction. */
export interface Pose {
  x: number;
  y: number;
  z: number;
  /** The metres at the target from the upper to the lower border of the picture. */
  span: number;
  /** The direction, rad; 0: from the south, −π/4: from the south-west. */
  turn: number;
  /** The slant, rad; 0: from above. */
  tilt: number;
}
/** A point on the screen, px, and the size of a pixel there, m. */
export interface Projected { x: number; y: number; metresPerPixel: number }
/** The point from which local coordinates count, m. */
export interface Origin { originX: number; originY: number }
export interface Box { west: number; south: number; east: number; north: number; bottom: number; top: number }

const FIELD = (36 * Math.PI) / 180;
const NARROWEST = (2.5 * Math.PI) / 180;
const SECONDS_BETWEEN_VIEWS = 0.8;
const LEAST_SPAN = 3;
const MOST_TILT = 1.45;
/** The margin around a place that is shown as a whole, as a factor. */
const FRAME = 1.07;

export class CameraRig {
  readonly perspective = new PerspectiveCamera();
  readonly orthographic = new OrthographicCamera();
  readonly goal: Pose = { x: 0, y: 0, z: 0, span: 50, turn: -0.6, tilt: 0.9 };
  readonly pose: Pose = { ...this.goal };
  /** The share of the view from above: 0 in space, 1 from above. */
  flatness = 0;
  width = 1;
  height = 1;
  /** The product of projection and view at the last update. */
  readonly matrix = new Matrix4();
  private isFlat = false;
  /** Whether the whole place is framed. Then it is framed anew when the picture or the view changes. */
  private isWhole = true;
  private spatial = { turn: -0.6, tilt: 0.9 };
  private box: Box = { west: 0, south: 0, east: 50, north: 50, bottom: 0, top: 3 };
  private readonly basis = new Matrix4();
  private readonly right = new Vector3();
  private readonly up = new Vector3();
  private readonly back = new Vector3();

  get camera(): Camera { return this.flatness >= 1 ? this.orthographic : this.perspective; }
  /** How the projection scales heights at unit depth. Together with the depth it gives the size of something on the screen. */
  get scale(): number { return (this.camera as PerspectiveCamera).projectionMatrix.elements[5]! * 0.5 * this.height; }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.isWhole) this.fit();
  }

  /** Remembers the place, and shows all of it. */
  frame(box: Box): void {
    this.box = box;
    this.reset();
    Object.assign(this.pose, this.goal);
    this.flatness = this.isFlat ? 1 : 0;
  }

  /** Shows the whole place. */
  reset(): void {
    // A narrow picture has room for a steeper view.
    this.spatial = { turn: -0.55, tilt: this.width < 1.4 * this.height ? 0.72 : 0.88 };
    if (!this.isFlat) Object.assign(this.goal, this.spatial);
    else { this.goal.turn = 0; this.goal.tilt = 0; }
    this.isWhole = true;
    this.fit();
  }

  /** Switches between the plan from above and the view in space. */
  setFlat(isFlat: boolean): void {
    if (isFlat === this.isFlat) return;
    this.isFlat = isFlat;
    if (isFlat) this.spatial = { turn: this.goal.turn, tilt: this.goal.tilt };
    this.goal.turn = isFlat ? 0 : this.spatial.turn;
    this.goal.tilt = isFlat ? 0 : this.spatial.tilt;
    // The camera turns the shorter way round.
    this.pose.turn -= 2 * Math.PI * Math.round((this.pose.turn - this.goal.turn) / (2 * Math.PI));
    if (this.isWhole) this.fit();
  }

  /** Turns the view, rad. */
  orbit(turn: number, tilt: number): void {
    if (this.isFlat) return;
    this.isWhole = false;
    this.goal.turn += turn;
    this.goal.tilt = Math.min(MOST_TILT, Math.max(0.05, this.goal.tilt + tilt));
  }

  /** Moves the ground with the pointer, px. */
  pan(dx: number, dy: number): void {
    this.isWhole = false;
    const metres = this.goal.span / this.height;
    const { turn, tilt } = this.goal;
    const across = -dx * metres;
    const along = (dy * metres) / Math.max(0.25, Math.cos(tilt));
    this.goal.x += across * Math.cos(turn) - along * Math.sin(turn);
    this.goal.y += across * Math.sin(turn) + along * Math.cos(turn);
    this.keepNear();
  }

  /**
   * Zooms by a factor around the ground under the pointer, px. The ground is that of the place, when the pointer is over some, or else that at
   * which the camera looks: so the view ends on a floor, and not inside of what stands on it.
   */
  zoom(factor: number, screenX: number, screenY: number, ground: { x: number; y: number; z: number } | null = null): void {
    this.isWhole = false;
    const most = 4 * Math.max(this.box.east - this.box.west, this.box.north - this.box.south, 20);
    const span = Math.min(most, Math.max(LEAST_SPAN, this.goal.span * factor));
    const ratio = span / this.goal.span;
    const under = ground ?? this.onPlane(screenX, screenY, this.goal.z);
    this.goal.span = span;
    if (!under) return;
    for (const axis of ['x', 'y', 'z'] as const) this.goal[axis] = under[axis] + (this.goal[axis] - under[axis]) * ratio;
    if (ground) this.lookAtHeight(ground.z);
    this.keepNear();
  }

  /** Looks at the point of the same line of sight that has a height: the picture stays as it is. */
  private lookAtHeight(z: number): void {
    const { goal } = this;
    if (this.isFlat) { goal.z = z; return; }
    this.axes(goal.turn, goal.tilt);
    const metres = 2 * Math.tan(FIELD / 2), nearer = (z - goal.z) / Math.max(0.1, this.back.z);
    const span = goal.span - nearer * metres;
    if (span < LEAST_SPAN) return;
    goal.x += this.back.x * nearer;
    goal.y += this.back.y * nearer;
    goal.z = z;
    goal.span = span;
  }

  /** Moves the view to a point. */
  lookAt(x: number, y: number, z: number, span?: number): void {
    this.isWhole = false;
    Object.assign(this.goal, { x, y, z });
    if (span !== undefined) this.goal.span = span;
  }

  /** Is at the goal at once. */
  settle(): void { Object.assign(this.pose, this.goal); }

  /** Moves towards the goal for some seconds of real time. */
  update(seconds: number): void {
    const share = 1 - Math.exp(-seconds * 11);
    for (const key of ['x', 'y', 'z', 'turn', 'tilt'] as const) this.pose[key] += (this.goal[key] - this.pose[key]) * share;
    this.pose.span *= Math.pow(this.goal.span / this.pose.span, share);
    const step = seconds / SECONDS_BETWEEN_VIEWS;
    this.flatness = Math.min(1, Math.max(0, this.flatness + (this.isFlat ? step : -step)));
    this.place();
  }

  /** Returns the point at which the camera looks, and the direction from there to the camera. */
  get sight(): { at: Vector3; towards: Vector3 } {
    this.axes(this.pose.turn, this.pose.tilt);
    return { at: new Vector3(this.pose.x, this.pose.y, this.pose.z), towards: this.back };
  }

  project(x: number, y: number, z: number): Projected | null {
    const e = this.matrix.elements;
    const w = e[3]! * x + e[7]! * y + e[11]! * z + e[15]!;
    if (w <= 0) return null;
    const u = (e[0]! * x + e[4]! * y + e[8]! * z + e[12]!) / w;
    const v = (e[1]! * x + e[5]! * y + e[9]! * z + e[13]!) / w;
    if (Math.abs(u) > 1.2 || Math.abs(v) > 1.2) return null;
    return { x: (u * 0.5 + 0.5) * this.width, y: (0.5 - v * 0.5) * this.height, metresPerPixel: w / this.scale };
  }

  /** Returns the point of a horizontal plane under a pixel. */
  onPlane(screenX: number, screenY: number, z: number): Vector3 | null {
    const inverse = this.matrix.clone().invert();
    const u = (screenX / this.width) * 2 - 1, v = 1 - (screenY / this.height) * 2;
    const near = new Vector3(u, v, -1).applyMatrix4(inverse), far = new Vector3(u, v, 1).applyMatrix4(inverse);
    const share = (z - near.z) / (far.z - near.z);
    return share > 0 && share <= 1 ? near.lerp(far, share) : null;
  }

  /** Writes the camera in a few numbers: the point at which it looks in metres of the place, span, turn and tilt. The origin is that of local coordinates. */
  toText(origin: Origin): string {
    const { z, span } = this.goal;
    const [x, y] = [this.goal.x + origin.originX, this.goal.y + origin.originY];
    const { turn, tilt } = this.isFlat ? this.spatial : this.goal;
    return [x.toFixed(1), y.toFixed(1), z.toFixed(1), span.toPrecision(4), turn.toFixed(3), tilt.toFixed(3)].map(Number).join(',');
  }

  fromText(text: string, origin: Origin): void {
    const numbers = text.split(',').map(Number);
    if (numbers.length !== 6 || !numbers.every(Number.isFinite) || numbers[3]! <= 0) return;
    const [east, north, z, span, turn, tilt] = numbers as [number, number, number, number, number, number];
    const [x, y] = [east - origin.originX, north - origin.originY];
    this.isWhole = false;
    this.spatial = { turn, tilt: Math.min(MOST_TILT, Math.max(0.05, tilt)) };
    Object.assign(this.goal, { x, y, z, span }, this.isFlat ? {} : this.spatial);
    Object.assign(this.pose, this.goal);
  }

  private keepNear(): void {
    const { west, east, south, north, bottom, top } = this.box;
    this.goal.z = Math.min(top, Math.max(bottom, this.goal.z));
    const margin = 0.5 * Math.max(east - west, north - south);
    this.goal.x = Math.min(east + margin, Math.max(west - margin, this.goal.x));
    this.goal.y = Math.min(north + margin, Math.max(south - margin, this.goal.y));
  }

  /** Chooses target and span so that the corners of the place just fill the picture. */
  private fit(): void {
    const { west, south, east, north, bottom, top } = this.box;
    const { goal } = this;
    Object.assign(goal, { x: (west + east) / 2, y: (south + north) / 2, z: bottom, span: Math.max(east - west, north - south, 5) });
    this.axes(goal.turn, goal.tilt);
    const aspect = this.width / this.height;
    const corner = new Vector3();
    // The size of the place on the screen depends on the distance, and the distance on that size. A few rounds settle both.
    for (let round = 0; round < 8; round++) {
      const distance = goal.span / 2 / Math.tan(FIELD / 2);
      let left = Infinity, right = -Infinity, low = Infinity, high = -Infinity;
      for (const x of [west, east]) for (const y of [south, north]) for (const z of [bottom, top]) {
        corner.set(x - goal.x, y - goal.y, z - goal.z);
        const bigger = this.isFlat ? 1 : distance / Math.max(0.1 * distance, distance - corner.dot(this.back));
        const across = corner.dot(this.right) * bigger, up = corner.dot(this.up) * bigger;
        left = Math.min(left, across); right = Math.max(right, across);
        low = Math.min(low, up); high = Math.max(high, up);
      }
      const across = (left + right) / 2, along = (low + high) / 2 / Math.max(0.3, Math.cos(goal.tilt));
      goal.x += across * Math.cos(goal.turn) - along * Math.sin(goal.turn);
      goal.y += across * Math.sin(goal.turn) + along * Math.cos(goal.turn);
      goal.span = Math.max(high - low, (right - left) / aspect, 5) * FRAME;
    }
  }

  private axes(turn: number, tilt: number): void {
    this.right.set(Math.cos(turn), Math.sin(turn), 0);
    this.back.set(Math.sin(tilt) * Math.sin(turn), -Math.sin(tilt) * Math.cos(turn), Math.cos(tilt));
    this.up.crossVectors(this.back, this.right);
  }

  private place(): void {
    const ease = this.flatness * this.flatness * (3 - 2 * this.flatness);
    const { x, y, z, span, turn, tilt } = this.pose;
    this.axes(turn, tilt);
    const field = FIELD + (NARROWEST - FIELD) * ease;
    const distance = span / 2 / Math.tan(field / 2);
    const reach = 4 * Math.max(this.box.east - this.box.west, this.box.north - this.box.south, 50);
    const camera = this.camera;
    camera.position.set(x, y, z).addScaledVector(this.back, distance);
    camera.quaternion.setFromRotationMatrix(this.basis.makeBasis(this.right, this.up, this.back));
    const near = Math.max(0.2, distance * 0.04, distance - reach), far = distance + reach;
    const aspect = this.width / this.height;
    if (camera === this.orthographic) {
      Object.assign(this.orthographic, { left: (-span / 2) * aspect, right: (span / 2) * aspect, top: span / 2, bottom: -span / 2, near, far });
      this.orthographic.updateProjectionMatrix();
    } else {
      Object.assign(this.perspective, { fov: (field * 180) / Math.PI, aspect, near, far });
      this.perspective.updateProjectionMatrix();
    }
    camera.updateMatrixWorld();
    this.matrix.multiplyMatrices((camera as PerspectiveCamera).projectionMatrix, camera.matrixWorldInverse);
  }
}
