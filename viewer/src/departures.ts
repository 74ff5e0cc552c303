// What a board shows: the next departures, as expected at the moment shown.

import type { TrainNow } from './timetable';

/** A line of a board. */
export interface Departure {
  /** The planned time of departure, as it is written. */
  time: string;
  to: string;
  line: string;
  track: string;
  /** What is worth knowing: by how much it is late, or that it boards. Empty when there is nothing. */
  note: string;
}

/** A train that is later than this is late, s. */
const LATE = 30;

/** Returns the next departures, the earliest first. `tracks` are the names of tracks by number. */
export function departures(trains: readonly TrainNow[], tracks: (track: number) => string, time: number, timeOfDay: number | null, most: number): Departure[] {
  const all = trains.flatMap(({ train, phase, stops }) => stops.map((stop, i) => ({ train, stop, isThere: i === 0 && phase !== 'away' })));
  const next = all.filter(({ stop, isThere }) => isThere || stop.expectedDeparture >= time).sort((a, b) => a.stop.expectedDeparture - b.stop.expectedDeparture);
  return next.slice(0, most).map(({ train, stop, isThere }) => {
    const late = stop.expectedDeparture - stop.departs;
    return {
      time: clockTime(stop.departs, timeOfDay), to: train.to.join(', ') || train.name, line: train.name, track: tracks(train.track),
      note: isThere ? 'boarding' : late > LATE ? `+${Math.max(1, Math.round(late / 60))} min` : '',
    };
  });
}

/** Writes a moment as a time of day, or, without one, as minutes and seconds since the start. */
export function clockTime(seconds: number, timeOfDay: number | null): string {
  const two = (value: number) => String(value).padStart(2, '0');
  if (timeOfDay === null) return `${Math.floor(seconds / 60)}:${two(Math.floor(seconds % 60))}`;
  const minutes = Math.floor((timeOfDay + seconds) / 60 + 1e-9);
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
