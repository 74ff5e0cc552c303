// The left panel: view, tools, storeys, colours and layers.

import { computed } from '@preact/signals';
import * as state from '../state';
import type { ColourBy, Layer, Tool } from '../state';
import { layerLegend, legend, type Legend } from '../scene/colours';
import { resetCamera, lookAtStorey, toggleLayer, toggleStorey } from './commands';
import { IconButton, Section, Segments, Switch } from './controls';
import { count } from './format';
import { Icon } from './icons';
import { LegendView } from './legend';
import { isLeftOpen } from './panels';

const COLOURS: { value: ColourBy; label: string }[] = [
  { value: 'clothes', label: 'Clothes' }, { value: 'speed', label: 'Speed' }, { value: 'density', label: 'Density' }, { value: 'population', label: 'Population' },
  { value: 'doing', label: 'What people do' }, { value: 'status', label: 'Status' }, { value: 'destination', label: 'Destination' }, { value: 'model', label: 'Steering model' },
];

const LAYERS: { layer: Layer; label: string; hint: string }[] = [
  { layer: 'areas', label: 'Areas', hint: 'Entrances, exits, waiting areas and other named areas' },
  { layer: 'density', label: 'Density map', hint: 'Persons per m², with levels of service (H)' },
  { layer: 'speed', label: 'Speed map', hint: 'Mean speed where people are' },
  { layer: 'trails', label: 'Trails', hint: 'Where everyone walked in the last seconds' },
  { layer: 'routes', label: 'Routes', hint: 'Where everyone is going' },
  { layer: 'neighbours', label: 'Neighbours', hint: 'Which pedestrians perceive each other' },
  { layer: 'slots', label: 'Lines and slots', hint: 'Where people stand who use an object, and where its line forms' },
  { layer: 'claims', label: 'Claims', hint: 'A line from each pedestrian to the slot that it has, or to its place in line' },
  { layer: 'needs', label: 'Needs', hint: 'A mark over every head: the strongest need, as full as it has grown; larger when it is being met' },
  { layer: 'flow', label: 'Flow lines', hint: 'Lines that you drew, with how many crossed them' },
  { layer: 'measures', label: 'Measures', hint: 'Lines and areas that the scenario measures' },
  { layer: 'cells', label: 'Cells', hint: 'The convex cells that the place is made of, by class' },
  { layer: 'bottlenecks', label: 'Bottlenecks', hint: 'Passages, by width' },
  { layer: 'hierarchy', label: 'Hierarchy', hint: 'Groups of cells, level by level' },
];

export function LayersPanel() {
  if (!isLeftOpen.value) {
    return (
      <aside class="rail left" aria-label="Layers and colours">
        <IconButton icon="layers" label="Layers and colours" keyName="L" onClick={() => { isLeftOpen.value = true; }} test="open-layers" />
      </aside>
    );
  }
  return (
    <aside class="panel left" aria-label="Layers and colours" data-test="layers">
      <div class="panel-head">
        <h2>Layers &amp; colours</h2>
        <IconButton icon="left" label="Fold" keyName="L" onClick={() => { isLeftOpen.value = false; }} test="close-layers" />
      </div>
      <div class="panel-body">
        <ViewAndTools />
        <Storeys />
        <Colours />
        <Layers />
      </div>
    </aside>
  );
}

function ViewAndTools() {
  const isLive = state.welcome.value?.live ?? false;
  const tools: { value: Tool; label: string; icon: 'pointer' | 'select' | 'line' | 'block'; hint: string }[] = [
    { value: 'look', label: 'Look', icon: 'pointer', hint: 'Drag moves the camera, a click selects a pedestrian' },
    { value: 'select', label: 'Group', icon: 'select', hint: 'Drag a rectangle around a group of people' },
    { value: 'line', label: 'Line', icon: 'line', hint: 'Two clicks draw a line; the charts show the flow through it' },
  ];
  if (isLive) tools.push({ value: 'block', label: 'Block', icon: 'block', hint: 'Clicks draw an obstacle, a double click closes it' });
  const hint = { look: '', select: 'Drag a rectangle around people.', line: 'Click both ends of the line.', block: 'Click the corners; double click closes the outline.' };
  return (
    <div class="view-and-tools">
      <div class="row">
        <Segments
          label="View" value={state.view.value} onChange={(view) => { state.view.value = view; }} test="view"
          options={[{ value: '3d', label: '3D', hint: 'Three dimensions (P)' }, { value: 'plan', label: 'Plan', hint: 'From above (P)' }]}
        />
        <IconButton icon="reset" label="Reset the camera" keyName="R" onClick={resetCamera} test="reset-camera" />
      </div>
      <Segments isTall label="Tool" value={state.tool.value} options={tools} onChange={(tool) => { state.tool.value = tool; }} test="tool" />
      {state.tool.value !== 'look' && <p class="hint">{hint[state.tool.value]} Esc cancels.</p>}
    </div>
  );
}

