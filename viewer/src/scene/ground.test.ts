import { expect, test } from 'vitest';
import { middleOf, withinTriangles } from './ground';

/** The square from (0, 0) to (side, side) in two triangles. */
const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y, x + side, y + side, x, y + side];

// The outline of an area used to be drawn over the void beside the floor.
test('of an outline only what lies on the ground is drawn', () => {
  const outline = [[-2, 1], [2, 1], [2, 3], [-2, 3]] as const;
  const pieces = withinTriangles(outline, square(0, 0, 10));
  const length = pieces.reduce((sum, [ax, ay, bx, by]) => sum + Math.hypot(bx - ax, by - ay), 0);
  expect(length).toBeCloseTo(2 + 2 + 2, 1);
  for (const [ax, , bx] of pieces) expect(Math.min(ax, bx)).toBeGreaterThan(-0.05);
});

test('an outline on the border of the ground is drawn as a whole', () => {
  const outline = [[0, 0], [4, 0], [4, 4], [0, 4]] as const;
  expect(withinTriangles(outline, square(0, 0, 4))).toHaveLength(4);
  expect(withinTriangles(outline, square(20, 0, 4))).toEqual([]);
});

test('the name of an area stands on its ground', () => {
  expect(middleOf(square(2, 0, 4))).toEqual([4, 2]);
  // Two pieces far apart: their middle is in the void.
  const middle = middleOf([...square(0, 0, 2), ...square(20, 0, 4)])!;
  expect(middle[0]).toBeGreaterThan(20);
  expect(middleOf([])).toBeNull();
});
