// Charts over time: people inside, flows, mean speed, flow through drawn lines.

import { signal } from '@preact/signals';
import * as state from '../../state';
import type { Row } from '../../protocol';
import { clock, count, quantity, waysAcross } from '../format';
import { markersOf } from '../markers';
import { colour, rowAt, timeMax, type Chart, type Figure } from './figure';
import { roundUp } from './plot';
import { cumulated, flowPerMinute } from './series';

/** Flows are means over this time, s. */
export const WINDOW = 10;
const NOTHING = 'Nothing has been counted yet.';

interface Series { name: string; values: number[]; isFilled?: boolean; show: (value: number) => string; header: string }

function overTime(rows: readonly Row[], series: Series[], least: number, title: string, note?: string): Figure {
  const times = rows.map((row) => row.time);
  const most = series.reduce((m, s) => s.values.reduce((a, b) => Math.max(a, b), m), least);
  return {
    plot: {
      xMax: timeMax(), yMax: roundUp(most), xTitle: 'time, min:s', yTitle: title, isTime: true,
      lines: series.map((s, i) => ({ colour: colour(i), xs: times, ys: s.values, isFilled: s.isFilled })),
      marks: markersOf().filter((m) => m.kind !== 'stuck').map((m) => ({ x: m.time, colour: m.kind === 'door' ? '#d98e04' : '#8e5bd0' })),
    },
    table: { headers: ['time [s]', ...series.map((s) => s.header)], columns: [times, ...series.map((s) => s.values)] },
    readings: (x) => series.map((s, i) => ({ name: s.name, colour: colour(i), value: x === null ? '' : s.show(s.values[rowAt(rows, x)] ?? 0) })),
    note,
  };
}

export const insideChart: Chart = {
  id: 'inside', title: 'People inside', unit: 'persons',
  figure: () => {
    const rows = state.rows.value;
    if (rows.length === 0) return NOTHING;
    const series: Series[] = [
      { name: 'inside', values: rows.map((row) => row.inside), isFilled: true, show: count, header: 'inside [persons]' },
    ];
    if (rows.some((row) => row.stuck > 0)) series.push({ name: 'held up', values: rows.map((row) => row.stuck), show: count, header: 'stuck or without a way [persons]' });
    const last = rows[rows.length - 1]!;
    const figure = overTime(rows, series, 4, 'persons', `${count(last.entered)} came in, ${count(last.left)} left by ${clock(last.time)}.`);
    figure.table.headers.push('entered [persons]', 'left [persons]');
    figure.table.columns.push(rows.map((row) => row.entered), rows.map((row) => row.left));
    return figure;
  },
};

export const speedChart: Chart = {
  id: 'speed', title: 'Mean speed', unit: 'm/s',
  figure: () => {
    const rows = state.rows.value;
    if (rows.length === 0) return NOTHING;
    const values = rows.map((row) => row.speed);
    return overTime(rows, [{ name: 'everyone inside', values, show: (v) => quantity(v, 'm/s'), header: 'mean speed [m/s]' }], 0.5, 'm/s');
  },
};

/** What the flow chart shows: `all`, or an area or link by number. */
export const flowOf = signal('all');

/** Returns what the user can choose. */
export function flowChoices(): { group: string; choices: { value: string; label: string }[] }[] {
  const areas = (state.place.value?.areas ?? []).map((area, i) => ({ value: `area ${i}`, label: area.name, kind: area.kind, i }));
  const last = state.rows.value[state.rows.value.length - 1];
  const links = (state.place.value?.links ?? []).map((link, i) => ({ value: `link ${i}`, label: link.name || `${link.kind} ${i + 1}`, kind: link.kind }));
  // People come in and leave through a train, which is an area. So the choices follow from the areas in which people were counted.
  const comesIn = areas.filter((a) => a.kind === 'entrance' || (last?.enteredBy[a.i] ?? 0) > 0);
  const goesOut = areas.filter((a) => (a.kind === 'exit' || (last?.leftBy[a.i] ?? 0) > 0) && !comesIn.includes(a));
  return [
    { group: 'Entrances', choices: comesIn },
    { group: 'Exits', choices: goesOut },
    { group: 'Doors', choices: links.filter((link) => link.kind === 'door') },
    { group: 'Openings and lifts', choices: links.filter((link) => link.kind !== 'door') },
  ].filter((group) => group.choices.length > 0);
}

const perMinute = (value: number) => quantity(value, '/min', 0);

export const flowChart: Chart = {
  id: 'flow', title: 'Flow', unit: 'persons/min',
  figure: () => {
    const rows = state.rows.value;
    if (rows.length === 0) return NOTHING;
    const times = rows.map((row) => row.time);
    const [kind, number] = flowOf.value.split(' ');
    const i = Number(number);
    const series = (name: string, cumulative: number[]): Series =>
      ({ name, values: flowPerMinute(cumulative, times, WINDOW), show: perMinute, header: `${name} [persons/min]` });
    const chosen =
      kind === 'area' ? [series('in', rows.map((r) => r.enteredBy[i] ?? 0)), series('out', rows.map((r) => r.leftBy[i] ?? 0))]
      : kind === 'link' ? waysThrough(i).map((way, k) => series(way, rows.map((r) => r.passed[2 * i + k] ?? 0)))
      : [series('in', rows.map((r) => r.entered)), series('out', rows.map((r) => r.left))];
    const name = flowChoices().flatMap((group) => group.choices).find((choice) => choice.value === flowOf.value)?.label ?? 'Whole place';
    return overTime(rows, chosen, 6, 'persons/min', `${name}; means over ${WINDOW} s.`);
  },
};

/** Returns both ways through a link: from left to right of its first piece, and back. */
function waysThrough(link: number): [string, string] {
  const [ax, ay, , bx, by] = state.place.value?.links[link]?.pieces ?? [];
  return waysAcross(ax ?? 0, ay ?? 0, bx ?? 0, by ?? 0);
}

/** Returns the chart of a line that the user drew. */
export function lineChart(id: number, title: string): Chart {
  return {
    id: `line-${id}`, title, unit: 'persons/min',
    figure: () => {
      const line = state.lines.value.find((l) => l.id === id);
      const flow = line?.flow;
      if (!flow) return 'Being counted…';
      const [there, back] = waysAcross(line.ax, line.ay, line.bx, line.by);
      const forward = cumulated(flow.forward);
      const backward = cumulated(flow.backward);
      const times = forward.map((_, i) => i + 1);
      const series: Series[] = [
        { name: there, values: flowPerMinute(forward, times, WINDOW), show: perMinute, header: `${there} [persons/min]` },
        { name: back, values: flowPerMinute(backward, times, WINDOW), show: perMinute, header: `${back} [persons/min]` },
      ];
      const total = (forward[forward.length - 1] ?? 0) + (backward[backward.length - 1] ?? 0);
      const specific = times.length > 0 && flow.length > 0 ? total / times.length / flow.length : 0;
      const rows = times.map((time) => ({ time }) as Row);
      const note = `${count(total)} crossings of ${quantity(flow.length, 'm')}; mean ${quantity(specific, 'persons/(m·s)', 3)}.`;
      return overTime(rows, series, 6, 'persons/min', note);
    },
  };
}
