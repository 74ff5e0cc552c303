// Fetches everything that the page does not have yet: rows of statistics, happenings, changes of trains and the roster.

import { batch } from '@preact/signals';
import { Refusal, type Question } from './connection';
import type { Head, Tell } from './protocol';
import * as state from './state';

/** Time between two readings of the roster while people come in, ms. */
const ROSTER_PAUSE = 300;
/** The time until a refused question is asked again, ms: the first time, and the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
/** The number in the roster for a pedestrian that has not come in yet. */
const UNKNOWN = 65535;

const wait = (milliseconds: number) => new Promise<void>((done) => { setTimeout(done, milliseconds); });

/** How much there is. */
type Announced = Pick<Head, 'rows' | 'happenings' | 'trains' | 'people'>;

/**
 * Catches up with a run. Each answer is limited, so it asks until it has everything that the last Head announced: the next Head may come
 * much later.
 */
export class CatchUp {
  private goal: Announced = { rows: 0, happenings: 0, trains: 0, people: 0 };
  private enlisted = 0;
  private isStopped = false;
  private readonly busy = new Set<string>();

  constructor(private readonly ask: (question: Question) => Promise<Tell>) {}

  /** Takes how much there is now. */
  async to(head: Announced): Promise<void> {
    this.goal = head;
    await Promise.all([
      this.until('rows', () => state.rows.value.length >= this.goal.rows, () => this.fetchRows()),
      this.until('happenings', () => state.happenings.value.length >= this.goal.happenings, () => this.fetchHappenings()),
      this.until('trains', () => state.trainChanges.value.length >= this.goal.trains, () => this.fetchTrains()),
      this.until('roster', () => this.enlisted >= this.goal.people, () => this.fetchRoster()),
    ]);
  }

  /** Stops, because the run is over. Answers that still come are ignored. */
  stop(): void { this.isStopped = true; }

  /** Fetches until it is done, nothing more comes or the connection is lost. The next Head starts it again. */
  private async until(what: string, isDone: () => boolean, fetch: () => Promise<boolean>): Promise<void> {
    if (this.busy.has(what)) return;
    this.busy.add(what);
    try {
      let pause = FIRST_PAUSE;
      while (!this.isStopped && !isDone()) {
        try {
          if (!(await fetch())) return;
          pause = FIRST_PAUSE;
        } catch (error) {
          if (!(error instanceof Refusal)) return;
          await wait(pause);
          pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
      }
    } finally {
      this.busy.delete(what);
    }
  }

  private async fetchRows(): Promise<boolean> {
    const tell = await this.ask({ kind: 'Statistics', from: state.rows.value.length });
    if (this.isStopped || tell.kind !== 'Statistics' || tell.from !== state.rows.value.length) return false;
    state.rows.value = [...state.rows.value, ...tell.rows];
    return tell.rows.length > 0;
  }

  private async fetchHappenings(): Promise<boolean> {
    const tell = await this.ask({ kind: 'Happenings', from: state.happenings.value.length });
    if (this.isStopped || tell.kind !== 'Happenings' || tell.from !== state.happenings.value.length) return false;
    state.happenings.value = [...state.happenings.value, ...tell.list];
    return tell.list.length > 0;
  }

  private async fetchTrains(): Promise<boolean> {
    const tell = await this.ask({ kind: 'Trains', from: state.trainChanges.value.length });
    if (this.isStopped || tell.kind !== 'Trains' || tell.from !== state.trainChanges.value.length) return false;
    state.trainChanges.value = [...state.trainChanges.value, ...tell.list];
    return tell.list.length > 0;
  }

  /** Reads the roster from the first missing pedestrian on. People do not come in the order of their numbers. */
  private async fetchRoster(): Promise<boolean> {
    const before = this.enlisted;
    const missing = state.populationOf.value.indexOf(UNKNOWN);
    let from = missing < 0 ? state.populationOf.value.length : missing;
    while (this.enlisted < this.goal.people) {
      const tell = await this.ask({ kind: 'Roster', from });
      if (this.isStopped || tell.kind !== 'Roster' || tell.populations.length === 0) break;
      this.enlist(tell.from, tell.populations, tell.radii);
      from = tell.from + tell.populations.length;
    }
    await wait(ROSTER_PAUSE);
    return this.enlisted > before;
  }

  private enlist(from: number, populations: Uint16Array, radii: Uint8Array): void {
    const known = state.populationOf.value;
    const all = new Uint16Array(Math.max(known.length, from + populations.length)).fill(UNKNOWN);
    all.set(known);
    all.set(populations, from);
    this.enlisted = all.reduce((count, population) => count + (population === UNKNOWN ? 0 : 1), 0);
    const widths = new Uint8Array(all.length);
    widths.set(state.radiusOf.value);
    widths.set(radii, from);
    batch(() => { state.populationOf.value = all; state.radiusOf.value = widths; });
  }
}
