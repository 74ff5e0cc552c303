// Densities: how many people stand on each square metre.

import type { Floor } from '../protocol';

/** The box around a floor, m. */
export interface Extent { x: number; y: number; width: number; depth: number }

export function extentOf(floor: Floor): Extent {
  let west = Infinity, south = Infinity, east = -Infinity, north = -Infinity;
  for (let i = 0; i < floor.vertices.length; i += 3) {
    west = Math.min(west, floor.vertices[i]!); east = Math.max(east, floor.vertices[i]!);
    south = Math.min(south, floor.vertices[i + 1]!); north = Math.max(north, floor.vertices[i + 1]!);
  }
  return east >= west ? { x: west, y: south, width: east - west, depth: north - south } : { x: 0, y: 0, width: 0, depth: 0 };
}

/** The width of the Gaussian that spreads a pedestrian over the ground, m. */
export const SIGMA = 0.7;
/** The reach of the Gaussian, m: 3 σ. */
const REACH = 3 * SIGMA;
/** The number of positions within a cell that are told apart in each direction. */
const FINE = 8;

/**
 * Density and speed on a grid over a floor.
 *
 * A pedestrian at p adds w(c − p) to the cell with centre c. The weight w is a Gaussian, σ = 0.7 m, cut at 3 σ and divided by its sum over
 * the cells times their area. So a pedestrian integrates to exactly 1, wherever it stands relative to the grid. The grid reaches 3 σ beyond
 * the floor, so nothing is lost.
 */
export class Spread {
  readonly columns: number;
  readonly rows: number;
  readonly x: number;
  readonly y: number;
  /** The density of each cell, persons/m². */
  readonly density: Float32Array;
  /** The sum of speeds times weights. Divided by the density it is the mean speed. */
  readonly momentum: Float32Array;
  /** The number of people since the grid was cleared. */
  count = 0;
  private readonly taps: number;
  private readonly kernels: Float32Array[];

  constructor(extent: Extent, readonly step: number) {
    const margin = REACH + step;
    this.x = extent.x - margin;
    this.y = extent.y - margin;
    this.columns = Math.ceil((extent.width + 2 * margin) / step) + 1;
    this.rows = Math.ceil((extent.depth + 2 * margin) / step) + 1;
    this.density = new Float32Array(this.columns * this.rows);
    this.momentum = new Float32Array(this.columns * this.rows);
    const half = Math.ceil(REACH / step);
    this.taps = 2 * half + 1;
    this.kernels = Array.from({ length: FINE * FINE }, (_, i) => kernel(half, step, i % FINE, Math.floor(i / FINE)));
  }

  clear(): void {
    if (this.count === 0) return;
    this.density.fill(0);
    this.momentum.fill(0);
    this.count = 0;
  }

  /** Adds a pedestrian; without a speed only to the density. */
  add(x: number, y: number, speed: number | null): void {
    const column = (x - this.x) / this.step, row = (y - this.y) / this.step;
    const c = Math.floor(column), r = Math.floor(row);
    const weights = this.kernels[Math.floor((row - r) * FINE) * FINE + Math.floor((column - c) * FINE)]!;
    const taps = this.taps, half = (taps - 1) >> 1;
    if (c < half || r < half || c + half >= this.columns || r + half >= this.rows) return;
    const { density, momentum } = this;
    for (let j = 0, k = 0; j < taps; j++) {
      const first = (r - half + j) * this.columns + c - half;
      if (speed === null) {
        for (let cell = first; cell < first + taps; cell++, k++) density[cell] = density[cell]! + weights[k]!;
        continue;
      }
      for (let cell = first; cell < first + taps; cell++, k++) {
        density[cell] = density[cell]! + weights[k]!;
        momentum[cell] = momentum[cell]! + weights[k]! * speed;
      }
    }
    this.count += 1;
  }

  /** Returns how many people the grid holds. It equals `count` except for rounding. */
  total(): number {
    let sum = 0;
    for (const density of this.density) sum += density;
    return sum * this.step * this.step;
  }
}

function kernel(half: number, step: number, fineX: number, fineY: number): Float32Array {
  const taps = 2 * half + 1;
  const weights = new Float32Array(taps * taps);
  // The centre of a cell is half a cell from its corner. The pedestrian is at the middle of its fine square.
  const offX = (fineX + 0.5) / FINE - 0.5, offY = (fineY + 0.5) / FINE - 0.5;
  let sum = 0;
  for (let j = 0; j < taps; j++) {
    for (let i = 0; i < taps; i++) {
      const dx = (i - half - offX) * step, dy = (j - half - offY) * step;
      const squared = dx * dx + dy * dy;
      const weight = squared <= REACH * REACH ? Math.exp(-squared / (2 * SIGMA * SIGMA)) : 0;
      weights[j * taps + i] = weight;
      sum += weight;
    }
  }
  return weights.map((weight) => weight / (sum * step * step));
}

/** The density around each pedestrian: the people in its square metre and the eight around it, persons/m². */
export class Neighbourhood {
  private readonly grids: { extent: Extent; columns: number; rows: number; offset: number }[] = [];
  private readonly counts: Uint16Array;

  constructor(floors: Floor[]) {
    let offset = 0;
    for (const floor of floors) {
      const extent = extentOf(floor);
      // A ring of empty squares around the floor makes tests at the border unnecessary.
      const columns = Math.ceil(extent.width) + 3, rows = Math.ceil(extent.depth) + 3;
      this.grids.push({ extent, columns, rows, offset });
      offset += columns * rows;
    }
    this.counts = new Uint16Array(offset);
  }

  /** Counts all people. */
  count(n: number, floor: Uint16Array, x: Float32Array, y: Float32Array): void {
    this.counts.fill(0);
    for (let i = 0; i < n; i++) {
      const at = this.square(floor[i]!, x[i]!, y[i]!);
      if (at >= 0) this.counts[at] = this.counts[at]! + 1;
    }
  }

  /** Returns the density around a point at the last count, persons/m². */
  at(floor: number, x: number, y: number): number {
    const at = this.square(floor, x, y);
    if (at < 0) return 0;
    const c = this.counts, width = this.grids[floor]!.columns;
    const below = at - width, above = at + width;
    return (c[below - 1]! + c[below]! + c[below + 1]! + c[at - 1]! + c[at]! + c[at + 1]! + c[above - 1]! + c[above]! + c[above + 1]!) / 9;
  }

  private square(floor: number, x: number, y: number): number {
    const grid = this.grids[floor];
    if (!grid) return -1;
    const column = Math.floor(x - grid.extent.x) + 1, row = Math.floor(y - grid.extent.y) + 1;
    if (column < 1 || row < 1 || column > grid.columns - 2 || row > grid.rows - 2) return -1;
    return grid.offset + row * grid.columns + column;
  }
}
