// What colours mean: a scale with ticks, or a list.

import type { Legend } from '../scene/colours';

const MOST_ENTRIES = 14;

export function LegendView({ legend, isWithoutTitle, test }: { legend: Legend; isWithoutTitle?: boolean; test?: string }) {
  const { scale } = legend;
  const entries = legend.entries.slice(0, MOST_ENTRIES);
  return (
    <div class="legend" data-test={test}>
      {(!isWithoutTitle || legend.unit) && <p class="legend-title">{isWithoutTitle ? '' : legend.title} <span>{legend.unit}{isWithoutTitle && scale && entries.length > 0 && ', level of service'}</span></p>}
      {scale && (
        <div class="scale">
          <div class="ramp" style={{ background: `linear-gradient(to right, ${scale.colours.join(', ')})` }} />
          <div class="ticks">{scale.ticks.map((tick) => <span key={tick.label} style={{ left: `${tick.at * 100}%` }}>{tick.label}</span>)}</div>
        </div>
      )}
      {entries.length > 0 && (
        <ul class={scale ? 'swatches pairs' : 'swatches'}>
          {entries.map((entry) => (
            <li key={entry.label} title={entry.label}><i style={{ background: entry.colour }} /><span>{entry.label}</span></li>
          ))}
        </ul>
      )}
      {legend.entries.length > entries.length && <p class="hint">and {legend.entries.length - entries.length} more</p>}
    </div>
  );
}
