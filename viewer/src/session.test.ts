import { beforeEach, expect, test } from 'vitest';
import { Refusal, type Line, type Order } from './connection';
import type { Head, Place, Tell, Welcome } from './protocol';
import * as session from './session';
import * as state from './state';

const orders: Order[] = [];
/** The answer of the server to a question. By default it refuses. */
let answer: (question: Parameters<Line['ask']>[0]) => Tell | Refusal;
const line: Line = {
  isOpen: true,
  ask: async (question) => { const told = answer(question); if (told instanceof Refusal) throw told; return told; },
  frames: async () => {},
  order: (order) => { orders.push(order); },
};
let run = 0;

function begin(live: boolean): void {
  run += 1;
  const welcome: Partial<Welcome> = { run, live, frameSeconds: 0.1, populations: [], statuses: [] };
  session.told({ kind: 'Welcome', welcome: welcome as Welcome });
  session.told({ kind: 'Place', place: { version: 1, step: 0.01, links: [], areas: [], floors: [] } as unknown as Place });
}

function head(some: Partial<Head>): void {
  session.told({ kind: 'Head', head: { frames: 101, rows: 0, people: 0, happenings: 0, trains: 0, running: true, speed: 1, reached: 1, ended: '', viewers: 1, ...some } });
}

const playback = () => state.playback.value!;
/** Lets so many seconds pass, picture by picture. */
function pass(seconds: number): void {
  for (let t = 0; t < seconds; t += 0.05) playback().advance(0.05);
  session.publish();
}

beforeEach(() => {
  orders.length = 0;
  answer = () => new Refusal('no', '');
  state.toasts.value = [];
  session.attach(line);
});

test('a live run plays and pauses as its Heads say', () => {
  begin(true);
  head({ running: true, speed: 5 });
  expect([state.isPlaying.value, state.speed.value, playback().speed]).toEqual([true, 5, 5]);
  head({ running: false });
  expect(state.isPlaying.value).toBe(false);
  session.play();
  expect(orders).toEqual([{ kind: 'Play' }]);
  expect(state.isPlaying.value).toBe(true);
});

test('a live run that stands still is shown at its newest frame, whenever the page came', () => {
  // The moment used to be half a frame earlier: 4.95 s, shown as 4.9 or 5.0.
  begin(true);
  head({ frames: 41, running: true });
  pass(1);
  head({ frames: 51, running: false });
  pass(2);
  const early = playback().time;
  begin(true);
  head({ frames: 51, running: false });
  pass(4);
  expect([early, playback().time]).toEqual([5, 5]);
});

test('play at the end of a run that has ended plays it from the start, and pauses at the end', () => {
  begin(true);
  head({ running: false, ended: 'everyone left' });
  pass(1);
  session.play();
  expect(orders).toEqual([]);
  expect([playback().time, state.isPlaying.value, state.isFollowingHead.value]).toEqual([0, true, false]);
  pass(5);
  expect(playback().time).toBeCloseTo(5, 0);
  pass(6);
  expect([state.isPlaying.value, state.isFollowingHead.value]).toEqual([false, true]);
});

test('a Head does not stop who plays the past of a run that stands still', () => {
  begin(true);
  head({ running: false });
  pass(1);
  session.seek(2);
  session.play();
  head({ running: false });
  expect(orders).toEqual([]);
  expect(state.isPlaying.value).toBe(true);
  pass(3);
  expect(playback().time).toBeCloseTo(5, 0);
  pass(6);
  expect([state.isPlaying.value, state.isFollowingHead.value]).toEqual([false, true]);
});

test('who plays the past of a run that goes on arrives at its newest moment and goes on with it', () => {
  begin(true);
  head({ running: true });
  pass(1);
  session.seek(8);
  pass(3);
  expect([state.isPlaying.value, state.isFollowingHead.value]).toEqual([true, true]);
});

test('a recording pauses at its end, but not while it is still being read', () => {
  begin(false);
  head({ frames: 11, running: true });
  session.play();
  pass(2);
  expect(state.isPlaying.value).toBe(true);
  head({ frames: 21, running: false, ended: 'end of the recording' });
  pass(2);
  expect([playback().time, state.isPlaying.value]).toEqual([2, false]);
  session.play();
  expect([playback().time, state.isPlaying.value]).toEqual([0, true]);
});

test('nothing of the old run stays after a restart', () => {
  begin(true);
  head({ running: true, speed: 20 });
  begin(true);
  expect([state.isPlaying.value, state.speed.value, state.head.value]).toEqual([false, 1, null]);
});

test('who acts while looking at the past is taken to the newest moment, and told so', async () => {
  begin(true);
  head({ running: false });
  session.seek(2);
  expect(state.isFollowingHead.value).toBe(false);
  answer = () => ({ kind: 'Done', tag: 0 });
  expect(await session.act({ kind: 'Door', link: 0, open: false }, '“A” shuts.')).toBe(true);
  expect([playback().time, state.isFollowingHead.value]).toEqual([10, true]);
  expect(state.toasts.value.slice(-2).map((toast) => toast.text)).toEqual(['The newest moment is shown now.', '“A” shuts.']);
});

test('why somebody cannot be looked into is kept, but not that the server is busy', async () => {
  begin(true);
  head({});
  session.select(7);
  answer = () => new Refusal('busy with other requests', 'try again in a moment');
  await session.inspect(7);
  await session.inspect(7);
  expect(state.notInspected.value?.what).not.toContain('busy');
  answer = () => new Refusal('pedestrian 7 is not walking here now', 'choose another');
  await session.inspect(7);
  expect(state.notInspected.value).toEqual({ what: 'pedestrian 7 is not walking here now', hint: 'choose another' });
  session.select(8);
  expect(state.notInspected.value).toBeNull();
});

test('a diagram is fetched again when a second of the run is missing in it, or its end, and not after a refusal', async () => {
  begin(true);
  head({ frames: 41, running: true });
  const asked: number[] = [];
  const told = (frames: number): Tell => ({
    kind: 'Diagram', tag: 0, diagram: { frames, times: new Float32Array(), densities: new Float32Array(), speeds: new Float32Array(), flows: new Float32Array() },
  });
  answer = (question) => { if (question.kind === 'Diagram') asked.push(question.area); return told(state.head.value!.frames); };
  await session.measureDiagram(2);
  expect(state.diagram.value?.diagram?.frames).toBe(41);
  head({ frames: 46, running: true });
  await session.measureDiagram(2);
  head({ frames: 51, running: true });
  await session.measureDiagram(2);
  head({ frames: 53, running: false });
  await session.measureDiagram(2);
  await session.measureDiagram(2);
  expect(asked).toEqual([2, 2, 2]);
  answer = (question) => { if (question.kind === 'Diagram') asked.push(question.area); return new Refusal('there is no ground to measure', ''); };
  await session.measureDiagram(3);
  await session.measureDiagram(3);
  expect([asked.length, state.diagram.value?.refusal]).toEqual([4, 'there is no ground to measure']);
  begin(true);
  expect(state.diagram.value).toBeNull();
});
