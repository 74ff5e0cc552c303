// The talk between a page and the server: messages of the server become state, and actions of the user become requests.

import { batch, computed, effect } from '@preact/signals';
import { CatchUp } from './catch_up';
import { Connection, Refusal, type Line, type Question } from './connection';
import { NOTHING_SEEN, withMoment } from './needs_seen';
import { PlaceKeeper } from './place_keeper';
import { Playback } from './playback';
import type { Act, Drawing, Head, Inspected, LayerKind, Place, Property, Tell, Welcome } from './protocol';
import * as state from './state';

let line: Line | null = null;
let run = -1;
/** The run that the place belongs to. */
let placeRun = -1;
let catchUp = newCatchUp();
const places = new PlaceKeeper((frame) => line?.order({ kind: 'Place', frame }));
/** The requests under way, so that nothing is fetched twice. */
const busy = new Set<string>();

/** The version of the place at the moment shown. */
const wantedPlace = computed(() => 1 + state.happenings.value.filter((h) => h.kind === 'blocked' && h.frame <= state.frame.value).length);
effect(keepPlace);

function keepPlace(): void {
  const present = state.place.value?.version;
  if (present !== undefined) places.keep(wantedPlace.value, state.frame.value, present);
}

function newCatchUp(): CatchUp {
  return new CatchUp((question) => line?.ask(question) ?? Promise.reject(new Error('not connected')));
}

/** Connects to the server. `scene` is the name of a bundled scene in the gallery, or empty. */
export function connect(scene: string, token: string): void {
  const query = new URLSearchParams();
  if (scene) query.set('scene', scene);
  if (token) query.set('token', token);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const address = `${scheme}://${location.host}/socket?${query}`;
  attach(new Connection(address, { told, connected: (is) => { state.isConnected.value = is; } }));
}

/** Talks to the server through a line from now on. */
export function attach(to: Line): void { line = to; }

/** Takes a message that the page did not ask for. */
export function told(tell: Tell): void {
  batch(() => {
    switch (tell.kind) {
      case 'Welcome':
        state.broken.value = null;
        if (tell.welcome.run !== run && !isSameRecording(tell.welcome)) {
          if (run >= 0) state.toast('Another run has begun.');
          forget();
        }
        run = tell.welcome.run;
        places.forget();
        state.welcome.value = tell.welcome;
        break;
      case 'Place':
        places.answered();
        placeTold(tell.place);
        break;
      case 'Head': headTold(tell.head); break;
      case 'Broken': state.broken.value = { title: tell.title, what: tell.what, hint: tell.hint }; break;
      default: break;
    }
  });
}

/** Returns whether a server that was started anew shows the same frames of the same recording. */
function isSameRecording(next: Welcome): boolean {
  const before = state.welcome.value;
  return before !== null && !before.live && !next.live && before.recording === next.recording && before.name === next.name && before.seed === next.seed;
}

/** Forgets the run, because it has begun anew. */
function forget(): void {
  state.rows.value = [];
  state.happenings.value = [];
  state.trainChanges.value = [];
  state.populationOf.value = new Uint16Array(0);
  state.radiusOf.value = new Uint8Array(0);
  catchUp.stop();
  catchUp = newCatchUp();
  state.head.value = null;
  state.time.value = 0;
  state.isPlaying.value = false;
  state.speed.value = 1;
  state.playback.value = null;
  state.selected.value = null;
  state.inspected.value = null;
  state.notInspected.value = null;
  state.trail.value = null;
  state.presence.value = null;
  state.needsSeen.value = NOTHING_SEEN;
  state.group.value = new Set();
  state.drawnBlock.value = null;
  state.diagram.value = null;
  state.lines.value = state.lines.value.map((line) => ({ ...line, flow: null }));
}

function placeTold(place: Place): void {
  // A place of the same version need not be built anew.
  if (placeRun !== run || place.version !== state.place.value?.version) state.place.value = place;
  placeRun = run;
  keepPlace();
  const { welcome, playback } = state;
  if (playback.value) playback.value.place = state.place.value ?? place;
  else if (welcome.value && line) playback.value = new Playback(line, welcome.value, place);
}

