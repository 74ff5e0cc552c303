// The viewer of a run: the scene, with panels around it.

import { effect, untracked } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Scene } from '../scene/scene';
import * as state from '../state';
import { DoorMenuView } from './act/doors';
import { ObjectMenuView } from './act/objects';
import { startAddress } from './address_sync';
import { startBeat } from './charts/beat';
import { startGivingBack, startKeyboard } from './keyboard';
import { LayersPanel } from './layers_panel';
import { startOpeningView } from './opening_view';
import { ConnectionBanner, Help, HoverCard, Toasts } from './overlays';
import { doorMenu, objectMenu, openTab, shownLine, stage } from './panels';
import { RightPanel } from './right_panel';
import { Timeline } from './timeline';
import { TopBar } from './top_bar';

export function Viewer() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const address = startAddress();
    const scene = new Scene(canvas.current!);
    stage.value = scene;
    const stops = [address.stop, startOpeningView(address.asked), startKeyboard(), startGivingBack(), startBeat(), startSceneEvents(), startOpening()];
    return () => {
      for (const stop of stops) stop();
      stage.value = null;
      scene.dispose();
    };
  }, []);
  return (
    <div class="viewer" data-test="viewer">
      <TopBar />
      <LayersPanel />
      <div class="stage" data-tool={state.tool.value}>
        <canvas ref={canvas} aria-label="The place and everyone in it" data-test="scene" />
        {!state.place.value && <p class="loading" role="status"><i class="spinner" />{state.welcome.value ? 'Reading the place…' : 'Connecting…'}</p>}
        <ConnectionBanner />
        <Toasts />
      </div>
      <RightPanel />
      <Timeline />
      <HoverCard />
      <DoorMenuView />
      <ObjectMenuView />
      <Help />
    </div>
  );
}

/** Listens to the scene: a door or an object was clicked, an obstacle was drawn. */
function startSceneEvents(): () => void {
  let pointer = { x: 0, y: 0 };
  const moved = (event: PointerEvent) => { pointer = { x: event.clientX, y: event.clientY }; };
  const pressed = (event: PointerEvent) => {
    moved(event);
    if ((event.target as Element).closest('.door-menu')) return;
    doorMenu.value = null;
    objectMenu.value = null;
  };
  const door = (event: Event) => { doorMenu.value = { link: (event as CustomEvent<number>).detail, screenX: pointer.x, screenY: pointer.y }; };
  const object = (event: Event) => { objectMenu.value = { object: (event as CustomEvent<number>).detail, screenX: pointer.x, screenY: pointer.y }; };
  const block = (event: Event) => {
    state.drawnBlock.value = (event as CustomEvent<state.DrawnBlock>).detail;
    state.tool.value = 'look';
    openTab('act');
  };
  window.addEventListener('pointermove', moved);
  window.addEventListener('pointerdown', pressed, true);
  window.addEventListener('populace-door', door);
  window.addEventListener('populace-object', object);
  window.addEventListener('populace-block', block);
  return () => {
    window.removeEventListener('pointermove', moved);
    window.removeEventListener('pointerdown', pressed, true);
    window.removeEventListener('populace-door', door);
    window.removeEventListener('populace-object', object);
    window.removeEventListener('populace-block', block);
  };
}

/** Opens the tab of what the user just chose in the scene: a pedestrian, a group or a line. */
function startOpening(): () => void {
  let before = { who: state.selected.value, group: state.group.value.size, lines: state.lines.value.length };
  return effect(() => {
    const now = { who: state.selected.value, group: state.group.value.size, lines: state.lines.value.length };
    const isLive = state.welcome.value?.live ?? false;
    const was = before;
    before = now;
    untracked(() => {
      if (now.who !== null && was.who === null) openTab('inspector');
      if (now.group > 0 && was.group === 0) { state.tool.value = 'look'; if (isLive) openTab('act'); }
      if (now.lines > was.lines) showLine();
    });
  });
}

function showLine(): void {
  const line = state.lines.value[state.lines.value.length - 1];
  if (line) shownLine.value = `line-${line.id}`;
  state.layers.value = new Set([...state.layers.value, 'flow']);
  state.tool.value = 'look';
  openTab('charts');
}
