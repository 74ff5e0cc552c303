// Keys, and what they do: one table for the keyboard and for the help.

import * as session from '../session';
import * as state from '../state';
import * as commands from './commands';
import { isLeftOpen } from './panels';
import { toggleTheme } from './theme';

export interface Key {
  /** The keys as `KeyboardEvent.key`, in lower case. */
  keys: string[];
  /** The keys as the help shows them. */
  shown: string;
  what: string;
  group: 'Time' | 'View' | 'Pedestrian' | 'Page';
  does: (event: KeyboardEvent) => void;
}

const seekStep = (event: KeyboardEvent) => (event.shiftKey ? 10 : 1);
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

export const KEYS: readonly Key[] = [
  { keys: [' '], shown: 'Space', what: 'play or pause', group: 'Time', does: commands.togglePlay },
  { keys: ['.'], shown: '.', what: 'one frame on', group: 'Time', does: session.step },
  { keys: ['['], shown: '[', what: 'slower', group: 'Time', does: () => commands.changeSpeed(-1) },
  { keys: [']'], shown: ']', what: 'faster', group: 'Time', does: () => commands.changeSpeed(1) },
  { keys: ['arrowleft'], shown: '←', what: '1 s back, with Shift 10 s', group: 'Time', does: (e) => commands.seekBy(-seekStep(e)) },
  { keys: ['arrowright'], shown: '→', what: '1 s on, with Shift 10 s', group: 'Time', does: (e) => commands.seekBy(seekStep(e)) },
  { keys: ['home'], shown: 'Home', what: 'to the start', group: 'Time', does: () => session.seek(0) },
  { keys: ['end'], shown: 'End', what: 'to the end', group: 'Time', does: () => session.seek(Infinity) },
  { keys: ['g'], shown: 'G', what: 'go live', group: 'Time', does: session.goLive },
  { keys: ['p'], shown: 'P', what: 'plan or 3D', group: 'View', does: commands.toggleView },
  { keys: ['r'], shown: 'R', what: 'reset the camera', group: 'View', does: () => commands.resetCamera() },
  { keys: digits, shown: '1 – 9', what: 'look at a storey, 1 is the lowest', group: 'View', does: (e) => commands.lookAtStorey(Number(e.key) - 1) },
  { keys: ['0'], shown: '0', what: 'all storeys', group: 'View', does: () => commands.lookAtStorey(null) },
  { keys: ['a'], shown: 'A', what: 'clothes, or colours by speed, density …', group: 'View', does: commands.toggleColours },
  { keys: ['h'], shown: 'H', what: 'density heat map', group: 'View', does: () => commands.toggleLayer('density') },
  { keys: ['/'], shown: '/', what: 'search by number', group: 'Pedestrian', does: commands.search },
  { keys: ['f'], shown: 'F', what: 'follow', group: 'Pedestrian', does: commands.toggleFollow },
  { keys: ['c'], shown: 'C', what: 'centre', group: 'Pedestrian', does: commands.centre },
  { keys: ['escape'], shown: 'Esc', what: 'close, cancel or clear', group: 'Pedestrian', does: commands.clear },
  { keys: ['l'], shown: 'L', what: 'layers and colours', group: 'Page', does: () => { isLeftOpen.value = !isLeftOpen.value; } },
  { keys: ['t'], shown: 'T', what: 'charts', group: 'Page', does: () => commands.toggleTab('charts') },
  { keys: ['d'], shown: 'D', what: 'light or dark', group: 'Page', does: toggleTheme },
  { keys: ['s'], shown: 'S', what: 'save a screenshot', group: 'Page', does: () => void commands.screenshot() },
  { keys: ['v'], shown: 'V', what: 'start or stop a video', group: 'Page', does: commands.toggleVideo },
  { keys: ['?'], shown: '?', what: 'this help', group: 'Page', does: () => { state.isHelpOpen.value = !state.isHelpOpen.value; } },
];

/** Listens to the keyboard. Returns how to stop. */
export function startKeyboard(): () => void {
  window.addEventListener('keydown', pressed);
  return () => window.removeEventListener('keydown', pressed);
}

function pressed(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const key = event.key.toLowerCase();
  if (isTakenByElement(event.target, key)) return;
  // Escape leaves a field first; the selection stays.
  if (key === 'escape' && event.target instanceof HTMLInputElement && isTakenByElement(event.target, 'a')) return event.target.blur();
  const found = KEYS.find((k) => k.keys.includes(key));
  if (!found || (state.isHelpOpen.value && found.group !== 'Page' && key !== 'escape')) return;
  event.preventDefault();
  found.does(event);
}

/** Returns whether an element takes a key. Fields take what is typed; buttons, switches and sliders take the keys that move them. */
function isTakenByElement(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isText = target instanceof HTMLInputElement && ['text', 'search', 'number'].includes(target.type);
  if (isText || target instanceof HTMLTextAreaElement) return key !== 'escape';
  if (target instanceof HTMLSelectElement) return key !== 'escape';
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) return key === ' ' || key === 'enter';
  if (target instanceof HTMLInputElement) return [' ', 'arrowleft', 'arrowright', 'arrowup', 'arrowdown', 'home', 'end'].includes(key);
  return target.getAttribute('role') === 'tab' && key.startsWith('arrow');
}

/** Gives the keyboard back after a control was used with the mouse, so that the space bar plays and pauses. Returns how to stop. */
export function startGivingBack(): () => void {
  let isPointer = false;
  const pointed = () => { isPointer = true; };
  const typed = () => { isPointer = false; };
  const clicked = (event: MouseEvent) => {
    const focused = document.activeElement;
    const isText = focused instanceof HTMLInputElement && focused.type !== 'checkbox' && focused.type !== 'range';
    if (event.detail > 0 && focused instanceof HTMLElement && !isText && !(focused instanceof HTMLSelectElement)) focused.blur();
  };
  const changed = (event: Event) => { if (isPointer && event.target instanceof HTMLSelectElement) event.target.blur(); };
  const listened: [string, (event: never) => void][] = [['pointerdown', pointed], ['keydown', typed], ['click', clicked], ['change', changed]];
  for (const [kind, does] of listened) window.addEventListener(kind, does as EventListener, true);
  return () => { for (const [kind, does] of listened) window.removeEventListener(kind, does as EventListener, true); };
}
