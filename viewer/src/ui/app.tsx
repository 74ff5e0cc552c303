// The page: the gallery, a run, or why there is none.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { connect } from '../session';
import * as state from '../state';
import type { Broken } from '../state';
import { ErrorPage } from './error_page';
import { fetchGallery, Gallery, type GalleryScene } from './gallery';
import { titled } from './format';
import { startTheme } from './theme';
import { Viewer } from './viewer';

type Shows = { kind: 'nothing yet' } | { kind: 'gallery'; scenes: GalleryScene[] } | { kind: 'run' };

export function App() {
  const shows = useSignal<Shows>({ kind: 'nothing yet' });
  useEffect(() => {
    startTheme();
    const query = new URLSearchParams(location.search);
    const run = () => {
      connect(query.get('scene') ?? '', query.get('token') ?? '');
      shows.value = { kind: 'run' };
    };
    const start = (found: GalleryScene[] | Broken | null) => {
      if (found && 'what' in found) state.broken.value = found;
      else if (found && !query.has('scene')) shows.value = { kind: 'gallery', scenes: found };
      else run();
    };
    // When the server cannot be reached, the run reconnects to it.
    fetchGallery().then(start, run);
  }, []);
  useEffect(() => state.welcome.subscribe((welcome) => { document.title = welcome ? `${titled(welcome.name)} · Populace` : 'Populace'; }), []);
  if (state.broken.value) return <ErrorPage broken={state.broken.value} />;
  const { value } = shows;
  if (value.kind === 'gallery') return <Gallery scenes={value.scenes} />;
  return value.kind === 'run' ? <Viewer /> : null;
}
