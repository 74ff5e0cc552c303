// The fundamental diagram: density against speed in squares of the ground, collected while the run is watched.

import * as state from '../../state';
import { quantity } from '../format';
import { colour, type Chart } from './figure';
import { densityAndSpeed, weidmann, type Point } from './series';

/** Side of the squares, m. */
const SIDE = 2;
/** The least time between two samples, simulated s. */
const APART = 1;
/** The most points, and the most points of a moment. */
const MOST = 4000;
const MOST_AT_ONCE = 200;

let points: Point[] = [];
let sampled = new Set<number>();
let sampledRun = -1;

/** Takes a sample of the moment shown, once per simulated second. A new run begins with an empty diagram. */
export function sample(): void {
  const { value: playback } = state.playback;
  const welcome = state.welcome.value;
  if (!playback || !welcome) return;
  if (welcome.run !== sampledRun) { points = []; sampled = new Set(); sampledRun = welcome.run; }
  const second = Math.floor(playback.time / APART);
  if (sampled.has(second)) return;
  const shown = playback.now();
  if (shown.count === 0) return;
  sampled.add(second);
  const onFoot = welcome.statuses.map((word) => word === 'walking' || word.startsWith('stuck'));
  points = [...points, ...densityAndSpeed(shown, SIDE, (status) => onFoot[status] ?? false, MOST_AT_ONCE)].slice(-MOST);
}

export const fundamentalChart: Chart = {
  id: 'fundamental', title: 'Fundamental diagram', unit: 'speed, m/s',
  figure: () => {
    if (points.length === 0) return 'Nobody has been seen walking yet.';
    const densities = points.map((p) => p.density);
    const speeds = points.map((p) => p.speed);
    const xMax = Math.max(4, Math.ceil(Math.max(...densities)));
    const curve = Array.from({ length: 101 }, (_, i) => (xMax * i) / 100);
    return {
      plot: {
        xMax, yMax: 2, xTitle: 'density, persons/m²', yTitle: 'speed, m/s', isTime: false,
        dots: [{ colour: colour(0), xs: densities, ys: speeds }],
        lines: [{ colour: colour(1), xs: curve, ys: curve.map(weidmann), isDashed: true }],
      },
      table: { headers: ['density [persons/m²]', 'speed [m/s]'], columns: [densities, speeds] },
      readings: (x) => [
        { name: 'seen', colour: colour(0), value: x === null ? '' : meanNear(x) },
        { name: 'Weidmann 1993', colour: colour(1), value: x === null ? '' : quantity(weidmann(x), 'm/s') },
      ],
      note: `Squares of ${SIDE} m in which someone walks, once per simulated second that was watched.`,
    };
  },
};

function meanNear(density: number): string {
  const near = points.filter((p) => Math.abs(p.density - density) <= 0.13);
  return near.length === 0 ? '–' : quantity(near.reduce((sum, p) => sum + p.speed, 0) / near.length, 'm/s');
}
