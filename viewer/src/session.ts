// A page's dealings with the server: what it is told becomes state, what the user does becomes requests.

import { batch, computed, effect } from '@preact/signals';
import { Connection, Refusal } from './connection';
import { Playback } from './playback';
import type { Act, Head, LayerKind, Drawing, Property, Tell } from './protocol';
import * as state from './state';

let connection: Connection | null = null;
let run = -1;
/** People in the roster when it was last asked for, and when that was, ms. */
let enlisted = 0;
let asked = 0;
const ROSTER_PAUSE = 300;
/** What is being fetched, so that it is not fetched twice. */
const busy = new Set<string>();

/** Obstacles that are there at the moment shown: each makes another place. */
const obstacles = computed(() => {
  const frame = Math.floor(state.time.value / (state.welcome.value?.frameSeconds ?? 1) + 1e-6);
  return state.happenings.value.filter((h) => h.kind === 'blocked' && h.frame <= frame).length;
});
effect(() => {
  if (obstacles.value + 1 !== (state.place.value?.version ?? 1)) {
    connection?.order({ kind: 'Place', frame: state.playback.peek()?.frame ?? 0 });
  }
});

/** Connects to the server; `scene` is the name of a bundled scene in the gallery, or empty. */
export function connect(scene: string, token: string): void {
  const query = new URLSearchParams();
  if (scene) query.set('scene', scene);
  if (token) query.set('token', token);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const address = `${scheme}://${location.host}/socket?${query}`;
  connection = new Connection(address, { told, connected: (is) => { state.isConnected.value = is; } });
}

function told(tell: Tell): void {
  batch(() => {
    switch (tell.kind) {
      case 'Welcome':
        state.broken.value = null;
        if (tell.welcome.run !== run) forget();
        run = tell.welcome.run;
        state.welcome.value = tell.welcome;
        break;
      case 'Place':
        state.place.value = tell.place;
        arrived();
        break;
      case 'Head': headTold(tell.head); break;
      case 'Broken': state.broken.value = { title: tell.title, what: tell.what, hint: tell.hint }; break;
      default: break;
    }
  });
}

/** The run has begun anew. */
function forget(): void {
  state.rows.value = [];
  state.happenings.value = [];
  state.populationOf.value = new Uint16Array(0);
  enlisted = 0;
  state.playback.value = null;
  state.selected.value = null;
  state.inspected.value = null;
  state.trail.value = null;
  state.group.value = new Set();
  state.lines.value = state.lines.value.map((line) => ({ ...line, flow: null }));
}

function arrived(): void {
  const welcome = state.welcome.value;
  const place = state.place.value;
  if (!welcome || !place || !connection) return;
  const current = state.playback.value;
  if (current) { current.place = place; return; }
  const playback = new Playback(connection, welcome, place);
  playback.following = welcome.live;
  state.playback.value = playback;
}

function headTold(head: Head): void {
  state.head.value = head;
  const playback = state.playback.value;
  if (playback) {
    playback.head = head;
    if (playback.welcome.live) playback.playing = head.running;
  }
  if (state.welcome.value?.live) {
    state.isPlaying.value = head.running;
    state.speed.value = head.speed;
  }
  void catchUp();
}

/** Fetches rows, happenings and the roster that are new. */
async function catchUp(): Promise<void> {
  await Promise.all([
    once('rows', async () => {
      const from = state.rows.value.length;
      if ((state.head.value?.rows ?? 0) <= from) return;
      const tell = await ask({ kind: 'Statistics', from });
      if (tell?.kind === 'Statistics' && tell.from === state.rows.value.length) state.rows.value = [...state.rows.value, ...tell.rows];
    }),
    once('happenings', async () => {
      const from = state.happenings.value.length;
      if ((state.head.value?.happenings ?? 0) <= from) return;
      const tell = await ask({ kind: 'Happenings', from });
      if (tell?.kind === 'Happenings' && tell.from === state.happenings.value.length) state.happenings.value = [...state.happenings.value, ...tell.list];
    }),
    once('roster', async () => {
      const people = state.head.value?.people ?? 0;
      if (people === enlisted || performance.now() - asked < ROSTER_PAUSE) return;
      asked = performance.now();
      const known = state.populationOf.value;
      // People do not come in the order of their numbers: from the first who was missing.
      const missing = known.indexOf(65535);
      const from = missing < 0 ? known.length : missing;
      const tell = await ask({ kind: 'Roster', from });
      if (tell?.kind !== 'Roster') return;
      if (tell.populations.length < 100_000) enlisted = people;
      const all = new Uint16Array(Math.max(known.length, tell.from + tell.populations.length));
      all.set(known);
      all.set(tell.populations, tell.from);
      state.populationOf.value = all;
    }),
  ]);
}

