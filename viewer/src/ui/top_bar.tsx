// The bar at the top: the name, the number of people, the time, and the actions of the page.

import * as state from '../state';
import { galleryAddress } from './gallery_address';
import { clock, count, titled } from './format';
import * as commands from './commands';
import { IconButton } from './controls';
import { Icon } from './icons';
import { videoSeconds } from './panels';
import { toggleTheme } from './theme';

export function TopBar() {
  const welcome = state.welcome.value;
  const gallery = galleryAddress();
  return (
    <header class="top-bar">
      {gallery
        ? <a class="brand" href={gallery} title="All scenes" data-test="to-gallery"><Icon name="grid" size={16} />Populace</a>
        : <span class="brand">Populace</span>}
      <h1 class="run-name" data-test="run-name" title={welcome ? `${welcome.name}, seed ${welcome.seed}` : ''}>{titled(welcome?.name ?? '')}</h1>
      {welcome && <Badge isLive={welcome.live} />}
      <div class="gauges">
        <Inside />
        <Clock />
      </div>
      <Connection />
      <nav class="actions" aria-label="Page">
        <IconButton icon="share" label="Copy the address of this view" onClick={() => void commands.share()} test="share" />
        <IconButton icon="camera" label="Save a screenshot" keyName="S" onClick={() => void commands.screenshot()} test="screenshot" />
        <VideoButton />
        <IconButton icon="expand" label="Full screen" onClick={commands.toggleFullScreen} test="full-screen" />
        <ThemeButton />
        <IconButton icon="help" label="Help" keyName="?" onClick={() => { state.isHelpOpen.value = true; }} test="help" />
      </nav>
    </header>
  );
}

function Badge({ isLive }: { isLive: boolean }) {
  const words = isLive ? 'The simulation runs now and can be acted on' : 'A recording of a run';
  return <span class={`badge ${isLive ? 'live' : 'replay'}`} title={words} data-test="kind">{isLive ? 'Live' : 'Replay'}</span>;
}

function Inside() {
  const n = state.shownCount.value;
  return (
    <span class="gauge" title="People inside at the moment shown">
      <b data-test="inside" data-value={n}>{count(n)}</b> <span>{n === 1 ? 'person inside' : 'people inside'}</span>
    </span>
  );
}

function Clock() {
  return <span class="gauge" title="Simulated time, minutes:seconds"><b data-test="time" data-value={state.time.value.toFixed(2)}>{clock(state.time.value)}</b> <span>min</span></span>;
}

function Connection() {
  const isConnected = state.isConnected.value;
  const viewers = state.head.value?.viewers ?? 1;
  const words = isConnected ? `Connected; ${viewers === 1 ? 'this page watches' : `${viewers} pages watch`}` : 'Not connected';
  return <span class={`connection ${isConnected ? 'up' : 'down'}`} role="status" title={words} aria-label={words} data-test="connection" />;
}

function VideoButton() {
  const seconds = videoSeconds.value;
  const isOn = seconds !== null;
  return (
    <IconButton
      icon="video" label={isOn ? 'Stop the video and save it' : 'Record a video, at most 30 s'} keyName="V" onClick={commands.toggleVideo} isOn={isOn}
      class={isOn ? 'recording' : ''} test="video"
    >
      {isOn && <span class="seconds">{seconds} s</span>}
    </IconButton>
  );
}

function ThemeButton() {
  const isDark = state.theme.value === 'dark';
  return <IconButton icon={isDark ? 'sun' : 'moon'} label={isDark ? 'Light' : 'Dark'} keyName="D" onClick={toggleTheme} test="theme" />;
}
