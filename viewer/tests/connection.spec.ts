// Pages that are reloaded, cut off, or several.

import { expect, test } from 'vitest';
import { allow, bench, open, serve } from './bench';
import { inside, named, pause, peopled, play, reached, shown, still, text, time } from './driver';
import { frameBytes } from './wire';

bench();

test('a reloaded page shows the run where it is', async () => {
  const page = await open((await serve('scenes/crossing.scenario.toml', '--speed', '4')).url);
  await shown(page);
  await reached(page, 6);
  await peopled(page);
  await pause(page);
  const before = [await text(page, 'time'), await inside(page)];
  await page.reload();
  await shown(page);
  await peopled(page);
  await still(page);
  expect([await text(page, 'time'), await inside(page)]).toEqual(before);
});

test('a page whose connection is cut says so, and goes on when it is back', async () => {
  allow(/WebSocket|ERR_CONNECTION|ERR_INTERNET_DISCONNECTED/);
  const server = await serve('scenes/crossing.scenario.toml', '--speed', '4');
  const port = new URL(server.url).port;
  const page = await open(server.url);
  await shown(page);
  await reached(page, 5);
  const name = await text(page, 'run-name');
  await server.stop();
  await page.waitForSelector(named('reconnecting'));
  // Another server at the same address: the page takes up its run, which begins anew.
  await serve('scenes/crossing.scenario.toml', '--speed', '4', '--port', port);
  await page.waitForFunction(() => !document.querySelector('[data-test="reconnecting"]'));
  await page.waitForFunction(() => document.querySelector('[data-test="connection"]')?.classList.contains('up'));
  await peopled(page);
  expect(await text(page, 'run-name')).toBe(name);
  const before = await time(page);
  await reached(page, before + 2);
});

test('two pages watch one run, and each is told of the other and of what it does', async () => {
  const server = await serve('scenes/crossing.scenario.toml', '--speed', '4');
  const [one, two] = [await open(server.url), await open(server.url)];
  await shown(one);
  await shown(two);
  await reached(two, 5);
  await one.waitForFunction(() => document.querySelector('[data-test="connection"]')?.getAttribute('title')?.includes('2 pages'));
  await pause(one);
  await two.waitForSelector(`${named('play')}[aria-label="Play"]`);
  await still(two);
  await still(one);
  expect(await text(one, 'time')).toBe(await text(two, 'time'));
  expect(await inside(one)).toBe(await inside(two));
  expect(await frameBytes(one, 0, 20, 5)).toEqual(await frameBytes(two, 0, 20, 5));
  await play(two);
  await one.waitForSelector(`${named('play')}[aria-label="Pause"]`);
});
