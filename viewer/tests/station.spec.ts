// The station from the gallery to the replay of a run that was steered.

import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { crowdOf, type Crowd } from '../src/frames';
import { bench, open, serve } from './bench';
import { atStart, inside, named, onScreen, pause, peopled, pictured, plan, play, reached, settled, shown, speed, still, text, time } from './driver';
import { populace, temporaryFolder } from './server';
import { ask, frameBytes, run } from './wire';

const WEST = 'to the street, west';
const EAST = 'to the street, east';
const DOOR = 'street door west';

const folder = temporaryFolder();
const recording = `${folder.path}/station.recording`;
bench();
afterAll(() => folder.remove());

test('the gallery shows every scene with a picture, and the station runs when its card is clicked', async () => {
  const page = await open((await serve('--speed', '10')).url);
  await page.waitForSelector(named('gallery'));
  const cards = page.locator('.card');
  expect(await cards.count()).toBeGreaterThanOrEqual(10);
  await pictured(page);
  await page.click(named('scene-station'));
  await shown(page);
  expect(await text(page, 'run-name')).toBe('Station');
  expect(await text(page, 'kind')).toBe('Live');
  await peopled(page, 10);
  const before = await time(page);
  await reached(page, before + 1);
  await page.click(named('to-gallery'));
  await page.waitForSelector(named('gallery'));
});

test('a door shut by hand turns people round, the charts show it, and the replay of that run shows the same', async () => {
  const server = await serve('scenes/station.scenario.toml', '--out', recording, '--speed', '100');
  const page = await open(server.url);
  await shown(page);
  // A fast run gets far ahead of what the page has shown: slow down long before the train comes at 300 s.
  await reached(page, 200);
  await speed(page, 5);
  await reached(page, 312);
  await pause(page);
  await plan(page);

  const who = await clickSomebodyGoingWest(page);
  expect(await text(page, 'inspector-id')).toBe(`Pedestrian ${who}`);
  await page.waitForSelector(named('inspector-status'));
  expect(await text(page, 'inspector-destination')).toContain(WEST);
  expect(await text(page, 'inspector-status')).not.toBe('');
  expect(await page.locator(`${named('inspector-journey')} li`).count()).toBeGreaterThan(0);
  expect(await page.locator(`${named('inspector-journey')} [aria-current=step]`).count()).toBe(1);

  await page.click(named('tab-charts'));
  const link = (await run(page)).place.links.findIndex((l) => l.name === DOOR);
  await page.selectOption(named('flow-of'), `link ${link}`);
  const chart = page.locator(`${named('chart-flow')} canvas`);
  await chart.scrollIntoViewIfNeeded();
  const pictureBefore = await chart.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

  await page.click(named('tab-act'));
  const shutAt = await time(page);
  await page.click(named(`door-${DOOR}`));
  await page.waitForSelector(named('toast'));
  await page.click(named('tab-inspector'));
  await play(page);
  await page.waitForFunction((east) => document.querySelector('[data-test="inspector-destination"]')?.textContent?.includes(east), EAST);
  await reached(page, shutAt + 40);
  await pause(page);

  await page.click(named('tab-charts'));
  await page.waitForFunction((words) => [...document.querySelectorAll('[data-test="chart-flow"] [data-test="readings"] b')].every((b) => b.textContent?.startsWith(words)), '0');
  expect(await chart.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())).not.toBe(pictureBefore);
  await page.click(named('tab-act'));
  expect(await page.textContent(named('acts'))).toContain(`shut ${DOOR}`);

  const { turned, stayed } = await destinationsAfter(page, shutAt);
  expect(turned).toBeGreaterThan(10);
  expect(turned).toBeGreaterThan(stayed);

  // The same moments, in both servers, byte by byte; and as the page shows them.
  const frames = Math.floor((await time(page)) / (await run(page)).welcome.frameSeconds);
  const around = Math.floor(shutAt / (await run(page)).welcome.frameSeconds) - 20;
  const moments = [shutAt, shutAt + 8, shutAt + 30];
  const liveBytes = [await frameBytes(page, 0, Math.floor(frames / 37), 37), await frameBytes(page, around, 128, 1)];
  const liveWords = await wordsAt(page, who, moments);
  await page.close();
  await server.stop();

  const replay = await open(atStart((await serve(recording)).url));
  await shown(replay);
  expect(await text(replay, 'kind')).toBe('Replay');
  const replayBytes = [await frameBytes(replay, 0, Math.floor(frames / 37), 37), await frameBytes(replay, around, 128, 1)];
  expect(replayBytes).toEqual(liveBytes);
  expect(liveBytes[1]!.size).toBe(128);
  expect(await wordsAt(replay, who, moments)).toEqual(liveWords);
  await replay.click(named('tab-act'));
  await replay.waitForSelector(named('act-replay'));
  populace('replay-check', recording, '--quiet');
});