function headTold(head: Head): void {
  const before = state.head.value;
  const isReplay = state.welcome.value?.live === false;
  // When a recording is read once more, the page may know more of it than has been read.
  if (isReplay && before && head.running && head.frames < before.frames) return;
  if (isReplay && head.ended !== (before?.ended ?? '') && head.ended.startsWith('error')) state.toast('The recording can be read up to here only.', head.ended, true);
  state.head.value = head;
  state.playback.value?.take(head);
  publish();
  void catchUp.to(head);
}

/** Tells the panels what the playback does, also when it reaches the newest moment or the end by itself. */
export function publish(): void {
  const { value: playback } = state.playback;
  if (!playback) return;
  batch(() => {
    state.isPlaying.value = playback.playing;
    state.speed.value = playback.speed;
    state.isFollowingHead.value = playback.following;
  });
}

async function once(what: string, work: () => Promise<void>): Promise<void> {
  if (busy.has(what)) return;
  busy.add(what);
  try { await work(); } finally { busy.delete(what); }
}

/** Asks a question. Returns the answer, or null when there is none; then the user is told why. */
async function ask(question: Question, isQuiet = false): Promise<Tell | null> {
  try {
    return (await line?.ask(question)) ?? null;
  } catch (error) {
    if (error instanceof Refusal && !isQuiet) state.toast(error.message, error.hint, true);
    return null;
  }
}

// ---- actions of the user
// -------------------------------------------------------------------------------------------------------------

export function play(): void {
  const playback = state.playback.value;
  if (!playback) return;
  if (playback.following && !playback.head?.ended) {
    line?.order({ kind: 'Play' });
    playback.playing = true;
  } else playback.play();
  publish();
}

export function pause(): void {
  const playback = state.playback.value;
  if (!playback) return;
  if (playback.welcome.live) line?.order({ kind: 'Pause' });
  playback.playing = false;
  publish();
}

/** Goes one frame on. */
export function step(): void {
  const playback = state.playback.value;
  if (!playback) return;
  pause();
  if (playback.welcome.live && playback.following) line?.order({ kind: 'Step' });
  else playback.seek((playback.frame + 1) * playback.welcome.frameSeconds + 1e-6);
}

export function setSpeed(factor: number): void {
  const playback = state.playback.value;
  if (!playback) return;
  const wanted = Math.min(100, Math.max(0.1, factor));
  playback.speed = wanted;
  publish();
  if (playback.welcome.live) line?.order({ kind: 'Speed', factor: wanted });
}

export function seek(time: number): void {
  state.playback.value?.seek(time);
  publish();
}

/** Shows the newest moment, and follows it. */
export function goLive(): void {
  seek(Infinity);
}

export function restart(): void {
  void ask({ kind: 'Restart' });
}

export async function inspect(pedestrian: number): Promise<void> {
  const frame = state.playback.value?.frame ?? 0;
  await once('inspect', async () => {
    const found = await lookInto(pedestrian, frame);
    if (!found || state.selected.value !== pedestrian) return;
    batch(() => {
      state.inspected.value = found instanceof Refusal ? null : found;
      state.notInspected.value = found instanceof Refusal ? { what: found.message, hint: found.hint } : null;
      if (!(found instanceof Refusal)) state.needsSeen.value = withMoment(state.needsSeen.value, found);
    });
  });
  await once('trail', async () => {
    const tell = await ask({ kind: 'Trail', pedestrian, frame }, true);
    if (tell?.kind === 'Trail' && state.selected.value === tell.pedestrian) state.trail.value = { pedestrian, points: tell.points };
  });
}

