import { expect, test } from 'vitest';
import { CameraRig } from './camera';

const PLACE = { originX: 440_100.5, originY: -3 };

// It used to be written in local coordinates, which nobody sees anywhere else.
test('the camera is written in metres of the place, and read again', () => {
  const rig = new CameraRig();
  rig.frame({ west: 0, south: 0, east: 40, north: 20, bottom: 0, top: 3 });
  rig.lookAt(10, 5, 0.5, 12);
  const text = rig.toText(PLACE);
  expect(text.split(',').slice(0, 4)).toEqual(['440110.5', '2', '0.5', '12']);
  const other = new CameraRig();
  other.frame({ west: 0, south: 0, east: 40, north: 20, bottom: 0, top: 3 });
  other.fromText(text, PLACE);
  expect(other.goal).toMatchObject({ x: 10, y: 5, z: 0.5, span: 12 });
  expect(other.toText(PLACE)).toBe(text);
});

// The camera used to go towards the plane of the lowest ground, and ended inside walls and below upper floors.
test('zooming ends on the ground under the pointer, on its floor', () => {
  const rig = new CameraRig();
  rig.resize(800, 400);
  rig.frame({ west: 0, south: 0, east: 40, north: 20, bottom: 0, top: 12 });
  rig.update(10);
  const ground = { x: 12, y: 7, z: 8 };
  for (let i = 0; i < 40; i++) { rig.zoom(0.85, 300, 180, ground); rig.update(1); }
  expect(rig.goal.span).toBeLessThan(4);
  expect(rig.goal.z).toBeCloseTo(8, 5);
  expect(Math.hypot(rig.goal.x - 12, rig.goal.y - 7)).toBeLessThan(2);
  // Never below the floor on which it ends.
  const eye = rig.camera.position;
  expect(eye.z).toBeGreaterThan(8.2);
});
