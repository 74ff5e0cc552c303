// Which panels are open, and the scene that the panels steer.

import { signal } from '@preact/signals';

export type Tab = 'inspector' | 'charts' | 'act';

/** What the panels ask of the scene. */
export interface Stage {
  dispose(): void;
  screenshot(): Promise<Blob>;
  startVideo(): void;
  stopVideo(): Promise<Blob>;
  resetCamera(): void;
  focus(id: number): void;
  /** Shows a point of the place at once, local metres. */
  show(at: { x: number; y: number; z: number; span: number }): void;
  cameraToText(): string;
  cameraFromText(text: string): void;
}

/** The menu of a door, at the place of the pointer. */
export interface DoorMenu { link: number; screenX: number; screenY: number }

/** The menu of an object, at the place of the pointer. */
export interface ObjectMenu { object: number; screenX: number; screenY: number }

export const stage = signal<Stage | null>(null);
export const isLeftOpen = signal(window.innerWidth >= 1000);
export const isRightOpen = signal(window.innerWidth >= 1000);
export const tab = signal<Tab>('charts');
/** Whether the right panel takes more room, for the charts. */
export const isWide = signal(false);
export const doorMenu = signal<DoorMenu | null>(null);
export const objectMenu = signal<ObjectMenu | null>(null);
/** The seconds of video recorded so far; null when none is recorded. */
export const videoSeconds = signal<number | null>(null);
/** Whether the search field should have the keyboard as soon as it is there. */
export const searchAsked = signal(false);

export function openTab(which: Tab): void {
  tab.value = which;
  isRightOpen.value = true;
}

export function closeRight(): void {
  isRightOpen.value = false;
}

/** The chart of a line that was just drawn, to which the panel scrolls. */
export const shownLine = signal('');
