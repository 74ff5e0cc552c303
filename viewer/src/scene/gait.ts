// How people step: phases that go on with the way walked, so that feet do not slide.

/** Legs are so long, m, for the swing of a step. */
const LEG = 0.9;

/** Length of a step at a speed, m: about 0.7 m at 1.3 m/s, shorter and slower steps below. */
export function stepLength(speed: number): number {
  return 0.614 * Math.sqrt(Math.max(0, speed));
}

/** How far the legs swing to each side at a speed, rad; none when standing. */
export function swingAt(speed: number): number {
  return Math.asin(Math.min(0.8, stepLength(speed) / (2 * LEG)));
}

/** How much further in its cycle of two steps somebody is after walking at a speed for some time, rad. */
export function phaseAfter(speed: number, seconds: number): number {
  const length = stepLength(speed);
  return length > 0 ? (Math.PI * speed * seconds) / length : 0;
}

const TABLE = 256;
const TOP = 5.2;
/** Swing, and cycles per simulated second, by speed: looked up thousands of times per picture. */
const SWINGS = Float32Array.from({ length: TABLE }, (_, i) => swingAt((i * TOP) / TABLE));
const PACES = Float32Array.from({ length: TABLE }, (_, i) => phaseAfter((i * TOP) / TABLE, 1));

/** Phases of everyone, by id. */
export class Gaits {
  private phases = new Float32Array(1024);

  /** Lets somebody walk on and says where in their cycle they are, rad. */
  advance(id: number, speed: number, seconds: number): number {
    if (id >= this.phases.length) this.grow(id);
    const pace = PACES[Math.min(TABLE - 1, (speed * (TABLE / TOP)) | 0)]!;
    // At many times the real speed legs would flicker: they are slowed then.
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
    // Nobody starts in step with the next one.
    for (let i = this.phases.length; i < more.length; i++) more[i] = (i * 2.399963) % 6.283185307;
    this.phases = more;
  }
}

/** A number from 0 to 1 that somebody always has. */
export function ownNumber(id: number): number {
  return ((Math.imul(id + 1, 2654435761) >>> 8) & 0xffff) / 65536;
}
