// The drives of a pedestrian and the space around it.

import * as session from '../session';
import type { Drive, Inspected } from '../protocol';
import { PERCEIVED, ZONES } from '../scene/colours';
import { Section } from './controls';
import { quantity, titled, turnInWords } from './format';

/** Shows how well each drive fits now; nothing for models without drives. */
export function DrivesView({ found }: { found: Inspected }) {
  if (found.drives.length === 0) return null;
  return (
    <Section title="Drives" aside="interest">
      <ul class="drives" data-test="inspector-drives">{found.drives.map((drive, i) => <DriveRow key={i} drive={drive} />)}</ul>
    </Section>
  );
}

function DriveRow({ drive }: { drive: Drive }) {
  const part = drive.chosen ? (drive.emergency ? 'emergency' : 'chosen') : 'idle';
  return (
    <li class={part} title={drive.about} data-part={part}>
      <span class="drive-name">{titled(drive.name.replaceAll('-', ' ').replaceAll('_', ' '))}</span>
      {drive.hasTarget && (
        <button type="button" class="ghost target" onClick={() => session.select(drive.target)} title={`Select pedestrian ${drive.target}`}>{drive.target}</button>
      )}
      <span class="number">{drive.interest.toFixed(2)}</span>
      <div class="bar" role="img" aria-label={`Interest ${drive.interest.toFixed(2)} of 1`}><i style={{ width: `${100 * Math.min(1, Math.max(0, drive.interest))}%` }} /></div>
      {drive.chosen && <span class="note">{part}: {turnInWords((drive.turn * 180) / Math.PI)}, {quantity(drive.speed, 'm/s')}</span>}
    </li>
  );
}

/** Explains the circles and the parabola on the ground. */
export function SpaceView({ found }: { found: Inspected }) {
  if (found.zones.length === 0) return null;
  return (
    <Section title="Personal space" aside="m">
      <ul class="swatches" data-test="inspector-space">
        {found.zones.map((zone, i) => (
          <li key={zone.name}><i style={{ background: ZONES[i % ZONES.length] }} /><span>{titled(zone.name)} zone, to {quantity(zone.radius, 'm')}</span></li>
        ))}
        {found.perceived.length > 0 && <li><i style={{ background: PERCEIVED }} /><span>What it perceives</span></li>}
      </ul>
    </Section>
  );
}
