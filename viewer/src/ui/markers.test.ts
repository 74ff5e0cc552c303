import { expect, test } from 'vitest';
import { merged } from './markers';

const happened = (frame: number, kind: string, text: string) => ({ frame, kind, text, pedestrian: null, link: null, object: null });

test('what happens at about the same time becomes one mark, kind by kind', () => {
  const list = [happened(10, 'stuck', '1 is stuck'), happened(11, 'stuck', '2 is stuck'), happened(11, 'shut', 'door'), happened(900, 'stuck', '3 is stuck')];
  const markers = merged(list, 0.1, 120);
  expect(markers.map((m) => [m.kind, m.time, m.words.length])).toEqual([['stuck', 1, 2], ['door', 1.1, 1], ['stuck', 90, 1]]);
});

test('what is no news to a viewer is left out', () => {
  expect(merged([happened(1, 'rerouted', '')], 0.1, 10)).toEqual([]);
});
