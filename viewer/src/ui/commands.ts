// What buttons and keys do.

import * as session from '../session';
import * as state from '../state';
import type { Layer } from '../state';
import { download } from './download';
import { clock, fileName } from './format';
import { currentAddress } from './address_sync';
import { doorMenu, isRightOpen, objectMenu, openTab, searchAsked, stage, tab, videoSeconds, type Tab } from './panels';

/** The speeds, from slow motion to as fast as the machine can. */
export const SPEEDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const LONGEST_VIDEO = 30;

export function togglePlay(): void {
  if (state.isPlaying.value) session.pause(); else session.play();
}

/** Takes the next faster (1) or slower (−1) speed. */
export function changeSpeed(direction: 1 | -1): void {
  const now = state.speed.value;
  const next = direction > 0 ? SPEEDS.find((s) => s > now * 1.001) : SPEEDS.findLast((s) => s < now * 0.999);
  if (next !== undefined) session.setSpeed(next);
}

export function seekBy(seconds: number): void {
  const playback = state.playback.value;
  if (playback) session.seek(playback.time + seconds);
}

export function toggleLayer(layer: Layer): void {
  const layers = new Set(state.layers.value);
  if (!layers.delete(layer)) layers.add(layer);
  state.layers.value = layers;
}

/** Switches between clothes and the colours that show something of the run. */
export function toggleColours(): void {
  state.colourBy.value = state.colourBy.value === 'clothes' ? state.analysisBy.value : 'clothes';
}

export function toggleStorey(storey: number): void {
  const hidden = new Set(state.hiddenStoreys.value);
  if (!hidden.delete(storey)) hidden.add(storey);
  state.hiddenStoreys.value = hidden;
}

export function lookAtStorey(storey: number | null): void {
  if (storey !== null && storey >= state.storeys.value.length) return;
  state.storey.value = storey;
  const hidden = new Set(state.hiddenStoreys.value);
  if (storey === null) hidden.clear(); else hidden.delete(storey);
  state.hiddenStoreys.value = hidden;
}

export function toggleView(): void {
  state.view.value = state.view.value === '3d' ? 'plan' : '3d';
}

export function toggleFollow(): void {
  if (state.selected.value !== null) state.isFollowingSelected.value = !state.isFollowingSelected.value;
}

export function centre(): void {
  if (state.selected.value !== null) stage.value?.focus(state.selected.value);
}

export function resetCamera(): void {
  state.isFollowingSelected.value = false;
  stage.value?.resetCamera();
}

export function toggleTab(which: Tab): void {
  if (isRightOpen.value && tab.value === which) isRightOpen.value = false; else openTab(which);
}

export function search(): void {
  openTab('inspector');
  searchAsked.value = true;
}

/** Does what Escape does: closes one thing at a time, the topmost first. */
export function clear(): void {
  if (state.isHelpOpen.value) state.isHelpOpen.value = false;
  else if (doorMenu.value) doorMenu.value = null;
  else if (objectMenu.value) objectMenu.value = null;
  else if (state.drawnBlock.value) state.drawnBlock.value = null;
  else if (state.tool.value !== 'look') state.tool.value = 'look';
  else if (state.group.value.size > 0) state.group.value = new Set();
  else session.select(null);
}

export function toggleFullScreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => state.toast('The browser does not allow full screen here.'));
}

export async function share(): Promise<void> {
  history.replaceState(null, '', currentAddress());
  try {
    await navigator.clipboard.writeText(location.href);
    state.toast('The address of this view is in the clipboard.');
  } catch {
    state.toast('The address bar shows the address of this view.', 'The browser does not let the page use the clipboard.');
  }
}

export async function screenshot(): Promise<void> {
  if (!stage.value) return;
  download(await stage.value.screenshot(), `${pictureName()}.png`);
}

let videoTimer = 0;
export function toggleVideo(): void {
  if (!stage.value) return;
  if (videoSeconds.value !== null) return void stopVideo();
  stage.value.startVideo();
  videoSeconds.value = 0;
  videoTimer = window.setInterval(() => {
    videoSeconds.value = (videoSeconds.value ?? 0) + 1;
    if (videoSeconds.value >= LONGEST_VIDEO) void stopVideo();
  }, 1000);
}

async function stopVideo(): Promise<void> {
  clearInterval(videoTimer);
  videoSeconds.value = null;
  const video = await stage.value?.stopVideo();
  if (video) download(video, `${pictureName()}.webm`);
}

function pictureName(): string {
  return fileName('populace', state.welcome.value?.name ?? '', clock(state.time.value));
}
