import { describe, expect, it } from 'vitest';
import { poseOf, Poses } from './poses';

describe('poses', () => {
  it('of statuses that the page does not know are those of people who stand at ease', () => {
    expect(['walking', 'stuck: walls', 'sitting', 'being served', 'standing in line', 'watching', 'chatting with a friend'].map(poseOf))
      .toEqual(['walks', 'walks', 'sits', 'served', 'stands', 'stands', 'stands']);
  });

  it('change within a second: whoever sits down has half sat down after half the time', () => {
    const poses = new Poses();
    poses.advance(3, 'walks', 1.2, 0, 0.05);
    expect([poses.sit, poses.ease]).toEqual([0, 0]);
    poses.advance(3, 'sits', 0, 0, 0.4);
    expect(poses.sit).toBeCloseTo(0.5, 6);
    poses.advance(3, 'sits', 0, 0, 0.4);
    expect([poses.sit, poses.ease]).toEqual([1, 1]);
    poses.advance(3, 'walks', 1.2, 0, 0.4);
    expect(poses.sit).toBeCloseTo(0.5, 6);
  });

  it('are at once those of a moment to which the user jumps, and of people who are new', () => {
    const poses = new Poses();
    poses.advance(5000, 'sits', 0, 1, 0.01);
    expect([poses.sit, poses.heading]).toEqual([1, 1]);
    poses.advance(5000, 'walks', 1, 2, -30);
    expect([poses.sit, poses.heading]).toEqual([0, 2]);
  });

  it('turn the short way, and not all at once', () => {
    const poses = new Poses();
    poses.advance(1, 'stands', 0, 3, 0);
    poses.advance(1, 'stands', 0, -3, 0.02);
    expect(poses.heading).toBeCloseTo(3.14, 6);
    poses.advance(1, 'stands', 0, -3, 0.5);
    expect(poses.heading).toBeCloseTo(2 * Math.PI - 3, 5);
  });

  it('of a body that is pushed along are those of a walker', () => {
    const poses = new Poses();
    poses.advance(1, 'served', 0.9, 0, 0.1);
    expect([poses.ease, poses.reach]).toEqual([0, 0]);
  });
});
