import { describe, expect, it } from 'vitest';
import type { Floor, Link, Place, PlaceObject } from '../protocol';
import { isSeen } from './place';
import { Flights, Sides, solidsOf } from './solids';

type Corner = [number, number];
const box = (x: number, y: number, width: number, depth: number): Corner[] => [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]];

function floor(kind: string, z: [number, number], corners: Corner[], solids: Corner[][]): Floor {
  return {
    name: kind, kind, storey: 0, lowest: z[0], highest: z[1], going: 0, vertices: new Float32Array(corners.flatMap(([x, y]) => [x, y, z[0]])),
    triangles: new Uint32Array([0, 1, 2, 0, 2, 3]), walls: new Float32Array(), solids: new Float32Array(solids.flat(2)),
    solidSizes: Uint32Array.from(solids, (ring) => ring.length), height: { kind: 'Flat', z: z[0] },
  };
}

function placeOf(floors: Floor[], links: Link[] = []): Place {
  return {
    version: 1, name: '', originX: 0, originY: 0, step: 0.01, width: 100, depth: 100, lowest: 0, highest: 0, area: 0, cells: 0, floors, links, areas: [], objects: [], measures: [], trains: [],
  };
}

describe('solids', () => {
  it('where stairs pass are voids with a railing, and small ones are columns', () => {
    const hall = floor('level', [0, 0], box(0, 0, 50, 50), [box(10, 10, 4, 8), box(30, 30, 0.8, 0.8)]);
    const stairs = floor('stairs', [-4, 0], box(10.5, 10, 3, 8), []);
    expect(solidsOf(placeOf([hall, stairs]), hall).map(({ kind }) => kind)).toEqual(['void', 'column']);
  });

  it('beside a lift are its shaft', () => {
    const hall = floor('level', [0, 0], box(0, 0, 50, 50), [box(20, 20, 2, 2)]);
    const lift: Link = { name: 'lift', kind: 'lift', open: true, canShut: true, width: 1, floors: Uint16Array.from([0]), pieces: new Float32Array([21, 19.5, 0, 21, 19.5, 0]) };
    expect(solidsOf(placeOf([hall], [lift]), hall)[0]!.kind).toBe('shaft');
  });

  // Two benches back to back used to be drawn as a block.
  it('that several objects fill are drawn by their bodies', () => {
    const bench = (ring: Corner[]): PlaceObject => ({ name: '', kind: 'bench', floor: 0, footprint: new Float32Array(ring.flat()), slots: new Float32Array(), line: new Float32Array(), queue: null, offers: [] });
    const hall = floor('level', [0, 0], box(0, 0, 50, 50), [box(10, 10, 6, 0.8), box(20, 10, 6, 3)]);
    const place = { ...placeOf([hall]), objects: [bench(box(10, 10, 6, 0.4)), bench(box(10, 10.4, 6, 0.4)), bench(box(20, 10, 6, 0.4)), bench(box(20, 12.6, 6, 0.4))] };
    expect(solidsOf(place, hall).map(({ kind }) => kind)).toEqual(['object', 'low']);
  });

  it('that an object covers are drawn by its body, and counters and shelves are as high as they are', () => {
    const thing = (kind: string, ring: Corner[]): PlaceObject => ({
      name: kind, kind, floor: 0, footprint: new Float32Array(ring.flat()), slots: new Float32Array(), line: new Float32Array(), queue: null, offers: [],
    });
    const machine = box(10, 10, 1, 0.8), counter = box(20, 10, 8, 1.5), shelf = box(31, 31, 4, 0.6), cabinet = box(40, 40, 1.2, 0.2);
    const hall = floor('level', [0, 0], box(0, 0, 50, 50), [machine, counter, shelf, cabinet, box(5, 5, 0.8, 0.8)]);
    const objects = [thing('vending-machine', machine), thing('till', box(21, 10, 2, 0.8)), thing('shop', box(30, 30, 8, 5)), thing('gate', [[40.6, 40.8]])];
    const solids = solidsOf({ ...placeOf([hall]), objects }, hall);
    expect(solids.map(({ kind }) => kind)).toEqual(['object', 'low', 'shelf', 'low', 'column']);
    expect(solids[0]!.height).toBe(0);
  });

  it('of a quarter are houses 6 to 12 m high, always the same', () => {
    const town = floor('level', [0, 0], box(0, 0, 100, 100), [0, 1, 2, 3, 4, 5].map((i) => box(15 * i, 10, 10, 12)));
    const houses = solidsOf(placeOf([town]), town);
    for (const { kind, height } of houses) {
      expect(kind).toBe('building');
      expect(height).toBeGreaterThanOrEqual(6);
      expect(height).toBeLessThanOrEqual(12);
    }
    expect(solidsOf(placeOf([town]), town)).toEqual(houses);
  });

  it('know which walls are theirs', () => {
    const hall = floor('level', [0, 0], box(0, 0, 50, 50), [box(10, 10, 6, 0.8)]);
    const sides = new Sides(solidsOf(placeOf([hall]), hall));
    expect(sides.has(13, 10)).toBe(true);
    expect(sides.has(10, 10.4)).toBe(true);
    expect(sides.has(13, 11.5)).toBe(false);
    expect(sides.has(0, 25)).toBe(false);
  });
});

describe('walls beside a flight', () => {
  const hall = floor('level', [0, 0], box(0, 0, 50, 50), []);
  const stairs = floor('stairs', [-4, 0], box(10, 10, 3, 8), []);
  const flights = new Flights(placeOf([hall, stairs]), hall);

  it('are railings, at once or behind a balustrade', () => {
    // The floor is west of the stairs, on the left of a line that goes north.
    expect(flights.has(10, 10, 10, 18)).toBe(true);
    expect(flights.has(9.7, 10, 9.7, 18)).toBe(true);
    expect(flights.has(8, 10, 8, 18)).toBe(false);
  });

  it('are walls when the flight is on the side of the floor', () => {
    expect(flights.has(9.7, 18, 9.7, 10)).toBe(false);
  });

  it('are walls when the flight is on another storey', () => {
    const upper = floor('level', [7, 7], box(0, 0, 50, 50), []);
    expect(new Flights(placeOf([upper, stairs]), upper).has(9.7, 10, 9.7, 18)).toBe(false);
  });
});

describe('storeys', () => {
  // Upper storeys used to be drawn as faint walls over the storey in focus.
  it('above the one looked at are cut away, all are seen when none is, and hidden ones are not', () => {
    const none = new Set<number>();
    expect([0, 1, 2].map((storey) => isSeen(storey, 1, none))).toEqual([true, true, false]);
    expect([0, 1, 2].map((storey) => isSeen(storey, null, none))).toEqual([true, true, true]);
    expect([isSeen(1, 1, new Set([1])), isSeen(1, null, new Set([1]))]).toEqual([false, false]);
  });
});
