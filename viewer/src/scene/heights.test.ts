import { describe, expect, it } from 'vitest';
import { heightAt } from './heights';

describe('height of a floor', () => {
  it('of a level is the same everywhere', () => {
    expect(heightAt({ kind: 'Flat', z: 3.5 }, 12, -4)).toBe(3.5);
  });

  it('of a flight rises along its line and does not change across it', () => {
    const flight = { kind: 'Along' as const, line: new Float32Array([0, 0, 0, 6, 0, 3]) };
    expect(heightAt(flight, 2, 0)).toBeCloseTo(1);
    expect(heightAt(flight, 2, 0.9)).toBeCloseTo(1);
    expect(heightAt(flight, -1, 0)).toBe(0);
    expect(heightAt(flight, 9, 0)).toBe(3);
  });

  it('of a flight with a landing is that of the nearest piece', () => {
    const flight = { kind: 'Along' as const, line: new Float32Array([0, 0, 0, 4, 0, 2, 6, 0, 2, 6, 4, 4]) };
    expect(heightAt(flight, 5, 0)).toBeCloseTo(2);
    expect(heightAt(flight, 6, 2)).toBeCloseTo(3);
  });

  it('in a grid is bilinear, and that of the border beyond it', () => {
    const grid = { kind: 'Grid' as const, x: 10, y: 20, step: 2, columns: 2, values: new Float32Array([0, 2, 4, 6]) };
    expect(heightAt(grid, 10, 20)).toBe(0);
    expect(heightAt(grid, 11, 21)).toBe(3);
    expect(heightAt(grid, 12, 22)).toBe(6);
    expect(heightAt(grid, 0, 0)).toBe(0);
    expect(heightAt(grid, 99, 99)).toBe(6);
  });

  it('in a grid of one row or one column needs no neighbours', () => {
    expect(heightAt({ kind: 'Grid', x: 0, y: 0, step: 1, columns: 1, values: new Float32Array([7]) }, 3, 3)).toBe(7);
    expect(heightAt({ kind: 'Grid', x: 0, y: 0, step: 1, columns: 3, values: new Float32Array([0, 1, 2]) }, 1.5, 9)).toBe(1.5);
  });
});
