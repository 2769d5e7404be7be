import { html } from 'hono/html';
import { px } from '../../kernel/format/svg-text.ts';
import type { Markup } from '../page.ts';
import { annotationBands, annotationMarks, type ChartAnnotation } from './annotation-marks.ts';
import { axisBetween, axisLines, hatchPattern, ROOM, pointerChart } from './axis.ts';

/** One hour, day, month or year of a chart. */
interface ChartPeriod {
  /** Below the axis, where there is room; empty: none. */
  readonly label: string;
  /** Text for a pointer. */
  readonly title: string;
  readonly value: number | null;
  /** A figure was expected and is missing. A period to come is not missing. */
  readonly isMissing: boolean;
  /** A part of the period was not measured, so the figure may be too low. */
  readonly isPartial: boolean;
  readonly isEstimated: boolean;
  readonly isRunning: boolean;
  /** The period is one that the chart is about. */
  readonly isMarked: boolean;
  /** Address of a click. */
  readonly address: string | null;
  /** Where the figure usually lies; absent or null: not known. */
  readonly usual?: { readonly low: number; readonly middle: number; readonly high: number } | null;
}

/** Sizes for a desk and for a phone, because letters that shrink with the picture cannot be read. */
const SIZES = {
  wide: { width: 960, height: 272, mostLabels: 16 },
  narrow: { width: 340, height: 232, mostLabels: 5 },
} as const;

/** Neighbouring marked periods, from the first to the one behind the last. */
function markedSpans(periods: readonly ChartPeriod[]): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  for (const [at, { isMarked }] of periods.entries()) {
    if (!isMarked) continue;
    const last = spans.at(-1);
    if (last?.to === at) last.to = at + 1;
    else spans.push({ from: at, to: at + 1 });
  }
  return spans;
}

/** Bounds of the axis: amounts have a zero line, levels have room around them. */
function boundsOf(values: readonly number[], hasZero: boolean): { low: number; high: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (hasZero) return { low: Math.min(0, least), high: Math.max(0, most) || 1 };
  const room = (most - least) * 0.08 || Math.abs(most) * 0.05 || 1;
  return { low: least - room, high: most + room };
}

/** A thin line across the chart, with its name and value. */
export interface ReferenceLine {
  readonly value: number;
  readonly name: string;
  /** Name below the line, because another line runs close above; absent: above it. */
  readonly isBelow?: boolean;
}

interface Drawn {
  /** Id that is unique on the page. */
  readonly id: string;
  readonly kind: 'bars' | 'line';
  readonly unit: string;
  /** Caption in one sentence. */
  readonly caption: string;
  /** Sentence that tells screen readers which keys move the mark. */
  readonly keys: string;
  readonly references: readonly ReferenceLine[];
  /** In the order of time; absent: none. */
  readonly annotations?: readonly ChartAnnotation[];
}

/**
 * Chart of periods: bars for amounts, a line for levels. A missing period is hatched and interrupts the line. A partly
 * measured one is hatched behind its bar. An estimated one is lighter and has a dagger. Screen readers have the caption
 * and the table, and the mark that the arrow keys move.
 */
export function periodChart(periods: readonly ChartPeriod[], drawn: Drawn): Markup | '' {
  if (periods.every(({ value, usual = null }) => value === null && usual === null)) return '';
  return html`<figure class="chart">
    ${pointerChart(drawn.keys, html`${picture(periods, drawn, 'wide')}${picture(periods, drawn, 'narrow')}`)}
    <figcaption>${drawn.caption}</figcaption>
  </figure>`;
}

type Size = keyof typeof SIZES;

/** Where things of the chart are. */
function layoutOf(periods: readonly ChartPeriod[], { kind, references }: Drawn, size: Size) {
  const { width, height } = SIZES[size];
  const known = periods.map(({ value }) => value).filter((value) => value !== null);
  const usual = periods.flatMap((period) => (period.usual ? [period.usual.low, period.usual.high] : []));
  const bounds = boundsOf([...known, ...usual, ...references.map(({ value }) => value)], kind === 'bars');
  const { low, high, ticks } = axisBetween(bounds.low, bounds.high);
  const depth = height - ROOM.top - ROOM.bottom;
  const step = (width - ROOM.left - ROOM.right) / periods.length;
  const left = (at: number): number => ROOM.left + at * step;
  return {
    width,
    height,
    depth,
    step,
    ticks,
    left,
    middle: (at: number): number => left(at) + step / 2,
    y: (value: number): number => ROOM.top + depth - ((value - low) / (high - low)) * depth,
  };
}

type Layout = ReturnType<typeof layoutOf>;

function picture(periods: readonly ChartPeriod[], drawn: Drawn, size: Size): Markup {
  const { id, kind, unit, references, annotations = [] } = drawn;
  const layout = layoutOf(periods, drawn, size);
  const { width, height, depth, ticks, left, y } = layout;
  const hatch = `${id}-${size}`;
  const area = { left, top: ROOM.top, depth, right: width };
  const middles = middlesOf(layout, periods);
  return html`<svg class="${size}" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${hatchPattern(hatch)} ${axisLines({ unit, ticks }, { width, y, hasZero: kind === 'bars' })}
    ${markedSpans(periods).map((span) => markedGround(layout, span))} ${annotationBands(annotations, area)}
    ${periods.map((period, at) => usualBand(layout, period, at))}${periods.map(
      (period, at) =>
        html`${gap(layout, hatch, period, at)}${kind === 'line' ? dot(layout, period, at) : bar(layout, period, at)}`,
    )}
    ${middles === '' ? '' : html`<path class="halo" d="${middles}" /><path class="middle" d="${middles}" />`}
    ${kind === 'line' ? html`<path d="${pathOf(layout, periods)}" />` : ''}
    ${references.map((reference) => referenceLine(layout, reference))}
    ${labels(layout, periods, SIZES[size].mostLabels)} ${periods.map((period, at) => target(layout, period, at))}
    ${annotationMarks(annotations, area)}
  </svg>`;
}

