// Builds geometry from triangles, quads and lines.

import { BufferAttribute, BufferGeometry, ShapeUtils, Vector2, type Color, type Object3D, type Material } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

type Point = readonly [number, number, number];

/** Collects triangles with a normal and an opacity per corner. */
export class Shell {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly colours: number[] = [];

  triangle(a: Point, b: Point, c: Point, normal: Point): void {
    for (const [x, y, z] of [a, b, c]) this.corner(x, y, z, normal, 1);
  }

  /** Adds a flat face with four corners, counter-clockwise as it is seen, with an opacity of each. */
  quad(corners: readonly [Point, Point, Point, Point], normal: Point, opacities: readonly [number, number, number, number] = [1, 1, 1, 1]): void {
    for (const i of [0, 1, 2, 0, 2, 3]) this.corner(...corners[i]!, normal, opacities[i]!);
  }

  /** Adds an upright face over a line on the ground, seen from its left, with its opacity below and above, and how bright its foot is. */
  upright(a: Point, b: Point, height: number, low: number, high: number, foot = 1): void {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length < 1e-6) return;
    const normal: Point = [(a[1] - b[1]) / length, (b[0] - a[0]) / length, 0];
    this.corner(b[0], b[1], b[2], normal, low, foot);
    this.corner(a[0], a[1], a[2], normal, low, foot);
    this.corner(a[0], a[1], a[2] + height, normal, high);
    this.corner(b[0], b[1], b[2], normal, low, foot);
    this.corner(a[0], a[1], a[2] + height, normal, high);
    this.corner(b[0], b[1], b[2] + height, normal, high);
  }

  /** Adds a flat polygon, seen from above. */
  flat(ring: readonly (readonly [number, number])[], z: number | ((x: number, y: number) => number)): void {
    const contour = ring.map(([x, y]) => new Vector2(x, y));
    if (ShapeUtils.isClockWise(contour)) contour.reverse();
    const at = typeof z === 'number' ? () => z : z;
    for (const face of ShapeUtils.triangulateShape(contour, [])) {
      const [a, b, c] = face.map((i): Point => [contour[i]!.x, contour[i]!.y, at(contour[i]!.x, contour[i]!.y)]);
      this.triangle(a!, b!, c!, [0, 0, 1]);
    }
  }

  /** Adds flat triangles, x and y of three corners each, seen from above. */
  triangles(corners: ArrayLike<number>, z: (x: number, y: number) => number): void {
    for (let i = 0; i + 5 < corners.length; i += 6) {
      const [a, b, c] = [0, 2, 4].map((k): Point => [corners[i + k]!, corners[i + k + 1]!, z(corners[i + k]!, corners[i + k + 1]!)]);
      const isLeft = (b![0] - a![0]) * (c![1] - a![1]) > (b![1] - a![1]) * (c![0] - a![0]);
      this.triangle(a!, isLeft ? b! : c!, isLeft ? c! : b!, [0, 0, 1]);
    }
  }

  /** Adds the triangles of another shell. */
  append(other: Shell): void {
    for (const value of other.positions) this.positions.push(value);
    for (const value of other.normals) this.normals.push(value);
    for (const value of other.colours) this.colours.push(value);
  }

  get isEmpty(): boolean { return this.positions.length === 0; }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.positions), 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(this.normals), 3));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(this.colours), 4));
    return geometry;
  }

  private corner(x: number, y: number, z: number, normal: Point, opacity: number, bright = 1): void {
    this.positions.push(x, y, z);
    this.normals.push(...normal);
    this.colours.push(bright, bright, bright, opacity);
  }
}

export interface Stroke { colour: Color | number; width: number; opacity?: number; isDashed?: boolean }

/** Returns lines of constant width in pixels: x0, y0, z0, x1, y1, z1 each. */
export function strokes(segments: ArrayLike<number>, stroke: Stroke, colours?: Float32Array): LineSegments2 {
  const material = new LineMaterial({
    color: stroke.colour as number, linewidth: stroke.width, transparent: (stroke.opacity ?? 1) < 1, opacity: stroke.opacity ?? 1,
    vertexColors: colours !== undefined, dashed: stroke.isDashed ?? false, dashSize: 0.5, gapSize: 0.35,
  });
  const lines = new LineSegments2(geometryOf(segments, colours), material);
  if (stroke.isDashed) lines.computeLineDistances();
  return lines;
}

/** Replaces the lines. */
export function restroke(lines: LineSegments2, segments: ArrayLike<number>, colours?: Float32Array): void {
  lines.geometry.dispose();
  lines.geometry = geometryOf(segments, colours);
  if (lines.material.dashed) lines.computeLineDistances();
}

function geometryOf(segments: ArrayLike<number>, colours?: Float32Array): LineSegmentsGeometry {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(segments instanceof Float32Array ? segments : new Float32Array(segments));
  if (colours) geometry.setColors(colours);
  return geometry;
}

/** Returns the sides of a polygon as lines. */
export function ringLines(ring: readonly (readonly [number, number])[], z: (x: number, y: number) => number): number[] {
  const lines: number[] = [];
  ring.forEach(([x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length]!;
    lines.push(x, y, z(x, y), u, v, z(u, v));
  });
  return lines;
}

export function ringOf(flat: ArrayLike<number>): [number, number][] {
  const ring: [number, number][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) ring.push([flat[i]!, flat[i + 1]!]);
  return ring;
}

export function areaOf(ring: readonly (readonly [number, number])[]): number {
  let twice = 0;
  ring.forEach(([x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length]!;
    twice += x * v - u * y;
  });
  return twice / 2;
}

export function isInside(ring: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  });
  return inside;
}

export function centreOf(ring: readonly (readonly [number, number])[]): [number, number] {
  let twice = 0, x = 0, y = 0;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const cross = ax * by - bx * ay;
    twice += cross; x += (ax + bx) * cross; y += (ay + by) * cross;
  });
  return Math.abs(twice) > 1e-9 ? [x / (3 * twice), y / (3 * twice)] : [ring[0]?.[0] ?? 0, ring[0]?.[1] ?? 0];
}

/** Frees the memory of a part of the scene on the graphics card. */
export function discard(root: Object3D): void {
  root.removeFromParent();
  root.traverse((object) => {
    const drawn = object as Object3D & { geometry?: BufferGeometry; material?: Material | Material[] };
    drawn.geometry?.dispose();
    for (const material of Array.isArray(drawn.material) ? drawn.material : drawn.material ? [drawn.material] : []) {
      (material as Material & { map?: { dispose(): void } | null }).map?.dispose();
      material.dispose();
    }
  });
}
