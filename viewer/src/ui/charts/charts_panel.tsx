// The tab with all charts.

import * as state from '../../state';
import { Icon } from '../icons';
import { ChartCard } from './chart_card';
import { phasesChart, travelChart } from './distributions';
import { chosenArea, diagramOf, fundamentalChart } from './fundamental';
import { flowChart, flowChoices, flowOf, insideChart, lineChart, speedChart } from './over_time';

export function Charts() {
  return (
    <div class="charts" data-test="charts">
      <ChartCard chart={insideChart} />
      <ChartCard chart={flowChart}><FlowChoice /></ChartCard>
      <ChartCard chart={speedChart} />
      <ChartCard chart={travelChart} />
      <ChartCard chart={fundamentalChart}><DiagramChoice /></ChartCard>
      <Lines />
      {state.welcome.value?.live && <ChartCard chart={phasesChart} />}
    </div>
  );
}

function FlowChoice() {
  return (
    <select aria-label="Flow through" value={flowOf.value} onChange={(event) => { flowOf.value = event.currentTarget.value; }} data-test="flow-of">
      <option value="all">Whole place: in and out</option>
      {flowChoices().map(({ group, choices }) => (
        <optgroup key={group} label={group}>{choices.map((choice) => <option key={choice.value} value={choice.value}>{choice.label}</option>)}</optgroup>
      ))}
    </select>
  );
}

function DiagramChoice() {
  const areas = state.place.value?.areas ?? [];
  if (areas.length === 0) return null;
  return (
    <select aria-label="Area of the diagram" value={String(diagramOf.value)} onChange={(event) => { chosenArea.value = Number(event.currentTarget.value); }} data-test="diagram-of">
      {areas.map((area, i) => <option key={i} value={String(i)}>{area.name || `${area.kind} ${i + 1}`}</option>)}
    </select>
  );
}

function Lines() {
  const lines = state.lines.value;
  const remove = (id: number) => { state.lines.value = state.lines.value.filter((line) => line.id !== id); };
  return (
    <>
      {lines.map((line) => <ChartCard key={line.id} chart={lineChart(line.id, `Flow through line ${line.id}`)} onRemove={() => remove(line.id)} />)}
      <button
        type="button" class={`draw-line ${state.tool.value === 'line' ? 'on' : ''}`} data-test="draw-line"
        onClick={() => { state.tool.value = state.tool.value === 'line' ? 'look' : 'line'; }}
      >
        <Icon name="line" size={15} />{state.tool.value === 'line' ? 'Click both ends of the line in the scene' : 'Measure the flow through a line'}
      </button>
    </>
  );
}
