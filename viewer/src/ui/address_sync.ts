// Keeps the address of the page up to date with the view, and takes the view from it at the start.

import { effect, untracked } from '@preact/signals';
import * as session from '../session';
import * as state from '../state';
import { readAddress, writeAddress, type ViewAddress } from './address';
import { openTab, stage } from './panels';

/** A moment of a recording that has not been read yet, s. It is shown as soon as it has been read. */
let awaited: number | null = null;

/** Returns the address of the page, with the current view behind the #. */
export function currentAddress(): string {
  const playback = state.playback.value;
  const text = writeAddress({
    time: awaited ?? (playback && !playback.following ? playback.time : null),
    camera: stage.value?.cameraToText() ?? '',
    view: state.view.value,
    colour: state.colourBy.value,
    layers: state.LAYERS.filter((layer) => state.layers.value.has(layer)),
    level: state.hierarchyLevel.value,
    storey: state.storey.value,
    hidden: [...state.hiddenStoreys.value].sort((a, b) => a - b),
    selected: state.selected.value,
  });
  return `${location.pathname}${location.search}#${text}`;
}

/** Takes the view from the address. Moment, camera and pedestrian follow as soon as there is a run. Returns what the address asked for, and how to stop. */
export function startAddress(): { asked: Partial<ViewAddress>; stop: () => void } {
  const asked = readAddress(location.hash);
  if (asked.view) state.view.value = asked.view;
  if (asked.colour) state.colourPeople(asked.colour);
  if (asked.layers) state.layers.value = new Set(asked.layers);
  if (asked.level !== undefined) state.hierarchyLevel.value = asked.level;
  if (asked.storey !== undefined) state.storey.value = asked.storey;
  if (asked.hidden) state.hiddenStoreys.value = new Set(asked.hidden);

  let isTaken = false;
  const stop = effect(() => {
    const { value: playback } = state.playback;
    if (isTaken || !playback || !state.head.value?.frames || !stage.value) return;
    isTaken = true;
    // This is done outside the effect, because signals that are read in an effect wake it again.
    queueMicrotask(() => {
      if (asked.camera) stage.value?.cameraFromText(asked.camera);
      if (asked.time !== undefined && asked.time !== null) awaited = asked.time;
      showAwaited();
      if (asked.selected !== undefined && asked.selected !== null) { openTab('inspector'); session.select(asked.selected); }
    });
  });
  const stopAwaiting = effect(() => { void state.head.value; untracked(showAwaited); });
  const timer = setInterval(() => {
    if (!isTaken) return;
    const address = currentAddress();
    if (!location.href.endsWith(address)) history.replaceState(null, '', address);
  }, 1000);
  return { asked, stop: () => { stop(); stopAwaiting(); clearInterval(timer); } };
}

/** Shows the awaited moment when it is there, or when nothing more will come. A user who plays or scrubs meanwhile no longer wants it. */
function showAwaited(): void {
  const { value: playback } = state.playback;
  if (awaited === null || !playback) return;
  const { live } = playback.welcome;
  const isRead = live || playback.end >= awaited || !state.head.value?.running;
  const isUnwanted = !live && (playback.playing || playback.time > 0);
  if (isRead && !isUnwanted) session.seek(awaited);
  if (isRead || isUnwanted) awaited = null;
}
