// How long the page works per picture.

declare global {
  interface Window {
    /** Means over the last pictures, ms: all work before drawing, and the call that draws; and the number of pictures. */
    populaceTimings?: { script: number; render: number; frames: number };
  }
}

const KEPT = 120;

export class Timings {
  private readonly script = new Float64Array(KEPT);
  private readonly render = new Float64Array(KEPT);
  private frames = 0;
  private readonly means = { script: 0, render: 0, frames: 0 };

  constructor() {
    window.populaceTimings = this.means;
  }

  add(script: number, render: number): void {
    const at = this.frames % KEPT;
    this.script[at] = script;
    this.render[at] = render;
    this.frames += 1;
    const n = Math.min(this.frames, KEPT);
    let scripts = 0, renders = 0;
    for (let i = 0; i < n; i++) { scripts += this.script[i]!; renders += this.render[i]!; }
    this.means.script = scripts / n;
    this.means.render = renders / n;
    this.means.frames = this.frames;
  }
}