/** Ground behind the periods that the chart is about, with an edge on top that shows in grey print, too. */
function markedGround({ left, depth }: Layout, span: { readonly from: number; readonly to: number }): Markup {
  const [from, to] = [left(span.from), left(span.to)];
  return html`<rect class="marked" x="${px(from)}" y="${ROOM.top}" width="${px(to - from)}" height="${depth}" />
    <rect class="edge" x="${px(from)}" y="${ROOM.top - 4}" width="${px(to - from)}" height="4" />`;
}

/** The usual band behind a period. */
const usualBand = ({ left, y, step }: Layout, { usual: band = null }: ChartPeriod, at: number): Markup | '' =>
  band === null
    ? ''
    : html`<rect
        class="usual"
        x="${px(left(at))}"
        y="${px(y(band.high))}"
        width="${px(step)}"
        height="${px(Math.max(1, y(band.low) - y(band.high)))}"
      />`;

/** The middle of the usual bands, over the bars and with an edge, so that it shows on them, too. */
const middlesOf = ({ left, y, step }: Layout, periods: readonly ChartPeriod[]): string =>
  periods
    .flatMap(({ usual: band = null }, at) =>
      band === null ? [] : `M${px(left(at))} ${px(y(band.middle))}h${px(step)}`,
    )
    .join('');

const gap = (
  { left, depth, step }: Layout,
  hatch: string,
  { isMissing, isPartial }: ChartPeriod,
  at: number,
): Markup | '' =>
  isMissing || isPartial
    ? html`<rect
        class="gap"
        fill="url(#${hatch})"
        x="${px(left(at))}"
        y="${ROOM.top}"
        width="${px(step)}"
        height="${depth}"
      />`
    : '';

const classesOf = ({ isEstimated, isRunning }: ChartPeriod): string =>
  [isEstimated ? 'estimated' : '', isRunning ? 'running' : ''].join(' ').trim();

const dagger = ({ middle, y }: Layout, { value, isEstimated }: ChartPeriod, at: number): Markup | '' =>
  isEstimated
    ? html`<text class="dagger" x="${px(middle(at))}" y="${px(y(Math.max(value ?? 0, 0)) - 3)}">†</text>`
    : '';

const dot = (layout: Layout, period: ChartPeriod, at: number): Markup | '' =>
  period.value === null
    ? ''
    : html`<circle
          class="${classesOf(period)}"
          cx="${px(layout.middle(at))}"
          cy="${px(layout.y(period.value))}"
          r="3"
        />${dagger(layout, period, at)}`;

function bar(layout: Layout, period: ChartPeriod, at: number): Markup | '' {
  const { value } = period;
  if (value === null) return '';
  const { left, y, step } = layout;
  const [top, bottom] = [y(Math.max(value, 0)), y(Math.min(value, 0))];
  const thickness = Math.max(1, step * 0.76);
  return html`<rect
      class="bar ${classesOf(period)}"
      x="${px(left(at) + (step - thickness) / 2)}"
      y="${px(top)}"
      width="${px(thickness)}"
      height="${px(Math.max(bottom - top, value === 0 ? 0 : 1))}"
    />${dagger(layout, period, at)}`;
}

/** The line through the figures, which a missing one interrupts. */
const pathOf = ({ middle, y }: Layout, periods: readonly ChartPeriod[]): string =>
  periods
    .map(({ value }, at) =>
      value === null ? '' : `${(periods[at - 1]?.value ?? null) === null ? 'M' : 'L'}${px(middle(at))} ${px(y(value))}`,
    )
    .join('');

const referenceLine = ({ width, y }: Layout, { value, name, isBelow = false }: ReferenceLine): Markup =>
  html`<line
      class="reference"
      x1="${ROOM.left}"
      x2="${width - ROOM.right}"
      y1="${px(y(value))}"
      y2="${px(y(value))}"
    /><text class="reference" x="${ROOM.left + 4}" y="${px(y(value) + (isBelow ? 14 : -4))}">${name}</text>`;

/** As many labels as there is room for, at equal distances. */
function labels({ middle, height }: Layout, periods: readonly ChartPeriod[], most: number): Markup[] {
  const labelled = periods.flatMap(({ label }, at) => (label === '' ? [] : [{ label, at }]));
  const each = Math.ceil(labelled.length / most);
  return labelled
    .filter((_, index) => index % each === 0)
    .map(({ label, at }) => html`<text class="period" x="${px(middle(at))}" y="${height - 10}">${label}</text>`);
}

/** Target of a finger or pointer: the whole height of a period. */
function target({ left, depth, step }: Layout, { title, address }: ChartPeriod, at: number): Markup {
  const area = html`<rect class="target" x="${px(left(at))}" y="${ROOM.top}" width="${px(step)}" height="${depth}"
    ><title>${title}</title></rect
  >`;
  return address === null ? area : html`<a href="${address}" tabindex="-1">${area}</a>`;
}
