import { afterEach, describe, expect, it } from 'vitest';
import * as state from '../state';
import { CATEGORIES, category, DENSITY_RAMP, densityRgb, doings, drawingRgb, layerLegend, legend, levelOfService, rgbOf, SPEED_RAMP } from './colours';

afterEach(() => { state.colourBy.value = 'speed'; state.drawings.value = {}; });

describe('colours', () => {
  it('of what people do join statuses that mean the same, and give a status that the page does not know one of its own', () => {
    const { all, of } = doings(['walking', 'planning', 'sitting', 'stuck: walls', 'letting others pass', 'chatting', 'performing']);
    const label = of.map((number) => all[number]!.label);
    expect(label).toEqual(['walking', 'walking', 'sitting', 'held up', 'held up', 'chatting', 'performing']);
    expect(new Set(all.map(({ colour }) => colour)).size).toBe(all.length);
  });

  it('tell sixteen kinds apart', () => {
    expect(new Set(CATEGORIES).size).toBe(16);
    expect(category(16)).toBe(category(0));
    expect(category(-1)).toBe(category(15));
  });

  it('of speeds begin and end as viridis does', () => {
    expect([...SPEED_RAMP.subarray(0, 3)]).toEqual([68, 1, 84]);
    expect([...SPEED_RAMP.subarray(255 * 3)]).toEqual([253, 231, 37]);
  });

  it('of speeds get lighter all the way, so that they can be read without hue', () => {
    const light = (i: number) => 0.2126 * SPEED_RAMP[3 * i]! + 0.7152 * SPEED_RAMP[3 * i + 1]! + 0.0722 * SPEED_RAMP[3 * i + 2]!;
    for (let i = 8; i < 256; i += 8) expect(light(i)).toBeGreaterThan(light(i - 8));
  });

  it('of densities end with that of the highest', () => {
    expect([...DENSITY_RAMP.subarray(255 * 3)]).toEqual([165, 0, 38]);
    expect(densityRgb(99)).toEqual([165, 0, 38]);
  });

  it('are read from their names', () => {
    expect(rgbOf('#0072b2')).toEqual([0, 0x72, 0xb2]);
  });

  it('of a quantity lie between those of its ends', () => {
    expect(drawingRgb(1, 1, 5, true)).toEqual([68, 1, 84]);
    expect(drawingRgb(5, 1, 5, true)).toEqual([253, 231, 37]);
    expect(drawingRgb(2, 0, 0, false)).toEqual(rgbOf(category(2)));
  });
});

describe('levels of service', () => {
  it('are those of Fruin 1971 for walkways', () => {
    expect([0.1, 0.35, 0.5, 1, 2, 3].map(levelOfService)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  });
});

describe('legends', () => {
  it('of people have a scale for quantities and entries for kinds', () => {
    expect(legend().scale?.ticks.at(-1)?.label).toBe('≥ 2');
    expect(legend().unit).toBe('m/s');
    state.colourBy.value = 'destination';
    expect(legend().entries.at(-1)?.label).toBe('none');
  });

  it('of the density map name the six levels of service', () => {
    expect(layerLegend('density')?.entries.map(({ label }) => label[0]).join('')).toBe('ABCDEF');
  });

  it('of layers appear with what the server said they mean', () => {
    expect(layerLegend('cells')).toBeNull();
    state.drawings.value = { cells: { words: ['closed', 'dead end'], unit: '', least: 0, most: 1 }, bottlenecks: { words: [], unit: 'width, m', least: 1, most: 5 } };
    expect(layerLegend('cells')?.entries.map(({ label }) => label)).toEqual(['closed', 'dead end']);
    expect(layerLegend('bottlenecks')?.scale?.ticks.map(({ label }) => label)).toEqual(['1.0', '3.0', '5.0']);
  });
});
