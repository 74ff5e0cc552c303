// Trains on the page: they stand where and when the run says, live and in replay, and can be delayed.

import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { bench, open, serve } from './bench';
import { atStart, named, pause, play, reached, settled, shown, speed, still, text, time } from './driver';
import { populace, temporaryFolder } from './server';
import { ask, run } from './wire';

const PLATFORM = 'scenes/platform.scenario.toml';
const folder = temporaryFolder();
const recording = `${folder.path}/platform.recording`;
bench();
afterAll(() => folder.remove());

/** All changes of trains. */
async function changes(page: Page) {
  const { tells } = await ask(page, [{ kind: 'Trains', tag: 1, from: 0 }]);
  return tells.flatMap((tell) => (tell.kind === 'Trains' ? tell.list : []));
}

test('a train that is delayed by hand comes later, and the replay of that run shows the same trains', async () => {
  const server = await serve(PLATFORM, '--out', recording, '--overwrite', '--paused', '--until', '260');
  const page = await open(server.url);
  await shown(page);
  await page.click(named('tab-act'));
  const { place } = await run(page);
  const first = place.trains.findIndex((train) => train.name === 'line 1');
  expect(await page.textContent(named('trains'))).toMatch(/line 1.*comes at 08:02/);
  await page.click(named('delay-line 1'));
  await page.waitForFunction(() => [...document.querySelectorAll('[data-test="toast"]')].some((toast) => toast.textContent?.includes('delayed')));
  await speed(page, 5);
  await play(page);
  await page.waitForFunction(() => /line 1.*comes at 08:03/.test(document.querySelector('[data-test="trains"]')?.textContent ?? ''));
  await speed(page, 20);
  await reached(page, 225);
  await pause(page);
  const told = await changes(page);
  const arrived = told.find((change) => change.train === first && change.kind === 'train-arrived')!;
  const { welcome } = await run(page);
  expect(arrived.frame * welcome.frameSeconds).toBeGreaterThan(179);
  await page.close();
  await server.stop();
  populace('replay-check', recording, '--quiet');

  const replay = await open(atStart((await serve(recording)).url));
  await shown(replay);
  await replay.keyboard.press('End');
  await still(replay);
  const again = await changes(replay);
  expect(again.slice(0, told.length)).toEqual(told);
});

// Trains used to be areas through which people came and went.
test('a train rolls in, stands with open doors and rolls out, and the platform has an edge instead of a wall', async () => {
  const view = 'storey=0&layers=&camera=82,6,-4.2,40,-0.4,0.9';
  const timely = `${folder.path}/timely.recording`;
  populace('run', PLATFORM, '--until', '200', '--quiet', '--json', '--overwrite', '--out', timely);
  const server = await serve(timely);
  const pictureAt = async (seconds: number): Promise<Buffer> => {
    const page = await open(`${server.url}#t=${seconds}&${view}`);
    await shown(page);
    await still(page);
    await settled(page);
    expect(await time(page)).toBeCloseTo(seconds, 1);
    const picture = await page.locator(named('scene')).screenshot();
    await page.close();
    return picture;
  };
  const [before, rolling, standing, after] = [await pictureAt(80), await pictureAt(114), await pictureAt(140), await pictureAt(195)];
  const page = await open(server.url);
  await shown(page);
  expect(await text(page, 'kind')).toBe('Replay');
  // How much of a picture is the blue of line 1; the yellow line of the platform is always there.
  const blue = async (picture: Buffer): Promise<number> => page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
    let count = 0, yellow = 0;
    for (let i = 0; i < bytes.length; i += 4) {
      const [r, g, b] = [bytes[i]!, bytes[i + 1]!, bytes[i + 2]!];
      if (b > r + 50 && b > g + 20 && r < 60) count += 1;
      if (r > 190 && g > 140 && b < 90) yellow += 1;
    }
    return yellow > 100 ? count : -1;
  }, picture.toString('base64'));
  const counts = [];
  for (const picture of [before, rolling, standing, after]) counts.push(await blue(picture));
  expect(counts[0]).toBeGreaterThanOrEqual(0);
  expect(counts[1]).toBeGreaterThan(counts[0]! + 300);
  expect(counts[2]).toBeGreaterThan(counts[0]! + 300);
  expect(counts[3]).toBeLessThan(counts[2]! / 2);
});
