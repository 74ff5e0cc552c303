import { expect, test } from 'vitest';
import { clockTime, departures } from './departures';
import type { Train } from './protocol';
import type { TrainNow } from './timetable';

const train = (name: string, to: string[], track: number) => ({ name, to, track }) as unknown as Train;
const stop = (departs: number, late = 0) => ({ arrives: departs - 45, departs, expectedArrival: departs - 45 + late, expectedDeparture: departs + late });
const trains: TrainNow[] = [
  { train: train('line 1', ['Newark', 'Trenton'], 0), phase: 'away', call: 0, stops: [stop(165), stop(405)] },
  { train: train('line 2', [], 1), phase: 'open', call: 0, stops: [stop(100)] },
  { train: train('line 3', ['Jamaica'], 1), phase: 'away', call: 2, stops: [stop(120, 150)] },
];
const names = (track: number) => `track ${track + 1}`;

test('a board shows the next departures with their times of day, and what is late', () => {
  expect(departures(trains, names, 98, 8 * 3600, 9)).toEqual([
    { time: '08:01', to: 'line 2', line: 'line 2', track: 'track 2', note: 'boarding' },
    { time: '08:02', to: 'Newark, Trenton', line: 'line 1', track: 'track 1', note: '' },
    { time: '08:02', to: 'Jamaica', line: 'line 3', track: 'track 2', note: '+3 min' },
    { time: '08:06', to: 'Newark, Trenton', line: 'line 1', track: 'track 1', note: '' },
  ]);
});

test('what has departed is gone, and a board has only so many lines', () => {
  expect(departures(trains, names, 200, null, 2).map((one) => [one.time, one.line])).toEqual([['1:40', 'line 2'], ['2:00', 'line 3']]);
});

test('times of day go round at midnight', () => {
  expect([clockTime(59, 23 * 3600 + 59 * 60), clockTime(60, 23 * 3600 + 59 * 60)]).toEqual(['23:59', '00:00']);
});
