// A recording on the screen: time, keys, addresses, downloads.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench, open, serve } from './bench';
import { atStart, inside, isPlaying, named, peopled, reached, settled, share, shown, speed, still, text, time } from './driver';
import { populace, temporaryFolder } from './server';

const folder = temporaryFolder();
const recording = `${folder.path}/bottleneck.recording`;
bench();
beforeAll(() => { populace('run', 'scenes/bottleneck.scenario.toml', '--quiet', '--json', '--out', recording); });
afterAll(() => folder.remove());

test('a recording is scrubbed, sped up and steered by keys', async () => {
  const page = await open(atStart((await serve(recording)).url));
  await shown(page);
  // Everyone is there from the first frame on; a little later they walk.
  await page.keyboard.press('ArrowRight');
  await peopled(page, 50);
  const bar = (await page.locator(named('scrubber')).boundingBox())!;
  await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
  await still(page);
  const middle = await time(page);
  expect(middle).toBeGreaterThan(5);
  await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2);
  await page.mouse.down();
  await page.mouse.move(bar.x + bar.width / 4, bar.y + bar.height / 2, { steps: 4 });
  await page.mouse.up();
  await still(page);
  expect(await time(page)).toBeCloseTo(middle / 2, 0);

  await page.keyboard.press('Home');
  await still(page);
  expect(await time(page)).toBe(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await still(page);
  expect(await time(page)).toBeCloseTo(11, 1);
  await page.keyboard.press('.');
  await still(page);
  expect(await time(page)).toBeGreaterThan(11.01);
  await page.keyboard.press('End');
  await still(page);
  const end = await time(page);
  expect(await inside(page)).toBe(0);

  await page.keyboard.press('Home');
  await page.keyboard.press(']');
  await page.waitForFunction(() => (document.querySelector('[data-test="speed"]') as HTMLSelectElement).value === '2');
  await speed(page, 100);
  await page.keyboard.press('Space');
  await page.waitForFunction(() => document.querySelector('[data-test="play"]')?.getAttribute('aria-label') === 'Pause');
  await reached(page, end - 0.1);
  await page.waitForFunction(() => document.querySelector('[data-test="play"]')?.getAttribute('aria-label') === 'Play');
  expect(await isPlaying(page)).toBe(false);
});

test('every key of the help is told, and the help opens and closes', async () => {
  const page = await open(atStart((await serve(recording)).url));
  await shown(page);
  await page.keyboard.press('?');
  await page.waitForSelector(`${named('help-overlay')}[open]`);
  expect(await page.locator(`${named('help-overlay')} kbd`).count()).toBeGreaterThan(20);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('[data-test="help-overlay"][open]'));

  await page.keyboard.press('p');
  await page.waitForSelector(`${named('view-plan')}[aria-checked=true]`);
  await page.keyboard.press('h');
  await page.waitForSelector(`${named('layer-density')}:checked`);
  await page.keyboard.press('l');
  await page.waitForSelector(named('open-layers'));
  await page.keyboard.press('l');
  await page.waitForSelector(named('layers'));
  await page.keyboard.press('/');
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-test') === 'search');
  await page.keyboard.press('Escape');
});

// It used to be that of nobody: the time was there before the people were.
test('the density map of an address is that of its moment', async () => {
  const page = await open(`${(await serve(recording)).url}#t=10&layers=density`);
  await shown(page);
  await peopled(page, 50);
  await still(page);
  // The map is made within a few pictures after the people have come.
  await settled(page);
  const clip = (await page.locator(named('scene')).boundingBox())!;
  const withMap = await page.screenshot({ clip });
  await page.keyboard.press('h');
  await settled(page);
  expect((await page.screenshot({ clip })).equals(withMap)).toBe(false);
});

test('the address of a view restores moment, camera, layers and pedestrian in another window', async () => {
  const server = await serve(recording);
  const page = await open(atStart(server.url));
  await shown(page);
  // Everyone is there from the first frame on; a little later they walk.
  await page.keyboard.press('ArrowRight');
  await peopled(page, 50);
  await page.keyboard.press('p');
  await page.keyboard.press('h');
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight');
  await select(page, 42);
  await page.keyboard.press('c');
  await settled(page);
  await still(page);
  const [before, words] = [await share(page), [await text(page, 'time'), await text(page, 'inspector-position'), String(await inside(page))]];
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(page.url());

  const other = await open(address);
  await shown(other);
  await other.waitForSelector(named('inspector-position'));
  await still(other);
  expect([await text(other, 'time'), await text(other, 'inspector-position'), String(await inside(other))]).toEqual(words);
  expect((await share(other)).toString()).toBe(before.toString());
});

