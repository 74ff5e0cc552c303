// What a chart shows: a plot, its figures as a table, and what the colours mean.

import * as state from '../../state';
import type { Row } from '../../protocol';
import type { Plot } from './plot';
import type { Table } from './table';

/** One quantity of a chart, with its value at a place on the x axis. */
export interface Reading { name: string; colour: string; value: string }

export interface Figure {
  plot: Plot;
  table: Table;
  /** Returns the readings at a place on the x axis; with null, the meaning of the colours. */
  readings: (x: number | null) => Reading[];
  note?: string;
}

/** A chart: its figure, or in words why there is none yet. */
export interface Chart {
  id: string;
  title: string;
  unit: string;
  /** Asks the server for what the figure shows. It is called on every beat while the chart is in sight. */
  refresh?: () => void;
  figure: () => Figure | string;
}

/** The colours of the series, by theme. People with any kind of colour vision can tell them apart. */
const LIGHT = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b37700', '#3a9bd8', '#8c6bb1', '#7a7f87', '#a89c1a', '#993d00', '#00664a'];
const DARK = ['#56b4e9', '#f08a4b', '#2fc196', '#e29bc4', '#e6b13a', '#8fc9ef', '#b39ddb', '#a9b1bb', '#d9cf4e', '#cf7b4a', '#63b39a'];

export function colour(i: number): string {
  const palette = state.theme.value === 'dark' ? DARK : LIGHT;
  return palette[i % palette.length]!;
}

/** Returns the row at or before a moment. */
export function rowAt(rows: readonly Row[], time: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle]!.time <= time + 1e-3) low = middle; else high = middle - 1;
  }
  return low;
}

/** Returns the end of the x axis of charts over time: the whole run so far. */
export function timeMax(): number {
  const rows = state.rows.value;
  return Math.max(30, rows.length > 0 ? rows[rows.length - 1]!.time : 0);
}
