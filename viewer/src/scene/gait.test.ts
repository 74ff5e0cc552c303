import { describe, expect, it } from 'vitest';
import { Gaits, phaseAfter, stepLength, swingAt } from './gait';

describe('gait', () => {
  it('has steps of 0.7 m at 1.3 m/s', () => {
    expect(stepLength(1.3)).toBeCloseTo(0.7, 2);
  });

  it('ends a cycle of two steps after the way of two steps', () => {
    const seconds = (2 * stepLength(1.3)) / 1.3;
    expect(phaseAfter(1.3, seconds)).toBeCloseTo(2 * Math.PI, 6);
  });

  it('stands still without speed', () => {
    expect(swingAt(0)).toBe(0);
    expect(phaseAfter(0, 1)).toBe(0);
    const gaits = new Gaits();
    expect(gaits.advance(5, 0, 1)).toBe(gaits.advance(5, 0, 1));
  });

  it('swings the legs as far as a step is long', () => {
    expect(2 * 0.9 * Math.sin(swingAt(1.3))).toBeCloseTo(stepLength(1.3), 6);
  });

  it('goes back when time does', () => {
    const gaits = new Gaits();
    const before = gaits.advance(3000, 1.2, 0);
    gaits.advance(3000, 1.2, 0.05);
    expect(gaits.advance(3000, 1.2, -0.05)).toBeCloseTo(before, 4);
  });
});
