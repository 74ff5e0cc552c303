import { describe, expect, it } from 'vitest';
import { figure, walker } from './body';
import { BUILDS } from './builds';
import { dressOf, type Dress } from './clothes';
import { CARRIED, WORN } from './worn';

/** Returns what is seen of clothes from some metres away. */
const seen = (dress: Dress) => [BUILDS[dress.build]!.name, dress.coat.join(), dress.trousers.join(), dress.hairStyle, dress.hair.join(), dress.worn, dress.pattern];

/** Returns how many of these features two people have in common. */
function alike(a: Dress, b: Dress): number {
  const [one, other] = [seen(a), seen(b)];
  return one.filter((value, i) => value === other[i]).length;
}

describe('clothes', () => {
  it('are not alike on people who come in one after the other', () => {
    for (let id = 0; id < 2000; id++) {
      for (let next = 1; next <= 8; next++) {
        const [one, other] = [dressOf(id, '', ''), dressOf(id + next, '', '')];
        expect(alike(one, other), `${id} and ${id + next}`).toBeLessThan(6);
        expect(one.build === other.build && one.coat.join() === other.coat.join(), `${id} and ${id + next}`).toBe(false);
      }
    }
  });

  it('are worn by people of all builds and ages, as often as their weights say', () => {
    const count = new Map<string, number>();
    const people = 13_000;
    for (let id = 0; id < people; id++) {
      const { name } = BUILDS[dressOf(id, '', '').build]!;
      count.set(name, (count.get(name) ?? 0) + 1);
    }
    const total = BUILDS.reduce((sum, { weight }) => sum + weight, 0);
    expect(BUILDS.length).toBeGreaterThanOrEqual(8);
    for (const { name, weight } of BUILDS) expect((count.get(name) ?? 0) / people).toBeCloseTo(weight / total, 2);
  });

  it('always are the same on the same person', () => {
    expect(dressOf(77, 'tourist', 'luggage')).toEqual(dressOf(77, 'tourist', 'luggage'));
  });

  it('are uniforms on those who wear them, and nobody with a duty is a child', () => {
    for (let id = 0; id < 300; id++) {
      for (const kind of ['officer', 'soldier', 'staff']) {
        const dress = dressOf(id, kind, '');
        expect(['adult', 'old']).toContain(BUILDS[dress.build]!.age);
        expect([dress.bareArms, dress.bareShins, dress.pattern]).toEqual([false, false, 'plain']);
      }
      expect(dressOf(id, 'officer', '').worn & WORN.peakedCap).toBeTruthy();
      expect(dressOf(id, 'staff', '').worn & WORN.vest).toBeTruthy();
    }
  });

  it('leave no room for hair under a headscarf, and a wheelchair and a case are taken along', () => {
    const everyone = Array.from({ length: 2000 }, (_, id) => dressOf(id, '', ''));
    const scarves = everyone.filter(({ worn }) => (worn & WORN.headscarf) !== 0);
    expect(scarves.length).toBeGreaterThan(10);
    for (const dress of scarves) expect(dress.hairStyle).toBe('bald');
    expect(dressOf(1, '', 'wheelchair').carried & CARRIED.wheelchair).toBeTruthy();
    expect(dressOf(1, '', 'luggage').carried & CARRIED.case).toBeTruthy();
  });
});

describe('bodies', () => {
  it('are finite, closed at their ends, and of few enough corners for the graphics card', () => {
    for (const [body, most] of [[walker(true), 6500], [walker(false), 2600], [figure(), 300]] as const) {
      const positions = body.getAttribute('position'), normals = body.getAttribute('normal');
      expect(positions.count).toBeLessThan(most);
      for (let i = 0; i < positions.count; i++) {
        expect(Number.isFinite(positions.getX(i) + positions.getY(i) + positions.getZ(i))).toBe(true);
        expect(Math.hypot(normals.getX(i), normals.getY(i), normals.getZ(i))).toBeLessThan(1.01);
      }
    }
  });

  it('are 1.75 m tall without a hat, and as wide as bodies are', () => {
    const body = walker(true);
    const [positions, worn, part] = ['position', 'worn', 'part'].map((name) => body.getAttribute(name));
    let top = 0, half = 0;
    for (let i = 0; i < positions!.count; i++) {
      if (worn!.getX(i) > 0) continue;
      top = Math.max(top, positions!.getZ(i));
      if (part!.getX(i) < 6) half = Math.max(half, Math.abs(positions!.getY(i)));
    }
    expect(top).toBeCloseTo(1.755, 2);
    expect(half).toBeGreaterThan(0.23);
    expect(half).toBeLessThan(0.26);
  });
});
