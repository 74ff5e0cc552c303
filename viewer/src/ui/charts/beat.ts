// The beat at which charts are drawn: after a change, at most four times per second.

import { effect, signal } from '@preact/signals';
import * as state from '../../state';
import { diagramOf } from './fundamental';
import { flowOf } from './over_time';

export const beat = signal(0);
const PAUSE = 250;

/** Begins to beat. Returns how to stop. */
export function startBeat(): () => void {
  let timer = 0;
  const stop = effect(() => {
    void state.time.value; void state.rows.value; void state.lines.value; void state.theme.value; void flowOf.value;
    void state.diagram.value; void diagramOf.value;
    if (timer !== 0) return;
    timer = window.setTimeout(() => { timer = 0; beat.value += 1; }, PAUSE);
  });
  return () => { stop(); clearTimeout(timer); };
}
