// The moment that is shown: a clock, frames that are fetched ahead of it, and the position of every pedestrian between two frames.

import type { Line } from './connection';
import { crowdOf, type Crowd } from './frames';
import type { Head, Place, Welcome } from './protocol';

/** All people at the moment shown. The columns have room for more than `count`. Do not keep it: the next moment overwrites it. */
export interface Shown extends Omit<Crowd, 'number'> {
  /** The time of the moment, s. */
  time: number;
  /** Changes whenever somebody moved. Frames may arrive later than the time that needs them. */
  version: number;
}

/** The most frames shown per second. At high speeds the frames between are skipped. */
const MOST_PER_SECOND = 20;
const KEPT = 64;
const AHEAD = 12;

export class Playback {
  /** The time of the moment shown, s. */
  time = 0;
  /** Whether time passes: when following, as the run does; otherwise as the user of this page wants. */
  playing = false;
  /** Simulated seconds per second. */
  speed = 1;
  /** Whether the newest moment is shown. */
  following: boolean;
  head: Head | null = null;
  private readonly frames = new Map<number, Crowd>();
  private isFetching = false;
  private shown: Shown = room(1024);
  private shownKey = '';

  constructor(private readonly connection: Line, readonly welcome: Welcome, public place: Place) {
    this.following = welcome.live;
  }

  /** Returns the simulated time of the last frame, s. */
  get end(): number {
    return Math.max(0, (this.head?.frames ?? 0) - 1) * this.welcome.frameSeconds;
  }

  /** Returns the number of the frame at or before the moment shown. */
  get frame(): number {
    return Math.max(0, Math.floor(this.time / this.welcome.frameSeconds + 1e-6));
  }

  /** Takes how far the run has come. A user who looks at the past is not disturbed. */
  take(head: Head): void {
    this.head = head;
    if (this.welcome.live) this.speed = head.speed;
    if (this.following) this.playing = head.running;
  }

  /** Shows another moment. */
  seek(time: number): void {
    this.time = Math.min(Math.max(0, time), this.end);
    if (this.welcome.live && this.time >= this.end - 2 * this.welcome.frameSeconds) this.follow(); else this.following = false;
  }

  /** Plays from the moment shown on, or from the start when there is nothing after it. */
  play(): void {
    const isAtEnd = this.following || this.time >= this.end;
    if (isAtEnd && !this.isGrowing) this.seek(0);
    this.playing = !this.following;
  }

  /** Returns whether a recording is still being read. */
  private get isGrowing(): boolean { return !this.welcome.live && (this.head?.running ?? true); }

  private follow(): void {
    this.following = true;
    this.playing = this.head?.running ?? false;
  }

  /** Lets `seconds` of real time pass, and fetches the next frames. */
  advance(seconds: number): void {
    if (!this.head) return;
    const { frameSeconds, live } = this.welcome;
    if (live && this.following) {
      // The moment is a little behind the newest frame, so that people have a frame to move towards. A difference is made up for
      // within half a second. A run that stands still is shown at its newest frame, by every page alike.
      const goal = this.head.running ? Math.max(0, this.end - frameSeconds * 0.5) : this.end;
      const pace = this.head.running ? this.head.reached : 0;
      const error = goal - (this.time + seconds * pace);
      const isFar = Math.abs(error) > Math.max(2, 2 * pace);
      this.time = isFar || !this.head.running ? approach(this.time, goal, seconds) : this.time + seconds * pace + error * Math.min(1, 2 * seconds);
    } else if (this.playing) {
      this.time += seconds * this.speed;
      if (live && this.time >= this.end - frameSeconds) this.follow();
      else if (this.time >= this.end && !this.isGrowing) this.playing = false;
    }
    this.time = Math.min(Math.max(0, this.time), this.end);
    this.fetch();
  }

  /** Returns all people at the moment shown. The nearest frames that have arrived stand in for missing frames. */
  now(): Shown {
    const exact = this.time / this.welcome.frameSeconds;
    const before = this.nearest(Math.floor(exact + 1e-6), -1);
    const after = this.nearest(Math.floor(exact + 1e-6) + 1, 1) ?? before;
    this.shown.time = this.time;
    if (!before || !after) return this.shown;
    const span = after.number - before.number;
    const share = span > 0 ? Math.min(1, Math.max(0, (exact - before.number) / span)) : 0;
    const key = `${before.number} ${after.number} ${share}`;
    if (key !== this.shownKey) {
      this.shownKey = key;
      const { version } = this.shown;
      this.shown = between(before, after, share, this.shown);
      this.shown.time = this.time;
      this.shown.version = version + 1;
    }
    return this.shown;
  }

