// The alarm: everyone drops what it does and gets out.

import { useSignal } from '@preact/signals';
import * as session from '../../session';
import { Section } from '../controls';

export function Alarm() {
  // Nobody takes an alarm back, so it is asked for twice.
  const isSure = useSignal(false);
  const raise = () => {
    isSure.value = false;
    void session.act({ kind: 'Alarm' }, 'The alarm is raised: everyone gets out.');
  };
  return (
    <Section title="Alarm">
      <p class="hint">Everyone drops what it does and leaves by the quickest exit, each after a response time of its own.</p>
      {isSure.value ? (
        <p>
          <button type="button" class="primary" onClick={raise} data-test="alarm-sure">Raise the alarm</button>{' '}
          <button type="button" onClick={() => { isSure.value = false; }}>Do not</button>
        </p>
      ) : <button type="button" onClick={() => { isSure.value = true; }} data-test="alarm">Raise the alarm…</button>}
    </Section>
  );
}