/** The number of people on each storey at the moment shown. */
const onStoreys = computed<number[]>(() => {
  // The signals are only read to notice changes; the moment comes from the playback itself.
  void state.time.value;
  void state.shownCount.value;
  const floors = state.place.value?.floors ?? [];
  const counts = state.storeys.value.map(() => 0);
  const shown = state.playback.value?.now();
  for (let i = 0; shown && i < shown.count; i++) {
    const storey = floors[shown.floor[i]!]?.storey;
    if (storey !== undefined && counts[storey] !== undefined) counts[storey]! += 1;
  }
  return counts;
});

function Storeys() {
  const storeys = state.storeys.value;
  if (storeys.length < 2) return null;
  const looked = state.storey.value;
  return (
    <Section title="Storeys" test="storeys">
      <ul class="storeys">
        <li class={looked === null ? 'on' : ''}>
          <button type="button" class="storey-name" onClick={() => lookAtStorey(null)} aria-pressed={looked === null} title="All storeys (0)" data-test="storey-all">
            All storeys
          </button>
        </li>
        {storeys.map((storey, i) => ({ storey, i })).reverse().map(({ storey, i }) => {
          const isHidden = state.hiddenStoreys.value.has(i);
          const name = storey.name || `Storey ${i + 1}`;
          return (
            <li key={i} class={`${looked === i ? 'on' : ''} ${isHidden ? 'is-hidden' : ''}`}>
              <button type="button" class="storey-name" onClick={() => lookAtStorey(i)} aria-pressed={looked === i} title={`Look at ${name} (${i + 1})`} data-test={`storey-${i}`}>
                <span>{name}</span><OnStorey storey={i} />
              </button>
              <IconButton
                icon={isHidden ? 'hidden' : 'eye'} label={isHidden ? `Show ${name}` : `Hide ${name}`} onClick={() => toggleStorey(i)} test={`storey-show-${i}`}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function OnStorey({ storey }: { storey: number }) {
  return <small title="People on this storey">{count(onStoreys.value[storey] ?? 0)}&#8239;<Icon name="person" size={11} /></small>;
}

function Colours() {
  return (
    <Section title="Colour of people">
      <select
        aria-label="Colour people by" value={state.colourBy.value} data-test="colour-by"
        onChange={(event) => state.colourPeople(event.currentTarget.value as ColourBy)}
      >
        {COLOURS.map((colour) => <option key={colour.value} value={colour.value}>{colour.label}</option>)}
      </select>
      {state.colourBy.value === 'clothes' ? <p class="hint">As they are dressed. A switches to {(COLOURS.find((c) => c.value === state.analysisBy.value)?.label ?? '').toLowerCase()} and back.</p> : <LegendView legend={legend()} test="legend" />}
    </Section>
  );
}

function Layers() {
  return (
    <Section title="Layers">
      {LAYERS.map(({ layer, label, hint }) => {
        const isOn = state.layers.value.has(layer);
        const meaning = isOn ? meaningOf(layer) : null;
        return (
          <div key={layer} class="layer">
            <Switch label={label} hint={hint} isOn={isOn} onChange={() => toggleLayer(layer)} test={`layer-${layer}`} />
            {isOn && layer === 'hierarchy' && <HierarchyLevel />}
            {isOn && layer === 'flow' && state.lines.value.length === 0 && <p class="hint">Choose the tool “Line” and click both ends.</p>}
            {meaning && <LegendView legend={meaning} isWithoutTitle test={`legend-${layer}`} />}
          </div>
        );
      })}
    </Section>
  );
}

/** Returns what the colours of a layer mean. For areas, only the kinds that the place has. */
function meaningOf(layer: Layer): Legend | null {
  const legend = layerLegend(layer);
  if (layer !== 'areas' || !legend) return legend;
  const kinds = new Set((state.place.value?.areas ?? []).map((area) => area.kind));
  return { ...legend, entries: legend.entries.filter((entry) => kinds.has(entry.label)) };
}

function HierarchyLevel() {
  const levels = Math.max(1, state.welcome.value?.levels ?? 1);
  const level = Math.min(state.hierarchyLevel.value, levels - 1);
  return (
    <label class="slider-row">
      <span>Level {level + 1} of {levels}</span>
      <input
        type="range" min={0} max={levels - 1} step={1} value={level} aria-label="Level of the hierarchy" data-test="hierarchy-level"
        onInput={(event) => { state.hierarchyLevel.value = Number(event.currentTarget.value); }}
      />
    </label>
  );
}
