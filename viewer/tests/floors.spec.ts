// A place of several storeys.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bench, open, serve } from './bench';
import { inside, named, pause, settled, shown } from './driver';

bench();

test('storeys are listed with their people, and each can be hidden, shown and looked at', async () => {
  const page = await open(`${(await serve('scenes/three_floors.scenario.toml', '--speed', '20')).url}#storey=all`);
  await shown(page);
  await page.waitForFunction(() => [...document.querySelectorAll('.storeys small')].filter((small) => /[1-9]/.test(small.textContent ?? '')).length > 1);
  await pause(page);
  const storeys = await page.locator('.storeys [data-test^="storey-show-"]').count();
  expect(storeys).toBe(3);
  expect(sum(await listed(page))).toBe(await inside(page));
  expect((await listed(page)).filter((people) => people > 0).length).toBeGreaterThan(1);

  const whole = await picture(page);
  await page.click(named('storey-show-2'));
  await page.waitForSelector('.storeys li.is-hidden');
  const withoutTop = await picture(page);
  expect(withoutTop.equals(whole)).toBe(false);
  // Who is hidden is still counted.
  expect(sum(await listed(page))).toBe(await inside(page));
  await page.click(named('storey-show-1'));
  expect((await picture(page)).equals(withoutTop)).toBe(false);
  await page.click(named('storey-all'));
  await page.waitForFunction(() => !document.querySelector('.storeys li.is-hidden'));

  await page.keyboard.press('1');
  await page.waitForSelector(`${named('storey-0')}[aria-pressed=true]`);
  expect((await picture(page)).equals(whole)).toBe(false);
  await page.keyboard.press('0');
  await page.waitForSelector(`${named('storey-all')}[aria-pressed=true]`);
});

async function listed(page: Page): Promise<number[]> {
  const texts = await page.locator('.storeys small').allTextContents();
  return texts.map((text) => Number(text.replace(/[^0-9]/g, '')));
}

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The scene without the panels. */
async function picture(page: Page): Promise<Buffer> {
  await settled(page);
  const box = (await page.locator(named('scene')).boundingBox())!;
  return page.screenshot({ clip: box });
}
