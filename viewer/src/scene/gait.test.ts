import { describe, expect, it } from 'vitest';
import { Gaits, stepLength, swingAt } from './gait';

const LEG = 0.9;

/** Lets a pedestrian walk east at a speed, picture by picture; returns the phase after each. */
function walk(speed: number, seconds: number, leg = 1): { x: number; phase: number }[] {
  const gaits = new Gaits();
  const moments: { x: number; phase: number }[] = [];
  for (let t = 0; t <= seconds; t += 1 / 60) moments.push({ x: speed * t, phase: gaits.advance(7, speed * t, 0, speed, 0, leg) });
  return moments;
}

describe('gait', () => {
  it('has steps of 0.7 m at 1.3 m/s', () => {
    expect(stepLength(1.3)).toBeCloseTo(0.7, 2);
  });

  it('ends a cycle of two steps after the way of two steps, which are shorter with shorter legs', () => {
    for (const leg of [1, 0.7]) {
      const moments = walk(1.3, 4, leg);
      let turned = 0;
      for (let i = 1; i < moments.length; i++) turned += (moments[i]!.phase - moments[i - 1]!.phase + 2 * Math.PI) % (2 * Math.PI);
      const cycles = turned / (2 * Math.PI);
      expect(moments[moments.length - 1]!.x / cycles).toBeCloseTo(2 * stepLength(1.3) * leg, 1);
    }
  });

  // The speed of a body used to drive its legs, so that small people slid by a tenth of every step.
  it('keeps the foot on the ground where it is: it does not slide', () => {
    for (const [speed, leg] of [[1.3, 1], [1.3, 0.7], [0.5, 1.05], [2, 0.95]] as const) {
      const moments = walk(speed, 3, leg);
      const amplitude = swingAt(speed);
      // As in the shader: the leg goes back while the sine of its phase falls.
      const foot = (phase: number) => leg * LEG * Math.sin(amplitude * Math.asin(0.94 * Math.sin(phase)) / 1.2226);
      let slid = 0, walked = 0;
      for (let i = 1; i < moments.length; i++) {
        const [a, b] = [moments[i - 1]!, moments[i]!];
        const isOnGround = Math.cos(a.phase) < -0.35 && Math.cos(b.phase) < -0.35;
        if (!isOnGround) continue;
        slid += Math.abs(b.x + foot(b.phase) - (a.x + foot(a.phase)));
        walked += b.x - a.x;
      }
      expect(walked).toBeGreaterThan(0.2);
      expect(slid / walked, `${speed} m/s, legs ${leg}`).toBeLessThan(0.2);
    }
  });

  it('stands still where the body does, and does not follow a jump', () => {
    const gaits = new Gaits();
    const phase = gaits.advance(5, 1, 1, 0, 0, 1);
    expect(gaits.advance(5, 1, 1, 0, 0, 1)).toBe(phase);
    expect(gaits.advance(5, 40, 1, 1.3, 0, 1)).toBe(phase);
  });

  it('goes back when time does, and steps backwards when the body is pushed backwards', () => {
    const gaits = new Gaits();
    const before = gaits.advance(3000, 0, 0, 1.2, 0, 1);
    const after = gaits.advance(3000, 0.05, 0, 1.2, 0, 1);
    expect(after).toBeGreaterThan(before);
    expect(gaits.advance(3000, 0, 0, 1.2, 0, 1)).toBeCloseTo(before, 4);
  });
});
