// The height of the ground at a point of a floor.

import type { Floor, Height } from '../protocol';

/** Returns the height of a floor at a point in local metres, m. */
export function heightAt(height: Height, x: number, y: number): number {
  switch (height.kind) {
    case 'Flat': return height.z;
    case 'Along': return alongLine(height.line, x, y);
    case 'Grid': return inGrid(height, x, y);
  }
}

/** The heights of many people, by the numbers of floors. An unknown floor lies at 0. */
export class Heights {
  constructor(private readonly floors: Floor[]) {}
  at(floor: number, x: number, y: number): number {
    const found = this.floors[floor];
    return found ? heightAt(found.height, x, y) : 0;
  }
}

function alongLine(line: Float32Array, x: number, y: number): number {
  let best = Infinity;
  let height = line[2] ?? 0;
  for (let i = 0; i + 5 < line.length; i += 3) {
    const ax = line[i]!, ay = line[i + 1]!;
    const dx = line[i + 3]! - ax, dy = line[i + 4]! - ay;
    const squared = dx * dx + dy * dy;
    const share = squared > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared)) : 0;
    const offX = ax + share * dx - x, offY = ay + share * dy - y;
    const distance = offX * offX + offY * offY;
    if (distance < best) {
      best = distance;
      height = line[i + 2]! + share * (line[i + 5]! - line[i + 2]!);
    }
  }
  return height;
}

function inGrid(grid: Extract<Height, { kind: 'Grid' }>, x: number, y: number): number {
  const { columns, values, step } = grid;
  const rows = columns > 0 ? Math.floor(values.length / columns) : 0;
  if (rows === 0) return 0;
  const column = Math.min(Math.max((x - grid.x) / step, 0), columns - 1);
  const row = Math.min(Math.max((y - grid.y) / step, 0), rows - 1);
  const c = Math.min(Math.floor(column), Math.max(0, columns - 2));
  const r = Math.min(Math.floor(row), Math.max(0, rows - 2));
  const right = Math.min(c + 1, columns - 1), up = Math.min(r + 1, rows - 1);
  const u = column - c, v = row - r;
  const low = values[r * columns + c]! * (1 - u) + values[r * columns + right]! * u;
  const high = values[up * columns + c]! * (1 - u) + values[up * columns + right]! * u;
  return low * (1 - v) + high * v;
}
