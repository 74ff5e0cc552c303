// A chart with its title, readings and exports.

import { untracked, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import * as session from '../../session';
import * as state from '../../state';
import { IconButton } from '../controls';
import { download } from '../download';
import { clock, fileName } from '../format';
import { shownLine } from '../panels';
import { beat } from './beat';
import type { Chart, Figure } from './figure';
import { draw, frameOf, look } from './plot';
import { csv } from './table';

const HEIGHT = 150;

export function ChartCard({ chart, children, onRemove }: { chart: Chart; children?: ComponentChildren; onRemove?: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointed = useSignal<number | null>(null);
  const width = useSignal(0);
  const isInSight = useSignal(true);
  /** Whether the chart is known to be in sight; at first it is drawn without that. */
  const isSeen = useSignal(false);
  const card = useRef<HTMLElement>(null);
  const kept = useRef<{ chart: string; figure: Figure | string } | null>(null);
  // A chart that is out of sight stays as it was. A text instead of a figure costs nothing, and may become a figure.
  const isKept = kept.current?.chart === chart.id && typeof kept.current.figure !== 'string' && !isInSight.value;
  const figure = useMemo(() => (isKept ? kept.current!.figure : untracked(chart.figure)), [beat.value, chart.id, isKept]);
  kept.current = { chart: chart.id, figure };
  const isDrawn = typeof figure !== 'string';

  useEffect(() => {
    if (!isDrawn || shownLine.value !== chart.id) return;
    shownLine.value = '';
    card.current?.scrollIntoView({ block: 'center' });
  }, [isDrawn]);
  useEffect(() => {
    if (!canvas.current) return;
    const observer = new ResizeObserver((entries) => { width.value = Math.round(entries[0]!.contentRect.width); });
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [isDrawn]);
  useEffect(() => {
    const sight = new IntersectionObserver((entries) => {
      isInSight.value = entries[entries.length - 1]!.isIntersecting;
      isSeen.value = isInSight.value;
    });
    sight.observe(card.current!);
    return () => sight.disconnect();
  }, []);
  useEffect(() => { if (isSeen.value) chart.refresh?.(); }, [beat.value, chart.id, isSeen.value]);
  useEffect(() => {
    if (canvas.current && width.value > 0 && isDrawn && isInSight.value) paint(canvas.current, width.value, figure, pointed.value);
  }, [figure, width.value, pointed.value, isInSight.value]);

  const at = (event: PointerEvent | MouseEvent): number | null => {
    if (typeof figure === 'string') return null;
    const frame = frameOf(width.value, HEIGHT);
    const share = (event.offsetX - frame.left) / frame.width;
    return share >= 0 && share <= 1 ? share * figure.plot.xMax : null;
  };
  const jump = (event: MouseEvent) => {
    const time = at(event);
    if (isDrawn && figure.plot.isTime && time !== null) session.seek(time);
  };

  return (
    <section ref={card} class="chart" aria-label={chart.title} data-test={`chart-${chart.id}`}>
      <header>
        <h3>{chart.title} <span>{chart.unit}</span></h3>
        {isDrawn && <IconButton icon="table" label="Save as CSV" onClick={() => saveTable(chart, figure)} test={`csv-${chart.id}`} />}
        {isDrawn && <IconButton icon="picture" label="Save as PNG" onClick={() => savePicture(chart, figure)} test={`png-${chart.id}`} />}
        {onRemove && <IconButton icon="trash" label="Remove the line" onClick={onRemove} />}
      </header>
      {children}
      {isDrawn ? (
        <>
          <Readings figure={figure} pointed={pointed.value} />
          <canvas
            ref={canvas} style={{ height: `${HEIGHT}px` }} class={figure.plot.isTime ? 'can-seek' : ''} role="img" aria-label={`${chart.title}, ${chart.unit}. ${figure.note ?? ''}`}
            onPointerMove={(event) => { pointed.value = at(event); }} onPointerLeave={() => { pointed.value = null; }} onClick={jump}
          />
          {figure.note && <p class="note">{figure.note}</p>}
        </>
      ) : <p class="hint">{figure}</p>}
    </section>
  );
}

function Readings({ figure, pointed }: { figure: Figure; pointed: number | null }) {
  // A chart that is not over time is read only where the pointer is.
  const x = pointed ?? (figure.plot.isTime ? state.time.peek() : null);
  return (
    <p class="readings" data-test="readings">
      {figure.plot.isTime && x !== null && <span class="at">{clock(x)}</span>}
      {figure.readings(x).map((reading) => <span key={reading.name}><i style={{ background: reading.colour }} />{reading.name} <b>{reading.value}</b></span>)}
    </p>
  );
}

function paint(canvas: HTMLCanvasElement, width: number, figure: Figure, pointed: number | null): void {
  const ratio = window.devicePixelRatio || 1;
  const [pixels, lines] = [Math.round(width * ratio), Math.round(HEIGHT * ratio)];
  if (canvas.width !== pixels || canvas.height !== lines) { canvas.width = pixels; canvas.height = lines; }
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, HEIGHT);
  draw(context, width, HEIGHT, figure.plot, look(), figure.plot.isTime ? state.time.peek() : null, pointed);
}

function nameOf(chart: Chart): string {
  return fileName('populace', state.welcome.value?.name ?? '', chart.title);
}

function saveTable(chart: Chart, figure: Figure): void {
  download(csv(figure.table), `${nameOf(chart)}.csv`);
}

/** Saves the chart as a picture, with its title, legend and note. */
function savePicture(chart: Chart, figure: Figure): void {
  const [width, height, ratio] = [720, 400, 2];
  const canvas = document.createElement('canvas');
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d')!;
  const ink = look();
  context.scale(ratio, ratio);
  context.fillStyle = ink.paper;
  context.fillRect(0, 0, width, height);
  context.fillStyle = ink.text;
  context.font = `600 15px ${ink.font}`;
  context.fillText(`${chart.title}, ${chart.unit}`, 16, 28);
  context.font = `12px ${ink.font}`;
  let x = 16;
  for (const reading of figure.readings(figure.plot.isTime ? state.time.value : null)) {
    context.fillStyle = reading.colour;
    context.fillRect(x, 41, 10, 10);
    context.fillStyle = ink.text;
    context.fillText(reading.name, x + 15, 50);
    x += 30 + context.measureText(reading.name).width;
  }
  context.fillStyle = ink.muted;
  context.fillText([state.welcome.value?.name, figure.note].filter(Boolean).join(' · '), 16, height - 12);
  context.translate(8, 64);
  draw(context, width - 16, height - 96, figure.plot, ink, null, null);
  canvas.toBlob((blob) => { if (blob) download(blob, `${nameOf(chart)}.png`); });
}
