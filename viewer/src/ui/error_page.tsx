// Why there is nothing to show, and what to do.

import type { Broken } from '../state';
import { galleryAddress } from './gallery_address';
import { Icon } from './icons';

export function ErrorPage({ broken }: { broken: Broken }) {
  const gallery = galleryAddress();
  return (
    <main class="error-page" data-test="error">
      <div class="error-card">
        <p class="brand">Populace</p>
        <h1 data-test="error-title">{broken.title}</h1>
        <pre data-test="error-what">{broken.what}</pre>
        {broken.hint && <p class="error-hint" data-test="error-hint">{broken.hint}</p>}
        <div class="buttons">
          <button type="button" class="primary" onClick={() => location.reload()} data-test="try-again"><Icon name="restart" size={15} />Try again</button>
          {gallery && <a class="button" href={gallery} data-test="to-gallery"><Icon name="grid" size={15} />All scenes</a>}
        </div>
      </div>
    </main>
  );
}
