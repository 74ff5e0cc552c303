// Measures how long the page works per picture while 5,000 people walk in the picture: `cargo run --package xtask -- script-time`. The last line of the
// output is JSON: `{"page_script_ms": …, "page_people": …}`. Drawing is not part of it: that is the work of the graphics card.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bench, open, serve } from './bench';
import { named, peopled, shown } from './driver';
import { populace, temporaryFolder } from './server';

const PEOPLE = 5000;
/** The most time that the page may work per picture, ms. */
const MOST = 8;
const PICTURES = 60;

const folder = temporaryFolder();
bench();
afterAll(() => folder.remove());

test('a page works at most 8 ms per picture of 5,000 figures', async () => {
  const corners = [[4, 4], [150, 4], [150, 90], [4, 90]] as const;
  const area = ([x, y]: readonly [number, number], i: number) => `
[[area]]
name = "corner ${i}"
kind = "exit"
outline = [[${x}, ${y}], [${x + 6}, ${y}], [${x + 6}, ${y + 6}], [${x}, ${y + 6}]]`;
  writeFileSync(join(folder.path, 'square.place.toml'), `version = 1
name = "square"
[[floor]]
name = "square"
outline = [[0, 0], [160, 0], [160, 100], [0, 100]]
${corners.map(area).join('\n')}
`);
  writeFileSync(join(folder.path, 'square.scenario.toml'), `version = 1
place = "square.place.toml"
until = 20
[[population]]
name = "walkers"
arrive = { count = ${PEOPLE}, areas = "everywhere" }
journey = [{ wander = [${corners.map((_, i) => `"corner ${i}"`).join(', ')}], time = 600 }, { leave = "corner 0" }]
`);
  const recording = join(folder.path, 'square.recording');
  populace('run', join(folder.path, 'square.scenario.toml'), '--quiet', '--json', '--out', recording);
  const page = await open(`${(await serve(recording)).url}#t=2&storey=all&layers=&camera=80,50,0,130,0,0.35`, { size: { width: 1280, height: 720 } });
  await shown(page);
  await peopled(page, PEOPLE);
  await page.click(named('close-layers'));
  await page.click(named('close-right'));
  await page.keyboard.press('Space');
  // The first pictures fetch frames and build what the rest uses.
  const pictures = () => page.evaluate(() => (window as { populaceTimings?: { frames: number } }).populaceTimings?.frames ?? 0);
  const start = (await pictures()) + 10;
  await page.waitForFunction((wanted) => ((window as { populaceTimings?: { frames: number } }).populaceTimings?.frames ?? 0) >= wanted, start, { timeout: 280_000 });
  await page.evaluate(() => { (window as { populaceTimings?: { forget(): void } }).populaceTimings?.forget(); });
  await page.waitForFunction((wanted) => ((window as { populaceTimings?: { frames: number } }).populaceTimings?.frames ?? 0) >= wanted, PICTURES, { timeout: 280_000 });
  const { script, people } = (await page.evaluate(() => (window as { populaceTimings?: { script: number; people: number } }).populaceTimings))!;
  console.log(JSON.stringify({ page_script_ms: Number(script.toFixed(3)), page_people: people }));
  expect(people).toBeGreaterThanOrEqual(0.99 * PEOPLE);
  expect(script).toBeLessThanOrEqual(MOST);
});
