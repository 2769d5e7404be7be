import { html } from 'hono/html';
import { px } from '../../kernel/format/svg-text.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Markup } from '../page.ts';
import { annotationBands, annotationMarks, type ChartAnnotation } from './annotation-marks.ts';
import { axisBetween, axisLines, hatchPattern, ROOM, pointerChart } from './axis.ts';

/** A reading of the line; null: the line parts behind the one before. */
export interface DrawnReading {
  readonly atMs: EpochMillis;
  readonly y: number | null;
}

/** A stretch without readings, or of estimated ones, and its words. */
interface DrawnSpan {
  readonly fromMs: EpochMillis;
  readonly toMs: EpochMillis;
}

interface DrawnReadings extends DrawnSpan {
  readonly points: readonly DrawnReading[];
  /** Words of each reading that has a figure. */
  readonly words: readonly string[];
  /** Stretches in which nothing was sent, or whose readings are gone. */
  readonly empty: readonly (DrawnSpan & { readonly words: string })[];
  readonly estimated: readonly DrawnSpan[];
  readonly unit: string;
  /** Registers stay until the next one. */
  readonly isSteps: boolean;
  /** Amounts stand on a zero line. */
  readonly hasZero: boolean;
  /** Instants below the axis by the number of labels that have room, and their texts. */
  readonly labels: (most: number) => readonly { readonly atMs: EpochMillis; readonly text: string }[];
  /** Positions are instants. */
  readonly annotations: readonly ChartAnnotation[];
  readonly keys: string;
}

const SIZES = {
  wide: { width: 960, height: 300, mostLabels: 8 },
  narrow: { width: 340, height: 240, mostLabels: 3 },
} as const;
/** Number of readings up to which each has a dot. */
const MOST_DOTS = 120;
/** Room of level lines above and below, as a share. */
const LEVEL_ROOM = 0.08;

function axisOf(values: readonly number[], hasZero: boolean): ReturnType<typeof axisBetween> {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (hasZero) return axisBetween(Math.min(0, least), Math.max(0, most) || 1);
  const room = (most - least) * LEVEL_ROOM || Math.abs(most) * LEVEL_ROOM || 1;
  return axisBetween(least - room, most + room);
}

/** Readings as a line over time: gaps are hatched, estimated stretches lie on a tint with a dagger. */
export const readingsPicture = (drawn: DrawnReadings): Markup =>
  pointerChart(drawn.keys, html`${drawing(drawn, 'wide')}${drawing(drawn, 'narrow')}`);

function drawing(drawn: DrawnReadings, size: keyof typeof SIZES): Markup {
  const { points, empty, estimated, annotations, fromMs, toMs } = drawn;
  const { width, height, mostLabels } = SIZES[size];
  const hatch = `readings-${size}`;
  const [inner, depth] = [width - ROOM.left - ROOM.right, height - ROOM.top - ROOM.bottom];
  const known = points.flatMap(({ y }) => (y === null ? [] : [y]));
  const { low, high, ticks } = axisOf(known, drawn.hasZero);
  const left = (atMs: EpochMillis): number =>
    ROOM.left + ((Math.min(Math.max(atMs, fromMs), toMs) - fromMs) / (toMs - fromMs)) * inner;
  const y = (value: number): number => ROOM.top + depth - ((value - low) / (high - low)) * depth;
  const area = { left, top: ROOM.top, depth, right: width };
  const band = (span: DrawnSpan, kind: string, fill = ''): Markup =>
    html`<rect
      class="${kind}"
      ${fill === '' ? '' : html`fill="${fill}"`}
      x="${px(left(span.fromMs))}"
      y="${ROOM.top}"
      width="${px(Math.max(1, left(span.toMs) - left(span.fromMs)))}"
      height="${depth}"
    />`;
  const withFigure = points.filter((point): point is DrawnReading & { y: number } => point.y !== null);
  return html`<svg class="${size}" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${hatchPattern(hatch)} ${axisLines({ unit: drawn.unit, ticks }, { width, y, hasZero: drawn.hasZero })}
    ${empty.map((span) => band(span, 'gap', `url(#${hatch})`))} ${annotationBands(annotations, area)}
    ${estimated.map(
      (span) =>
        html`${band(span, 'guessed')}<text
            class="dagger"
            x="${px((left(span.fromMs) + left(span.toMs)) / 2)}"
            y="${ROOM.top + 12}"
            >†</text
          >`,
    )}
    <path d="${pathOf(points, left, y, drawn.isSteps)}" />
    ${
      withFigure.length > MOST_DOTS
        ? ''
        : withFigure.map((one) => html`<circle cx="${px(left(one.atMs))}" cy="${px(y(one.y))}" r="2" />`)
    }
    ${drawn
      .labels(mostLabels)
      .map(({ atMs, text }) => html`<text class="period" x="${px(left(atMs))}" y="${height - 10}">${text}</text>`)}
    ${targets(drawn, left, { top: ROOM.top, depth, right: width - ROOM.right })} ${annotationMarks(annotations, area)}
  </svg>`;
}

/** A reading between two gaps is a line of no length, which round ends show as a dot. */
function pathOf(
  points: readonly DrawnReading[],
  left: (atMs: EpochMillis) => number,
  top: (value: number) => number,
  isSteps: boolean,
): string {
  return points
    .map(({ atMs, y }, at) => {
      if (y === null) return '';
      const [x, height] = [px(left(atMs)), px(top(y))];
      const isFirst = (points[at - 1]?.y ?? null) === null;
      if (isFirst) return `M${x} ${height}${(points[at + 1]?.y ?? null) === null ? 'h0' : ''}`;
      return isSteps ? `H${x}V${height}` : `L${x} ${height}`;
    })
    .join('');
}

interface Target {
  readonly fromMs: EpochMillis;
  /** Where the mark stands: a reading's instant; null: in the middle of a gap. */
  readonly atMs: EpochMillis | null;
  readonly words: string;
}

/** Targets of finger and pointer from left to right: each reading up to half the way to the next one, and each gap. */
function targets(
  { points, words, empty }: DrawnReadings,
  left: (atMs: EpochMillis) => number,
  { top, depth, right }: { readonly top: number; readonly depth: number; readonly right: number },
): readonly Markup[] {
  const known = points.filter(({ y }) => y !== null);
  const all: readonly Target[] = [
    ...known.map(({ atMs }, at) => {
      const before = known[at - 1]?.atMs ?? atMs;
      const gap = empty.findLast((span) => span.fromMs >= before && span.toMs <= atMs);
      return { fromMs: gap === undefined ? (before + atMs) / 2 : atMs, atMs, words: words[at] ?? '' };
    }),
    ...empty.map(({ fromMs, words: said }) => ({ fromMs: fromMs + 1, atMs: null, words: said })),
  ].toSorted((a, b) => a.fromMs - b.fromMs);
  return all.map(({ fromMs, atMs, words: said }, at) => {
    const next = all[at + 1];
    const [start, end] = [left(fromMs), next === undefined ? right : left(next.fromMs)];
    return html`<rect
      class="target"
      ${atMs === null ? '' : html`data-at="${px(left(atMs))}"`}
      x="${px(start)}"
      y="${top}"
      width="${px(Math.max(0.1, end - start))}"
      height="${depth}"
      ><title>${said}</title></rect
    >`;
  });
}
