// The parameters of each population's model.

import { useSignal } from '@preact/signals';
import * as session from '../../session';
import * as state from '../../state';
import type { Parameter } from '../../protocol';
import { Section } from '../controls';
import { plain } from '../format';

export function Parameters() {
  const populations = (state.welcome.value?.populations ?? []).map((population, number) => ({ population, number })).filter(({ population }) => population.parameters.length > 0);
  const chosen = useSignal<number | null>(null);
  const first = populations[0];
  if (!first) return null;
  const { population, number } = populations.find((p) => p.number === chosen.value) ?? first;
  return (
    <Section title="Parameters" isOpen={false} test="parameters">
      <label class="field"><span>Population</span>
        <select value={String(number)} onChange={(event) => { chosen.value = Number(event.currentTarget.value); }} data-test="parameters-population">
          {populations.map((p) => <option key={p.number} value={String(p.number)}>{p.population.name}</option>)}
        </select>
      </label>
      <p class="hint">Steering model: {population.model}</p>
      {population.parameters.map((parameter) => <ParameterRow key={`${number} ${parameter.name}`} population={number} parameter={parameter} />)}
    </Section>
  );
}

function ParameterRow({ population, parameter }: { population: number; parameter: Parameter }) {
  const { name, unit, help, least, most } = parameter;
  // The text as typed: an incomplete number must not be corrected while the user types.
  const text = useSignal(plain(parameter.value));
  const value = text.value.trim() === '' ? NaN : Number(text.value);
  const applied = useSignal(parameter.value);
  // Without an upper limit the slider reaches a few times the value; the field takes any number.
  const top = Number.isFinite(most) && most < 1e6 ? most : Math.max(1, 4 * Math.abs(parameter.value));
  const bottom = Number.isFinite(least) && least > -1e6 ? least : Math.min(0, -4 * Math.abs(parameter.value));
  const isChanged = value !== Number(plain(applied.value));
  const isAllowed = Number.isFinite(value) && value >= least && value <= most;
  const apply = async (event: Event) => {
    event.preventDefault();
    const wanted = value;
    const words = `${name} of “${state.welcome.value?.populations[population]?.name}” is ${plain(wanted)}${unit && ` ${unit}`} now.`;
    if (await session.act({ kind: 'Set', population, parameter: name, value: wanted }, words)) applied.value = wanted;
  };
  return (
    <form class="parameter" onSubmit={(event) => void apply(event)} title={help} data-test={`parameter-${name}`}>
      <div class="parameter-head"><span>{name.replaceAll('_', ' ')}</span><small>{plain(bottom)} – {plain(top)}{unit && ` ${unit}`}</small></div>
      <div class="parameter-row">
        <input
          type="range" min={bottom} max={top} step={(top - bottom) / 200} value={Number.isFinite(value) ? value : bottom} aria-label={`${name}, ${unit}`}
          onInput={(event) => { text.value = String(Number(event.currentTarget.valueAsNumber.toPrecision(4))); }}
        />
        <input type="number" step="any" value={text.value} aria-label={`${name}, ${unit}`} onInput={(event) => { text.value = event.currentTarget.value; }} />
        <span class="unit">{unit}</span>
        <button type="submit" disabled={!isChanged || !isAllowed}>Apply</button>
      </div>
      {!isAllowed && <p class="hint error">Between {plain(least)} and {plain(most)}{unit && ` ${unit}`}.</p>}
      {help && <p class="hint">{help}</p>}
    </form>
  );
}
