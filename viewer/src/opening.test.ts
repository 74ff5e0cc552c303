import { describe, expect, it } from 'vitest';
import type { Crowd } from './frames';
import { busiest, firstMoment, samples } from './opening';
import type { Floor } from './protocol';

const floor = (storey: number, z: number): Floor => ({ storey, height: { kind: 'Flat', z } }) as unknown as Floor;
const place = { width: 200, depth: 100, floors: [floor(0, 0), floor(1, 5)] };

function crowd(people: [number, number, number][]): Crowd {
  const column = (k: number) => people.map((one) => one[k]!);
  return { number: 0, count: people.length, x: Float32Array.from(column(0)), y: Float32Array.from(column(1)), floor: Uint16Array.from(column(2)) } as unknown as Crowd;
}

describe('the opening', () => {
  it('is at the first moment with people', () => {
    expect(firstMoment([{ time: 0, inside: 0 }, { time: 1, inside: 0 }, { time: 2, inside: 3 }])).toBe(2);
    expect(firstMoment([{ time: 0, inside: 8 }])).toBe(0);
    expect(firstMoment([{ time: 0, inside: 1 }, { time: 1, inside: 4 }, { time: 2, inside: 31 }])).toBe(1);
    expect(firstMoment([{ time: 0, inside: 0 }])).toBeNull();
  });

  it('looks at some frames of all there are', () => {
    expect(samples(20, 20, 10)).toEqual({ from: 20, count: 1, stride: 1 });
    expect(samples(0, 5, 10)).toEqual({ from: 0, count: 6, stride: 1 });
    const { from, count, stride } = samples(30, 4030, 10);
    expect([from, count, stride]).toEqual([30, 10, 400]);
  });

  it('is where most people are, on their storey', () => {
    const many = Array.from({ length: 30 }, (_, i): [number, number, number] => [150 + (i % 6), 70 + Math.floor(i / 6), 1]);
    const few: [number, number, number][] = [[10, 10, 0], [12, 11, 0], [20, 30, 1], [60, 40, 1]];
    const found = busiest([crowd([...few, ...many]), crowd(many)], place)!;
    expect(found.storey).toBe(1);
    expect(found.x).toBeCloseTo(152.5, 5);
    expect(found.y).toBeCloseTo(72, 5);
    expect(found.z).toBe(5);
    expect(found.span).toBeLessThan(60);
  });

  it('is nowhere without people', () => {
    expect(busiest([crowd([])], place)).toBeNull();
  });
});
