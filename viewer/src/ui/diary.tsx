// What the selected pedestrian has done so far: its day in sentences, the newest first. A click goes to the moment.

import { clockTime } from '../departures';
import * as session from '../session';
import * as state from '../state';
import { Section } from './controls';

export function DiaryView({ who }: { who: number }) {
  const diary = state.diary.value?.pedestrian === who ? state.diary.value.entries : [];
  const { frameSeconds = 1, timeOfDay = null } = state.welcome.value ?? {};
  const past = diary.filter((entry) => entry.frame <= state.frame.value);
  if (past.length === 0) return null;
  return (
    <Section title="Its day" aside={past.length === 1 ? '1 entry' : `${past.length} entries`}>
      <ol class="diary" data-test="inspector-diary">
        {past.map((entry, i) => ({ entry, i })).reverse().map(({ entry, i }) => (
          <li key={i} class={i === past.length - 1 ? 'now' : ''}>
            <button type="button" onClick={() => session.seek(entry.frame * frameSeconds + 1e-6)} title="Go to this moment">
              <time>{clockTime(entry.frame * frameSeconds, timeOfDay)}</time><span>{entry.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </Section>
  );
}
