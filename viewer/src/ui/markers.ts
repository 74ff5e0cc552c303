// Happenings as marks on the time line.

import * as state from '../state';
import type { Happening } from '../protocol';

export type MarkerKind = 'door' | 'act' | 'stuck';
export interface Marker { time: number; kind: MarkerKind; words: string[] }

const KINDS: Record<string, MarkerKind> = { opened: 'door', shut: 'door', reopened: 'door', closed: 'door', acted: 'act', blocked: 'act', stuck: 'stuck', 'no-way': 'stuck' };
/** Marks that are nearer to each other than this share of the line become one. */
const FINEST = 1 / 240;

/** Returns where the time line ends, s: at the latest end of the run, or at its actual end. */
export function spanOf(): number {
  const welcome = state.welcome.value;
  const head = state.head.value;
  const end = head ? (state.playback.value?.end ?? 0) : 0;
  if (!welcome || !welcome.live || head?.ended || !Number.isFinite(welcome.until)) return Math.max(end, 1);
  return Math.max(welcome.until, end, 1);
}

export function markersOf(): Marker[] {
  return merged(state.happenings.value, state.welcome.value?.frameSeconds ?? 1, spanOf());
}

/** Returns a mark per kind and piece of the line, with the texts of all happenings for which it stands. */
export function merged(happenings: readonly Happening[], frameSeconds: number, span: number): Marker[] {
  const found = new Map<string, Marker>();
  for (const happened of happenings) {
    const kind = KINDS[happened.kind];
    if (!kind) continue;
    const time = happened.frame * frameSeconds;
    const key = `${kind} ${Math.floor(time / (span * FINEST))}`;
    const marker = found.get(key);
    if (marker) marker.words.push(happened.text); else found.set(key, { time, kind, words: [happened.text] });
  }
  return [...found.values()];
}
