// Takes the screenshots of the README and the book: `cargo run --package xtask -- pictures`. Not a test; look at each afterwards.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench, open, serve, type Look } from './bench';
import { named, peopled, settled, shown, still } from './driver';
import { populace, temporaryFolder } from './server';
import { ask } from './wire';

const IMAGES = resolve(import.meta.dirname, '../../book/src/img');
/** Bytes that a picture of a document may have. */
const MOST = 250_000;
const SIZE = { width: 1280, height: 720 };

const folder = temporaryFolder();
const at = (name: string) => `${folder.path}/${name}.recording`;
bench();
beforeAll(() => {
  populace('station', '--out', `${folder.path}/penn`);
  populace('run', `${folder.path}/penn/penn_station.scenario.toml`, '--until', '210', '--quiet', '--json', '--out', at('penn'));
  for (const [name, scene, until] of [['station', 'station', 400], ['platform', 'platform', 160], ['perform', 'behaviours/perform', 150], ['hall', 'hall', 320], ['kinds', 'kinds', 320]] as const) {
    populace('run', `scenes/${scene}.scenario.toml`, '--until', String(until), '--quiet', '--json', '--out', at(name));
  }
});
afterAll(() => folder.remove());

test('gallery', async () => {
  const page = await open((await serve()).url, { size: SIZE });
  await page.waitForSelector(named('gallery'));
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight));
  await take(page, 'viewer-gallery');
});

test('people who watch dancers', async () => {
  const page = await shows('perform', 't=120&view=3d&colour=clothes&layers=&camera=18.6,11.4,0.4,5.6,-0.5,1.2', 10);
  await page.click(named('close-layers'));
  await page.click(named('close-right'));
  await settled(page);
  await take(page, 'viewer-people');
});

test('a train at its platform', async () => {
  const page = await shows('platform', 't=129&view=3d&colour=clothes&storey=0&layers=&camera=66,5.4,-3.6,11,2.75,1.18', 60);
  await page.click(named('close-layers'));
  await page.click(named('close-right'));
  await settled(page);
  await take(page, 'viewer-platform');
});

test('station in three dimensions', async () => {
  const page = await shows('penn', 't=150&view=3d&colour=clothes&storey=2&layers=&camera=92,72,-4,44,-0.55,1.0');
  await page.click(named('tab-charts'));
  await take(page, 'viewer-station');
});

test('plan with the density map', async () => {
  const page = await shows('station', 't=330&view=plan&colour=speed&layers=density&storey=all');
  await take(page, 'viewer-plan');
});

test('inspector', async () => {
  const page = await shows('kinds', 't=250&view=3d&colour=clothes&layers=needs&camera=19,12,0,17,-0.5,1.05', 10);
  await page.waitForSelector(named('legend-needs'));
  const who = await somebodyOnTheWay(page, 2500);
  await page.click(named('tab-inspector'));
  await page.fill(named('search'), String(who));
  await page.press(named('search'), 'Enter');
  await page.waitForSelector(named('inspector-status'));
  await page.waitForSelector(named('inspector-diary'));
  await page.click(named('centre'));
  await settled(page);
  await take(page, 'viewer-inspector');
});

test('dark', async () => {
  const page = await shows('station', 't=334&view=3d&colour=speed&layers=density&camera=62,27,0,40,0.5,0.95', 100, { scheme: 'dark' });
  await take(page, 'viewer-dark');
});

/** A recording as an address says. With smooth edges and shadows, as on a machine with a graphics card. */
async function shows(recording: string, view: string, people = 100, look: Look = {}): Promise<Page> {
  const server = await serve(at(recording));
  const page = await open(`${server.url}?quality=high#${view}`, { size: SIZE, ...look });
  await shown(page);
  await peopled(page, people);
  await still(page);
  await settled(page);
  return page;
}

/** Somebody who walks to something because of a need. */
async function somebodyOnTheWay(page: Page, frame: number): Promise<number> {
  for (let id = 0; id < 80; id++) {
    const { tells } = await ask(page, [{ kind: 'Inspect', tag: 1, pedestrian: id, frame }]);
    for (const tell of tells) if (tell.kind === 'Inspected' && tell.inspected.needs.some((need) => need.pursued) && /is \d+ m away/.test(tell.inspected.story)) return id;
  }
  throw new Error('nobody is on the way');
}

async function take(page: Page, name: string): Promise<void> {
  const path = `${IMAGES}/${name}.jpg`;
  await page.screenshot({ path, type: 'jpeg', quality: 82 });
  expect(statSync(path).size).toBeLessThan(MOST);
}
