// The connection to the server. It matches answers to questions by their tag, and reconnects when it is lost.

import { VERSION, readTell, writeAsk, type Ask, type Tell } from './protocol';
import { Reader, Writer } from './wire';

type Answer = (tell: Tell) => void;
type WithoutTag<T> = T extends { tag: number } ? Omit<T, 'tag'> : never;
/** A message that has an answer. */
export type Question = WithoutTag<Ask>;
/** A message that has no answer. */
export type Order = Exclude<Ask, { tag: number }>;

/** The server refused; `message` says what is wrong, `hint` what to do. */
export class Refusal extends Error {
  constructor(what: string, readonly hint: string) { super(what); }
}

/** How a page talks to the server. */
export interface Line {
  ask(question: Question): Promise<Tell>;
  frames(from: number, count: number, stride: number, each: Answer): Promise<void>;
  order(order: Order): void;
  readonly isOpen: boolean;
}

export interface Listener {
  /** Takes every message that is not an answer. */
  told(tell: Tell): void;
  /** Tells whether there is a connection. */
  connected(is: boolean): void;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
/** The title of the message to a page that came when too many pages watched. Such a page connects again by itself. */
const FULL = 'Too many viewers';

export class Connection implements Line {
  private socket: WebSocket | null = null;
  private tag = 1;
  private pause = FIRST_PAUSE;
  /** Whether the page reconnects. */
  private isWelcome = true;
  private waiting = new Map<number, { tells: Tell[]; done: (tells: Tell[]) => void; failed: (why: Error) => void; each?: Answer }>();

  constructor(private readonly address: string, private readonly listener: Listener) {
    this.open();
  }

  /** Asks a question. Returns the answer. */
  async ask(question: Question): Promise<Tell> {
    const tells = await this.send(question);
    return tells[0]!;
  }

  /** Asks for frames. Hands out each frame as it comes. */
  async frames(from: number, count: number, stride: number, each: Answer): Promise<void> {
    await this.send({ kind: 'Frames', from, count, stride }, each);
  }

  /** Sends an order, which has no answer. */
  order(order: Order): void {
    this.write(order);
  }

  get isOpen(): boolean { return this.socket?.readyState === WebSocket.OPEN; }

  private send(question: Question, each?: Answer): Promise<Tell[]> {
    const tag = this.tag++;
    return new Promise((done, failed) => {
      if (!this.write({ ...question, tag } as Ask)) return failed(new Error('not connected'));
      this.waiting.set(tag, { tells: [], done, failed, each });
    });
  }

  private write(ask: Ask): boolean {
    if (!this.isOpen) return false;
    const writer = new Writer();
    writeAsk(writer, ask);
    this.socket!.send(writer.bytes());
    return true;
  }

  private open(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.listener.connected(true);
    socket.onmessage = (event) => this.receive(readTell(new Reader(event.data as ArrayBuffer)));
    socket.onclose = () => this.closed();
    this.socket = socket;
  }

  private closed(): void {
    this.listener.connected(false);
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of lost) one.failed(new Error('the connection was lost'));
    if (!this.isWelcome) return;
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  private receive(tell: Tell): void {
    // The page is older than the server.
    if (tell.kind === 'Welcome' && tell.welcome.version !== VERSION) return location.reload();
    if (tell.kind === 'Welcome') this.pause = FIRST_PAUSE;
    // The server reads a broken scenario anew for every page, so the page connects again only when the user wants it.
    if (tell.kind === 'Broken') { this.isWelcome = tell.title === FULL; this.pause = LONGEST_PAUSE; }
    if (!('tag' in tell) || !this.waiting.has(tell.tag)) return this.listener.told(tell);
    const one = this.waiting.get(tell.tag)!;
    if (tell.kind === 'Frame') return one.each?.(tell);
    this.waiting.delete(tell.tag);
    if (tell.kind === 'Refused') one.failed(new Refusal(tell.what, tell.hint)); else one.done([tell]);
  }
}
