// What lies over the page for a while: messages, the card at the mouse, help, the lost connection.

import { useEffect, useRef } from 'preact/hooks';
import * as state from '../state';
import { Icon } from './icons';
import { KEYS, type Key } from './keyboard';

export function Toasts() {
  const close = (id: number) => { state.toasts.value = state.toasts.value.filter((toast) => toast.id !== id); };
  return (
    <div class="toasts" role="status" aria-live="polite">
      {state.toasts.value.slice(-4).map((toast) => (
        <div key={toast.id} class={`toast ${toast.isError ? 'error' : ''}`} data-test={toast.isError ? 'toast-error' : 'toast'}>
          <div><p>{toast.text}</p>{toast.hint && <p class="muted">{toast.hint}</p>}</div>
          <button type="button" class="ghost" aria-label="Close the message" onClick={() => close(toast.id)}><Icon name="close" size={14} /></button>
        </div>
      ))}
    </div>
  );
}

/** Properties of what is under the mouse. */
export function HoverCard() {
  const hovered = state.hovered.value;
  if (!hovered || hovered.lines.length === 0 || state.tool.value !== 'look') return null;
  const left = Math.min(hovered.screenX + 16, window.innerWidth - 270);
  const top = Math.min(hovered.screenY + 16, window.innerHeight - 90 - 20 * hovered.lines.length);
  return (
    <dl class="hover-card facts" style={{ left: `${left}px`, top: `${top}px` }} data-test="hover-card">
      {hovered.lines.map((line, i) => <div key={i}><dt>{line.name}</dt><dd>{line.value}</dd></div>)}
    </dl>
  );
}

export function ConnectionBanner() {
  if (state.isConnected.value || !state.welcome.value) return null;
  return <div class="banner" role="status" data-test="reconnecting"><i class="spinner" />The connection was lost; reconnecting…</div>;
}

const GROUPS: Key['group'][] = ['Time', 'View', 'Pedestrian', 'Page'];

export function Help() {
  const box = useRef<HTMLDialogElement>(null);
  const isOpen = state.isHelpOpen.value;
  useEffect(() => {
    if (isOpen) box.current?.showModal(); else box.current?.close();
  }, [isOpen]);
  const close = () => { state.isHelpOpen.value = false; };
  return (
    <dialog ref={box} class="help" aria-label="Help" onClose={close} onClick={(event) => { if (event.target === box.current) close(); }} data-test="help-overlay">
      <header><h2>Keys</h2><button type="button" class="ghost" aria-label="Close" onClick={close}><Icon name="close" /></button></header>
      <div class="key-groups">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>{KEYS.filter((key) => key.group === group).map((key) => <div key={key.shown}><dt><kbd>{key.shown}</kbd></dt><dd>{key.what}</dd></div>)}</dl>
          </section>
        ))}
      </div>
      <footer>
        <p><b>Mouse</b> drag to turn or move, wheel to zoom, right drag to pan; click a person to question them, a door or an object for its menu; rest on anything for its properties.</p>
        <p class="muted">Populace {state.welcome.value?.populace}</p>
      </footer>
    </dialog>
  );
}
