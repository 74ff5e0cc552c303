import { describe, expect, it } from 'vitest';
import type { Floor } from '../protocol';
import { extentOf, Neighbourhood, SIGMA, Spread } from './density';

function floor(width: number, depth: number): Floor {
  return {
    name: 'hall', kind: 'level', storey: 0, lowest: 0, highest: 0, going: 0,
    vertices: new Float32Array([0, 0, 0, width, 0, 0, width, depth, 0, 0, depth, 0]), triangles: new Uint32Array([0, 1, 2, 0, 2, 3]),
    walls: new Float32Array(), solids: new Float32Array(), solidSizes: new Uint32Array(), height: { kind: 'Flat', z: 0 },
  };
}

describe('the density map', () => {
  it('holds as many people as were added, also at the border of the floor', () => {
    const spread = new Spread(extentOf(floor(20, 10)), 0.5);
    const people: [number, number][] = [[0, 0], [20, 10], [10.1, 5.3], [3.77, 0.01], [19.99, 9.2], [7.5, 7.5], [7.5, 7.5]];
    for (const [x, y] of people) spread.add(x, y, 1);
    expect(spread.count).toBe(people.length);
    expect(spread.total()).toBeCloseTo(people.length, 3);
  });

  it('is highest where somebody stands: 1 / (2 π σ²), but for the cut at 3 σ and the width of a cell', () => {
    const spread = new Spread(extentOf(floor(20, 20)), 0.5);
    spread.add(10, 10, null);
    const highest = Math.max(...spread.density);
    expect(highest).toBeGreaterThan(0.9 / (2 * Math.PI * SIGMA * SIGMA));
    expect(highest).toBeLessThan(1.05 / (2 * Math.PI * SIGMA * SIGMA));
  });

  it('of people at 2 per square metre is 2 in their middle', () => {
    const spread = new Spread(extentOf(floor(20, 20)), 0.5);
    const gap = Math.SQRT1_2;
    for (let x = 2; x < 18; x += gap) for (let y = 2; y < 18; y += gap) spread.add(x, y, null);
    const column = Math.round((10 - spread.x) / spread.step), row = Math.round((10 - spread.y) / spread.step);
    expect(spread.density[row * spread.columns + column]).toBeCloseTo(2, 1);
  });

  it('gives the mean speed of those near by', () => {
    const spread = new Spread(extentOf(floor(20, 20)), 0.5);
    spread.add(10, 10, 1);
    spread.add(10, 10, 2);
    const cell = spread.density.indexOf(Math.max(...spread.density));
    expect(spread.momentum[cell]! / spread.density[cell]!).toBeCloseTo(1.5, 5);
  });

  it('forgets everyone when it is cleared', () => {
    const spread = new Spread(extentOf(floor(5, 5)), 0.5);
    spread.add(2, 2, 1);
    spread.clear();
    expect(spread.total()).toBe(0);
  });
});

describe('the density around a person', () => {
  it('counts those within the nine square metres around', () => {
    const around = new Neighbourhood([floor(10, 10), floor(4, 4)]);
    const x = Float32Array.from([5.5, 5.6, 6.5, 8.5, 1.5]), y = Float32Array.from([5.5, 5.4, 5.5, 5.5, 1.5]);
    around.count(5, Uint16Array.from([0, 0, 0, 0, 1]), x, y);
    expect(around.at(0, 5.5, 5.5)).toBeCloseTo(3 / 9);
    expect(around.at(0, 8.5, 5.5)).toBeCloseTo(1 / 9);
    expect(around.at(1, 1.5, 1.5)).toBeCloseTo(1 / 9);
  });

  it('is 0 off the floor and on unknown floors', () => {
    const around = new Neighbourhood([floor(10, 10)]);
    expect(around.at(0, -5, 3)).toBe(0);
    expect(around.at(7, 1, 1)).toBe(0);
  });
});
