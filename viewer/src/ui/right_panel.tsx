// The right panel: inspector, charts, act.

import { ActPanel } from './act/act_panel';
import { Charts } from './charts/charts_panel';
import { IconButton } from './controls';
import { Icon, type IconName } from './icons';
import { Inspector } from './inspector';
import { closeRight, isRightOpen, isWide, openTab, tab, type Tab } from './panels';

const TABS: { tab: Tab; label: string; icon: IconName }[] = [
  { tab: 'inspector', label: 'Inspector', icon: 'person' },
  { tab: 'charts', label: 'Charts', icon: 'chart' },
  { tab: 'act', label: 'Act', icon: 'act' },
];

export function RightPanel() {
  if (!isRightOpen.value) {
    return (
      <aside class="rail right" aria-label="Inspector, charts and acting">
        {TABS.map(({ tab: which, label, icon }) => <IconButton key={which} icon={icon} label={label} onClick={() => openTab(which)} test={`tab-${which}`} />)}
      </aside>
    );
  }
  const current = tab.value;
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = TABS[(TABS.findIndex((t) => t.tab === current) + step + TABS.length) % TABS.length]!;
    tab.value = next.tab;
    document.getElementById(`tab-${next.tab}`)?.focus();
  };
  return (
    <aside class={`panel right ${isWide.value ? 'wide' : ''}`} aria-label="Inspector, charts and acting">
      <div class="panel-head">
        <div class="tabs" role="tablist" onKeyDown={move}>
          {TABS.map(({ tab: which, label, icon }) => (
            <button
              type="button" role="tab" key={which} id={`tab-${which}`} aria-selected={which === current} aria-controls="tab-body" tabIndex={which === current ? 0 : -1}
              onClick={() => openTab(which)} data-test={`tab-${which}`}
            >
              <Icon name={icon} size={15} />{label}
            </button>
          ))}
        </div>
        <IconButton icon="wide" label={isWide.value ? 'Narrower' : 'Wider'} onClick={() => { isWide.value = !isWide.value; }} isOn={isWide.value} test="wide" />
        <IconButton icon="right" label="Fold" onClick={closeRight} test="close-right" />
      </div>
      <div class="panel-body" id="tab-body" role="tabpanel" aria-labelledby={`tab-${current}`}>
        {current === 'inspector' ? <Inspector /> : current === 'charts' ? <Charts /> : <ActPanel />}
      </div>
    </aside>
  );
}