test('dark and light are switched and remembered', async () => {
  const page = await open(atStart((await serve(recording)).url), { scheme: 'dark' });
  await shown(page);
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  expect(await theme()).toBe('dark');
  await page.click(named('theme'));
  expect(await theme()).toBe('light');
  await page.reload();
  await shown(page);
  expect(await theme()).toBe('light');
});

test('a picture of the scene and the table of a chart are saved', async () => {
  const page = await open(atStart((await serve(recording)).url));
  await shown(page);
  // Everyone is there from the first frame on; a little later they walk.
  await page.keyboard.press('ArrowRight');
  await peopled(page, 50);
  const [picture] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  expect(picture.suggestedFilename()).toMatch(/^populace.*\.png$/);
  const bytes = readFileSync(await picture.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.length).toBeGreaterThan(5000);

  await page.click(named('tab-charts'));
  await page.waitForSelector(named('csv-inside'));
  const [table] = await Promise.all([page.waitForEvent('download'), page.click(named('csv-inside'))]);
  expect(table.suggestedFilename()).toMatch(/\.csv$/);
  const lines = readFileSync(await table.path(), 'utf8').trim().split(/\r?\n/);
  expect(lines[0]).toContain('inside');
  // One row per simulated second; a hundred people come in at once, and nobody is left at the end.
  expect(lines.length).toBeGreaterThan(30);
  const counts = lines.slice(1).map((line) => Number(line.split(',')[1]));
  expect(Math.max(...counts)).toBe(100);
  expect(counts.at(-1)).toBeLessThan(3);
  const [chart] = await Promise.all([page.waitForEvent('download'), page.click(named('png-inside'))]);
  expect(readFileSync(await chart.path()).subarray(1, 4).toString()).toBe('PNG');
});

test('the fundamental diagram has the points that the program measures in the area', async () => {
  populace('measure', recording, '--area', 'before the door', '--only', 'fundamental-diagram', '--csv', `${folder.path}/measured`);
  const measured = rowsOf(readFileSync(`${folder.path}/measured/before_the_door_fundamental_diagram.csv`, 'utf8'));
  expect(measured.length).toBeGreaterThan(30);

  const page = await open(atStart((await serve(recording)).url));
  await shown(page);
  await page.click(named('tab-charts'));
  await page.locator(named('chart-fundamental')).scrollIntoViewIfNeeded();
  // The scenario measures this area, so it is shown first.
  expect(await page.locator(`${named('diagram-of')} option:checked`).textContent()).toBe('before the door');
  await page.waitForFunction((wanted) => document.querySelector('[data-test="chart-fundamental"] .note')?.textContent?.includes(wanted), ` ${measured.length} simulated seconds.`);
  const [table] = await Promise.all([page.waitForEvent('download'), page.click(named('csv-fundamental'))]);
  const told = rowsOf(readFileSync(await table.path(), 'utf8'));
  expect(told.length).toBe(measured.length);
  told.forEach((row, i) => row.forEach((value, k) => expect(value).toBeCloseTo(measured[i]![k]!, 5)));

  await page.selectOption(named('diagram-of'), { label: 'outside' });
  await page.waitForFunction((not) => /[0-9] simulated seconds\.$/.test(document.querySelector('[data-test="chart-fundamental"] .note')?.textContent ?? '') && !document.querySelector('[data-test="chart-fundamental"] .note')?.textContent?.includes(not), ` ${measured.length} simulated seconds.`);
});

/** The numbers of a table of comma-separated values, without its headers. */
const rowsOf = (text: string): number[][] => text.trim().split(/\r?\n/).slice(1).map((line) => line.split(',').map(Number));

async function select(page: Page, who: number): Promise<void> {
  await page.click(named('tab-inspector'));
  await page.fill(named('search'), String(who));
  await page.press(named('search'), 'Enter');
  await page.waitForSelector(named('inspector-position'));
}
