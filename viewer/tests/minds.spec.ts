// What people do at objects, and why: where they look, the inspector, colours and layers, and closing an object.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowdOf } from '../src/frames';
import type { Inspected, Place, Welcome } from '../src/protocol';
import { bench, open, serve } from './bench';
import { atStart, named, onScreen, pause, peopled, plan, play, reached, settled, shown, still, text, time } from './driver';
import { populace, temporaryFolder } from './server';
import { ask, frameBytes, run } from './wire';

/** People who do one thing after the other at the objects of a hall, and people who do it because of their needs. */
const HALL = 'scenes/hall.scenario.toml';
const KINDS = 'scenes/kinds.scenario.toml';
/** The recordings end then, s. By then people stand in line, sit, watch and are served. */
const UNTIL = 320;
const folder = temporaryFolder();
const hall = `${folder.path}/hall.recording`;
const kinds = `${folder.path}/kinds.recording`;
bench();
beforeAll(() => {
  for (const [scene, out] of [[HALL, hall], [KINDS, kinds]] as const) populace('run', scene, '--until', String(UNTIL), '--quiet', '--json', '--out', out);
}, 600_000);
afterAll(() => folder.remove());

interface Seen { id: number; frame: number; status: string; x: number; y: number; heading: number }

/** Everybody in some frames, one every ten seconds. */
async function everybody(page: Page): Promise<{ seen: Seen[]; welcome: Welcome; place: Place }> {
  const { welcome, place } = await run(page);
  const stride = Math.round(10 / welcome.frameSeconds);
  const { tells } = await ask(page, [{ kind: 'Frames', tag: 1, from: 0, count: 32, stride }]);
  const seen = tells.flatMap((tell) => {
    if (tell.kind !== 'Frame') return [];
    const crowd = crowdOf(tell.frame, place);
    return Array.from({ length: crowd.count }, (_, i): Seen => ({
      id: crowd.ids[i]!, frame: crowd.number, status: welcome.statuses[crowd.status[i]!]!, x: crowd.x[i]!, y: crowd.y[i]!, heading: crowd.heading[i]!,
    }));
  });
  return { seen, welcome, place };
}

/** The heading of the nearest slot or place in line within a distance, m; null when there is none. */
function headingAt(place: Place, column: 'slots' | 'line', { x, y }: Seen, reach: number): number | null {
  let best = reach, heading: number | null = null;
  for (const object of place.objects) {
    for (let i = 0; i + 2 < object[column].length; i += 3) {
      const distance = Math.hypot(object[column][i]! - x, object[column][i + 1]! - y);
      if (distance < best) { best = distance; heading = object[column][i + 2]!; }
    }
  }
  return heading;
}

/** The angle between two headings, rad. */
const between = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

test('whoever uses an object looks the way that its slot does, and people in line along it; a live run and its replay show the same', async () => {
  const page = await open(atStart((await serve(hall)).url));
  await shown(page);
  await page.keyboard.press('End');
  await still(page);
  const { seen, place } = await everybody(page);
  for (const [status, column] of [['being served', 'slots'], ['sitting', 'slots'], ['watching', 'slots'], ['standing in line', 'line']] as const) {
    const those = seen.filter((one) => one.status === status);
    expect(those.length, status).toBeGreaterThan(3);
    // Behind the last place of a line people look to its end.
    const compared = those.map((one) => [one, headingAt(place, column, one, 0.35)] as const).filter(([, heading]) => heading !== null);
    expect(compared.length, status).toBeGreaterThan(those.length / 2);
    for (const [one, heading] of compared) expect(between(one.heading, heading!), `${status}: ${one.id} in frame ${one.frame}`).toBeLessThan(0.03);
  }
  const replayed = await frameBytes(page, 0, 40, 40);
  await page.close();

  const live = await open((await serve(HALL, '--speed', '100', '--until', String(UNTIL))).url);
  await shown(live);
  await live.waitForFunction((end) => Number(document.querySelector('[data-test="time"]')?.getAttribute('data-value')) > end, UNTIL - 165);
  await pause(live);
  expect(await frameBytes(live, 0, 40, 40)).toEqual(replayed);
});

