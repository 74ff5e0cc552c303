// A scenario with a mistake in it.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bench, open, serve } from './bench';
import { named, peopled, shown, text } from './driver';
import { temporaryFolder } from './server';

const SCENES = resolve(import.meta.dirname, '../../scenes');
const folder = temporaryFolder();
bench();
afterAll(() => folder.remove());

test('a mistake in a scenario is shown with file, line and what to do, and the run as soon as it is put right', async () => {
  const whole = readFileSync(join(SCENES, 'bottleneck.scenario.toml'), 'utf8');
  const file = join(folder.path, 'bottleneck.scenario.toml');
  copyFileSync(join(SCENES, 'bottleneck.place.toml'), join(folder.path, 'bottleneck.place.toml'));
  writeFileSync(file, whole.replace('leave = "outside"', 'leave = "outsid"'));
  const line = 1 + whole.split('\n').findIndex((l) => l.includes('leave = "outside"'));

  const page = await open((await serve(file)).url);
  await page.waitForSelector(named('error'));
  expect(await text(page, 'error-title')).toContain('bottleneck.scenario.toml');
  const what = await text(page, 'error-what');
  expect(what).toContain('bottleneck.scenario.toml');
  expect(what).toContain('outsid');
  expect(what).toMatch(new RegExp(`\\b(line )?${line}\\b`));
  expect(await text(page, 'error-hint')).toContain('outside');

  writeFileSync(file, whole);
  await page.click(named('try-again'));
  await shown(page);
  await peopled(page, 50);
});
