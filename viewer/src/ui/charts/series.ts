// The arithmetic of the charts, as pure functions.

/**
 * Returns the persons per minute from cumulative counts at ascending `times`, s. Each value is a mean over the `window` seconds before its
 * time, or longer when counts are further apart. People who are there at the start, at the time 0, have not come through anything: they are no
 * flow. Before the start nobody came.
 */
export function flowPerMinute(cumulative: ArrayLike<number>, times: ArrayLike<number>, window: number): number[] {
  const flow: number[] = [];
  const atStart = times[0] === 0 ? cumulative[0]! : 0;
  for (let i = 0, first = 0; i < cumulative.length; i++) {
    const time = times[i]!;
    while (times[first]! <= time - window + 1e-3) first += 1;
    const before = first > 0 ? cumulative[first - 1]! : atStart;
    const since = first > 0 ? times[first - 1]! : 0;
    flow.push(((cumulative[i]! - before) * 60) / Math.max(window, time - since));
  }
  return flow;
}

/** Returns the sum up to each value. */
export function cumulated(each: ArrayLike<number>): number[] {
  const sums: number[] = [];
  for (let i = 0, sum = 0; i < each.length; i++) sums.push((sum += each[i]!));
  return sums;
}

export interface Bin { from: number; to: number; count: number }

/** Returns 1, 2 or 5 times a power of ten: the smallest such step of which at most `most` cover the span. */
export function niceStep(span: number, most: number): number {
  if (!(span > 0)) return 1;
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [1, 2, 5, 10]) {
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

/** Returns a step of time that people are used to: 1, 2, 5, 10, 15, 30 s, then minutes. */
export function niceSeconds(span: number, most: number): number {
  for (const step of [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]) {
    if (span / step <= most) return step;
  }
  return 3600 * Math.ceil(span / most / 3600);
}

/** Returns bins of equal, round width from 0 up to the largest value. A value on a boundary belongs to the bin above. */
export function histogram(values: ArrayLike<number>, most: number): Bin[] {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, values[i]!);
  if (values.length === 0) return [];
  const width = niceStep(largest > 0 ? largest : 1, most);
  const bins: Bin[] = [];
  for (let i = 0; i <= Math.floor(largest / width + 1e-9); i++) bins.push({ from: i * width, to: (i + 1) * width, count: 0 });
  for (let i = 0; i < values.length; i++) bins[Math.floor(values[i]! / width + 1e-9)]!.count += 1;
  return bins;
}

/** Returns the middle value; 0 without values. */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  if (n === 0) return 0;
  return n % 2 === 1 ? sorted[(n - 1) / 2]! : (sorted[n / 2 - 1]! + sorted[n / 2]!) / 2;
}

/** Returns the mean; 0 without values. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return values.length === 0 ? 0 : sum / values.length;
}

/** Returns the walking speed in m/s at a density in persons/m², for a free speed of 1.34 m/s (Weidmann 1993). */
export function weidmann(density: number): number {
  if (density <= 0) return 1.34;
  return Math.max(0, 1.34 * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4))));
}

/** Returns the means over groups of neighbours, so that at most `most` groups remain. */
export function thinned<T>(items: readonly T[], most: number, mean: (group: readonly T[]) => T): T[] {
  const size = Math.max(1, Math.ceil(items.length / most));
  if (size === 1) return [...items];
  const groups: T[] = [];
  for (let i = 0; i < items.length; i += size) groups.push(mean(items.slice(i, i + size)));
  return groups;
}