test('the inspector tells what somebody in line does, why and how, with its memory, its needs and how they change', async () => {
  const page = await open(atStart((await serve(kinds)).url));
  await shown(page);
  await page.keyboard.press('End');
  await still(page);
  const { seen, welcome } = await everybody(page);
  const [inspected, when] = await someone(page, seen.filter((one) => one.status === 'standing in line'), (one) => one.needs.some((need) => need.pursued));
  await page.goto(`${page.url().split('#')[0]!}#t=${(when * welcome.frameSeconds).toFixed(1)}&who=${inspected.pedestrian}`);
  await page.reload();
  await shown(page);
  await page.waitForSelector(named('inspector-story'));
  await still(page);
  const why = inspected.needs.find((need) => need.pursued)!;
  expect(await text(page, 'inspector-story')).toContain('tands in line at');
  expect((await text(page, 'inspector-why')).toLowerCase()).toContain(why.name);
  expect(await text(page, 'inspector-how')).toMatch(/in the line of/);
  const goals = page.locator(`${named('inspector-memory')} li`);
  expect(await goals.count()).toBe(inspected.goals.length);
  expect(await goals.first().textContent()).toContain('tand in line at');
  expect(await goals.first().getAttribute('aria-current')).toBe('step');
  const needs = page.locator(`${named('inspector-needs')} li`);
  expect(await needs.count()).toBe(inspected.needs.length);
  expect(await page.locator(`${named('inspector-needs')} li.pursued`).getAttribute('data-need')).toBe(why.name);
  expect(inspected.claims.length).toBe(6);

  expect(await page.locator(named('needs-chart')).count()).toBe(0);
  await play(page);
  await page.waitForFunction(() => Number(document.querySelector('[data-test="needs-chart"]')?.getAttribute('data-points')) >= 3);
  await pause(page);
  expect(await page.locator(`${named('needs-chart')} polyline`).count()).toBe(inspected.needs.length);
});

test('people are coloured by what they do, and slots, lines and claims are drawn when their layers are on', async () => {
  const page = await open(`${(await serve(hall)).url}#t=300&view=plan&colour=doing&layers=`);
  await shown(page);
  await peopled(page, 10);
  await still(page);
  for (const words of ['walking', 'standing in line', 'being served', 'sitting', 'watching']) expect(await text(page, 'legend')).toContain(words);
  await settled(page);
  const bare = await picture(page);
  await page.click(named('layer-slots'));
  await settled(page);
  const withSlots = await picture(page);
  expect(withSlots.equals(bare)).toBe(false);
  await page.click(named('layer-claims'));
  // The server repeats the run up to the moment before it can tell who has what.
  await page.waitForSelector(named('legend-claims'));
  await settled(page);
  expect((await picture(page)).equals(withSlots)).toBe(false);
  expect(await text(page, 'legend-claims')).toContain('place in line');
});

test('the day of a pedestrian is told in sentences, and a click on one goes to its moment', async () => {
  const page = await open(atStart((await serve(hall)).url));
  await shown(page);
  await page.keyboard.press('End');
  await still(page);
  const { seen } = await everybody(page);
  const served = seen.find((one) => one.status === 'being served')!;
  await page.click(named('tab-inspector'));
  await page.fill(named('search'), String(served.id));
  await page.press(named('search'), 'Enter');
  await page.waitForSelector(named('inspector-diary'));
  const entries = await page.locator(`${named('inspector-diary')} li`).allTextContents();
  // The newest comes first.
  expect(entries.at(-1)).toContain('Comes in.');
  expect(entries.some((words) => /Is served at|Asks at/.test(words))).toBe(true);
  await page.locator(`${named('inspector-diary')} button`).last().click();
  await still(page);
  expect(await page.locator(`${named('inspector-diary')} li`).count()).toBe(1);
  expect(await time(page)).toBeLessThan(UNTIL / 2);
});

