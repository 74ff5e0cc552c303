// The pipe: the velocity after each stage, as a list and as arrows.

import type { Inspected } from '../protocol';
import { stageColour } from '../scene/colours';
import { turn, turnInWords } from './format';

export function PipeView({ found }: { found: Inspected }) {
  if (found.pipe.length === 0) return <p class="hint">Does not steer now.</p>;
  return (
    <div class="pipe" data-test="inspector-pipe">
      <Arrows found={found} />
      <ol>
        {found.pipe.map((stage, i) => {
          const before = i === 0 ? found : found.pipe[i - 1]!;
          return (
            <li key={i}>
              <i style={{ background: stageColour(i) }} />
              <span class="stage-name">{stage.stage}</span>
              <span class="number">{Math.hypot(stage.vx, stage.vy).toFixed(2)}</span>
              <span class="turn" title={i === 0 ? 'Turn from the present velocity' : 'Turn from the stage before'}>{turnInWords(turn(before.vx, before.vy, stage.vx, stage.vy))}</span>
              {stage.note && <span class="note">{stage.note}</span>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** North is up; the circle is 1 m/s. */
function Arrows({ found }: { found: Inspected }) {
  const fastest = Math.max(1, ...found.pipe.map((stage) => Math.hypot(stage.vx, stage.vy)));
  const scale = 44 / fastest;
  return (
    <svg class="arrows" viewBox="-50 -50 100 100" role="img" aria-label="The velocities as arrows, north up; the circle is 1 m/s">
      <circle class="unit" r={scale} /><path class="unit" d="M-50 0H50M0-50V50" />
      {found.pipe.map((stage, i) => <Arrow key={i} x={stage.vx * scale} y={-stage.vy * scale} colour={stageColour(i)} isLast={i === found.pipe.length - 1} />)}
    </svg>
  );
}

function Arrow({ x, y, colour, isLast }: { x: number; y: number; colour: string; isLast: boolean }) {
  const length = Math.hypot(x, y);
  if (length < 0.5) return <circle r={isLast ? 3 : 2} fill={colour} />;
  const head = Math.min(7, length);
  const [ux, uy] = [x / length, y / length];
  const left = `${x - head * ux - 0.5 * head * uy} ${y - head * uy + 0.5 * head * ux}`;
  const right = `${x - head * ux + 0.5 * head * uy} ${y - head * uy - 0.5 * head * ux}`;
  return (
    <g stroke={colour} fill={colour} stroke-width={isLast ? 3 : 1.8} stroke-linejoin="round">
      <path d={`M0 0L${x - 0.8 * head * ux} ${y - 0.8 * head * uy}`} /><path d={`M${x} ${y}L${left}L${right}Z`} stroke-width={0.5} />
    </g>
  );
}
