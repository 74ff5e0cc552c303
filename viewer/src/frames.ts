// Frames as the server sends them, and as the page uses them.

import type { PackedFrame, Place } from './protocol';

/** Where all people are at a moment, by columns, ascending by id. x, y are local metres. */
export interface Crowd {
  number: number;
  count: number;
  ids: Uint32Array;
  x: Float32Array;
  y: Float32Array;
  /** The heading, rad, counter-clockwise from +x. */
  heading: Float32Array;
  /** The speed, m/s. */
  speed: Float32Array;
  status: Uint8Array;
  floor: Uint16Array;
  /** The number of the destination area plus 1, or 0 for none. */
  destination: Uint16Array;
}

const TURN = (2 * Math.PI) / 256;

export function crowdOf(frame: PackedFrame, place: Place): Crowd {
  const n = frame.count;
  const crowd: Crowd = {
    number: frame.number, count: n,
    ids: new Uint32Array(n), x: new Float32Array(n), y: new Float32Array(n), heading: new Float32Array(n),
    speed: new Float32Array(n), status: new Uint8Array(n), floor: new Uint16Array(n), destination: new Uint16Array(n),
  };
  const { places, headings, speeds } = frame;
  let id = -1;
  leb128(frame.ids, n, (i, gap) => { id += gap + 1; crowd.ids[i] = id; });
  pieces(frame.statuses, crowd.status);
  leb128(frame.floors, n, (i, floor) => { crowd.floor[i] = floor; });
  leb128(frame.destinations, n, (i, area) => { crowd.destination[i] = area; });
  for (let i = 0, b = 0; i < n; i++, b += 6) {
    const first = places[b]! | (places[b + 1]! << 8) | (places[b + 2]! << 16);
    const second = places[b + 3]! | (places[b + 4]! << 8) | (places[b + 5]! << 16);
    crowd.x[i] = first * place.step;
    crowd.y[i] = second * place.step;
    crowd.heading[i] = headings[i]! * TURN;
    crowd.speed[i] = speeds[i]! * 0.02;
  }
  return crowd;
}

/**
 * Reads bytes in pieces. A run of equal bytes is twice its length and the byte; other bytes are twice their number plus 1, and the bytes.
 * Lengths are LEB128.
 */
function pieces(bytes: Uint8Array, to: Uint8Array): void {
  for (let at = 0, row = 0; at < bytes.length;) {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      head |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    const length = head >>> 1;
    if (head & 1) { to.set(bytes.subarray(at, at + length), row); at += length; } else to.fill(bytes[at++]!, row, row + length);
    row += length;
  }
}

function leb128(bytes: Uint8Array, count: number, each: (i: number, value: number) => void): void {
  for (let i = 0, at = 0; i < count; i++) {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    each(i, value >>> 0);
  }
}

/** Returns the row of a pedestrian, or -1. */
export function rowOf(crowd: Pick<Crowd, 'count' | 'ids'>, id: number): number {
  let low = 0;
  let high = crowd.count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = crowd.ids[middle]!;
    if (found === id) return middle;
    if (found < id) low = middle + 1; else high = middle - 1;
  }
  return -1;
}
