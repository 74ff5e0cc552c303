import { expect, test } from 'vitest';
import { csv } from './table';

test('a table becomes lines of fields', () => {
  const text = csv({ headers: ['time [s]', 'flow, in [persons/min]'], columns: [[0, 1], new Float32Array([0.5, 0.25])] });
  expect(text).toBe('time [s],"flow, in [persons/min]"\r\n0,0.5\r\n1,0.25\r\n');
});

test('quotes are doubled and missing figures are empty', () => {
  expect(csv({ headers: ['a "b"', 'c'], columns: [[1, 2], [NaN]] })).toBe('"a ""b""",c\r\n1,\r\n2,\r\n');
});
