// Nothing overlaps and nothing is cut off, in small and large windows, light and dark.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench, open, serve } from './bench';
import { atStart, named, peopled, pictured, shown } from './driver';
import { populace, temporaryFolder } from './server';

const folder = temporaryFolder();
const recording = `${folder.path}/floors.recording`;
bench();
beforeAll(() => { populace('run', 'scenes/three_floors.scenario.toml', '--until', '120', '--quiet', '--json', '--out', recording); });
afterAll(() => folder.remove());

const WINDOWS = [
  { name: '1280×720', size: { width: 1280, height: 720 } },
  { name: '1920×1080', size: { width: 1920, height: 1080 } },
];

for (const { name, size } of WINDOWS) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`texts and buttons keep apart and within a window of ${name}, ${scheme}`, async () => {
      const server = await serve(recording);
      const page = await open(atStart(server.url), { size, scheme });
      await shown(page);
      // The scene itself is not in question, and drawing it takes most of the time.
      await page.keyboard.press('Shift+ArrowRight');
      await peopled(page, 1);
      await fits(page, 'charts');
      await page.click(named('tab-inspector'));
      await fits(page, 'inspector, nobody');
      await page.fill(named('search'), '0');
      await page.press(named('search'), 'Enter');
      await page.waitForSelector(named('inspector-id'));
      await fits(page, 'inspector');
      await page.click(named('tab-act'));
      await fits(page, 'act');
      await page.click(named('layer-density'));
      await page.click(named('layer-cells'));
      await fits(page, 'legends');
      await page.keyboard.press('?');
      await page.waitForSelector(`${named('help-overlay')}[open]`);
      await fits(page, 'help', named('help-overlay'));
      await page.keyboard.press('Escape');
    });
  }
}

test('the gallery and the panel to act of a live run fit into small and large windows', async () => {
  const server = await serve();
  for (const { size } of WINDOWS) {
    const page = await open(server.url, { size });
    await page.waitForSelector(named('gallery'));
    await pictured(page);
    await fits(page, 'gallery');
    await page.click(named('scene-three_floors'));
    await shown(page);
    await page.click(named('tab-act'));
    await page.waitForSelector(named('act'));
    await fits(page, 'act, live');
    await page.close();
  }
});

test('the check of the layout finds what overlaps and what is outside', async () => {
  const page = await open(atStart((await serve(recording)).url));
  await shown(page);
  await page.evaluate(() => {
    const put = (left: string, words: string) => {
      const text = document.createElement('p');
      text.textContent = words;
      text.style.cssText = `position: fixed; left: ${left}; top: 8px; z-index: 9`;
      document.body.append(text);
    };
    put('12px', 'over the name of the page');
    put('99vw', 'half outside');
  });
  const wrongs = await wrongsOf(page, 'body');
  expect(wrongs.some((wrong) => wrong.includes('over the name') && wrong.includes('overlap'))).toBe(true);
  expect(wrongs.some((wrong) => wrong.includes('half outside') && wrong.includes('is outside'))).toBe(true);
});

/** What is wrong with the places of texts and buttons; all that can be scrolled to is looked at where it is. */
function wrongsOf(page: Page, within: string): Promise<string[]> {
  return page.evaluate((root) => {
    interface Box { left: number; top: number; right: number; bottom: number }
    const words = (element: Element) => `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 30) || element.getAttribute('aria-label') || ''}”`;

    /** What is left of a box when everything that scrolls or hides around it has cut it. */
    const visible = (element: Element, box: Box): Box | null => {
      let { left, top, right, bottom } = box;
      // Of a text also the element itself: long ones end with an ellipsis.
      for (let parent: Element | null = element; parent; parent = parent.parentElement) {
        const style = getComputedStyle(parent);
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const cut = parent.getBoundingClientRect();
        left = Math.max(left, cut.left); top = Math.max(top, cut.top);
        right = Math.min(right, cut.right); bottom = Math.min(bottom, cut.bottom);
      }
      return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
    };
    const isScrolled = (element: Element): boolean => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight + 1) return true;
      }
      return false;
    };

    const found: { element: Element; box: Box }[] = [];
    const wrongs: string[] = [];
    for (const element of document.querySelectorAll(`${root} *`)) {
      if (!(element instanceof HTMLElement) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const isControl = element.matches('button, select, input, a.card');
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!isControl && texts.length === 0) continue;
      if (element.matches('option, optgroup, script, style, title')) continue;
      let box: Box = element.getBoundingClientRect();
      if (!isControl) {
        // Of texts the lines themselves, not the block that they stand in.
        const range = document.createRange();
        range.selectNodeContents(element);
        box = range.getBoundingClientRect();
      }
      if (box.right - box.left < 1 || box.bottom - box.top < 1) continue;
      const seen = visible(element, box);
      const isOutside = box.left < -1 || box.right > innerWidth + 1 || ((box.top < -1 || box.bottom > innerHeight + 1) && !isScrolled(element));
      if (isOutside) wrongs.push(`${words(element)} is outside of the window`);
      const isCut = !isControl && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden' && getComputedStyle(element).textOverflow !== 'ellipsis';
      if (isCut) wrongs.push(`${words(element)} is cut off`);
      if (seen) found.push({ element, box: seen });
    }
    for (let i = 0; i < found.length; i++) {
      for (let j = i + 1; j < found.length; j++) {
        const { element: a, box: p } = found[i]!, { element: b, box: q } = found[j]!;
        if (a.contains(b) || b.contains(a)) continue;
        const across = Math.min(p.right, q.right) - Math.max(p.left, q.left), down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (across > 1.5 && down > 2.5) wrongs.push(`${words(a)} and ${words(b)} overlap by ${across.toFixed(0)} × ${down.toFixed(0)} px`);
      }
    }
    return wrongs;
  }, within);
}

async function fits(page: Page, where: string, within = 'body'): Promise<void> {
  expect(await wrongsOf(page, within), where).toEqual([]);
}
