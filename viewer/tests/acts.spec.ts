// Everything that can be done to a run, and its repetition.

import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { bench, open, serve } from './bench';
import { atStart, named, onScreen, pause, peopled, plan, play, reached, shown, still, text, time } from './driver';
import { populace, temporaryFolder } from './server';
import { ask, run } from './wire';

const folder = temporaryFolder();
const recording = `${folder.path}/crossing.recording`;
bench();
afterAll(() => folder.remove());

test('people added, an obstacle, a parameter and a group sent elsewhere are listed, and the run can be repeated exactly', async () => {
  const server = await serve('scenes/crossing.scenario.toml', '--out', recording, '--speed', '5');
  const page = await open(server.url);
  await shown(page);
  await peopled(page, 12);
  await pause(page);
  await plan(page);
  await page.click(named('tab-act'));

  await page.fill(named('add-count'), '7');
  await page.click(named('add'));
  await told(page, '7 people');

  await drawObstacle(page);
  await page.click(named('confirm-block'));
  await told(page, 'An obstacle');

  await page.click(`${named('parameters')} summary`);
  const parameter = page.locator('form.parameter').first();
  const slider = parameter.locator('input[type=range]');
  const [least, most] = [Number(await slider.getAttribute('min')), Number(await slider.getAttribute('max'))];
  await parameter.locator('input[type=number]').fill(String(Number((least + (most - least) * 0.4).toPrecision(3))));
  await parameter.locator('button').click();
  await told(page, 'eastbound');

  await sendGroup(page);
  await told(page, 'north');

  // What was asked while the run stood still is done in the next step.
  const from = await time(page);
  await play(page);
  await reached(page, from + 20);
  await pause(page);
  const acts = await page.locator(`${named('acts')} li`).allTextContents();
  expect(acts.length).toBe(4);
  for (const words of [/add 7 people/, /block a part of ground/, /set \w+ of eastbound to/, /send \d+ people to north/]) {
    expect(acts.filter((act) => words.test(act)), words.source).toHaveLength(1);
  }
  const { tells } = await ask(page, [{ kind: 'Happenings', tag: 1, from: 0 }]);
  const kinds = tells.flatMap((tell) => (tell.kind === 'Happenings' ? tell.list.map((happened) => happened.kind) : []));
  expect(kinds).toContain('blocked');
  await page.close();
  await server.stop();
  expect(populace('replay-check', recording)).toMatch(/step/);

  const replay = await open(atStart((await serve(recording)).url));
  await shown(replay);
  await replay.keyboard.press('End');
  await still(replay);
  expect(await replay.locator(named('marker')).count()).toBeGreaterThan(0);
  expect(await text(replay, 'kind')).toBe('Replay');
});

/** The page has said that something was done. */
async function told(page: Page, words: string): Promise<void> {
  await page.waitForFunction((part) => [...document.querySelectorAll('[data-test="toast"]')].some((toast) => toast.textContent?.includes(part)), words);
}

/** A triangle in the eastern arm. */
async function drawObstacle(page: Page): Promise<void> {
  await page.click(named('draw-block'));
  const corners = [[6, -1.2], [8, -1.2], [7, 0.4]] as const;
  for (const [x, y] of corners) {
    const at = await onScreen(page, x, y);
    await page.mouse.click(at.x, at.y);
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector(named('confirm-block'));
}

/** Everyone in the western half goes north. */
async function sendGroup(page: Page): Promise<void> {
  await page.click(named('choose-group'));
  const { place } = await run(page);
  const from = await onScreen(page, -15, 3);
  const to = await onScreen(page, 0, -3);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 2 });
  await page.mouse.move(to.x, to.y, { steps: 2 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('[data-test="send-who"]')?.textContent?.includes('group'));
  const north = place.areas.findIndex((area) => area.name === 'north');
  await page.selectOption(named('send-area'), String(north));
  await page.click(named('send'));
}
