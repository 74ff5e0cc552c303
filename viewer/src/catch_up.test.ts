import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CatchUp } from './catch_up';
import { Refusal, type Question } from './connection';
import type { Happening, Row, Tell, TrainChange } from './protocol';
import * as state from './state';

/** Answers as the server does: with a limited number of what there is. */
function server(has: { rows: number; happenings: number; trains?: number; populations: number[] }, most: number) {
  const asked: Question[] = [];
  let refusals = 0;
  const ask = async (question: Question): Promise<Tell> => {
    asked.push(question);
    if (refusals > 0) { refusals -= 1; throw new Refusal('busy with other requests', 'try again in a moment'); }
    const upTo = (from: number, count: number) => Math.max(0, Math.min(most, count - from));
    if (question.kind === 'Statistics') return { kind: 'Statistics', tag: 0, from: question.from, rows: Array.from({ length: upTo(question.from, has.rows) }, (_, i) => ({ time: question.from + i + 1 }) as Row) };
    if (question.kind === 'Happenings') return { kind: 'Happenings', tag: 0, from: question.from, list: Array.from({ length: upTo(question.from, has.happenings) }, (_, i) => ({ frame: question.from + i }) as Happening) };
    if (question.kind === 'Trains') return { kind: 'Trains', tag: 0, from: question.from, list: Array.from({ length: upTo(question.from, has.trains ?? 0) }, (_, i) => ({ frame: question.from + i }) as TrainChange) };
    if (question.kind === 'Roster') return { kind: 'Roster', tag: 0, from: question.from, populations: Uint16Array.from(has.populations.slice(question.from, question.from + most)), radii: Uint8Array.from(has.populations.slice(question.from, question.from + most), (population) => 20 + population) };
    throw new Error(`${question.kind} was not expected`);
  };
  return { ask, asked, refuse: (times: number) => { refusals = times; } };
}

beforeEach(() => {
  vi.useFakeTimers();
  state.rows.value = [];
  state.happenings.value = [];
  state.trainChanges.value = [];
  state.populationOf.value = new Uint16Array(0);
  state.radiusOf.value = new Uint8Array(0);
});
afterEach(() => { vi.useRealTimers(); });

test('one Head is enough for everything, however little an answer holds', async () => {
  const populations = Array.from({ length: 37 }, (_, i) => i % 3);
  const { ask } = server({ rows: 25, happenings: 12, trains: 11, populations }, 10);
  void new CatchUp(ask).to({ rows: 25, happenings: 12, trains: 11, people: 37 });
  await vi.runAllTimersAsync();
  expect(state.rows.value.map((row) => row.time)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  expect(state.happenings.value.map((h) => h.frame)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  expect(state.trainChanges.value.map((change) => change.frame)).toEqual(Array.from({ length: 11 }, (_, i) => i));
  expect([...state.populationOf.value]).toEqual(populations);
  expect([...state.radiusOf.value]).toEqual(populations.map((population) => 20 + population));
});

test('people who come in right after the roster was read are in it before another Head comes', async () => {
  const has = { rows: 0, happenings: 0, populations: [0, 65535, 2] };
  const { ask } = server(has, 10);
  const catchUp = new CatchUp(ask);
  void catchUp.to({ rows: 0, happenings: 0, trains: 0, people: 2 });
  await vi.advanceTimersByTimeAsync(50);
  has.populations = [0, 1, 2, 1];
  void catchUp.to({ rows: 0, happenings: 0, trains: 0, people: 4 });
  await vi.runAllTimersAsync();
  expect([...state.populationOf.value]).toEqual([0, 1, 2, 1]);
});

test('who has no number yet is asked for later, not again and again', async () => {
  const { ask, asked } = server({ rows: 0, happenings: 0, populations: [0, 65535, 2] }, 10);
  void new CatchUp(ask).to({ rows: 0, happenings: 0, trains: 0, people: 2 });
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(1);
});

test('a server that is busy is asked again after a moment, and nobody is told', async () => {
  const { ask, asked, refuse } = server({ rows: 3, happenings: 0, populations: [] }, 10);
  refuse(2);
  void new CatchUp(ask).to({ rows: 3, happenings: 0, trains: 0, people: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
  await vi.runAllTimersAsync();
  expect(state.rows.value).toHaveLength(3);
  expect(state.toasts.value).toEqual([]);
});

test('answers about a run that is over are dropped', async () => {
  const { ask } = server({ rows: 3, happenings: 0, populations: [] }, 10);
  const catchUp = new CatchUp(ask);
  void catchUp.to({ rows: 3, happenings: 0, trains: 0, people: 0 });
  catchUp.stop();
  await vi.runAllTimersAsync();
  expect(state.rows.value).toEqual([]);
});
