import { describe, expect, it } from 'vitest';
import { GESTURES, poseOf, Poses } from './poses';

describe('poses', () => {
  it('of statuses that the page does not know are those of people who stand at ease', () => {
    expect(['walking', 'stuck: walls', 'sitting', 'being served', 'standing in line', 'watching', 'chatting', 'waving'].map(poseOf))
      .toEqual(['walks', 'walks', 'sits', 'served', 'in line', 'watches', 'talks', 'stands']);
  });

  it('change within a second: whoever sits down has half sat down after half the time', () => {
    const poses = new Poses();
    poses.advance(3, 'walks', 1.2, 0, 0.05);
    expect([poses.sit, poses.ease]).toEqual([0, 0]);
    poses.advance(3, 'sits', 0, 0, 0.45);
    expect(poses.sit).toBeCloseTo(0.5, 6);
    poses.advance(3, 'sits', 0, 0, 0.45);
    expect([poses.sit, poses.ease]).toEqual([1, 1]);
    poses.advance(3, 'walks', 1.2, 0, 0.45);
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
    expect([poses.ease, poses.gesture]).toEqual([0, 0]);
  });

  it('let a gesture end before the next one begins', () => {
    const poses = new Poses();
    const at = (pose: 'talks' | 'guards') => GESTURES.indexOf(pose);
    poses.advance(1, 'talks', 0, 0, 0);
    expect(poses.gesture).toBeCloseTo(at('talks') + 0.999, 5);
    poses.advance(1, 'guards', 0, 0, 0.25);
    expect(poses.gesture).toBeCloseTo(at('talks') + 0.4995, 3);
    poses.advance(1, 'guards', 0, 0, 0.25);
    poses.advance(1, 'guards', 0, 0, 0.25);
    expect(poses.gesture).toBeCloseTo(at('guards') + 0.4995, 3);
  });
});
