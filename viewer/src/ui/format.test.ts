import { expect, test } from 'vitest';
import { brief, clock, count, factor, fileName, sentence, shortClock, titled, turn, turnInWords, waysAcross } from './format';

test('times are minutes, seconds and tenths', () => {
  expect(clock(0)).toBe('0:00.0');
  expect(clock(9.96)).toBe('0:10.0');
  expect(clock(75.25)).toBe('1:15.3');
  expect(clock(3599.96)).toBe('1:00:00.0');
  expect(clock(3725.5)).toBe('1:02:05.5');
  expect(clock(-1)).toBe('0:00.0');
  expect(shortClock(59.6)).toBe('1:00');
});

test('thousands are set apart', () => {
  expect(count(999)).toBe('999');
  expect(count(1234567)).toBe('1\u202f234\u202f567');
});

test('a speed factor has no needless zeros', () => {
  expect([0.1, 0.25, 1, 1.5, 2, 9.98, 100].map(factor)).toEqual(['0.1×', '0.25×', '1×', '1.5×', '2×', '10×', '100×']);
});

test('a turn to the left is positive', () => {
  expect(turn(1, 0, 0, 2)).toBeCloseTo(90);
  expect(turn(1, 0, 1, -1)).toBeCloseTo(-45);
  expect(turn(0, 0, 1, 0)).toBeNull();
  expect(turnInWords(12.4)).toBe('12° left');
  expect(turnInWords(-12.6)).toBe('13° right');
  expect(turnInWords(0.2)).toBe('straight');
});

test('file names are letters, digits and hyphens', () => {
  expect(fileName('Station, west', 'people inside', '')).toBe('station-west-people-inside');
});

test('names become titles', () => {
  expect(titled('three_floors')).toBe('Three floors');
  expect(titled('')).toBe('');
});

test('who crosses a line to the north from its left to its right goes east', () => {
  expect(waysAcross(0, 0, 0, 2)).toEqual(['eastward', 'westward']);
  expect(waysAcross(0, 0, -3, 0)).toEqual(['northward', 'southward']);
  expect(waysAcross(0, 0, 1, 1)).toEqual(['south-eastward', 'north-westward']);
  expect(waysAcross(5, 5, 5, 5)).toEqual(['one way', 'the other way']);
});

test('words become a sentence', () => {
  expect([sentence('pedestrian 7 rides'), sentence('wait…'), sentence('')]).toEqual(['Pedestrian 7 rides.', 'Wait…', '']);
});

test('numbers at axes are short', () => {
  expect([0, 0.25, 1500, 50_000, 150_000, 2_500_000].map(brief)).toEqual(['0', '0.25', '1500', '50000', '150k', '2.5M']);
});
