import { describe, expect, it } from 'vitest';
import type { Shown } from '../playback';
import { CameraRig } from './camera';
import { Heights } from './heights';
import { distanceToSegment, linkAt, objectAt, peopleWithin, personAt, toScreen, type Lens } from './picking';

const BOX = { west: 0, south: 0, east: 20, north: 10, bottom: 0, top: 3 };

function rig(isFlat: boolean): CameraRig {
  const made = new CameraRig();
  made.resize(800, 400);
  made.setFlat(isFlat);
  made.frame(BOX);
  made.update(0);
  return made;
}

function lensOf(made: CameraRig): Lens {
  return { elements: made.matrix.elements, width: made.width, height: made.height };
}

function crowd(points: [number, number][]): Shown {
  const n = points.length;
  return {
    time: 0, version: 0, count: n, ids: Uint32Array.from(points, (_, i) => 100 + i), x: Float32Array.from(points, ([x]) => x), y: Float32Array.from(points, ([, y]) => y),
    heading: new Float32Array(n), speed: new Float32Array(n), status: new Uint8Array(n), floor: new Uint16Array(n), destination: new Uint16Array(n),
  };
}

const ORIGIN = { originX: 100, originY: -20 };

describe('the camera', () => {
  it.each([true, false])('frames the whole place (from above: %s)', (isFlat) => {
    const lens = lensOf(rig(isFlat));
    for (const x of [0, 20]) for (const y of [0, 10]) for (const z of [0, 3]) {
      const at = toScreen(lens, x, y, z)!;
      expect(at.x).toBeGreaterThan(0);
      expect(at.x).toBeLessThan(800);
      expect(at.y).toBeGreaterThan(0);
      expect(at.y).toBeLessThan(400);
    }
  });

  it('finds an object by its body, above the ground too, and none on a hidden storey', () => {
    const lens = lensOf(rig(false));
    const machine = { object: 4, floor: 0, ring: [[9, 4], [11, 4], [11, 6], [9, 6]] as [number, number][], z: 0, height: 1.9 };
    const top = toScreen(lens, 10, 5, 1.9)!, side = toScreen(lens, 10, 4, 0.9)!, away = toScreen(lens, 4, 5, 0)!;
    for (const { x, y } of [top, side]) expect(objectAt([machine], lens, new Uint8Array([1]), x, y)).toBe(4);
    expect(objectAt([machine], lens, new Uint8Array([1]), away.x, away.y)).toBeNull();
    expect(objectAt([machine], lens, new Uint8Array([0]), top.x, top.y)).toBeNull();
  });

  it('looks north up from above', () => {
    const lens = lensOf(rig(true));
    expect(toScreen(lens, 10, 9, 0)!.y).toBeLessThan(toScreen(lens, 10, 1, 0)!.y);
    expect(toScreen(lens, 19, 5, 0)!.x).toBeGreaterThan(toScreen(lens, 1, 5, 0)!.x);
  });

  it.each([true, false])('finds the ground under the pixel where it is seen (from above: %s)', (isFlat) => {
    const made = rig(isFlat);
    const at = toScreen(lensOf(made), 3, 4, 0)!;
    const ground = made.onPlane(at.x, at.y, 0)!;
    expect(ground.x).toBeCloseTo(3, 2);
    expect(ground.y).toBeCloseTo(4, 2);
  });

  it('keeps the ground under the pointer while it comes nearer', () => {
    const made = rig(true);
    const before = made.onPlane(200, 100, 0)!;
    made.zoom(0.5, 200, 100);
    made.update(10);
    const after = made.onPlane(200, 100, 0)!;
    expect(after.x).toBeCloseTo(before.x, 2);
    expect(after.y).toBeCloseTo(before.y, 2);
  });

  it('comes back from its text as it was', () => {
    const made = rig(false);
    made.lookAt(3, 4, 1, 12);
    made.orbit(0.4, -0.1);
    const other = rig(false);
    other.fromText(made.toText(ORIGIN), ORIGIN);
    expect(other.toText(ORIGIN)).toBe(made.toText(ORIGIN));
  });

  it('is not moved by a broken text', () => {
    const made = rig(false);
    const before = made.toText(ORIGIN);
    for (const text of ['', '1,2', 'a,b,c,d,e,f', '0,0,0,0,0,0', '1,1,1,NaN,0,0']) made.fromText(text, ORIGIN);
    expect(made.toText(ORIGIN)).toBe(before);
  });
});

describe('picking', () => {
  const heights = new Heights([]);
  const isShown = Uint8Array.from([1]);

  it('finds the person under the pointer, and nobody where there is none', () => {
    for (const isFlat of [true, false]) {
      const lens = lensOf(rig(isFlat));
      const people = crowd([[2, 2], [10, 5], [18, 8]]);
      const at = toScreen(lens, 10, 5, 0.9)!;
      expect(personAt(people, lens, heights, isShown, at.x, at.y)).toBe(1);
      const beside = toScreen(lens, 6, 5, 0.9)!;
      expect(personAt(people, lens, heights, isShown, beside.x, beside.y)).toBe(-1);
    }
  });

  it('passes over those on floors that are not shown', () => {
    const lens = lensOf(rig(true));
    const at = toScreen(lens, 10, 5, 0)!;
    expect(personAt(crowd([[10, 5]]), lens, heights, Uint8Array.from([0]), at.x, at.y)).toBe(-1);
  });

  it('collects those within a rectangle', () => {
    const lens = lensOf(rig(true));
    const a = toScreen(lens, 0, 10, 0)!, b = toScreen(lens, 11, 0, 0)!;
    const found = peopleWithin(crowd([[2, 2], [10, 5], [18, 8]]), lens, heights, isShown, { left: a.x, top: a.y, right: b.x, bottom: b.y });
    expect([...found]).toEqual([100, 101]);
  });

  it('finds the door near the pointer', () => {
    const lens = lensOf(rig(false));
    const pieces = [{ link: 4, piece: new Float32Array([5, 0, 0, 7, 0, 0]) }, { link: 9, piece: new Float32Array([15, 10, 0, 15, 10, 0]) }];
    const door = toScreen(lens, 6, 0, 1)!, lift = toScreen(lens, 15, 10, 1)!, middle = toScreen(lens, 10, 5, 0)!;
    expect(linkAt(pieces, lens, door.x, door.y)).toBe(4);
    expect(linkAt(pieces, lens, lift.x + 3, lift.y)).toBe(9);
    expect(linkAt(pieces, lens, middle.x, middle.y)).toBeNull();
  });

  it('measures distances to the nearest point of a line', () => {
    expect(distanceToSegment(0, 3, -5, 0, 5, 0)).toBe(3);
    expect(distanceToSegment(8, 4, -5, 0, 5, 0)).toBe(5);
    expect(distanceToSegment(3, 4, 0, 0, 0, 0)).toBe(5);
  });
});
