// The scene: draws the place and everyone in it at the moment shown.

import { WebGLRenderer } from 'three';

export class Scene {
  private readonly renderer: WebGLRenderer;
  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
  }
  dispose(): void {
    this.renderer.dispose();
  }
}
