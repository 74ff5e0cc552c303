// The drives of a comfort pedestrian, the space around it and the bar that pulls it along.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Inspected } from '../src/protocol';
import { bench, open, serve } from './bench';
import { named, peopled, settled, shown, still, text } from './driver';
import { populace, temporaryFolder } from './server';
import { ask } from './wire';

const folder = temporaryFolder();
const recording = `${folder.path}/two_models.recording`;
bench();
beforeAll(() => { populace('run', 'scenes/two_models.scenario.toml', '--until', '60', '--quiet', '--json', '--out', recording); });
afterAll(() => folder.remove());

/** When both streams have met, s; the recording has ten frames a second. */
const WHEN = 40;

test('whoever steers by drives is shown with them, with zones and with what it perceives', async () => {
  const page = await open(`${(await serve(recording)).url}#t=${WHEN}&view=plan`);
  await shown(page);
  await peopled(page, 10);
  await still(page);
  const { comfortable, reactive } = await whoIsWho(page);

  await select(page, comfortable.pedestrian);
  await page.waitForSelector(named('inspector-drives'));
  const drives = page.locator(`${named('inspector-drives')} li`);
  expect(await drives.count()).toBe(comfortable.drives.length);
  for (const [i, drive] of comfortable.drives.entries()) {
    expect(await drives.nth(i).locator('.number').textContent()).toBe(drive.interest.toFixed(2));
    expect(await drives.nth(i).getAttribute('data-part')).toBe(drive.chosen ? (drive.emergency ? 'emergency' : 'chosen') : 'idle');
    expect(await drives.nth(i).locator('.target').count()).toBe(drive.hasTarget ? 1 : 0);
  }
  // Hall's zones as the paper has them: 0.45, 1.2 and 3.6 m, and the parabola.
  const space = await text(page, 'inspector-space');
  for (const zone of ['0.45', '1.2', '3.6', 'perceives']) expect(space).toContain(zone);
  // No row is higher than it should be: nothing is broken into lines that touch.
  for (const box of await boxes(page)) expect(box.height).toBeLessThan(75);

  // The one of the other model has neither, nor a bar.
  await select(page, reactive.pedestrian);
  await page.waitForSelector(named('inspector-pipe'));
  expect(await page.locator(named('inspector-drives')).count()).toBe(0);
  expect(await page.locator(named('inspector-space')).count()).toBe(0);
});

test('zones, parabola and bar are drawn on the ground around the one who is selected', async () => {
  const page = await open(`${(await serve(recording)).url}#t=${WHEN}&view=plan`);
  await shown(page);
  await peopled(page, 10);
  await still(page);
  const { comfortable } = await whoIsWho(page);
  expect(comfortable.bar.length).toBe(6);
  // The outline is at most as far away as the social zone.
  for (let i = 0; i < comfortable.perceived.length; i += 2) {
    expect(Math.hypot(comfortable.perceived[i]! - comfortable.x, comfortable.perceived[i + 1]! - comfortable.y)).toBeLessThan(3.61);
  }
  await select(page, comfortable.pedestrian);
  await page.waitForSelector(named('inspector-drives'));
  await page.click(named('centre'));
  await settled(page);
  const orange = await coloured(page);
  await page.click(named('clear'));
  await settled(page);
  expect(await coloured(page)).toBeLessThan(orange / 3);
});

/** One of each model, in the middle of the corridor. */
async function whoIsWho(page: Page): Promise<{ comfortable: Inspected; reactive: Inspected }> {
  const found: Inspected[] = [];
  for (let id = 0; id < 60; id++) {
    const { tells } = await ask(page, [{ kind: 'Inspect', tag: 1, pedestrian: id, frame: WHEN * 10 }]);
    for (const tell of tells) if (tell.kind === 'Inspected') found.push(tell.inspected);
  }
  const comfortable = found.find((one) => one.drives.some((drive) => drive.chosen)) ?? found.find((one) => one.drives.length > 0);
  const reactive = found.find((one) => one.drives.length === 0);
  if (!comfortable || !reactive) throw new Error('both models are inside by then');
  return { comfortable, reactive };
}

async function select(page: Page, who: number): Promise<void> {
  await page.click(named('tab-inspector'));
  await page.fill(named('search'), String(who));
  await page.press(named('search'), 'Enter');
  await page.waitForFunction((id) => document.querySelector('[data-test="inspector-id"]')?.textContent === `Pedestrian ${id}`, who);
}

async function boxes(page: Page): Promise<DOMRect[]> {
  return page.evaluate(() => [...document.querySelectorAll('[data-test="inspector-drives"] li')].map((row) => row.getBoundingClientRect()));
}

/** How many pixels of the scene have the strong colours of zones. */
async function coloured(page: Page): Promise<number> {
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
    // The pink of the parabola, which nothing else has.
    for (let i = 0; i < bytes.length; i += 4) if (bytes[i]! > 160 && bytes[i + 1]! < 150 && bytes[i + 2]! > 130) count += 1;
    return count;
  }, picture);
}
