import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection';
import { Writer } from './wire';

/** A socket that the test opens, speaks through and closes. */
class Socket {
  static all: Socket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  binaryType = '';
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: ArrayBuffer }) => {};
  constructor(readonly address: string) { Socket.all.push(this); }
  send(): void {}
  open(): void { this.readyState = Socket.OPEN; this.onopen(); }
  close(): void { this.readyState = 3; this.onclose(); }
  sayBroken(title: string): void {
    const writer = new Writer();
    writer.u8(14);
    for (const text of [title, 'what', 'hint']) writer.text(text);
    const bytes = writer.bytes();
    this.onmessage({ data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  Socket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connect() {
  const told: string[] = [];
  new Connection('ws://somewhere', { told: (tell) => told.push(tell.kind), connected: () => {} });
  return { told, last: () => Socket.all[Socket.all.length - 1]! };
}

test('a page that was told of something broken does not come again by itself', () => {
  const { told, last } = connect();
  last().open();
  last().sayBroken('station.scenario.toml cannot be read');
  last().close();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['Broken']);
  expect(Socket.all).toHaveLength(1);
});

test('a page that finds no room comes again every five seconds', () => {
  const { last } = connect();
  for (let tries = 1; tries <= 3; tries++) {
    expect(Socket.all).toHaveLength(tries);
    last().open();
    last().sayBroken('Too many viewers');
    last().close();
    vi.advanceTimersByTime(4900);
    expect(Socket.all).toHaveLength(tries);
    vi.advanceTimersByTime(200);
  }
});

test('a server that takes connections but says nothing is asked less and less often', () => {
  const { last } = connect();
  for (let i = 0; i < 6; i++) {
    last().open();
    last().close();
    vi.runOnlyPendingTimers();
  }
  const before = Socket.all.length;
  last().open();
  last().close();
  vi.advanceTimersByTime(4900);
  expect(Socket.all).toHaveLength(before);
});
