// What a page shows at first: the first moment with people, and where most of them are.

import type { Crowd } from './frames';
import type { Place, Row } from './protocol';
import { heightAt } from './scene/heights';

/** Where most people are: the storey, the point to look at, local, and how many metres to show. */
export interface Busy { storey: number; x: number; y: number; z: number; span: number }

/** The width of the squares in which people are counted, m. */
const SQUARE = 2;
/** The share of the place that is shown, and the least and the most of it, m. */
const SHARE = 0.5;
const LEAST = 16;
const MOST = 60;

/** Returns the first moment with people, s; null when there is none yet. A few forerunners are nobody to look at: a tenth of the most people who were inside so far has to be there. */
export function firstMoment(rows: readonly Pick<Row, 'time' | 'inside'>[]): number | null {
  const most = rows.reduce((so, row) => Math.max(so, row.inside), 0);
  return rows.find((row) => row.inside > 0 && row.inside >= 0.1 * most)?.time ?? null;
}

/** Returns the frames from which it is seen where most people are: some, evenly from one to another. */
export function samples(first: number, last: number, most: number): { from: number; count: number; stride: number } {
  const stride = Math.max(1, Math.floor((last - first) / most));
  return { from: first, count: Math.max(1, Math.min(most, Math.floor((last - first) / stride) + 1)), stride };
}

/** Returns where most people are in some frames; null without people. */
export function busiest(crowds: readonly Crowd[], place: Pick<Place, 'floors' | 'width' | 'depth'>): Busy | null {
  const storey = busiestStorey(crowds, place);
  if (storey === null) return null;
  const side = Math.min(MOST, Math.max(LEAST, SHARE * Math.max(place.width, place.depth)));
  const columns = Math.ceil(place.width / SQUARE) + 1, rows = Math.ceil(place.depth / SQUARE) + 1;
  const counts = new Float64Array(columns * rows);
  const square = (value: number, end: number) => Math.min(end - 1, Math.max(0, Math.floor(value / SQUARE)));
  const each = (does: (x: number, y: number, floor: number) => void) => {
    for (const crowd of crowds) for (let i = 0; i < crowd.count; i++) if (place.floors[crowd.floor[i]!]?.storey === storey) does(crowd.x[i]!, crowd.y[i]!, crowd.floor[i]!);
  };
  each((x, y) => { counts[square(y, rows) * columns + square(x, columns)]! += 1; });
  const { column, row, reach } = fullest(counts, columns, rows, Math.max(1, Math.round(side / SQUARE)));
  // The middle of everyone in the fullest window.
  let n = 0, sumX = 0, sumY = 0, sumZ = 0;
  each((x, y, floor) => {
    const [u, v] = [square(x, columns), square(y, rows)];
    if (u < column || v < row || u >= column + reach || v >= row + reach) return;
    n += 1; sumX += x; sumY += y; sumZ += heightAt(place.floors[floor]!.height, x, y);
  });
  return n === 0 ? null : { storey, x: sumX / n, y: sumY / n, z: sumZ / n, span: 0.75 * side };
}

/** Returns the storey on which most people are; null without people. */
export function busiestStorey(crowds: readonly Crowd[], place: Pick<Place, 'floors'>): number | null {
  const people: number[] = [];
  for (const crowd of crowds) {
    for (let i = 0; i < crowd.count; i++) {
      const storey = place.floors[crowd.floor[i]!]?.storey;
      if (storey !== undefined) people[storey] = (people[storey] ?? 0) + 1;
    }
  }
  let best: number | null = null;
  people.forEach((count, storey) => { if (best === null || count > (people[best] ?? 0)) best = storey; });
  return best;
}

/** Returns the window of so many squares to each side that holds most. */
function fullest(counts: Float64Array, columns: number, rows: number, reach: number): { column: number; row: number; reach: number } {
  // The sum of all squares before a row and a column.
  const sums = new Float64Array((columns + 1) * (rows + 1));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      sums[(row + 1) * (columns + 1) + column + 1] = counts[row * columns + column]! + sums[row * (columns + 1) + column + 1]! + sums[(row + 1) * (columns + 1) + column]! - sums[row * (columns + 1) + column]!;
    }
  }
  const at = (row: number, column: number) => sums[Math.min(rows, row) * (columns + 1) + Math.min(columns, column)]!;
  let best = { column: 0, row: 0, reach }, most = -1;
  for (let row = 0; row <= Math.max(0, rows - reach); row++) {
    for (let column = 0; column <= Math.max(0, columns - reach); column++) {
      const sum = at(row + reach, column + reach) - at(row, column + reach) - at(row + reach, column) + at(row, column);
      if (sum > most) { most = sum; best = { column, row, reach }; }
    }
  }
  return best;
}