/** Finds out when a pedestrian that is not there is inside. */
export async function findPresence(pedestrian: number): Promise<void> {
  const known = state.presence.value;
  if (known?.pedestrian === pedestrian && known.last !== null) return;
  await once('presence', async () => {
    const tell = await ask({ kind: 'Presence', pedestrian }, true);
    if (tell?.kind === 'Presence' && state.selected.value === pedestrian) state.presence.value = { pedestrian, first: tell.first, last: tell.last };
  });
}

/** Returns the inner state of a pedestrian, or why it cannot be known; null when it is worth asking again. */
async function lookInto(pedestrian: number, frame: number): Promise<Inspected | Refusal | null> {
  try {
    const tell = await line?.ask({ kind: 'Inspect', pedestrian, frame });
    return tell?.kind === 'Inspected' ? tell.inspected : null;
  } catch (error) {
    return error instanceof Refusal && !isBusy(error) ? error : null;
  }
}

/** Returns whether a request was refused only because others are under way. */
function isBusy(refusal: Refusal): boolean {
  return /\bbusy\b/.test(refusal.message);
}

export function select(pedestrian: number | null): void {
  batch(() => {
    state.selected.value = pedestrian;
    state.needsSeen.value = NOTHING_SEEN;
    state.inspected.value = null;
    state.notInspected.value = null;
    state.trail.value = null;
    state.presence.value = null;
    if (pedestrian === null) state.isFollowingSelected.value = false;
  });
  if (pedestrian !== null) void inspect(pedestrian);
}

/** Acts on the run. An act is done at the newest moment, so that moment is shown first. */
export async function act(act: Act, words: string): Promise<boolean> {
  const playback = state.playback.value;
  if (playback?.welcome.live && !playback.following) {
    goLive();
    state.toast('The newest moment is shown now.', 'What you do to the run is done there; the past cannot be changed.');
  }
  const tell = await ask({ kind: 'Act', act });
  if (tell?.kind === 'Done') state.toast(words);
  return tell?.kind === 'Done';
}

export async function drawing(layer: LayerKind['kind'], level = 0): Promise<Drawing | null> {
  const frame = state.playback.value?.frame ?? 0;
  const tell = await ask({ kind: 'Layer', layer: { kind: layer }, level, frame }, true);
  return tell?.kind === 'Layer' ? tell.drawing : null;
}

/** Returns what is at a point, in local metres. */
export async function probe(floor: number, x: number, y: number): Promise<Property[]> {
  const place = state.place.value;
  if (!place) return [];
  const tell = await ask({ kind: 'Probe', floor, x: x + place.originX, y: y + place.originY }, true);
  return tell?.kind === 'Probed' ? tell.lines : [];
}

/** Counts once more what crossed the drawn lines. */
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

/** The time until a diagram is asked for again after a request that failed, ms. */
const DIAGRAM_PAUSE = 1000;

/** Measures the fundamental diagram of an area once more, when a second of the run or more is missing in it. Each answer may be a part; the next one goes on. */
export async function measureDiagram(area: number): Promise<void> {
  const known = state.diagram.value?.area === area ? state.diagram.value : null;
  if (known && (!known.diagram || !isOutdated(known.diagram.frames))) return;
  await once('diagram', async () => {
    const asked = run;
    let next: state.AreaDiagram | null = known;
    try {
      const tell = await line?.ask({ kind: 'Diagram', area });
      if (tell?.kind === 'Diagram') next = { area, diagram: tell.diagram, refusal: '' };
    } catch (error) {
      if (error instanceof Refusal && !isBusy(error)) next = { area, diagram: null, refusal: error.message };
    }
    if (next === known) await new Promise((done) => { setTimeout(done, DIAGRAM_PAUSE); });
    // A copy also tells the charts to ask again.
    if (asked === run) state.diagram.value = next && { ...next };
  });
}

/** Returns whether a second of the run, or its last frames, are missing when so many frames are known. */
function isOutdated(frames: number): boolean {
  const head = state.head.value;
  const second = 1 / (state.welcome.value?.frameSeconds ?? 1);
  return head !== null && (head.running ? head.frames >= frames + second : head.frames > frames);
}