test('a layer shows what everyone needs', async () => {
  const page = await open(`${(await serve(kinds)).url}#t=250&layers=&colour=clothes`);
  await shown(page);
  await peopled(page, 5);
  await still(page);
  await settled(page);
  const without = await picture(page);
  await page.click(named('layer-needs'));
  await page.waitForSelector(named('legend-needs'));
  await settled(page);
  expect(await text(page, 'legend-needs')).toContain('thirst');
  expect((await picture(page)).equals(without)).toBe(false);
  const { tells } = await ask(page, [{ kind: 'Needs', tag: 1, frame: 2500 }]);
  const told = tells.find((tell) => tell.kind === 'Needs');
  expect(told?.kind === 'Needs' && told.needs.pedestrians.length).toBeGreaterThan(5);
});

test('an object that is clicked can be closed and opened, and the run that had it closed is repeated exactly', async () => {
  const acted = `${folder.path}/acted.recording`;
  const server = await serve(KINDS, '--out', acted, '--speed', '20');
  const page = await open(server.url);
  await shown(page);
  await reached(page, 30);
  await pause(page);
  await plan(page);
  const { place } = await run(page);
  // Nobody stands in the middle of a performance, so the click hits no pedestrian.
  const musicians = place.objects.findIndex((object) => object.name === 'musicians');
  const ring = place.objects[musicians]!.footprint;
  const mean = (offset: number) => ring.filter((_, i) => i % 2 === offset).reduce((sum, one) => sum + one, 0) / (ring.length / 2);
  const at = await onScreen(page, mean(0) + place.originX, mean(1) + place.originY);
  await page.mouse.click(at.x, at.y);
  await page.waitForSelector(named('object-menu'));
  expect(await text(page, 'object-menu')).toContain('musicians');
  await page.click(named('object-menu-act'));
  await page.waitForFunction(() => [...document.querySelectorAll('[data-test="toast"]')].some((toast) => toast.textContent?.includes('closes')));
  const asked = await time(page);
  await play(page);
  await reached(page, asked + 5);
  await pause(page);
  await page.click(named('tab-act'));
  // The list of many objects is closed at first.
  await page.click(`details:has(${named('object-musicians')}) > summary`);
  expect(await page.locator(named('object-musicians')).isChecked()).toBe(false);
  await page.click(named('object-musicians'));
  await play(page);
  await reached(page, asked + 10);
  await pause(page);
  expect(await page.locator(named('object-musicians')).isChecked()).toBe(true);
  const { tells } = await ask(page, [{ kind: 'Happenings', tag: 1, from: 0 }]);
  const happened = tells.flatMap((tell) => (tell.kind === 'Happenings' ? tell.list : [])).filter((one) => one.object === musicians);
  expect(happened.map((one) => one.kind)).toEqual(['closed', 'reopened']);
  await page.click(named('alarm'));
  await page.click(named('alarm-sure'));
  await page.waitForFunction(() => [...document.querySelectorAll('[data-test="toast"]')].some((toast) => toast.textContent?.includes('alarm')));
  await play(page);
  await reached(page, asked + 20);
  await pause(page);
  const later = (await ask(page, [{ kind: 'Happenings', tag: 2, from: 0 }])).tells;
  const kinds = later.flatMap((tell) => (tell.kind === 'Happenings' ? tell.list : [])).map((one) => one.kind);
  expect(kinds).toContain('alarm');
  await page.close();
  await server.stop();
  expect(populace('replay-check', acted)).toMatch(/step/);
});

/** The first of some people of whom a question is true, and the frame in which it is; the server may first have to repeat the run. */
async function someone(page: Page, among: Seen[], isWanted: (one: Inspected) => boolean): Promise<[Inspected, number]> {
  for (const { id, frame } of among) {
    for (let tries = 0; tries < 40; tries++) {
      const { tells } = await ask(page, [{ kind: 'Inspect', tag: 1, pedestrian: id, frame }]);
      const answer = tells.find((tell) => tell.kind === 'Inspected' || tell.kind === 'Refused');
      if (answer?.kind === 'Inspected' && isWanted(answer.inspected)) return [answer.inspected, frame];
      if (answer?.kind !== 'Refused' || !answer.what.includes('repeated')) break;
    }
  }
  throw new Error('nobody is as wanted');
}

/** The scene without the panels. */
async function picture(page: Page): Promise<Buffer> {
  return page.screenshot({ clip: (await page.locator(named('scene')).boundingBox())! });
}
