// Areas to choose from, by kind.

import type { Area } from '../../protocol';

const KINDS: [string, string][] = [['entrance', 'Entrances'], ['exit', 'Exits'], ['waiting', 'Waiting areas'], ['region', 'Regions'], ['measurement', 'Measurement areas']];

export function AreaOptions({ areas }: { areas: { area: Area; number: number }[] }) {
  return (
    <>
      {KINDS.map(([kind, label]) => {
        const some = areas.filter(({ area }) => area.kind === kind);
        if (some.length === 0) return null;
        return <optgroup key={kind} label={label}>{some.map(({ area, number }) => <option key={number} value={String(number)}>{area.name}</option>)}</optgroup>;
      })}
    </>
  );
}
