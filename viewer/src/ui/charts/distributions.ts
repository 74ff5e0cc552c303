// Charts of durations: travel times, and the phases of a step.

import * as state from '../../state';
import { count, quantity } from '../format';
import { colour, rowAt, timeMax, type Chart } from './figure';
import { roundUp } from './plot';
import { histogram, mean, median, thinned } from './series';

export const travelChart: Chart = {
  id: 'travel', title: 'Travel times', unit: 'persons',
  figure: () => {
    const times = state.rows.value.flatMap((row) => Array.from(row.travel));
    if (times.length === 0) return 'Nobody has left yet.';
    const bins = histogram(times, 24);
    const last = bins[bins.length - 1]!;
    const at = (x: number) => bins.find((bin) => x < bin.to) ?? last;
    return {
      plot: {
        xMax: last.to, yMax: roundUp(Math.max(4, ...bins.map((bin) => bin.count))), xTitle: 'from coming in to leaving, s', yTitle: 'persons', isTime: false,
        bars: { colours: [colour(0)], list: bins.map((bin) => ({ from: bin.from, to: bin.to, parts: [bin.count] })) },
      },
      table: {
        headers: ['from [s]', 'to [s]', 'left [persons]'],
        columns: [bins.map((bin) => bin.from), bins.map((bin) => bin.to), bins.map((bin) => bin.count)],
      },
      readings: (x) => x === null ? [] : [{ name: `${at(x).from}–${at(x).to} s`, colour: colour(0), value: count(at(x).count) }],
      note: `${count(times.length)} left; mean ${quantity(mean(times), 's', 1)}, median ${quantity(median(times), 's', 1)}.`,
    };
  },
};

const MOST_BARS = 120;

export const phasesChart: Chart = {
  id: 'phases', title: 'Time per phase', unit: 'ms per step',
  figure: () => {
    const welcome = state.welcome.value;
    if (!welcome?.live) return 'A recording does not tell how long the phases took.';
    const rows = state.rows.value.filter((row) => row.phases.length > 0);
    if (rows.length === 0) return 'Nothing has been measured yet.';
    const bars = thinned(
      rows.map((row, i) => ({ from: rows[i - 1]?.time ?? 0, to: row.time, parts: Array.from(row.phases) })), MOST_BARS,
      (group) => ({ from: group[0]!.from, to: group[group.length - 1]!.to, parts: group[0]!.parts.map((_, i) => mean(group.map((bar) => bar.parts[i]!))) }),
    );
    const sums = bars.map((bar) => bar.parts.reduce((a, b) => a + b, 0));
    const most = Math.max(0.01, ...sums);
    const digits = most < 1 ? 3 : 2;
    return {
      plot: {
        xMax: timeMax(), yMax: roundUp(most), xTitle: 'time, min:s', yTitle: 'ms per step', isTime: true,
        bars: { colours: welcome.phases.map((_, i) => colour(i)), list: bars },
      },
      table: {
        headers: ['time [s]', ...welcome.phases.map((phase) => `${phase} [ms]`)],
        columns: [rows.map((row) => row.time), ...welcome.phases.map((_, i) => rows.map((row) => row.phases[i] ?? 0))],
      },
      readings: (x) => {
        const row = x === null ? null : rows[rowAt(rows, x)];
        return welcome.phases.map((name, i) => ({ name, colour: colour(i), value: row ? quantity(row.phases[i] ?? 0, 'ms', digits) : '' }));
      },
    };
  },
};
