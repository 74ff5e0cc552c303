// Takes the screenshots of the README and the book: `cargo run --package xtask -- pictures`. Not a test; look at each afterwards.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench, open, serve, type Look } from './bench';
import { named, peopled, settled, shown, still } from './driver';
import { populace, temporaryFolder } from './server';

const IMAGES = resolve(import.meta.dirname, '../../book/src/img');
/** Bytes that a picture of a document may have. */
const MOST = 250_000;
const SIZE = { width: 1280, height: 720 };

const folder = temporaryFolder();
const recording = `${folder.path}/station.recording`;
bench();
// Train 1 has come in by then: two hundred people leave it while others wait to board.
beforeAll(() => { populace('run', 'scenes/station.scenario.toml', '--until', '400', '--quiet', '--json', '--out', recording); });
afterAll(() => folder.remove());

test('gallery', async () => {
  const page = await open((await serve()).url, { size: SIZE });
  await page.waitForSelector(named('gallery'));
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight));
  await take(page, 'viewer-gallery');
});

test('station in three dimensions', async () => {
  const page = await station('t=338&view=3d&colour=destination&layers=areas&camera=33,22,0,30,-0.55,0.95');
  await page.click(named('tab-charts'));
  await take(page, 'viewer-station');
});

test('plan with the density map', async () => {
  const page = await station('t=330&view=plan&colour=speed&layers=density');
  await take(page, 'viewer-plan');
});

test('inspector', async () => {
  const page = await station('t=338&view=3d&colour=status&layers=areas&who=507');
  await page.waitForSelector(named('inspector-status'));
  await page.click(named('centre'));
  await settled(page);
  await take(page, 'viewer-inspector');
});

test('dark', async () => {
  const page = await station('t=334&view=3d&colour=speed&layers=density&camera=62,27,0,40,0.5,0.95', { scheme: 'dark' });
  await take(page, 'viewer-dark');
});

/** The recorded station as an address says. */
async function station(view: string, look: Look = {}): Promise<Page> {
  const server = await serve(recording);
  const page = await open(`${server.url}#${view}`, { size: SIZE, ...look });
  await shown(page);
  await peopled(page, 100);
  await still(page);
  await settled(page);
  return page;
}

async function take(page: Page, name: string): Promise<void> {
  const path = `${IMAGES}/${name}.jpg`;
  await page.screenshot({ path, type: 'jpeg', quality: 82 });
  expect(statSync(path).size).toBeLessThan(MOST);
}
