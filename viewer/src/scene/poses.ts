// How people hold themselves: who sits, who stands at ease, and how quickly that and their heading change.

/** What a body does: it walks, it stands at ease, it stands and is served, or it sits. */
export type Pose = 'walks' | 'stands' | 'served' | 'sits';

/** Whoever has one of these statuses may walk at any moment. Everyone else stands at ease, also with a status that this page does not know. */
const WALKING = ['walking', 'planning', 'backing out of a narrow place', 'gone'];

/** Returns what a body does that has a status, by its word. */
export function poseOf(status: string): Pose {
  if (status === 'sitting') return 'sits';
  if (status === 'being served') return 'served';
  return WALKING.includes(status) || status.startsWith('stuck') ? 'walks' : 'stands';
}

/** The time to sit down or to get up, and to come to rest, s. */
const SIT_SECONDS = 0.8;
const REST_SECONDS = 0.4;
/** How fast a body turns, rad/s. */
const TURN = 7;
/** A body that is faster than this walks, whatever its status says, m/s. */
const WALKS_FROM = 0.35;
/** After a longer time the body is seen as it is then, s. */
const JUMP = 1.5;

/** What each pedestrian holds, by id: shares from 0 to 1, and where it looks, rad. */
export class Poses {
  /** How far the last pedestrian has sat down. */
  sit = 0;
  /** How much it stands at ease. */
  ease = 0;
  /** How far it reaches out, because it is served. */
  reach = 0;
  heading = 0;
  private sits = new Float32Array(1024).fill(NaN);
  private eases = new Float32Array(1024);
  private reaches = new Float32Array(1024);
  private headings = new Float32Array(1024);

  /** Lets a pedestrian change towards its pose for some time, s. The answer is in `sit`, `ease`, `reach` and `heading`. */
  advance(id: number, pose: Pose, speed: number, heading: number, seconds: number): void {
    if (id >= this.sits.length) this.grow(id);
    const isAtRest = pose !== 'walks' && speed < WALKS_FROM;
    const sit = pose === 'sits' && isAtRest ? 1 : 0;
    const ease = isAtRest ? 1 : 0;
    const reach = pose === 'served' && isAtRest ? 1 : 0;
    const passed = Math.abs(seconds);
    // Whoever is seen for the first time, or after a jump in time, is as it should be.
    if (passed > JUMP || Number.isNaN(this.sits[id]!)) {
      this.sits[id] = sit; this.eases[id] = ease; this.reaches[id] = reach; this.headings[id] = heading;
    } else {
      this.sits[id] = towards(this.sits[id]!, sit, passed / SIT_SECONDS);
      this.eases[id] = towards(this.eases[id]!, ease, passed / REST_SECONDS);
      this.reaches[id] = towards(this.reaches[id]!, reach, passed / REST_SECONDS);
      let turn = (heading - this.headings[id]!) % (2 * Math.PI);
      if (turn > Math.PI) turn -= 2 * Math.PI; else if (turn < -Math.PI) turn += 2 * Math.PI;
      this.headings[id] = this.headings[id]! + Math.max(-TURN * passed, Math.min(TURN * passed, turn));
    }
    const s = this.sits[id]!;
    this.sit = s * s * (3 - 2 * s);
    this.ease = this.eases[id]!;
    this.reach = this.reaches[id]!;
    this.heading = this.headings[id]!;
  }

  private grow(id: number): void {
    const size = Math.max(2 * this.sits.length, id + 1);
    const longer = (from: Float32Array, value: number) => { const more = new Float32Array(size).fill(value); more.set(from); return more; };
    this.sits = longer(this.sits, NaN);
    this.eases = longer(this.eases, 0);
    this.reaches = longer(this.reaches, 0);
    this.headings = longer(this.headings, 0);
  }
}

/** Returns a value after it went towards a goal by at most a step. */
function towards(value: number, goal: number, step: number): number {
  return value < goal ? Math.min(goal, value + step) : Math.max(goal, value - step);
}
