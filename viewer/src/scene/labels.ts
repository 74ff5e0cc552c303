// Words in the scene: sprites of constant size that make room for each other.

import { CanvasTexture, Group, LinearFilter, Sprite, SpriteMaterial, type Vector3 } from 'three';
import type { CameraRig } from './camera';
import { fitting } from './label_layout';
import type { Look } from './look';

export interface LabelStyle {
  colour: string; size?: number; isBold?: boolean; priority?: number;
  /** The label is shown only where a pixel is at most so wide, m. */
  within?: number;
}
interface Size { width: number; height: number }

const FONT = '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif';

export class Label {
  readonly sprite: Sprite;
  /** The storey of the label. The label is shown when the storey is. */
  storey = 0;
  isWanted = true;
  private text = '';
  private size: Size = { width: 1, height: 1 };

  constructor(readonly style: LabelStyle, private look: Look) {
    this.sprite = new Sprite(new SpriteMaterial({ transparent: true, depthTest: false, depthWrite: false }));
    this.sprite.renderOrder = 2000;
    this.sprite.visible = false;
  }

  write(text: string): void {
    if (text === this.text) return;
    this.text = text;
    const material = this.sprite.material;
    material.map?.dispose();
    const { texture, size } = draw(text, this.style, this.look);
    material.map = texture;
    material.needsUpdate = true;
    this.size = size;
  }

  get pixels(): Size { return this.size; }
  get priority(): number { return this.style.priority ?? 0; }

  dispose(): void {
    this.sprite.removeFromParent();
    this.sprite.material.map?.dispose();
    this.sprite.material.dispose();
  }
}

/** All labels. They have a constant size and do not cover each other. */
export class Labels {
  readonly group = new Group();
  private readonly list: Label[] = [];

  constructor(private look: Look) {}

  setLook(look: Look): void { this.look = look; }

  add(text: string, at: Vector3, style: LabelStyle, storey = 0): Label {
    const label = new Label(style, this.look);
    label.storey = storey;
    label.sprite.position.copy(at);
    label.write(text);
    this.list.push(label);
    this.list.sort((a, b) => b.priority - a.priority);
    this.group.add(label.sprite);
    return label;
  }

  remove(label: Label): void {
    const at = this.list.indexOf(label);
    if (at >= 0) this.list.splice(at, 1);
    label.dispose();
  }

  /** Sets the size of all labels, and shows those that fit without covering each other. Important labels come first. */
  update(rig: CameraRig, isShown: (storey: number) => boolean): void {
    const seen = this.list.map(({ sprite, style, isWanted, storey }) => {
      const at = isWanted && isShown(storey) ? rig.project(sprite.position.x, sprite.position.y, sprite.position.z) : null;
      return at && at.metresPerPixel <= (style.within ?? Infinity) ? at : null;
    });
    const boxes = seen.map((at, i) => {
      const { width, height } = this.list[i]!.pixels;
      return at && { left: at.x - width / 2, right: at.x + width / 2, top: at.y - height / 2, bottom: at.y + height / 2 };
    });
    fitting(boxes).forEach((fits, i) => {
      const { sprite, pixels } = this.list[i]!;
      sprite.visible = fits;
      if (fits) sprite.scale.set(pixels.width * seen[i]!.metresPerPixel, pixels.height * seen[i]!.metresPerPixel, 1);
    });
  }
}

function draw(text: string, style: LabelStyle, look: Look): { texture: CanvasTexture; size: Size } {
  const ratio = 2;
  const size = style.size ?? 12;
  const lines = text.split('\n');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const font = `${style.isBold ? 600 : 500} ${size * ratio}px ${FONT}`;
  context.font = font;
  const padding = 5 * ratio;
  const lineHeight = size * 1.3 * ratio;
  canvas.width = Math.ceil(Math.max(...lines.map((line) => context.measureText(line).width)) + 2 * padding);
  canvas.height = Math.ceil(lines.length * lineHeight + padding);
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  lines.forEach((line, i) => {
    const x = canvas.width / 2, y = padding / 2 + (i + 0.5) * lineHeight;
    context.lineWidth = 3.5 * ratio;
    context.strokeStyle = look.halo;
    context.strokeText(line, x, y);
    context.fillStyle = style.colour;
    context.fillText(line, x, y);
    if (look.labelTint > 0) { context.fillStyle = `rgba(255,255,255,${look.labelTint})`; context.fillText(line, x, y); }
  });
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.colorSpace = 'srgb';
  return { texture, size: { width: canvas.width / ratio, height: canvas.height / ratio } };
}
