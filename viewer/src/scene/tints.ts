// The colour of each pedestrian, by what the user chose.

import type { Shown } from '../playback';
import * as state from '../state';
import { bytesOf, CATEGORIES, DENSITY_RAMP, destinations, doings, models, NEUTRAL, rgbOf, SPEED_RAMP, TOP_DENSITY, TOP_SPEED } from './colours';
import { Neighbourhood } from './density';
import type { Wardrobe } from './wardrobe';

const PALETTE = bytesOf(CATEGORIES);
const KINDS = CATEGORIES.length;
/** The time between two counts of densities, s. Densities change slowly. */
const COUNTED_EVERY = 0.2;

export class Tints {
  private by: state.ColourBy = 'clothes';
  private neighbourhood: Neighbourhood | null = null;
  private counted = -Infinity;
  private populations: Uint16Array = new Uint16Array(0);
  /** The kind of an area, by its number plus 1; KINDS for none. */
  private kindOfDestination = new Uint8Array(1).fill(KINDS);
  private kindOfModel = new Uint8Array(0);
  /** The colours of what people do, three bytes each, and which of them a status has, by its number. */
  private doings = new Uint8Array(0);
  private doingOf: number[] = [];
  constructor(private readonly wardrobe: Wardrobe) {}

  private readonly palette = new Uint8Array([...PALETTE, ...rgbOf(NEUTRAL)]);

  /** Reads the signals. Call it in an effect. */
  follow(): void {
    this.by = state.colourBy.value;
    this.populations = state.populationOf.value;
    const place = state.place.value;
    this.kindOfDestination = new Uint8Array((place?.areas.length ?? 0) + 1).fill(KINDS);
    destinations().forEach(({ area }, i) => { this.kindOfDestination[area + 1] = i % KINDS; });
    const { all, of } = doings(state.welcome.value?.statuses ?? []);
    this.doings = bytesOf(all.map(({ colour }) => colour));
    this.doingOf = of;
    const names = models();
    this.kindOfModel = Uint8Array.from(state.welcome.value?.populations ?? [], (population) => names.indexOf(population.model) % KINDS);
  }

  setPlace(): void {
    this.neighbourhood = state.place.value ? new Neighbourhood(state.place.value.floors) : null;
    this.counted = -Infinity;
  }

  /** Prepares the colours once per picture. `now` is the real time, s. */
  prepare(shown: Shown, now: number): void {
    if (this.by !== 'density' || now - this.counted < COUNTED_EVERY) return;
    this.counted = now;
    this.neighbourhood?.count(shown.count, shown.floor, shown.x, shown.y);
  }

  /** Whether people have the colours of their clothes. */
  get isClothed(): boolean { return this.by === 'clothes'; }

  /** Writes the colour of a pedestrian. */
  write(shown: Shown, i: number, into: Uint8Array, at: number): void {
    let from: Uint8Array = this.palette;
    let k = KINDS;
    switch (this.by) {
      case 'clothes':
        from = this.wardrobe.coats;
        k = shown.ids[i]!;
        break;
      case 'speed':
        from = SPEED_RAMP;
        k = Math.min(255, (shown.speed[i]! * (255 / TOP_SPEED)) | 0);
        break;
      case 'density':
        from = DENSITY_RAMP;
        k = Math.min(255, ((this.neighbourhood?.at(shown.floor[i]!, shown.x[i]!, shown.y[i]!) ?? 0) * (255 / TOP_DENSITY)) | 0);
        break;
      case 'population': k = this.kindOf(shown.ids[i]!); break;
      case 'model': k = this.kindOfModel[this.populations[shown.ids[i]!] ?? 65535] ?? KINDS; break;
      case 'doing':
        from = this.doings;
        k = this.doingOf[shown.status[i]!] ?? 0;
        break;
      case 'status': k = shown.status[i]! % KINDS; break;
      case 'destination': k = this.kindOfDestination[shown.destination[i]!] ?? KINDS; break;
    }
    into[at] = from[3 * k]!;
    into[at + 1] = from[3 * k + 1]!;
    into[at + 2] = from[3 * k + 2]!;
  }

  private kindOf(id: number): number {
    const population = this.populations[id] ?? 65535;
    return population === 65535 ? KINDS : population % KINDS;
  }
}
