// The light or the dark theme: that of the system until the user chooses. The choice is remembered.

import { effect } from '@preact/signals';
import { theme, type Theme } from '../state';

const KEY = 'populace.theme';

export function startTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  theme.value = remembered() ?? (system.matches ? 'dark' : 'light');
  system.addEventListener('change', () => { if (!remembered()) theme.value = system.matches ? 'dark' : 'light'; });
  effect(() => { document.documentElement.dataset.theme = theme.value; });
}

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  // A browser that stores nothing still shows the theme.
  try { localStorage.setItem(KEY, theme.value); } catch { /* nothing is kept */ }
}

function remembered(): Theme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    return null;
  }
}
