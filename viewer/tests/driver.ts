// What a user does with the page, and what they read from it.

import type { Page } from 'playwright-core';

/** The element with a name for tests. */
export const named = (name: string) => `[data-test="${name}"]`;

/** The address at which a recording stands still at its start: without it, a recording plays as soon as it is opened. */
export const atStart = (url: string) => `${url}#t=0`;

/** The run is on the screen. */
export async function shown(page: Page): Promise<void> {
  await page.waitForSelector(named('run-name'));
  await page.waitForFunction(() => (window as { populaceTimings?: { frames: number } }).populaceTimings?.frames ?? 0 > 1);
  await page.waitForFunction(() => document.querySelector('[data-test="run-name"]')?.textContent !== '' && !document.querySelector('.loading'));
}

/** Simulated time shown, s. */
export const time = async (page: Page): Promise<number> => Number(await page.getAttribute(named('time'), 'data-value'));
/** People shown. */
export const inside = async (page: Page): Promise<number> => Number(await page.getAttribute(named('inside'), 'data-value'));
export const text = async (page: Page, name: string): Promise<string> => (await page.textContent(named(name)))?.trim() ?? '';

/** Waits for a moment. */
export async function reached(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((wanted) => Number(document.querySelector('[data-test="time"]')?.getAttribute('data-value')) >= wanted, seconds);
}

/** Waits until somebody is inside. */
export async function peopled(page: Page, least = 1): Promise<void> {
  await page.waitForFunction((wanted) => Number(document.querySelector('[data-test="inside"]')?.getAttribute('data-value')) >= wanted, least);
}

export async function isPlaying(page: Page): Promise<boolean> {
  return (await page.getAttribute(named('play'), 'aria-label')) === 'Pause';
}

/** Lets the run stand still, and waits until the last moment is shown. */
export async function pause(page: Page): Promise<void> {
  if (await isPlaying(page)) await page.click(named('play'));
  await page.waitForSelector(`${named('play')}[aria-label="Play"]`);
  await still(page);
}

export async function play(page: Page): Promise<void> {
  if (!(await isPlaying(page))) await page.click(named('play'));
  await page.waitForSelector(`${named('play')}[aria-label="Pause"]`);
}

/** Waits until the moment shown does not change any more: the page tells it ten times a second, and not before the next picture. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(() => { delete (window as { lastMoment?: unknown }).lastMoment; });
  await page.waitForFunction(() => {
    const kept = window as { populaceTimings?: { frames: number }; lastMoment?: { time: string; frames: number; at: number } };
    const time = document.querySelector('[data-test="time"]')?.getAttribute('data-value') ?? '';
    const [frames, at] = [kept.populaceTimings?.frames ?? 0, performance.now()];
    if (kept.lastMoment?.time !== time) { kept.lastMoment = { time, frames, at }; return false; }
    return frames >= kept.lastMoment.frames + 4 && at > kept.lastMoment.at + 300;
  });
}

export async function speed(page: Page, factor: number): Promise<void> {
  await page.waitForFunction((wanted) => [...document.querySelectorAll<HTMLOptionElement>('[data-test="speed"] option')].some((o) => o.value === wanted), String(factor));
  await page.selectOption(named('speed'), String(factor));
}

/** Where the camera looks at, from the address: x, y, z, span, turn, tilt. The page writes it once a second. */
export async function camera(page: Page): Promise<number[]> {
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).has('camera'));
  return page.evaluate(() => (new URLSearchParams(location.hash.slice(1)).get('camera') ?? '').split(',').map(Number));
}

/** The part of the address behind the #, written now. */
export async function share(page: Page): Promise<URLSearchParams> {
  await page.click(named('share'));
  return new URLSearchParams(new URL(page.url()).hash.slice(1));
}

/** A point of the plan on the screen. The page is in plan view and the camera has arrived. Metres of the place. */
export async function onScreen(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const look = ((await share(page)).get('camera') ?? '').split(',').map(Number);
  const [cx, cy, , span] = look as [number, number, number, number];
  const box = (await page.locator(named('scene')).boundingBox())!;
  const perMetre = box.height / span;
  return { x: box.x + box.width / 2 + (x - cx) * perMetre, y: box.y + box.height / 2 - (y - cy) * perMetre };
}

/** Looks from above, and waits until the camera is there. */
export async function plan(page: Page): Promise<void> {
  await page.click(named('view-plan'));
  await settled(page);
}

/** Waits for so many pictures as the camera needs to arrive. */
export async function settled(page: Page): Promise<void> {
  // A picture counts at most a quarter of a second: the way between the views takes 0.8 s, and easing five times 1/11 s.
  const start = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() > from + 1500, start, { polling: 'raf' });
}

/** Waits until every picture of the gallery has come: who leaves before gives up requests, which counts as an error here. */
export async function pictured(page: Page): Promise<void> {
  // Those out of sight are fetched when they come into it.
  for (const image of await page.locator('.card img').all()) await image.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.images.length > 0 && [...document.images].every((image) => image.complete && image.naturalWidth > 100));
  await page.evaluate(() => document.querySelector('.card')?.scrollIntoView());
}
