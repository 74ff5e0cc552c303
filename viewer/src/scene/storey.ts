// A storey of the place: everything that fades or hides together.

import { Color, Group, MeshLambertMaterial, Mesh, FrontSide, type BufferGeometry, type Material, type Side } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { Shell, strokes, type Stroke } from './meshes';

/** How much of a storey is seen. */
export type Presence = 'whole' | 'clear' | 'faint' | 'hidden';
/** The opacity of walls, lines and floors by presence. */
const LEFT: Record<Presence, { surface: number; line: number; floor: number }> = {
  whole: { surface: 1, line: 1, floor: 1 }, clear: { surface: 0.8, line: 0.9, floor: 0.45 },
  faint: { surface: 0.1, line: 0.16, floor: 0.1 }, hidden: { surface: 0, line: 0, floor: 0 },
};

/** A storey that stays clearer than this has little below it, so its walls are opaque. */
const MOSTLY = 0.6;

export interface Surface { colour: number; opacity?: number; side?: Side; castsShadow?: boolean; order?: number; isBright?: boolean; isFloor?: boolean }
type Kind = 'both' | 'spatial' | 'plan';

export class Storey {
  readonly group = new Group();
  readonly spatial = new Group();
  readonly plan = new Group();
  readonly floors: Mesh[] = [];
  private readonly faded: { material: Material; opacity: number; kind: 'surface' | 'line' | 'floor'; writesDepth: boolean }[] = [];
  private readonly casters: Mesh[] = [];
  private readonly surfaces = new Map<string, { shell: Shell; what: Surface; kind: Kind }>();
  private readonly strokes = new Map<string, { segments: number[]; stroke: Stroke; kind: Kind; order: number }>();
  presence: Presence = 'whole';
  /** The opacity of surfaces when the storey is clear: less when much lies below. */
  clearness = LEFT.clear.floor;

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
  lines(segments: number[], stroke: Stroke, kind: Kind, order = 8): void {
    if (segments.length === 0) return;
    const key = JSON.stringify([stroke, kind, order]);
    const pending = this.strokes.get(key) ?? { segments: [], stroke, kind, order };
    for (const value of segments) pending.segments.push(value);
    this.strokes.set(key, pending);
  }

  /** Adds a surface that is drawn by itself. */
  mesh(geometry: BufferGeometry, what: Surface, kind: Kind): Mesh {
    const opacity = what.opacity ?? 1;
    const isGraded = geometry.hasAttribute('color') && opacity < 1;
    const material = new MeshLambertMaterial({
      color: what.colour, side: what.side ?? FrontSide, transparent: opacity < 1, opacity, vertexColors: isGraded, depthWrite: opacity === 1,
    });
    if (what.isBright) { material.emissive = new Color(what.colour); material.emissiveIntensity = 0.35; }
    const mesh = new Mesh(geometry, material);
    mesh.receiveShadow = opacity === 1 || what.isFloor === true;
    mesh.castShadow = what.castsShadow ?? false;
    mesh.renderOrder = this.number * 20 + (what.order ?? 0);
    if (mesh.castShadow) this.casters.push(mesh);
    this.faded.push({ material, opacity, kind: what.isFloor ? 'floor' : 'surface', writesDepth: opacity === 1 });
    this.parent(kind).add(mesh);
    return mesh;
  }

  /** Builds everything that was added. */
  finish(): void {
    for (const { shell, what, kind } of this.surfaces.values()) this.mesh(shell.geometry(), what, kind);
    for (const { segments, stroke, kind, order } of this.strokes.values()) {
      const lines = strokes(segments, stroke);
      lines.renderOrder = this.number * 20 + order;
      this.register(lines);
      this.parent(kind).add(lines);
    }
    this.surfaces.clear();
    this.strokes.clear();
  }

  /** Lets lines that are added elsewhere fade with the storey. */
  register(lines: LineSegments2): void {
    this.faded.push({ material: lines.material, opacity: lines.material.opacity, kind: 'line', writesDepth: true });
  }

  show(presence: Presence, isPlan: boolean): void {
    this.presence = presence;
    this.group.visible = presence !== 'hidden';
    this.spatial.visible = !isPlan;
    this.plan.visible = isPlan;
    const left = LEFT[presence];
    for (const { material, opacity, kind, writesDepth } of this.faded) {
      material.opacity = opacity * (presence !== 'clear' || kind === 'line' ? left[kind] : kind === 'surface' && this.clearness > MOSTLY ? 1 : this.clearness);
      material.transparent = material.opacity < 1;
      material.depthWrite = writesDepth && material.opacity === 1;
      material.needsUpdate = true;
    }
    // Shadows of see-through storeys would only confuse the storeys below.
    const casts = (presence === 'whole' || (presence === 'clear' && this.clearness > MOSTLY)) && !isPlan;
    for (const mesh of this.casters) mesh.castShadow = casts;
  }

  private parent(kind: Kind): Group {
    return kind === 'both' ? this.group : kind === 'plan' ? this.plan : this.spatial;
  }
}
