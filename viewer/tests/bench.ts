// What every test has: a headless Chromium, servers and pages of its own, and the rule that nothing goes wrong in a page.

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Server } from './server';

const ARGUMENTS = [
  '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
];

export interface Size { width: number; height: number }
/** Few pixels: they are drawn by the processor. */
export const SMALL: Size = { width: 1024, height: 600 };

export interface Look { size?: Size; scheme?: 'light' | 'dark' }

let browser: Browser;
let servers: Server[] = [];
let contexts: BrowserContext[] = [];
let wrongs: string[] = [];
let allowed: RegExp[] = [];

/** To be called once at the top of a file of tests. */
export function bench(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGUMENTS });
  });
  afterEach(async () => {
    // Pages first: they would complain about servers that are gone.
    const found = wrongs;
    for (const context of contexts) await context.close();
    for (const server of servers) await server.stop();
    [servers, contexts, wrongs, allowed] = [[], [], [], []];
    expect(found).toEqual([]);
  });
  afterAll(() => browser.close());
}

/** `populace view` with these arguments; it ends with the test. */
export async function serve(...view: string[]): Promise<Server> {
  const server = await Server.start(...view);
  servers.push(server);
  return server;
}

/** An address in a window of its own. The test fails when the page writes an error, fetches what is not there or leaves the server. */
export async function open(url: string, { size = SMALL, scheme = 'light' }: Look = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: size, colorScheme: scheme, acceptDownloads: true });
  contexts.push(context);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  watch(page, new URL(url).origin);
  await page.goto(url);
  return page;
}

/** What is meant to go wrong, such as a connection that the test cuts. */
export function allow(what: RegExp): void {
  allowed.push(what);
}

function watch(page: Page, origin: string): void {
  const wrong = (what: string) => { if (!allowed.some((pattern) => pattern.test(what))) wrongs.push(what); };
  const home = [origin, origin.replace(/^http/, 'ws'), `blob:${origin}`, 'data:'];
  const leaves = (url: string) => { if (!home.some((start) => url.startsWith(start))) wrong(`leaves the server: ${url}`); };
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) wrong(`console: ${message.text()}`); });
  page.on('pageerror', (error) => wrong(`script: ${error.message}`));
  page.on('requestfailed', (request) => wrong(`request: ${request.url()} ${request.failure()?.errorText ?? ''}`));
  page.on('response', (response) => { if (response.status() >= 400) wrong(`request: ${response.url()} ${response.status()}`); });
  page.on('request', (request) => leaves(request.url()));
  page.on('websocket', (socket) => leaves(socket.url()));
}
