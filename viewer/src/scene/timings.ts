// How long the page works per picture.

/** Means over the last pictures. */
export interface Means {
  /** All work before drawing, and the call that draws, ms. */
  script: number;
  render: number;
  /** The number of pictures, and of people in the last one. */
  frames: number;
  people: number;
  /** Begins to count anew. */
  forget(): void;
}

declare global {
  interface Window { populaceTimings?: Means }
}

const KEPT = 120;

export class Timings {
  private readonly script = new Float64Array(KEPT);
  private readonly render = new Float64Array(KEPT);
  private frames = 0;
  private readonly means: Means = { script: 0, render: 0, frames: 0, people: 0, forget: () => { this.frames = this.means.frames = 0; } };

  constructor() {
    window.populaceTimings = this.means;
  }

  add(script: number, render: number, people: number): void {
    const at = this.frames % KEPT;
    this.script[at] = script;
    this.render[at] = render;
    this.frames += 1;
    const n = Math.min(this.frames, KEPT);
    let scripts = 0, renders = 0;
    for (let i = 0; i < n; i++) { scripts += this.script[i]!; renders += this.render[i]!; }
    Object.assign(this.means, { script: scripts / n, render: renders / n, frames: this.frames, people });
  }
}
