// An obstacle that is drawn in the scene.

import * as session from '../../session';
import * as state from '../../state';
import { Section } from '../controls';
import { quantity } from '../format';
import { Icon } from '../icons';
import { areaOf } from './outline';

export function Block() {
  const drawn = state.drawnBlock.value;
  const isDrawing = state.tool.value === 'block';
  return (
    <Section title="Block an area">
      {drawn ? <Confirm floor={drawn.floor} outline={drawn.outline} /> : (
        <>
          <p class="hint">{isDrawing ? 'Click the corners in the scene; a double click or Enter closes the outline, Esc cancels.' : 'Draw an obstacle on the ground; people walk around it from then on.'}</p>
          <button type="button" class={isDrawing ? 'on' : ''} aria-pressed={isDrawing} onClick={() => { state.tool.value = isDrawing ? 'look' : 'block'; }} data-test="draw-block">
            <Icon name="block" size={15} />{isDrawing ? 'Stop drawing' : 'Draw an obstacle'}
          </button>
        </>
      )}
    </Section>
  );
}

function Confirm({ floor, outline }: { floor: number; outline: number[] }) {
  const name = state.place.value?.floors[floor]?.name ?? '';
  const put = () => {
    void session.act({ kind: 'Block', floor, outline: Float64Array.from(outline) }, `An obstacle of ${quantity(areaOf(outline), 'm²', 1)} stands on “${name}”.`);
    state.drawnBlock.value = null;
  };
  return (
    <>
      <p>{outline.length / 2} corners, {quantity(areaOf(outline), 'm²', 1)}{name && <> on “{name}”</>}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={put} data-test="confirm-block">Block it</button>
        <button type="button" onClick={() => { state.drawnBlock.value = null; }} data-test="discard-block">Discard</button>
      </div>
    </>
  );
}
