import { describe, expect, it } from 'vitest';
import { straightened } from './floors';

describe('the line of a flight', () => {
  it('loses the points between the ends of a straight flight, which used to leave it without treads', () => {
    expect(straightened([0, 0, 0, 1, 0, 0.5, 2, 0, 1, 3, 0, 1.5])).toEqual([0, 0, 0, 3, 0, 1.5]);
  });

  it('keeps landings and turns', () => {
    const line = [0, 0, 0, 2, 0, 1, 4, 0, 1, 4, 3, 2.5];
    expect(straightened(line)).toEqual(line);
  });

  it('of two points stays as it is', () => {
    expect(straightened([0, 0, 0, 5, 1, 3])).toEqual([0, 0, 0, 5, 1, 3]);
  });
});
