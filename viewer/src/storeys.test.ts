import { expect, test } from 'vitest';
import type { Floor } from './protocol';
import { groundOf, storeysOf } from './storeys';

/** A square floor. */
function level(name: string, storey: number, side: number, kind = 'level'): Floor {
  const vertices = Float32Array.from([0, 0, 0, side, 0, 0, side, side, 0, 0, side, 0]);
  return { name, kind, storey, vertices, triangles: Uint32Array.from([0, 1, 2, 0, 2, 3]) } as unknown as Floor;
}

test('the area of a floor is that of its triangles', () => {
  expect(groundOf(level('hall', 0, 3))).toBeCloseTo(9);
});

// A landing that came first used to give its name to the whole storey: “level -0.3” for “level 0”.
test('a storey has the name of its largest level, whatever comes first', () => {
  const floors = [level('level -0.3', 0, 2), level('level 0', 0, 40), level('flight', 0, 50, 'stairs'), level('first floor', 1, 30)];
  expect(storeysOf({ floors })).toEqual([{ name: 'level 0', floors: [0, 1, 2] }, { name: 'first floor', floors: [3] }]);
});
