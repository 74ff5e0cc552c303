// What a pedestrian does, why and how; its memory as a stack, and its needs over time.

import type { Inspected } from '../protocol';
import { category } from '../scene/colours';
import * as state from '../state';
import { Section } from './controls';
import { clock, sentence, titled } from './format';
import type { NeedsSeen } from '../needs_seen';

/** Shows three things: what needs doing, why, and how. */
export function StoryView({ found }: { found: Inspected }) {
  const rows: [string, string, string][] = [['What', found.what, 'inspector-what'], ['Why', found.why, 'inspector-why'], ['How', found.how, 'inspector-how']];
  return (
    <div class="story">
      {found.story && <p class="sentence" data-test="inspector-story">{sentence(found.story)}</p>}
      <dl>{rows.filter(([, words]) => words !== '').map(([name, words, test]) => <div key={name}><dt>{name}</dt><dd data-test={test}>{titled(words)}</dd></div>)}</dl>
    </div>
  );
}

/** Shows the memory as a stack: the current goal is on top. */
export function MemoryView({ found }: { found: Inspected }) {
  if (found.goals.length === 0) return null;
  return (
    <Section title="Memory" aside={found.goals.length === 1 ? '1 goal' : `${found.goals.length} goals`}>
      <ol class="memory" data-test="inspector-memory">
        {found.goals.map((goal, i) => (
          <li key={found.goals.length - i} class={goal.reaction ? 'reaction' : i === 0 ? 'now' : ''} aria-current={i === 0 ? 'step' : undefined}>
            <b>{titled(goal.what)}</b>
            <small>
              {`since ${clock(goal.since)}`}
              {Number.isFinite(goal.until) && `, until ${clock(goal.until)}`}
              {goal.chosen && !goal.what.includes(goal.chosen) && `; chosen: ${goal.chosen}`}
              {goal.reaction && '; because of what is in the way'}
            </small>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Shows the needs as bars over their thresholds, and as lines since the pedestrian was selected. */
export function NeedsView({ found }: { found: Inspected }) {
  if (found.needs.length === 0) return null;
  return (
    <Section title="Needs" aside="level">
      <ul class="needs" data-test="inspector-needs">
        {found.needs.map((need, i) => (
          <li key={need.name} class={need.pursued ? 'pursued' : need.level >= need.threshold ? 'felt' : ''} title={need.about} data-need={need.name}>
            <span class="need-name"><i style={{ background: category(i) }} />{titled(need.name)}</span>
            <span class="number">{(100 * need.level).toFixed(0)}&#8239;%</span>
            <div class="bar" role="img" aria-label={`${(100 * need.level).toFixed(0)} %, felt from ${(100 * need.threshold).toFixed(0)} % on`}>
              <i style={{ width: `${100 * Math.min(1, need.level)}%` }} /><b style={{ left: `${Math.min(99.2, 100 * need.threshold)}%` }} />
            </div>
            {need.pursued && <span class="note">This is why.</span>}
          </li>
        ))}
      </ul>
      <NeedsChart seen={state.needsSeen.value} names={found.needs.map((need) => need.name)} />
    </Section>
  );
}

const WIDTH = 280, HEIGHT = 76;

/** Draws the levels over the time since the pedestrian was selected. */
function NeedsChart({ seen, names }: { seen: NeedsSeen; names: string[] }) {
  const { times, levels } = seen;
  const [first, last] = [times[0], times[times.length - 1]];
  if (first === undefined || last === undefined || last - first < 0.5) return <p class="hint" data-test="needs-chart-empty">How they change is drawn here while time passes.</p>;
  const x = (time: number) => (WIDTH * (time - first)) / (last - first);
  const y = (level: number) => 1 + (HEIGHT - 2) * (1 - Math.min(1, Math.max(0, level)));
  return (
    <figure class="needs-chart" data-test="needs-chart" data-points={times.length}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`Needs from ${clock(first)} to ${clock(last)}`}>
        {[0, 0.5, 1].map((level) => <line key={level} class="grid" x1={0} x2={WIDTH} y1={y(level)} y2={y(level)} />)}
        {names.map((name, need) => (
          <polyline key={name} stroke={category(need)} points={times.map((time, i) => `${x(time).toFixed(1)},${y(levels[i]![need] ?? 0).toFixed(1)}`).join(' ')}><title>{name}</title></polyline>
        ))}
      </svg>
      <figcaption><span>{clock(first)}</span><span>{clock(last)}</span></figcaption>
    </figure>
  );
}
