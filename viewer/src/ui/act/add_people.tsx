// Adds people of a population at an area.

import { useSignal } from '@preact/signals';
import * as session from '../../session';
import * as state from '../../state';
import { Section } from '../controls';
import { people } from '../format';
import { AreaOptions } from './area_options';

const MOST = 10_000;

export function AddPeople() {
  const populations = state.welcome.value?.populations ?? [];
  const areas = (state.place.value?.areas ?? []).map((area, number) => ({ area, number })).filter(({ area }) => area.canEnter);
  const population = useSignal(0);
  const area = useSignal<number | null>(null);
  const text = useSignal('20');
  const number = Number(text.value);
  const isAllowed = Number.isInteger(number) && number >= 1 && number <= MOST;
  const first = areas.find(({ area: a }) => a.kind === 'entrance') ?? areas[0];
  if (populations.length === 0 || !first) return null;
  const chosen = area.value ?? first.number;
  const add = (event: Event) => {
    event.preventDefault();
    const where = state.place.value?.areas[chosen]?.name ?? '';
    void session.act({ kind: 'Add', population: population.value, area: chosen, count: number }, `${people(number)} come in at “${where}”.`);
  };
  return (
    <Section title="Add people">
      <form class="fields" onSubmit={add} data-test="add-people">
        <label><span>Population</span>
          <select value={String(population.value)} onChange={(event) => { population.value = Number(event.currentTarget.value); }} data-test="add-population">
            {populations.map((p, i) => <option key={i} value={String(i)}>{p.name}</option>)}
          </select>
        </label>
        <label><span>At</span>
          <select value={String(chosen)} onChange={(event) => { area.value = Number(event.currentTarget.value); }} data-test="add-area">
            <AreaOptions areas={areas} />
          </select>
        </label>
        <label><span>How many</span>
          <input
            type="number" min={1} max={MOST} step={1} value={text.value} required data-test="add-count"
            onInput={(event) => { text.value = event.currentTarget.value; }}
          />
        </label>
        <button type="submit" disabled={!isAllowed} data-test="add">Add {isAllowed ? people(number) : 'people'}</button>
      </form>
    </Section>
  );
}
