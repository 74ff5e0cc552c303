import { expect, test } from 'vitest';
import { fitting, type LabelBox } from './label_layout';

const box = (x: number, y: number, width = 60, height = 18): LabelBox => ({ left: x, right: x + width, top: y, bottom: y + height });

test('no label covers another, nor touches it, and the important one stays', () => {
  expect(fitting([box(0, 0), box(30, 5), box(61, 0), box(70, 0), null, box(0, 22)])).toEqual([true, false, false, true, false, true]);
});

test('of many labels at random places those that are shown keep apart', () => {
  let seed = 7;
  const random = () => { seed = (seed * 16807) % 2147483647; return seed / 2147483647; };
  const boxes = Array.from({ length: 300 }, () => box(random() * 800, random() * 500, 30 + random() * 90));
  const shown = boxes.filter((_, i) => fitting(boxes)[i]);
  expect(shown.length).toBeGreaterThan(30);
  for (const a of shown) for (const b of shown) if (a !== b) expect(a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom).toBe(true);
});
