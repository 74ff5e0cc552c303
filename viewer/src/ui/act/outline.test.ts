import { expect, test } from 'vitest';
import { areaOf } from './outline';

test('a square of two metres has four square metres, either way round and far away', () => {
  expect(areaOf([0, 0, 2, 0, 2, 2, 0, 2])).toBe(4);
  expect(areaOf([0, 0, 0, 2, 2, 2, 2, 0])).toBe(4);
  expect(areaOf([4e6, 5e6, 4e6 + 2, 5e6, 4e6 + 2, 5e6 + 2, 4e6, 5e6 + 2])).toBe(4);
  expect(areaOf([])).toBe(0);
});
