// The bundled scenes, with a picture each.

import * as state from '../state';
import type { Broken } from '../state';
import { sceneAddress, withToken } from './gallery_address';
import { IconButton } from './controls';
import { people, titled } from './format';
import { Icon } from './icons';
import { toggleTheme } from './theme';

export interface GalleryScene { name: string; title: string; text: string; people: number; picture: string }

/** Fetches the scenes of the server. Returns null when it shows one run only, or why it shows nothing. */
export async function fetchGallery(): Promise<GalleryScene[] | Broken | null> {
  const answer = await fetch(withToken('/gallery'), { headers: { accept: 'application/json' } });
  if (answer.status === 401 || answer.status === 403) {
    const hint = 'Open the address that “populace view” printed when it started, with all that is behind the “?”.';
    return { title: 'This server does not let the page in', what: await answer.text(), hint };
  }
  if (!answer.ok || !(answer.headers.get('content-type') ?? '').includes('json')) return null;
  return (await answer.json()) as GalleryScene[] | null;
}

export function Gallery({ scenes }: { scenes: GalleryScene[] }) {
  const isDark = state.theme.value === 'dark';
  return (
    <main class="gallery" data-test="gallery">
      <header>
        <div>
          <h1>Populace</h1>
          <p>Watch, question and steer a crowd. Choose a scene; it runs live on this machine.</p>
        </div>
        <IconButton icon={isDark ? 'sun' : 'moon'} label={isDark ? 'Light' : 'Dark'} onClick={toggleTheme} test="theme" />
      </header>
      <ul class="cards">
        {scenes.map((scene) => (
          <li key={scene.name}>
            <a class="card" href={sceneAddress(scene.name)} data-test={`scene-${scene.name}`}>
              <img src={withToken(scene.picture)} alt="" loading="lazy" />
              <div>
                <h2>{titled(scene.title)}</h2>
                <p title={scene.text}>{scene.text}</p>
                <small><Icon name="person" size={13} />{people(scene.people)}</small>
              </div>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
