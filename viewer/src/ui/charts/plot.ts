// Draws a plot on a canvas: axes, lines, stacked bars and points.

import { brief, plain, shortClock } from '../format';
import { niceSeconds, niceStep } from './series';

export interface Line { colour: string; xs: ArrayLike<number>; ys: ArrayLike<number>; isDashed?: boolean; isFilled?: boolean }
/** A bar from x to x. Its parts lie one above the other, in the colours of the plot. */
export interface Bar { from: number; to: number; parts: ArrayLike<number> }
export interface Dots { colour: string; xs: ArrayLike<number>; ys: ArrayLike<number> }

export interface Plot {
  xMax: number;
  yMax: number;
  /** The titles of the axes, with units. */
  xTitle: string;
  yTitle: string;
  /** Whether the x axis is simulated time, s. */
  isTime: boolean;
  lines?: Line[];
  bars?: { colours: string[]; list: Bar[] };
  dots?: Dots[];
  /** The moments of acts. */
  marks?: { x: number; colour: string }[];
}

/** Colours of the paper and the ink, from the style sheet. */
export interface Look { text: string; muted: string; grid: string; paper: string; cursor: string; font: string }

export interface Frame { left: number; top: number; width: number; height: number }

export function look(): Look {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: value('--text'), muted: value('--muted'), grid: value('--grid'), paper: value('--panel'), cursor: value('--accent'),
    font: getComputedStyle(document.body).fontFamily,
  };
}

/** Returns the part of the canvas within the axes. */
export function frameOf(width: number, height: number): Frame {
  return { left: 38, top: 8, width: Math.max(10, width - 48), height: Math.max(10, height - 40) };
}

/** The most steps of the y axis. */
const TICKS = 4;

/** Draws a plot into a rectangle of `width` × `height` at the origin. `cursor` and `pointed` are places on the x axis. */
export function draw(context: CanvasRenderingContext2D, width: number, height: number, plot: Plot, ink: Look, cursor: number | null, pointed: number | null): void {
  const frame = frameOf(width, height);
  const x = (value: number) => frame.left + (frame.width * value) / plot.xMax;
  const y = (value: number) => frame.top + frame.height * (1 - value / plot.yMax);
  drawAxes(context, frame, plot, ink, x, y);
  for (const mark of plot.marks ?? []) rule(context, x(mark.x), frame, mark.colour, 1, [2, 3]);
  context.save();
  context.beginPath();
  context.rect(frame.left, frame.top - 2, frame.width + 1, frame.height + 3);
  context.clip();
  if (plot.bars) drawBars(context, plot.bars.list, plot.bars.colours, x, y);
  for (const dots of plot.dots ?? []) drawDots(context, dots, x, y);
  for (const line of plot.lines ?? []) drawLine(context, line, x, y);
  context.restore();
  if (cursor !== null && cursor <= plot.xMax) rule(context, x(cursor), frame, ink.cursor, 1.5, []);
  if (pointed !== null) rule(context, x(pointed), frame, ink.muted, 1, [3, 3]);
}

function drawAxes(context: CanvasRenderingContext2D, frame: Frame, plot: Plot, ink: Look, x: (v: number) => number, y: (v: number) => number): void {
  context.font = `10.5px ${ink.font}`;
  context.lineWidth = 1;
  context.fillStyle = ink.muted;
  context.strokeStyle = ink.grid;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const yStep = niceStep(plot.yMax, TICKS);
  for (let value = 0; value <= plot.yMax * 1.0001; value += yStep) {
    const at = Math.round(y(value)) + 0.5;
    context.beginPath();
    context.moveTo(frame.left, at);
    context.lineTo(frame.left + frame.width, at);
    context.stroke();
    context.fillText(brief(value), frame.left - 6, at);
  }
  context.textAlign = 'center';
  context.textBaseline = 'top';
  const most = Math.max(2, Math.floor(frame.width / 56));
  const xStep = plot.isTime ? niceSeconds(plot.xMax, most) : niceStep(plot.xMax, most);
  for (let value = 0; value <= plot.xMax * 1.0001; value += xStep) {
    const text = plot.isTime ? shortClock(value) : plain(value);
    context.fillText(text, Math.min(x(value), frame.left + frame.width - context.measureText(text).width / 2 + 8), frame.top + frame.height + 5);
  }
  context.fillText(plot.xTitle, frame.left + frame.width / 2, frame.top + frame.height + 19);
}

function drawLine(context: CanvasRenderingContext2D, line: Line, x: (v: number) => number, y: (v: number) => number): void {
  const n = Math.min(line.xs.length, line.ys.length);
  if (n === 0) return;
  const trace = () => {
    context.beginPath();
    for (let i = 0; i < n; i++) context.lineTo(x(line.xs[i]!), y(line.ys[i]!));
  };
  if (line.isFilled) {
    trace();
    context.lineTo(x(line.xs[n - 1]!), y(0));
    context.lineTo(x(line.xs[0]!), y(0));
    context.globalAlpha = 0.14;
    context.fillStyle = line.colour;
    context.fill();
    context.globalAlpha = 1;
  }
  trace();
  context.strokeStyle = line.colour;
  context.lineWidth = 1.6;
  context.lineJoin = 'round';
  context.setLineDash(line.isDashed ? [5, 4] : []);
  context.stroke();
  context.setLineDash([]);
}

function drawBars(context: CanvasRenderingContext2D, list: Bar[], colours: string[], x: (v: number) => number, y: (v: number) => number): void {
  for (const bar of list) {
    const left = x(bar.from);
    const width = Math.max(1, x(bar.to) - left - (x(bar.to) - left > 4 ? 1 : 0));
    for (let part = 0, sum = 0; part < bar.parts.length; part++) {
      const next = sum + bar.parts[part]!;
      context.fillStyle = colours[part % colours.length]!;
      context.fillRect(left, y(next), width, y(sum) - y(next));
      sum = next;
    }
  }
}

function drawDots(context: CanvasRenderingContext2D, dots: Dots, x: (v: number) => number, y: (v: number) => number): void {
  context.fillStyle = dots.colour;
  context.globalAlpha = 0.35;
  for (let i = 0; i < dots.xs.length; i++) context.fillRect(x(dots.xs[i]!) - 1.5, y(dots.ys[i]!) - 1.5, 3, 3);
  context.globalAlpha = 1;
}

function rule(context: CanvasRenderingContext2D, at: number, frame: Frame, colour: string, width: number, dash: number[]): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.beginPath();
  context.moveTo(at, frame.top);
  context.lineTo(at, frame.top + frame.height);
  context.stroke();
  context.setLineDash([]);
}

/** Returns a round number that is not below the value, so that the axis ends with a tick. */
export function roundUp(value: number): number {
  const step = niceStep(value, TICKS);
  return Math.max(step, Math.ceil(value / step - 1e-9) * step);
}
