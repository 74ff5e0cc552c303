// Sends a group, or the selected pedestrian, to an area.

import { useSignal } from '@preact/signals';
import * as session from '../../session';
import * as state from '../../state';
import { Section } from '../controls';
import { people } from '../format';
import { Icon } from '../icons';
import { AreaOptions } from './area_options';

export function Send() {
  const areas = (state.place.value?.areas ?? []).map((area, number) => ({ area, number }));
  const area = useSignal<number | null>(null);
  const first = areas.find(({ area: a }) => a.kind === 'exit') ?? areas[0];
  if (!first) return null;
  const chosen = area.value ?? first.number;
  const group = state.group.value;
  const selected = state.selected.value;
  const who = group.size > 0 ? [...group] : selected !== null ? [selected] : [];
  const words = group.size > 0 ? `The group of ${people(group.size)}` : selected !== null ? `Pedestrian ${selected}` : 'Nobody yet';
  const isDrawing = state.tool.value === 'select';
  const send = (event: Event) => {
    event.preventDefault();
    const where = state.place.value?.areas[chosen]?.name ?? '';
    void session.act({ kind: 'Send', pedestrians: Uint32Array.from(who), area: chosen }, `${words} goes to “${where}”.`);
  };
  return (
    <Section title="Send a group">
      <form class="fields" onSubmit={send} data-test="send-group">
        <p class={who.length === 0 ? 'hint' : ''} data-test="send-who">
          {who.length === 0 ? 'Draw a rectangle around people, or click one.' : words}
          {group.size > 0 && <button type="button" class="link" onClick={() => { state.group.value = new Set(); }}>clear</button>}
        </p>
        <button type="button" class={isDrawing ? 'on' : ''} aria-pressed={isDrawing} onClick={() => { state.tool.value = isDrawing ? 'look' : 'select'; }} data-test="choose-group">
          <Icon name="select" size={15} />{isDrawing ? 'Stop choosing' : 'Choose a group'}
        </button>
        <label><span>To</span>
          <select value={String(chosen)} onChange={(event) => { area.value = Number(event.currentTarget.value); }} data-test="send-area"><AreaOptions areas={areas} /></select>
        </label>
        <button type="submit" disabled={who.length === 0} data-test="send">Send {who.length === 0 ? '' : people(who.length)}</button>
      </form>
    </Section>
  );
}
