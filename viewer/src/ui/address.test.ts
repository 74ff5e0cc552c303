import { expect, test } from 'vitest';
import { readAddress, writeAddress, type ViewAddress } from './address';

const address: ViewAddress = {
  time: 12.5, camera: '1.5,-2,30;0,0,0', view: 'plan', colour: 'density', layers: ['cells', 'areas'], level: 2, storey: 0, hidden: [1, 3], selected: 41,
};

test('a view survives the way through the address', () => {
  expect(readAddress('#' + writeAddress(address))).toEqual(address);
});

test('what is not set does not come back', () => {
  const text = writeAddress({ ...address, time: null, camera: '', layers: [], level: 0, storey: null, hidden: [], selected: null });
  expect(readAddress(text)).toEqual({ view: 'plan', colour: 'density', layers: [], storey: null });
});

test('nonsense in the address is left out', () => {
  expect(readAddress('#t=soon&view=4d&colour=red&layers=cells.nothing&who=-3&storey=1.5&level=x')).toEqual({ layers: ['cells'] });
});
