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