/** The frame shown, with where everyone is. */
async function crowdAt(page: Page, seconds: number): Promise<Crowd> {
  const { welcome, place } = await run(page);
  const from = Math.floor(seconds / welcome.frameSeconds + 1e-6);
  const { tells } = await ask(page, [{ kind: 'Frames', tag: 1, from, count: 1, stride: 1 }]);
  for (const tell of tells) if (tell.kind === 'Frame') return crowdOf(tell.frame, place);
  throw new Error(`there is no frame ${from}`);
}

/** Clicks the one who goes to the western street and has most room around; returns the number. */
async function clickSomebodyGoingWest(page: Page): Promise<number> {
  const { place } = await run(page);
  const crowd = await crowdAt(page, await time(page));
  const west = 1 + place.areas.findIndex((area) => area.name === WEST);
  const rows = [...crowd.ids.keys()];
  const room = (i: number) => Math.min(...rows.filter((j) => j !== i).map((j) => Math.hypot(crowd.x[j]! - crowd.x[i]!, crowd.y[j]! - crowd.y[i]!)));
  // Well inside: whoever is at the door already is through it before it shuts.
  const candidates = rows.filter((i) => crowd.destination[i] === west && crowd.y[i]! + place.originY > 10);
  expect(candidates.length).toBeGreaterThan(0);
  const ids = new Set(candidates.map((i) => crowd.ids[i]!));
  await settled(page);
  // In a crowd the click may meet a neighbour, who is as good when they go west too.
  for (const chosen of candidates.sort((a, b) => room(b) - room(a)).slice(0, 8)) {
    const at = await onScreen(page, crowd.x[chosen]! + place.originX, crowd.y[chosen]! + place.originY);
    await page.mouse.click(at.x, at.y);
    await page.waitForSelector(named('inspector-id'));
    const met = Number((await text(page, 'inspector-id')).replace(/\D/g, ''));
    if (ids.has(met)) return met;
  }
  throw new Error('nobody who goes west could be clicked');
}

/** Of those who went west when the door was shut: how many go east half a minute later, and how many still go west. */
async function destinationsAfter(page: Page, shutAt: number): Promise<{ turned: number; stayed: number }> {
  const { place } = await run(page);
  const number = (name: string) => 1 + place.areas.findIndex((area) => area.name === name);
  const before = await crowdAt(page, shutAt);
  const after = await crowdAt(page, shutAt + 30);
  const going = new Map([...after.ids].map((id, i) => [id, after.destination[i]]));
  const westward = [...before.ids].filter((_, i) => before.destination[i] === number(WEST));
  const count = (name: string) => westward.filter((id) => going.get(id) === number(name)).length;
  return { turned: count(EAST), stayed: count(WEST) };
}

/** What the page says of a moment and of one pedestrian in it. */
async function wordsAt(page: Page, who: number, moments: number[]): Promise<string[][]> {
  await page.click(named('tab-inspector'));
  const words: string[][] = [];
  for (const moment of moments) {
    // Selected anew at each moment: until its answer comes, the inspector would still tell of the moment before.
    await page.press(named('search'), 'Escape');
    await page.keyboard.press('Escape');
    await page.waitForSelector(named('inspector-empty'));
    await seek(page, moment);
    await still(page);
    await page.fill(named('search'), String(who));
    await page.press(named('search'), 'Enter');
    await page.waitForSelector(named('inspector-position'));
    words.push([String(await inside(page)), await text(page, 'inspector-position'), await text(page, 'inspector-destination'), await text(page, 'time')]);
  }
  return words;
}

/** By keys, to the start, then by ten seconds and single ones; all at once, because a page that draws takes long for each. */
async function seek(page: Page, seconds: number): Promise<void> {
  await page.evaluate((wanted) => {
    const press = (key: string, shiftKey = false) => window.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey }));
    press('Home');
    for (let i = 0; i < Math.floor(wanted / 10); i++) press('ArrowRight', true);
    for (let i = 0; i < Math.floor(wanted % 10); i++) press('ArrowRight');
  }, seconds);
}
