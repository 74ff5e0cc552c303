// What changes on objects: boards, which show the next departures, and clocks, which tell the time.

import { BoxGeometry, CanvasTexture, Group, LinearFilter, Mesh, MeshBasicMaterial, MeshLambertMaterial, PlaneGeometry } from 'three';
import type { Departure } from '../departures';
import type { Look } from './look';
import type { Frame } from './object_frame';
import type { Storey } from './storey';

/** The lines of a board. */
export const LINES = 5;
const WIDE = 1024;
const FONT = '"Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
/** The colours of a board: those of lamps on black. */
const INK = { paper: '#10161c', head: '#d7dee5', text: '#f2c35a', quiet: '#8b97a3', note: '#ff8f5a' };

/** The screen of a board. */
export class Board {
  private readonly canvas = document.createElement('canvas');
  private readonly texture = new CanvasTexture(this.canvas);
  private shown = '';

  /** The screen stands upright before `forward`, in the frame of its object. */
  constructor(storey: Storey, frame: Frame, forward: number, low: number, high: number, right: number, left: number) {
    this.canvas.width = WIDE;
    this.canvas.height = Math.max(64, Math.round((WIDE * (high - low)) / (left - right)));
    this.texture.minFilter = LinearFilter;
    this.texture.colorSpace = 'srgb';
    const screen = new Mesh(new PlaneGeometry(left - right, high - low), new MeshBasicMaterial({ map: this.texture }));
    // A plane looks up along z with its right along x. It is put up so that it looks forward.
    const root = new Group();
    screen.rotation.set(Math.PI / 2, Math.PI / 2, 0);
    screen.position.set(forward, (left + right) / 2, (low + high) / 2);
    root.add(screen);
    root.position.set(frame.x, frame.y, frame.z);
    root.rotation.z = frame.heading;
    storey.spatial.add(root);
    this.write([], '');
  }

  /** Shows departures and the time. It is drawn only when something has changed. */
  write(list: readonly Departure[], time: string): void {
    const key = JSON.stringify([list, time]);
    if (key === this.shown) return;
    this.shown = key;
    const context = this.canvas.getContext('2d')!;
    const { width, height } = this.canvas;
    const row = height / (LINES + 1.3), size = row * 0.74;
    context.fillStyle = INK.paper;
    context.fillRect(0, 0, width, height);
    context.textBaseline = 'middle';
    const put = (words: string, x: number, y: number, colour: string, room: number, align: CanvasTextAlign = 'left', weight = 500) => {
      context.font = `${weight} ${size}px ${FONT}`;
      context.fillStyle = colour;
      context.textAlign = align;
      context.fillText(words, x, y, room);
    };
    const edge = width * 0.025;
    put('Departures', edge, row * 0.7, INK.head, width * 0.5, 'left', 700);
    put(time, width - edge, row * 0.7, INK.head, width * 0.3, 'right', 700);
    if (list.length === 0) put('No departures', edge, row * 2.2, INK.quiet, width * 0.6);
    list.forEach((one, i) => {
      const y = row * (i + 1.85);
      put(one.time, edge, y, INK.text, width * 0.13);
      put(one.to, width * 0.16, y, INK.text, width * 0.36);
      put(one.line === one.to ? '' : one.line, width * 0.54, y, INK.quiet, width * 0.13);
      put(one.track, width * 0.69, y, INK.text, width * 0.14);
      put(one.note, width - edge, y, INK.note, width * 0.14, 'right');
    });
    this.texture.needsUpdate = true;
  }
}

/** The hands of a clock. */
export class Hands {
  private readonly hour: Mesh;
  private readonly minute: Mesh;

  /** The hands turn before `forward`, at a height, in the frame of their object. */
  constructor(storey: Storey, frame: Frame, forward: number, height: number, look: Look) {
    const root = new Group(), dial = new MeshLambertMaterial({ color: look.dial });
    const hand = (length: number, width: number) => new Mesh(new BoxGeometry(0.006, width, length).translate(0, 0, length / 2 - 0.03), dial);
    this.hour = hand(0.17, 0.032);
    this.minute = hand(0.25, 0.022);
    for (const each of [this.hour, this.minute]) { each.position.set(forward, 0, height); root.add(each); }
    root.position.set(frame.x, frame.y, frame.z);
    root.rotation.z = frame.heading;
    storey.spatial.add(root);
  }

  /** Shows a time of day, s since midnight. */
  turn(seconds: number): void {
    const turn = (share: number) => -2 * Math.PI * share;
    this.hour.rotation.x = turn(seconds / 43_200);
    this.minute.rotation.x = turn(seconds / 3600);
  }
}
