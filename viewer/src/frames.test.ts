import { expect, test } from 'vitest';
import { crowdOf } from './frames';
import type { PackedFrame, Place } from './protocol';

/** Three pedestrians, two of them with a status that four bits would not hold. */
const frame: PackedFrame = {
  number: 7, count: 3,
  ids: Uint8Array.of(2, 0, 0x81, 0x01),
  places: Uint8Array.of(1, 0, 0, 2, 0, 0, 0, 0, 1, 0, 1, 0, 0xff, 0xff, 0xff, 0, 0, 0x80),
  statuses: Uint8Array.of(3, 3, 4, 200),
  headings: Uint8Array.of(0, 64, 128), speeds: Uint8Array.of(0, 50, 65),
  floors: Uint8Array.of(0, 1, 0xac, 0x02), destinations: Uint8Array.of(0, 1, 2),
};

test('a frame is read by its columns', () => {
  const crowd = crowdOf(frame, { step: 0.5 } as Place);
  expect([...crowd.ids]).toEqual([2, 3, 133]);
  expect([...crowd.status]).toEqual([3, 200, 200]);
  expect([...crowd.x]).toEqual([0.5, 32768, 8388607.5]);
  expect([...crowd.y]).toEqual([1, 128, 4194304]);
  expect([...crowd.floor]).toEqual([0, 1, 300]);
  expect([...crowd.destination]).toEqual([0, 1, 2]);
});
