import { expect, test } from 'vitest';
import { PlaceKeeper } from './place_keeper';

function keeper() {
  const asked: number[] = [];
  return { places: new PlaceKeeper((frame) => asked.push(frame)), asked };
}

test('a place that is there is not asked for', () => {
  const { places, asked } = keeper();
  places.keep(1, 10, 1);
  expect(asked).toEqual([]);
});

test('an answer that is not as wanted is not asked for again until something changes', () => {
  const { places, asked } = keeper();
  places.keep(2, 10, 1);
  for (let i = 0; i < 5; i++) { places.answered(); places.keep(2, 10, 1); }
  expect(asked).toEqual([10]);
  places.keep(2, 11, 1);
  places.answered();
  places.keep(3, 11, 1);
  expect(asked).toEqual([10, 11, 11]);
});

test('nothing is asked while an answer is on its way', () => {
  const { places, asked } = keeper();
  for (let frame = 10; frame < 20; frame++) places.keep(2, frame, 1);
  expect(asked).toEqual([10]);
});

test('another connection is asked anew', () => {
  const { places, asked } = keeper();
  places.keep(2, 10, 1);
  places.forget();
  places.keep(2, 10, 1);
  expect(asked).toEqual([10, 10]);
});
