// The bar at the bottom: play, step, speed, and the time line with what happened.

import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import * as session from '../session';
import * as state from '../state';
import * as commands from './commands';
import { IconButton } from './controls';
import { clock, factor, shortClock } from './format';
import { niceSeconds } from './charts/series';
import { markersOf, spanOf, type Marker } from './markers';

export function Timeline() {
  return (
    <footer class="timeline">
      <div class="transport">
        <PlayButton />
        <IconButton icon="step" label="One frame on" keyName="." onClick={session.step} test="step" />
        <Speed />
      </div>
      <span class="moment" data-test="moment">{clock(state.time.value)}</span>
      <Scrubber />
      <End />
      <Live />
      <Again />
    </footer>
  );
}

function PlayButton() {
  const isPlaying = state.isPlaying.value;
  return (
    <IconButton
      icon={isPlaying ? 'pause' : 'play'} label={isPlaying ? 'Pause' : 'Play'} keyName="Space" onClick={commands.togglePlay} class="primary"
      test="play"
    />
  );
}

function Speed() {
  const speed = state.speed.value;
  const head = state.head.value;
  const reached = state.welcome.value?.live && head?.running && state.isFollowingHead.value && head.reached < 0.9 * speed ? head.reached : null;
  const isListed = commands.SPEEDS.some((s) => Math.abs(s - speed) < 1e-3 * s);
  return (
    <div class="speed">
      <IconButton icon="slower" label="Slower" keyName="[" onClick={() => commands.changeSpeed(-1)} test="slower" />
      <select
        aria-label="Simulated seconds per second" title="Simulated seconds per second" data-test="speed"
        value={String(speed)} onChange={(event) => session.setSpeed(Number(event.currentTarget.value))}
      >
        {!isListed && <option value={String(speed)}>{factor(speed)}</option>}
        {commands.SPEEDS.map((s) => <option key={s} value={isListed && Math.abs(s - speed) < 1e-3 * s ? String(speed) : String(s)}>{factor(s)}</option>)}
      </select>
      <IconButton icon="faster" label="Faster" keyName="]" onClick={() => commands.changeSpeed(1)} test="faster" />
      {reached !== null && <span class="reached" title="The machine reaches this many simulated seconds per second" data-test="reached">{factor(reached)} reached</span>}
    </div>
  );
}

function End() {
  const ended = state.head.value?.ended;
  return <span class="moment end" title={ended || 'When the run ends at the latest'} data-test="end">{clock(spanOf())}</span>;
}

function Live() {
  if (!state.welcome.value?.live) return null;
  const isFollowing = state.isFollowingHead.value;
  const ended = state.head.value?.ended;
  const words = ended ? (isFollowing ? 'Ended' : 'To the end') : 'Live';
  return (
    <button
      type="button" class={`live-button ${isFollowing ? 'on' : ''}`} onClick={session.goLive} disabled={isFollowing} data-test="go-live"
      title={ended || (isFollowing ? 'The newest moment is shown' : 'To the newest moment (G)')}
    >
      {words}
    </button>
  );
}

function Again() {
  if (!state.welcome.value?.live || !state.head.value?.ended) return null;
  return <IconButton icon="restart" label="Run it again" onClick={session.restart} test="run-again" />;
}

function Scrubber() {
  const bar = useRef<HTMLDivElement>(null);
  const pointed = useSignal<{ share: number; words: string[] } | null>(null);
  const markers = useComputed(markersOf);
  const span = spanOf();
  const computed = state.head.value && state.playback.value ? state.playback.value.end : 0;
  const share = (time: number) => `${span > 0 ? Math.min(100, (100 * time) / span) : 0}%`;

  const shareAt = (event: PointerEvent) => {
    const box = bar.current!.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  const point = (event: PointerEvent) => {
    const at = shareAt(event);
    const width = bar.current!.getBoundingClientRect().width;
    const near = markers.value.filter((m) => Math.abs(m.time / span - at) * width < 5);
    pointed.value = { share: at, words: near.flatMap((m) => m.words).slice(0, 6) };
    if (event.buttons & 1) session.seek(at * span);
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    bar.current!.setPointerCapture(event.pointerId);
    session.seek(shareAt(event) * span);
  };

  return (
    <div
      ref={bar} class="scrubber" role="slider" tabIndex={0} aria-label="Time" aria-valuemin={0} aria-valuemax={Math.round(computed)}
      aria-valuenow={Math.round(state.time.value)} aria-valuetext={`${clock(state.time.value)} of ${clock(span)}`} data-test="scrubber"
      onPointerDown={press} onPointerMove={point} onPointerLeave={() => { pointed.value = null; }}
    >
      <div class="track">
        <div class="computed" style={{ width: share(computed) }} data-test="computed" />
        <div class="played" style={{ width: share(state.time.value) }} />
      </div>
      <Markers markers={markers} span={span} />
      <Ticks span={span} />
      <div class="thumb" style={{ left: share(state.time.value) }} />
      {pointed.value && (
        <div class="pointed" style={{ left: `${Math.min(96, Math.max(4, pointed.value.share * 100))}%` }}>
          <b>{clock(pointed.value.share * span)}</b>
          {pointed.value.words.map((words) => <span key={words}>{words}</span>)}
        </div>
      )}
    </div>
  );
}

function Markers({ markers, span }: { markers: ReadonlySignal<Marker[]>; span: number }) {
  return <>{markers.value.map((m) => <i key={`${m.kind} ${m.time}`} class={`marker ${m.kind}`} style={{ left: `${(100 * m.time) / span}%` }} data-test="marker" />)}</>;
}

function Ticks({ span }: { span: number }) {
  const step = niceSeconds(span, 8);
  const times: number[] = [];
  for (let time = step; time < span * 0.985; time += step) times.push(time);
  return <>{times.map((time) => <span key={time} class="tick" style={{ left: `${(100 * time) / span}%` }}>{shortClock(time)}</span>)}</>;
}
