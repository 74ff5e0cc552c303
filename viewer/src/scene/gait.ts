// How people step. The phase of a step follows from the distance walked, so that feet do not slide.

/** The length of a leg, m, for the swing of a step. */
const LEG = 0.9;
/** Steps are not shorter than this, m: whoever shuffles still lifts its feet. */
const SHORTEST = 0.16;

/** Returns the length of a step at a speed, m: about 0.7 m at 1.3 m/s, shorter at lower speeds. It is that of usual legs; the steps of others are as long as their legs allow. */
export function stepLength(speed: number): number {
  return Math.max(SHORTEST, 0.614 * Math.sqrt(Math.max(0, speed)));
}

/** Returns how far the legs swing to each side at a speed, rad. Legs of any length swing as far: whoever has short legs makes short steps. */
export function swingAt(speed: number): number {
  return Math.asin(Math.min(0.8, stepLength(speed) / (2 * LEG)));
}

const TABLE = 256;
const TOP = 5.2;
/** Swings, and how far a cycle of two steps turns per metre, rad, by speed. They are looked up thousands of times per picture. */
const SWINGS = Float32Array.from({ length: TABLE }, (_, i) => swingAt(((i + 0.5) * TOP) / TABLE));
const PACES = Float32Array.from({ length: TABLE }, (_, i) => Math.PI / stepLength(((i + 0.5) * TOP) / TABLE));
const TURN = 2 * Math.PI;
/** At many times the real speed legs would flicker, so a cycle turns at most so far per picture, rad. */
const MOST = 0.6;
/** Whoever is this far from where it was in the last picture has not walked there, m. */
const JUMP = 3;

/** Where each pedestrian is in its cycle of two steps, by id. */
export class Gaits {
  private phases = new Float32Array(0);
  private xs = new Float32Array(0);
  private ys = new Float32Array(0);

  /** Lets a pedestrian go to a point, where it walks at a speed and looks in a direction, rad; `leg` is the length of its legs, as a share of the usual length. Returns where in its cycle it is, rad. */
  advance(id: number, x: number, y: number, speed: number, heading: number, leg: number): number {
    if (id >= this.phases.length) this.grow(id);
    const dx = x - this.xs[id]!, dy = y - this.ys[id]!;
    this.xs[id] = x;
    this.ys[id] = y;
    const distance = Math.sqrt(dx * dx + dy * dy);
    // Of whoever is new, the distance is no number.
    if (!(distance < JUMP)) return this.phases[id]!;
    // Whoever goes backwards steps backwards.
    const way = dx * Math.cos(heading) + dy * Math.sin(heading) < -0.3 * distance ? -distance : distance;
    const turn = (way * PACES[Math.min(TABLE - 1, (speed * (TABLE / TOP)) | 0)]!) / leg;
    let phase = this.phases[id]! + Math.max(-MOST, Math.min(MOST, turn));
    if (phase > TURN) phase -= TURN; else if (phase < 0) phase += TURN;
    this.phases[id] = phase;
    return phase;
  }

  swing(speed: number): number {
    return SWINGS[Math.min(TABLE - 1, (speed * (TABLE / TOP)) | 0)]!;
  }

  private grow(id: number): void {
    const size = Math.max(1024, 2 * this.phases.length, id + 1);
    const longer = (from: Float32Array, value: (i: number) => number) => { const more = Float32Array.from({ length: size }, (_, i) => value(i)); more.set(from); return more; };
    // Each pedestrian starts at another phase.
    this.phases = longer(this.phases, (i) => (i * 2.399963) % TURN);
    this.xs = longer(this.xs, () => NaN);
    this.ys = longer(this.ys, () => NaN);
  }
}

/** Returns a number from 0 to 1 that a pedestrian always has. */
export function ownNumber(id: number): number {
  return ((Math.imul(id + 1, 2654435761) >>> 8) & 0xffff) / 65536;
}
