// Small controls that the panels are made of.

import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons';

interface IconButtonProps {
  icon: IconName;
  label: string;
  /** The key that does the same. */
  keyName?: string;
  onClick: () => void;
  isOn?: boolean;
  isDisabled?: boolean;
  test?: string;
  class?: string;
  children?: ComponentChildren;
}

export function IconButton({ icon, label, keyName, onClick, isOn, isDisabled, test, class: extra, children }: IconButtonProps) {
  return (
    <button
      type="button" class={`icon-button ${isOn ? 'on' : ''} ${extra ?? ''}`} onClick={onClick} disabled={isDisabled}
      aria-label={label} aria-pressed={isOn} title={keyName ? `${label} (${keyName})` : label} data-test={test}
    >
      <Icon name={icon} />{children}
    </button>
  );
}

export function Switch({ label, isOn, onChange, test, hint, isDisabled }: {
  label: ComponentChildren; isOn: boolean; onChange: (isOn: boolean) => void; test?: string; hint?: string; isDisabled?: boolean;
}) {
  return (
    <label class="switch" title={hint}>
      <span class="switch-label">{label}</span>
      <input
        type="checkbox" role="switch" checked={isOn} disabled={isDisabled} data-test={test}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

export function Segments<T extends string>({ label, value, options, onChange, test, isTall }: {
  isTall?: boolean; label: string; value: T; options: { value: T; label: string; icon?: IconName; hint?: string }[]; onChange: (value: T) => void; test?: string;
}) {
  return (
    <div class={isTall ? 'segments tall' : 'segments'} role="radiogroup" aria-label={label} data-test={test}>
      {options.map((option) => (
        <button
          type="button" role="radio" key={option.value} aria-checked={option.value === value} title={option.hint ?? option.label}
          class={option.value === value ? 'on' : ''} onClick={() => onChange(option.value)} data-test={test && `${test}-${option.value}`}
        >
          {option.icon && <Icon name={option.icon} size={15} />}<span>{option.label}</span>
        </button>
      ))}
    </div>
  );
}

/** A part of a panel that can be folded. */
export function Section({ title, children, isOpen = true, aside, test }: {
  title: string; children: ComponentChildren; isOpen?: boolean; aside?: ComponentChildren; test?: string;
}) {
  return (
    <details class="section" open={isOpen} data-test={test}>
      <summary><span>{title}</span>{aside && <span class="aside">{aside}</span>}</summary>
      <div class="section-body">{children}</div>
    </details>
  );
}

/** Names and values, one below the other. */
export function Facts({ rows }: { rows: [string, ComponentChildren, string?][] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value, test]) => <div key={name}><dt>{name}</dt><dd data-test={test}>{value}</dd></div>)}
    </dl>
  );
}
