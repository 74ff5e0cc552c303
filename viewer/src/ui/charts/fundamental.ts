// The fundamental diagram of an area, as the measure `fundamental-diagram` of the server finds it in all frames so far.

import { computed, signal } from '@preact/signals';
import * as session from '../../session';
import * as state from '../../state';
import { count, quantity } from '../format';
import { colour, type Chart } from './figure';
import { weidmann } from './series';

/** The area that the user chose; null before. */
export const chosenArea = signal<number | null>(null);

/** The area whose diagram is shown: the chosen one, or else the first that the scenario measures, or else the first for measurements, or else the largest. */
export const diagramOf = computed<number | null>(() => {
  const place = state.place.value;
  const areas = place?.areas ?? [];
  if (chosenArea.value !== null && chosenArea.value < areas.length) return chosenArea.value;
  const measured = place?.measures.find((measure) => measure.area !== null)?.area ?? null;
  if (measured !== null) return measured;
  const meant = areas.findIndex((area) => area.kind === 'measurement');
  const largest = areas.reduce((most, area, i) => (area.area > (areas[most]?.area ?? 0) ? i : most), 0);
  return areas.length === 0 ? null : meant >= 0 ? meant : largest;
});

export const fundamentalChart: Chart = {
  id: 'fundamental', title: 'Fundamental diagram', unit: 'speed, m/s',
  refresh: () => { if (diagramOf.value !== null) void session.measureDiagram(diagramOf.value); },
  figure: () => {
    const area = diagramOf.value;
    if (area === null) return 'The place has no area in which to measure.';
    const told = state.diagram.value;
    if (told?.area !== area) return 'Being measured…';
    if (!told.diagram) return told.refusal;
    const { frames, times, densities, speeds, flows } = told.diagram;
    const missing = (state.head.value?.frames ?? 0) - frames;
    const isBehind = missing * (state.welcome.value?.frameSeconds ?? 0) > BEHIND;
    if (densities.length === 0) return isBehind ? 'Being measured…' : 'Nobody has walked in this area yet.';
    const xMax = Math.max(4, Math.ceil(densities.reduce((a, b) => Math.max(a, b), 0)));
    const curve = Array.from({ length: 101 }, (_, i) => (xMax * i) / 100);
    return {
      plot: {
        xMax, yMax: 2, xTitle: 'density, persons/m²', yTitle: 'speed, m/s', isTime: false,
        dots: [{ colour: colour(0), xs: densities, ys: speeds }],
        lines: [{ colour: colour(1), xs: curve, ys: curve.map(weidmann), isDashed: true }],
      },
      table: {
        headers: ['time [s]', 'density [persons/m²]', 'speed [m/s]', 'specific flow [persons/(m·s)]'],
        columns: [times, densities, speeds, flows],
      },
      readings: (x) => [
        { name: 'seconds', colour: colour(0), value: x === null ? '' : meanNear(x, densities, speeds) },
        { name: 'Weidmann 1993', colour: colour(1), value: x === null ? '' : quantity(weidmann(x), 'm/s') },
      ],
      note: `Voronoi density and speed in ${count(densities.length)} simulated seconds${isBehind ? '; more are being measured' : ''}.`,
    };
  },
};

/** The diagram is being measured when so much of the run is missing, simulated s. */
const BEHIND = 3;

function meanNear(density: number, densities: ArrayLike<number>, speeds: ArrayLike<number>): string {
  let [sum, near] = [0, 0];
  for (let i = 0; i < densities.length; i++) {
    if (Math.abs(densities[i]! - density) <= 0.13) { sum += speeds[i]!; near += 1; }
  }
  return near === 0 ? '–' : quantity(sum / near, 'm/s');
}
