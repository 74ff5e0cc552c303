// A storey of the place: everything that hides together.

import { Color, Group, MeshLambertMaterial, Mesh, FrontSide, type BufferGeometry, type Side } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { cutLines, cutSurface, pave } from './surfaces';
import { Shell, strokes, type Stroke } from './meshes';

export interface Surface {
  colour: number; opacity?: number; side?: Side; castsShadow?: boolean; order?: number; isBright?: boolean;
  /** Whether it is ground, with slabs on it. */
  isFloor?: boolean;
  /** Whether it is cut away where it hides what the camera looks at. */
  isCut?: boolean;
  /** Whether it dissolves where its corners are see-through. */
  dissolves?: boolean;
}
type Kind = 'both' | 'spatial' | 'plan';

export class Storey {
  readonly group = new Group();
  readonly spatial = new Group();
  readonly plan = new Group();
  readonly floors: Mesh[] = [];
  private readonly casters: Mesh[] = [];
  private readonly surfaces = new Map<string, { shell: Shell; what: Surface; kind: Kind }>();
  private readonly strokes = new Map<string, { segments: number[]; stroke: Stroke & { isCut?: boolean }; kind: Kind; order: number }>();
  isSeen = true;

  constructor(readonly number: number) {
    this.group.add(this.spatial, this.plan);
  }

  /** Adds a surface. Surfaces that look alike are drawn at once. */
  surface(shell: Shell, what: Surface, kind: Kind): void {
    if (shell.isEmpty) return;
    const key = JSON.stringify([what, kind]);
    const pending = this.surfaces.get(key) ?? { shell: new Shell(), what, kind };
    pending.shell.append(shell);
    this.surfaces.set(key, pending);
  }

  /** Adds lines. Lines that look alike are drawn at once. */
  lines(segments: number[], stroke: Stroke & { isCut?: boolean }, kind: Kind, order = 8): void {
    if (segments.length === 0) return;
    const key = JSON.stringify([stroke, kind, order]);
    const pending = this.strokes.get(key) ?? { segments: [], stroke, kind, order };
    for (const value of segments) pending.segments.push(value);
    this.strokes.set(key, pending);
  }

  /** Adds a surface that is drawn by itself. */
  mesh(geometry: BufferGeometry, what: Surface, kind: Kind): Mesh {
    const opacity = what.opacity ?? 1;
    const isGraded = geometry.hasAttribute('color');
    const material = new MeshLambertMaterial({
      color: what.colour, side: what.side ?? FrontSide, transparent: opacity < 1, opacity, vertexColors: isGraded, depthWrite: opacity === 1,
    });
    if (what.isBright) { material.emissive = new Color(what.colour); material.emissiveIntensity = 0.35; }
    if (what.dissolves) material.alphaHash = true;
    if (what.isFloor) pave(material); else if (what.isCut) cutSurface(material);
    const mesh = new Mesh(geometry, material);
    mesh.receiveShadow = opacity === 1 || what.isFloor === true;
    mesh.castShadow = what.castsShadow ?? false;
    mesh.renderOrder = this.number * 20 + (what.order ?? 0);
    if (mesh.castShadow) this.casters.push(mesh);
    this.parent(kind).add(mesh);
    return mesh;
  }

  /** Builds everything that was added. */
  finish(): void {
    for (const { shell, what, kind } of this.surfaces.values()) this.mesh(shell.geometry(), what, kind);
    for (const { segments, stroke, kind, order } of this.strokes.values()) {
      const lines: LineSegments2 = strokes(segments, stroke);
      if (stroke.isCut) cutLines(lines.material);
      lines.renderOrder = this.number * 20 + order;
      this.parent(kind).add(lines);
    }
    this.surfaces.clear();
    this.strokes.clear();
  }

  show(isSeen: boolean, isPlan: boolean): void {
    this.isSeen = isSeen;
    this.group.visible = isSeen;
    this.spatial.visible = !isPlan;
    this.plan.visible = isPlan;
    for (const mesh of this.casters) mesh.castShadow = isSeen && !isPlan;
  }

  private parent(kind: Kind): Group {
    return kind === 'both' ? this.group : kind === 'plan' ? this.plan : this.spatial;
  }
}
