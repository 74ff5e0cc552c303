import { expect, test } from 'vitest';
import { cumulated, flowPerMinute, histogram, mean, median, niceSeconds, niceStep, thinned, weidmann } from './series';

/** Returns so many times, `apart` seconds apart. */
const seconds = (count: number, apart: number) => Array.from({ length: count }, (_, i) => apart * (i + 1));

test('two persons per second are 120 per minute, as soon as the window is full', () => {
  const cumulative = Array.from({ length: 30 }, (_, i) => 2 * (i + 1));
  const flow = flowPerMinute(cumulative, seconds(30, 1), 10);
  expect(flow.slice(9)).toEqual(new Array(21).fill(120));
  expect(flow[0]).toBe(12);
});

// A hundred people placed at the start used to be a spike of 600 per minute, with which nothing else could be seen.
test('people who are there at the start are no flow', () => {
  expect(flowPerMinute([100, 100, 102, 102], [0, 1, 2, 3], 2)).toEqual([0, 0, 60, 60]);
});

test('a single person is forgotten after the window', () => {
  const flow = flowPerMinute([0, 1, 1, 1, 1, 1], seconds(6, 1), 3);
  expect(flow[1]).toBe(20);
  expect(flow[3]).toBe(20);
  expect(flow[4]).toBe(0);
});

test('the flow is the same however far apart it was counted', () => {
  for (const apart of [2, 3, 20]) {
    const times = seconds(30, apart);
    const flow = flowPerMinute(times.map((time) => 2 * time), times, 10);
    expect(flow.slice(10)).toEqual(new Array(20).fill(120));
  }
});

test('counts per second add up', () => {
  expect(cumulated(new Uint16Array([1, 0, 2]))).toEqual([1, 1, 3]);
});

test('every value is in exactly one bin, and bins are round', () => {
  const bins = histogram([0, 9.9, 10, 10.1, 57], 8);
  expect(bins.map((b) => b.from)).toEqual([0, 10, 20, 30, 40, 50]);
  expect(bins.map((b) => b.count)).toEqual([2, 2, 0, 0, 0, 1]);
  expect(histogram([], 8)).toEqual([]);
  expect(histogram([0, 0], 8).reduce((sum, b) => sum + b.count, 0)).toBe(2);
});

test('steps are 1, 2 or 5 times a power of ten', () => {
  expect([niceStep(10, 5), niceStep(10, 4), niceStep(0.7, 5), niceStep(0, 5)]).toEqual([2, 5, 0.2, 1]);
  expect([niceSeconds(50, 5), niceSeconds(1200, 5), niceSeconds(40000, 5)]).toEqual([10, 300, 10800]);
});

test('median and mean', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(mean([1, 2, 6])).toBe(3);
  expect([median([]), mean([])]).toEqual([0, 0]);
});

test("Weidmann's curve is 1.34 m/s when free, 0 at 5.4 persons/m², and 1.06 m/s at 1 person/m²", () => {
  expect(weidmann(0)).toBe(1.34);
  expect(weidmann(5.4)).toBeCloseTo(0);
  expect(weidmann(7)).toBe(0);
  // 1.34·(1 − exp(−1.913·(1 − 1/5.4))) = 1.34·(1 − 0.2104)
  expect(weidmann(1)).toBeCloseTo(1.058, 3);
});

test('thinning keeps at most so many groups', () => {
  const all = Array.from({ length: 101 }, (_, i) => i);
  const few = thinned(all, 50, (group) => mean(group));
  expect(few.length).toBe(34);
  expect(few[0]).toBe(1);
  expect(thinned([1, 2], 50, (group) => mean(group))).toEqual([1, 2]);
});
