// The protocol as a page speaks it: a socket that is opened in the page, read by the page's own decoder.

import type { Page } from 'playwright-core';
import { readTell, writeAsk, type Ask, type Place, type Tell, type Welcome } from '../src/protocol';
import { Reader, Writer } from '../src/wire';

export interface Answers { messages: Uint8Array[]; tells: Tell[] }

/** Sends questions over a socket of their own, and returns what came until each had its last answer. */
export async function ask(page: Page, questions: Ask[]): Promise<Answers> {
  const scene = new URL(page.url()).searchParams.get('scene') ?? '';
  const bytes = questions.map((question) => {
    const writer = new Writer();
    writeAsk(writer, question);
    return [...writer.bytes()];
  });
  // Kinds of messages: a frame (4) is followed by more, everything else from 5 on ends an answer.
  const received = await page.evaluate(async ({ scene, bytes }) => {
    const socket = new WebSocket(`ws://${location.host}/socket${scene ? `?scene=${scene}` : ''}`);
    socket.binaryType = 'arraybuffer';
    const messages: string[] = [];
    await new Promise<void>((done, failed) => {
      let isWelcome = false, answered = 0;
      socket.onerror = () => failed(new Error('the socket failed'));
      socket.onclose = () => failed(new Error('the socket was closed'));
      socket.onmessage = (event) => {
        const message = new Uint8Array(event.data as ArrayBuffer);
        messages.push(btoa(Array.from(message, (byte) => String.fromCharCode(byte)).join('')));
        // The place is the second message: from then on questions are answered.
        if (message[0] === 2 && !isWelcome) { isWelcome = true; for (const b of bytes) socket.send(new Uint8Array(b)); }
        if (message[0]! >= 5) answered += 1;
        if (isWelcome && answered >= bytes.length) done();
      };
    });
    socket.onclose = null;
    socket.close();
    return messages;
  }, { scene, bytes });
  const messages = received.map((message) => Uint8Array.from(Buffer.from(message, 'base64')));
  return { messages, tells: messages.map((message) => readTell(new Reader(message.slice().buffer))) };
}

/** Who and where, in words of the protocol. */
export async function run(page: Page): Promise<{ welcome: Welcome; place: Place }> {
  const { tells } = await ask(page, []);
  let welcome: Welcome | null = null, place: Place | null = null;
  for (const tell of tells) {
    if (tell.kind === 'Welcome') welcome = tell.welcome;
    if (tell.kind === 'Place') place = tell.place;
  }
  if (!welcome || !place) throw new Error('there was no welcome');
  return { welcome, place };
}

/** Frames as their bytes, by number; without the tag, which is the page's. */
export async function frameBytes(page: Page, from: number, count: number, stride: number): Promise<Map<number, string>> {
  const frames = new Map<number, string>();
  for (let done = 0; done < count; done += 64) {
    const asked: Ask = { kind: 'Frames', tag: 1, from: from + done * stride, count: Math.min(64, count - done), stride };
    const { messages, tells } = await ask(page, [asked]);
    tells.forEach((tell, i) => { if (tell.kind === 'Frame') frames.set(tell.frame.number, Buffer.from(messages[i]!.slice(5)).toString('base64')); });
  }
  return frames;
}
