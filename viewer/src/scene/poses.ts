// How people hold themselves: who sits, who stands at ease, what they do with their arms and heads, and how quickly that changes.

/** What a body does. */
export type Pose = 'walks' | 'stands' | 'sits' | 'served' | 'talks' | 'watches' | 'performs' | 'guards' | 'looks up' | 'in line';

/** Gestures by their number, as the shaders know them. */
export const GESTURES: readonly Pose[] = ['stands', 'served', 'talks', 'watches', 'performs', 'guards', 'looks up', 'in line'];

const OF_STATUS: Record<string, Pose> = {
  sitting: 'sits', 'being served': 'served', chatting: 'talks', watching: 'watches', performing: 'performs', 'standing guard': 'guards', 'standing in line': 'in line',
};
/** Whoever has one of these statuses may walk at any moment. Everyone else stands at ease, also with a status that this page does not know. */
const WALKING = ['walking', 'planning', 'backing out of a narrow place', 'gone'];

/** Returns what a body does that has a status, by its word. */
export function poseOf(status: string): Pose {
  return OF_STATUS[status] ?? (WALKING.includes(status) || status.startsWith('stuck') ? 'walks' : 'stands');
}

/** The time to sit down or to get up, to come to rest, and to begin or end a gesture, s. */
const SIT_SECONDS = 0.9;
const REST_SECONDS = 0.4;
const GESTURE_SECONDS = 0.5;
/** How fast a body turns, rad/s. */
const TURN = 7;
/** A body that is faster than this walks, whatever its status says, m/s. */
const WALKS_FROM = 0.2;
/** After a longer time the body is seen as it is then, s. */
const JUMP = 1.5;

/** What each pedestrian holds, by id: shares from 0 to 1, and where it looks, rad. */
export class Poses {
  /** How far the last pedestrian has sat down. */
  sit = 0;
  /** How much it stands at ease. */
  ease = 0;
  /** The number of its gesture, and how far it has begun, from 0 to 0.999. */
  gesture = 0;
  heading = 0;
  private sits = new Float32Array(0);
  private eases = new Float32Array(0);
  private gestures = new Uint8Array(0);
  private shares = new Float32Array(0);
  private headings = new Float32Array(0);

  /** Lets a pedestrian change towards its pose for some time, s. The answer is in `sit`, `ease`, `gesture` and `heading`. */
  advance(id: number, pose: Pose, speed: number, heading: number, seconds: number): void {
    if (id >= this.sits.length) this.grow(id);
    const isAtRest = pose !== 'walks' && speed < WALKS_FROM;
    const sit = pose === 'sits' && isAtRest ? 1 : 0;
    const ease = isAtRest ? 1 : 0;
    const wanted = isAtRest ? Math.max(0, GESTURES.indexOf(pose)) : 0;
    const passed = Math.abs(seconds);
    // Whoever is seen for the first time, or after a jump in time, is as it should be.
    if (passed > JUMP || Number.isNaN(this.sits[id]!)) {
      this.sits[id] = sit; this.eases[id] = ease; this.headings[id] = heading;
      this.gestures[id] = wanted; this.shares[id] = wanted > 0 ? 1 : 0;
    } else {
      this.sits[id] = towards(this.sits[id]!, sit, passed / SIT_SECONDS);
      this.eases[id] = towards(this.eases[id]!, ease, passed / REST_SECONDS);
      // A gesture ends before the next one begins.
      if (this.gestures[id] !== wanted && this.shares[id] === 0) this.gestures[id] = wanted;
      this.shares[id] = towards(this.shares[id]!, this.gestures[id] === wanted && wanted > 0 ? 1 : 0, passed / GESTURE_SECONDS);
      let turn = (heading - this.headings[id]!) % (2 * Math.PI);
      if (turn > Math.PI) turn -= 2 * Math.PI; else if (turn < -Math.PI) turn += 2 * Math.PI;
      this.headings[id] = this.headings[id]! + Math.max(-TURN * passed, Math.min(TURN * passed, turn));
    }
    const s = this.sits[id]!;
    this.sit = s * s * (3 - 2 * s);
    this.ease = this.eases[id]!;
    this.gesture = this.gestures[id]! + 0.999 * this.shares[id]!;
    this.heading = this.headings[id]!;
  }

  private grow(id: number): void {
    const size = Math.max(1024, 2 * this.sits.length, id + 1);
    const longer = (from: Float32Array, value: number) => { const more = new Float32Array(size).fill(value); more.set(from); return more; };
    this.sits = longer(this.sits, NaN);
    this.eases = longer(this.eases, 0);
    this.shares = longer(this.shares, 0);
    this.headings = longer(this.headings, 0);
    const gestures = new Uint8Array(size);
    gestures.set(this.gestures);
    this.gestures = gestures;
  }
}

/** Returns a value after it went towards a goal by at most a step. */
function towards(value: number, goal: number, step: number): number {
  return value < goal ? Math.min(goal, value + step) : Math.max(goal, value - step);
}