  private stride(): number {
    const pace = this.following && this.welcome.live ? (this.head?.reached ?? 1) : this.playing ? this.speed : 0;
    return Math.max(1, Math.floor(pace / (MOST_PER_SECOND * this.welcome.frameSeconds)));
  }

  private nearest(from: number, step: number): Crowd | null {
    const reach = Math.max(2, 2 * this.stride());
    for (let i = 0; i <= reach; i++) {
      const found = this.frames.get(from + i * step);
      if (found) return found;
    }
    return step < 0 && this.frames.size > 0 ? this.closest(from) : null;
  }

  private closest(to: number): Crowd | null {
    let best: Crowd | null = null;
    for (const crowd of this.frames.values()) {
      if (!best || Math.abs(crowd.number - to) < Math.abs(best.number - to)) best = crowd;
    }
    return best;
  }

  private fetch(): void {
    const end = this.head?.frames ?? 0;
    if (this.isFetching || end === 0 || !this.connection.isOpen) return;
    const stride = this.stride();
    // Requests with a stride begin at multiples of the stride, so that their frames fit together.
    const first = Math.floor(this.frame / stride) * stride;
    let from = first;
    while (this.frames.has(from) && from < first + AHEAD * stride) from += stride;
    const count = Math.min(AHEAD, Math.floor((end - 1 - from) / stride) + 1, (first + AHEAD * stride - from) / stride);
    if (count < 1) return;
    this.isFetching = true;
    const done = () => { this.isFetching = false; this.prune(); };
    this.connection.frames(from, count, stride, (tell) => {
      if (tell.kind === 'Frame') this.frames.set(tell.frame.number, crowdOf(tell.frame, this.place));
    }).then(done, done);
  }

  private prune(): void {
    if (this.frames.size <= KEPT) return;
    const far = [...this.frames.keys()].sort((a, b) => Math.abs(b - this.frame) - Math.abs(a - this.frame));
    for (const number of far.slice(0, this.frames.size - KEPT)) this.frames.delete(number);
  }
}

function approach(from: number, to: number, seconds: number): number {
  if (Math.abs(to - from) < 1e-3) return to;
  return from + (to - from) * Math.min(1, 8 * seconds);
}

function room(count: number): Shown {
  return {
    time: 0, version: 0, count: 0,
    ids: new Uint32Array(count), x: new Float32Array(count), y: new Float32Array(count), heading: new Float32Array(count),
    speed: new Float32Array(count), status: new Uint8Array(count), floor: new Uint16Array(count), destination: new Uint16Array(count),
  };
}

/**
 * Interpolates the pedestrians that are in both frames. A pedestrian that is only in the first frame is shown in the first half, one that
 * is only in the second frame in the second half.
 */
export function between(a: Crowd, b: Crowd, share: number, into: Shown): Shown {
  const most = Math.max(a.count + b.count, 1);
  const shown = into.ids.length >= most ? into : room(Math.ceil(most * 1.5));
  let n = 0;
  const take = (from: Crowd, row: number) => {
    shown.ids[n] = from.ids[row]!; shown.x[n] = from.x[row]!; shown.y[n] = from.y[row]!;
    shown.heading[n] = from.heading[row]!; shown.speed[n] = from.speed[row]!; shown.status[n] = from.status[row]!;
    shown.floor[n] = from.floor[row]!; shown.destination[n] = from.destination[row]!;
    n += 1;
  };
  const near = share < 0.5 ? a : b;
  for (let i = 0, j = 0; i < a.count || j < b.count;) {
    const left = i < a.count ? a.ids[i]! : Infinity;
    const right = j < b.count ? b.ids[j]! : Infinity;
    if (left < right) { if (near === a) take(a, i); i += 1; continue; }
    if (right < left) { if (near === b) take(b, j); j += 1; continue; }
    take(near, near === a ? i : j);
    if (a.floor[i] === b.floor[j] || Math.hypot(b.x[j]! - a.x[i]!, b.y[j]! - a.y[i]!) < 3) {
      const k = n - 1;
      shown.x[k] = a.x[i]! + (b.x[j]! - a.x[i]!) * share;
      shown.y[k] = a.y[i]! + (b.y[j]! - a.y[i]!) * share;
      shown.speed[k] = a.speed[i]! + (b.speed[j]! - a.speed[i]!) * share;
      let turn = b.heading[j]! - a.heading[i]!;
      if (turn > Math.PI) turn -= 2 * Math.PI; else if (turn < -Math.PI) turn += 2 * Math.PI;
      shown.heading[k] = a.heading[i]! + turn * share;
    }
    i += 1;
    j += 1;
  }
  shown.count = n;
  return shown;
}