async function once(what: string, work: () => Promise<void>): Promise<void> {
  if (busy.has(what)) return;
  busy.add(what);
  try { await work(); } finally { busy.delete(what); }
}

/** The answer, or null when there is none: the user is told why. */
async function ask(question: Parameters<Connection['ask']>[0], isQuiet = false): Promise<Tell | null> {
  try {
    return (await connection?.ask(question)) ?? null;
  } catch (error) {
    if (error instanceof Refusal && !isQuiet) state.toast(error.message, error.hint, true);
    return null;
  }
}

// ---- what the user does -------------------------------------------------------------------------------------------------------------

export function play(): void {
  const playback = state.playback.value;
  if (!playback) return;
  if (playback.welcome.live && playback.following) connection?.order({ kind: 'Play' });
  else {
    if (playback.time >= playback.end) playback.seek(0);
    playback.playing = true;
  }
  state.isPlaying.value = true;
}

export function pause(): void {
  const playback = state.playback.value;
  if (!playback) return;
  if (playback.welcome.live) connection?.order({ kind: 'Pause' });
  playback.playing = false;
  state.isPlaying.value = false;
}

/** One frame on. */
export function step(): void {
  const playback = state.playback.value;
  if (!playback) return;
  pause();
  if (playback.welcome.live && playback.following) connection?.order({ kind: 'Step' });
  else playback.seek((playback.frame + 1) * playback.welcome.frameSeconds + 1e-6);
}

export function setSpeed(factor: number): void {
  const playback = state.playback.value;
  if (!playback) return;
  const wanted = Math.min(100, Math.max(0.1, factor));
  playback.speed = wanted;
  state.speed.value = wanted;
  if (playback.welcome.live) connection?.order({ kind: 'Speed', factor: wanted });
}

export function seek(time: number): void {
  state.playback.value?.seek(time);
}

/** To the end of what has been computed, and on with it. */
export function goLive(): void {
  const playback = state.playback.value;
  if (playback) { playback.seek(playback.end); playback.following = playback.welcome.live; }
}

export function restart(): void {
  connection?.order({ kind: 'Restart' });
}

export async function inspect(pedestrian: number): Promise<void> {
  const frame = state.playback.value?.frame ?? 0;
  await once('inspect', async () => {
    const tell = await ask({ kind: 'Inspect', pedestrian, frame }, true);
    if (tell?.kind === 'Inspected' && state.selected.value === tell.inspected.pedestrian) state.inspected.value = tell.inspected;
  });
  await once('trail', async () => {
    const tell = await ask({ kind: 'Trail', pedestrian, frame }, true);
    if (tell?.kind === 'Trail' && state.selected.value === tell.pedestrian) state.trail.value = { pedestrian, points: tell.points };
  });
}

export function select(pedestrian: number | null): void {
  batch(() => {
    state.selected.value = pedestrian;
    state.inspected.value = null;
    state.trail.value = null;
    if (pedestrian === null) state.isFollowingSelected.value = false;
  });
  if (pedestrian !== null) void inspect(pedestrian);
}

export async function act(act: Act, words: string): Promise<boolean> {
  const tell = await ask({ kind: 'Act', act });
  if (tell?.kind === 'Done') state.toast(words);
  return tell?.kind === 'Done';
}

export async function drawing(layer: LayerKind['kind'], level = 0): Promise<Drawing | null> {
  const frame = state.playback.value?.frame ?? 0;
  const tell = await ask({ kind: 'Layer', layer: { kind: layer }, level, frame }, true);
  return tell?.kind === 'Layer' ? tell.drawing : null;
}

/** What is at a point, in local metres. */
export async function probe(floor: number, x: number, y: number): Promise<Property[]> {
  const place = state.place.value;
  if (!place) return [];
  const tell = await ask({ kind: 'Probe', floor, x: x + place.originX, y: y + place.originY }, true);
  return tell?.kind === 'Probed' ? tell.lines : [];
}

/** Counts once more what crossed the lines that were drawn. */
export async function measureLines(): Promise<void> {
  const place = state.place.value;
  const frame = state.playback.value?.frame ?? 0;
  if (!place || state.lines.value.length === 0) return;
  await once('flow', async () => {
    for (const line of state.lines.value) {
      const tell = await ask({
        kind: 'Flow', floor: line.floor, frame,
        ax: line.ax + place.originX, ay: line.ay + place.originY, bx: line.bx + place.originX, by: line.by + place.originY,
      }, true);
      if (tell?.kind === 'Flow') state.lines.value = state.lines.value.map((l) => (l.id === line.id ? { ...l, flow: tell.flow } : l));
    }
  });
}
