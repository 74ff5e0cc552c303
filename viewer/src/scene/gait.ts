// How people step. The phase of a step follows from the distance walked, so that feet do not slide.

/** The length of a leg, m, for the swing of a step. */
const LEG = 0.9;

/** Returns the length of a step at a speed, m: about 0.7 m at 1.3 m/s, shorter at lower speeds. */
export function stepLength(speed: number): number {
  return 0.614 * Math.sqrt(Math.max(0, speed));
}

/** Returns how far the legs swing to each side at a speed, rad; 0 when standing. */
export function swingAt(speed: number): number {
  return Math.asin(Math.min(0.8, stepLength(speed) / (2 * LEG)));
}

/** Returns how far a pedestrian gets in its cycle of two steps when it walks at a speed for some time, rad. */
export function phaseAfter(speed: number, seconds: number): number {
  const length = stepLength(speed);
  return length > 0 ? (Math.PI * speed * seconds) / length : 0;
}

const TABLE = 256;
const TOP = 5.2;
/** Swings, and cycles per simulated second, by speed. They are looked up thousands of times per picture. */
const SWINGS = Float32Array.from({ length: TABLE }, (_, i) => swingAt((i * TOP) / TABLE));
const PACES = Float32Array.from({ length: TABLE }, (_, i) => phaseAfter((i * TOP) / TABLE, 1));

/** The phases of all people, by id. */
export class Gaits {
  private phases = new Float32Array(1024);

  /** Lets a pedestrian walk on. Returns where in its cycle it is, rad. */
  advance(id: number, speed: number, seconds: number): number {
    if (id >= this.phases.length) this.grow(id);
    const pace = PACES[Math.min(TABLE - 1, (speed * (TABLE / TOP)) | 0)]!;
    // At many times the real speed legs would flicker, so they are slowed.
    const turn = Math.max(-0.6, Math.min(0.6, pace * seconds));
    let phase = this.phases[id]! + turn;
    if (phase > 6.283185307) phase -= 6.283185307; else if (phase < 0) phase += 6.283185307;
    this.phases[id] = phase;
    return phase;
  }

  swing(speed: number): number {
    return SWINGS[Math.min(TABLE - 1, (speed * (TABLE / TOP)) | 0)]!;
  }

  private grow(id: number): void {
    const more = new Float32Array(Math.max(2 * this.phases.length, id + 1));
    more.set(this.phases);
    // Each pedestrian starts at another phase.
    for (let i = this.phases.length; i < more.length; i++) more[i] = (i * 2.399963) % 6.283185307;
    this.phases = more;
  }
}

/** Returns a number from 0 to 1 that a pedestrian always has. */
export function ownNumber(id: number): number {
  return ((Math.imul(id + 1, 2654435761) >>> 8) & 0xffff) / 65536;
}
