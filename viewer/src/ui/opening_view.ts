// Opens a page: a recording plays from its first moment with people on, framed on where most of them are. What the address asks for is left as it is.

import { batch, effect } from '@preact/signals';
import { busiest, busiestStorey, firstMoment, samples } from '../opening';
import * as session from '../session';
import * as state from '../state';
import type { ViewAddress } from './address';
import { stage } from './panels';

/** A recording that is still being read is opened when so much of it is known, simulated s, or after so long, ms. */
const ENOUGH = 120;
const PATIENCE = 1500;
/** The number of frames that are looked at, and the time from the opening on from which they are, simulated s: who is there then should be in view. */
const FRAMES = 12;
const SOON = 90;

/** Waits for the first people, then opens the page. Returns how to stop. */
export function startOpeningView(asked: Partial<ViewAddress>): () => void {
  let isDone = false, timer = 0;
  const open = (first: number) => {
    if (isDone) return;
    isDone = true;
    void openAt(first, asked);
  };
  const stop = effect(() => {
    const { value: welcome } = state.welcome, { value: head } = state.head, { value: rows } = state.rows;
    if (isDone || !welcome || !head?.frames || !state.place.value || !state.playback.value || !stage.value) return;
    const first = firstMoment(rows);
    if (first === null) return;
    const last = rows[rows.length - 1]!.time;
    if (welcome.live || !head.running || last > first + ENOUGH) queueMicrotask(() => open(first));
    else if (timer === 0) timer = window.setTimeout(() => open(first), PATIENCE);
  });
  return () => { isDone = true; clearTimeout(timer); stop(); };
}

async function openAt(first: number, asked: Partial<ViewAddress>): Promise<void> {
  const { value: welcome } = state.welcome, { value: place } = state.place;
  if (!welcome || !place) return;
  const frame = Math.ceil(first / welcome.frameSeconds - 1e-6);
  const last = (state.head.value?.frames ?? 1) - 1;
  const soon = Math.min(last, frame + Math.round(SOON / welcome.frameSeconds));
  const wanted = welcome.live ? samples(last, last, 1) : samples(Math.min(frame, last), soon, FRAMES);
  const crowds = await session.crowds(wanted.from, wanted.count, wanted.stride);
  // A user who was quicker keeps the view.
  if (state.playback.value?.welcome !== welcome) return;
  const storey = busiestStorey(crowds, place);
  const busy = welcome.live ? null : busiest(crowds, place);
  batch(() => {
    if (asked.storey === undefined && asked.hidden === undefined && storey !== null && state.storeys.value.length > 1) state.storey.value = storey;
    if (busy && asked.camera === undefined && asked.time === undefined) stage.value?.show(busy);
    if (!welcome.live && asked.time === undefined && !state.isPlaying.value && state.playback.value?.time === 0) play(frame * welcome.frameSeconds);
  });
}

function play(time: number): void {
  session.seek(time + 1e-6);
  session.play();
}

