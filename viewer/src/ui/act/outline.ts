// Measures of an outline.

/** Returns the area within an outline of x, y pairs, m². */
export function areaOf(outline: ArrayLike<number>): number {
  const n = outline.length / 2;
  let twice = 0;
  // The corners are taken relative to the first: absolute coordinates of towns are large.
  const [x0, y0] = [outline[0] ?? 0, outline[1] ?? 0];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    twice += (outline[2 * i]! - x0) * (outline[2 * j + 1]! - y0) - (outline[2 * j]! - x0) * (outline[2 * i + 1]! - y0);
  }
  return Math.abs(twice) / 2;
}
