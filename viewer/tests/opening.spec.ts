// How pages open: what is shown first, and what can be shown.

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench, open, serve } from './bench';
import { atStart, camera, inside, isPlaying, named, pause, peopled, reached, settled, share, shown, still, text, time } from './driver';
import { populace, temporaryFolder } from './server';
import { ask, run } from './wire';
import { crowdOf } from '../src/frames';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = temporaryFolder();
const hall = join(folder.path, 'hall.recording');
const floors = join(folder.path, 'floors.recording');
bench();
beforeAll(() => {
  populace('run', 'scenes/hall.scenario.toml', '--until', '120', '--quiet', '--json', '--out', hall);
  populace('run', 'scenes/three_floors.scenario.toml', '--until', '90', '--quiet', '--json', '--out', floors);
}, 300_000);
afterAll(() => folder.remove());

test('a recording opens playing on the first moment with people, framed on where they are, in their clothes', async () => {
  const page = await open((await serve(hall)).url);
  await shown(page);
  await page.waitForSelector(`${named('play')}[aria-label="Pause"]`);
  await reached(page, 1);
  await peopled(page);
  const first = await time(page);
  await reached(page, first + 1);
  expect(await page.locator(`${named('colour-by')} option:checked`).textContent()).toBe('Clothes');
  await pause(page);
  const [x, y, , span] = (await camera(page)) as [number, number, number, number];
  // In the minute after the opening, somebody is within what is shown.
  const { place, welcome } = await run(page);
  const { tells } = await ask(page, [{ kind: 'Frames', tag: 1, from: Math.floor(first / welcome.frameSeconds), count: 8, stride: Math.round(8 / welcome.frameSeconds) }]);
  const near = tells.map((tell) => {
    if (tell.kind !== 'Frame') return 0;
    const crowd = crowdOf(tell.frame, place);
    return Array.from({ length: crowd.count }, (_, i) => Math.hypot(crowd.x[i]! + place.originX - x, crowd.y[i]! + place.originY - y)).filter((distance) => distance < span / 2).length;
  });
  expect(near.filter((count) => count > 0).length).toBeGreaterThan(3);
});

test('an address with a moment stands still at it, and one key switches between clothes and another colouring', async () => {
  const page = await open(`${(await serve(hall)).url}#t=60&camera=20,12,0,30,-0.5,0.9`);
  await shown(page);
  await peopled(page, 3);
  await still(page);
  expect([await isPlaying(page), await time(page)]).toEqual([false, 60]);
  expect((await camera(page)).slice(0, 4)).toEqual([20, 12, 0, 30]);
  await page.keyboard.press('a');
  expect((await share(page)).get('colour')).toBe('speed');
  await page.selectOption(named('colour-by'), 'doing');
  await page.keyboard.press('a');
  expect((await share(page)).get('colour')).toBe('clothes');
  await page.keyboard.press('a');
  expect((await share(page)).get('colour')).toBe('doing');
});

// All storeys used to be drawn see-through, one over the other.
test('the storey with most people is looked at, what is above it is cut away, and all storeys are opaque', async () => {
  const server = await serve(floors);
  const page = await open(server.url);
  await shown(page);
  await page.waitForSelector('.storeys li.on:not(:first-child)');
  await pause(page);
  const looked = Number((await share(page)).get('storey'));
  const counts = (await page.locator('.storeys small').allTextContents()).map((words) => Number(words.replace(/[^0-9]/g, ''))).reverse();
  expect(counts[looked]).toBeGreaterThan(0);
  await page.click(named('storey-all'));
  expect((await share(page)).get('storey')).toBe('all');
  await page.close();
  // Whoever asks for a storey gets it.
  const other = await open(`${server.url}#t=30&storey=2`);
  await shown(other);
  await other.waitForSelector(`${named('storey-2')}[aria-pressed=true]`);
  await other.close();
  const all = await open(`${server.url}#t=30&storey=all`);
  await shown(all);
  await all.waitForSelector(`${named('storey-all')}[aria-pressed=true]`);
  await settled(all);
  expect(await all.getAttribute(named('storey-all'), 'aria-pressed')).toBe('true');
});

// It used to print an address, and the page an error of TOML.
test('a drawing, a place and trajectories are shown', async () => {
  const drawing = await open((await serve(join(ROOT, 'fuzz/seeds/dxf/room.dxf'))).url);
  await shown(drawing);
  expect(await text(drawing, 'run-name')).toContain('Room');
  await drawing.close();
  const place = await open((await serve('scenes/hall.place.toml')).url);
  await shown(place);
  expect(await text(place, 'run-name')).toContain('Hall');
  await place.close();
  const walked = join(folder.path, 'walked.txt');
  const rows = Array.from({ length: 100 }, (_, frame) => [1, 2].map((id) => `${id}\t${frame}\t${(frame * 0.1 + id).toFixed(3)}\t${id}\t0`)).flat();
  writeFileSync(walked, ['# framerate: 10', '# id\tframe\tx/m\ty/m\tz/m', ...rows, ''].join('\n'));
  const trajectories = await open((await serve(walked)).url);
  await shown(trajectories);
  await peopled(trajectories, 2);
  await reached(trajectories, 3);
  expect(await text(trajectories, 'kind')).toBe('Replay');
  expect(await inside(trajectories)).toBe(2);
});

// There used to be no way from there to the pedestrian.
test('a pedestrian that is not inside is found by a click', async () => {
  const page = await open(atStart((await serve(hall)).url));
  await shown(page);
  await page.keyboard.press('End');
  await still(page);
  await page.click(named('tab-inspector'));
  await page.fill(named('search'), '0');
  await page.press(named('search'), 'Enter');
  await page.waitForSelector(named('inspector-id'));
  await page.keyboard.press('Home');
  await page.waitForSelector(named('go-to-first'));
  expect(await text(page, 'inspector-absent')).toContain('Not inside at 0:00.0');
  await page.click(named('go-to-first'));
  await still(page);
  expect(await inside(page)).toBeGreaterThan(0);
  await page.waitForSelector(`${named('inspector-status')}, ${named('frame-status')}`);
});

// It used to vanish with the last click of the drawing.
test('an obstacle that was drawn stays in sight until it is built or discarded', async () => {
  const page = await open((await serve('scenes/crossing.scenario.toml', '--paused')).url);
  await shown(page);
  await page.click(named('view-plan'));
  await settled(page);
  const before = await drawn(page);
  await page.click(named('tab-act'));
  await page.click(named('draw-block'));
  const box = (await page.locator(named('scene')).boundingBox())!;
  for (const [u, v] of [[0.5, 0.42], [0.58, 0.42], [0.54, 0.55]] as const) await page.mouse.click(box.x + u * box.width, box.y + v * box.height);
  await page.keyboard.press('Enter');
  await page.waitForSelector(named('confirm-block'));
  await settled(page);
  expect(await drawn(page)).toBeGreaterThan(before + 300);
  await page.click(named('discard-block'));
  await settled(page);
  expect(await drawn(page)).toBeLessThan(before + 50);
});

/** How many pixels of the scene have the pink of what the user draws. */
async function drawn(page: Page): Promise<number> {
  const picture = (await page.locator(named('scene')).screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let i = 0; i < bytes.length; i += 4) if (bytes[i]! - bytes[i + 1]! > 40 && bytes[i + 2]! - bytes[i + 1]! > 10) count += 1;
    return count;
  }, picture);
}
