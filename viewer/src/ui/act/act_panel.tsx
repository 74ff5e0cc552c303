// The tab for acts on a live run.

import * as state from '../../state';
import { restart } from '../../session';
import { Section } from '../controls';
import { clock, count } from '../format';
import { Icon } from '../icons';
import { AddPeople } from './add_people';
import { Alarm } from './alarm';
import { Block } from './block';
import { Doors } from './doors';
import { Objects } from './objects';
import { Parameters } from './parameters';
import { Send } from './send';
import { Trains } from './trains';

export function ActPanel() {
  const welcome = state.welcome.value;
  if (!welcome) return null;
  if (!welcome.live) return <Recorded />;
  if (state.head.value?.ended) return <><Ended words={state.head.value.ended} /><Acts /></>;
  return (
    <div class="act" data-test="act">
      <Doors />
      <Objects />
      <Trains />
      <AddPeople />
      <Block />
      <Send />
      <Alarm />
      <Parameters />
      <Acts />
      <Recording />
    </div>
  );
}

function Recorded() {
  return (
    <div class="empty" data-test="act-replay">
      <Icon name="act" size={36} />
      <p><b>A recording cannot be changed</b></p>
      <p>This is a replay of a run that has been. To open doors, add people or block an area, view the scenario itself: <code>populace view SCENARIO</code>.</p>
    </div>
  );
}

function Ended({ words }: { words: string }) {
  return (
    <div class="empty" data-test="act-ended">
      <Icon name="act" size={36} />
      <p><b>The run has ended</b></p>
      <p>{words}</p>
      <button type="button" onClick={restart} data-test="restart"><Icon name="restart" size={15} />Run it again</button>
    </div>
  );
}

function Acts() {
  const seconds = state.welcome.value?.frameSeconds ?? 1;
  const acts = state.happenings.value.filter((happened) => happened.kind === 'acted');
  return (
    <Section title="So far" aside={count(acts.length)}>
      {acts.length === 0 ? <p class="hint">Nothing has been done to this run. What you do is kept in its recording, so that the run can be repeated exactly.</p> : (
        <ol class="acts" data-test="acts">
          {acts.map((act, i) => <li key={i}><time>{clock(act.frame * seconds)}</time><span>{act.text}</span></li>)}
        </ol>
      )}
    </Section>
  );
}

function Recording() {
  const folder = state.welcome.value?.recording;
  return (
    <Section title="Run">
      <p class="hint">{folder ? <>Recorded into <code>{folder}</code>.</> : 'This run is not recorded.'}</p>
      <button type="button" onClick={restart} data-test="restart" title="Reads the scenario again and begins anew"><Icon name="restart" size={15} />Begin anew</button>
    </Section>
  );
}
