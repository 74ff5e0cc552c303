import { expect, test } from 'vitest';
import type { Train, TrainChange } from './protocol';
import { trainsAt } from './timetable';

const train = { name: 'line 1', calls: Float64Array.from([120, 165, 130, 175, 360, 405, 360, 405]) } as unknown as Train;

function change(frame: number, phase: string, call: number, arrives: number, departs: number): TrainChange {
  return { frame, train: 0, kind: '', phase, call, arrives, departs };
}

const changes = [
  change(100, 'away', 0, 150, 195),
  change(1501, 'open', 0, 120, 195),
  change(1921, 'closing', 0, 120, 195),
  change(1951, 'away', 1, 360, 405),
  change(2000, 'away', 2, 0, 0),
];

const at = (frame: number) => trainsAt([train], changes, frame)[0]!;

test('before the first change a train is away, and expected as at the start', () => {
  const first = at(0);
  expect([first.phase, first.call]).toEqual(['away', 0]);
  expect(first.stops[0]).toEqual({ arrives: 120, departs: 165, expectedArrival: 130, expectedDeparture: 175 });
  expect(first.stops).toHaveLength(2);
});

test('a change counts from its frame on, for the stop that it is about', () => {
  expect(at(99).stops[0]!.expectedArrival).toBe(130);
  expect(at(100).stops.map((stop) => stop.expectedArrival)).toEqual([150, 360]);
  expect([at(1501).phase, at(1950).phase, at(1951).phase]).toEqual(['open', 'closing', 'away']);
  expect(at(1951).stops).toHaveLength(1);
});

test('after its last stop a train has no more', () => {
  expect([at(2000).call, at(2000).stops.length]).toEqual([2, 0]);
});
