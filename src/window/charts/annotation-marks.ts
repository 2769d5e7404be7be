import { html } from 'hono/html';
import { px } from '../../kernel/format/svg-text.ts';
import type { Markup, Visit } from '../page.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { annotationTime, type ShownAnnotation } from '../annotations/list.ts';

/** An annotation on a chart. Positions are in periods since the first one begins. */
export interface ChartAnnotation {
  /** Its number in the list below the chart. */
  readonly number: number;
  readonly from: number;
  /** Null: a moment. */
  readonly to: number | null;
  readonly title: string;
}

interface Area {
  readonly left: (position: number) => number;
  readonly top: number;
  readonly depth: number;
  /** Where the picture ends. */
  readonly right: number;
}

const RADIUS = 8;

/** Light bands behind the figures, of annotations over a span. */
export const annotationBands = (annotations: readonly ChartAnnotation[], { left, top, depth }: Area): Markup =>
  html`${annotations.map(({ from, to }) =>
    to === null
      ? ''
      : html`<rect
          class="annotated"
          x="${px(left(from))}"
          y="${top}"
          width="${px(Math.max(1, left(to) - left(from)))}"
          height="${depth}"
        />`,
  )}`;

/**
 * A line where each annotation begins, and its number above the figures. Numbers stand side by side where annotations
 * lie close together; those without room are in the list alone.
 */
export function annotationMarks(annotations: readonly ChartAnnotation[], { left, top, depth, right }: Area): Markup {
  let free = 0;
  return html`${annotations.map(({ number, from, title }) => {
    const x = left(from);
    const centre = Math.max(x, free);
    free = centre + 2 * RADIUS + 1;
    const line = html`<line class="annotated" x1="${px(x)}" x2="${px(x)}" y1="${top}" y2="${top + depth}" />`;
    if (centre + RADIUS > right) return line;
    return html`${line}
      <g class="annotation"
        ><title>${title}</title><circle cx="${px(centre)}" cy="${top - RADIUS - 3}" r="${RADIUS}" /><text
          x="${px(centre)}"
          y="${top - RADIUS + 1}"
          >${number}</text
        ></g
      >`;
  })}`;
}

interface Begun {
  readonly startMs: number;
}

/** Where an instant stands among periods, in periods since the first one begins; outside of them at their edge. */
function positionOf(starts: readonly number[], instantMs: number): number {
  const at = starts.findLastIndex((startMs) => startMs <= instantMs);
  const start = starts[at];
  if (start === undefined) return 0;
  return Math.min(at + (instantMs - start) / (endOf(starts, at) - start), at + 1);
}

/** When a period ends. The last one is taken to be as long as the one before it. */
function endOf(starts: readonly number[], at: number): number {
  const [before, start = 0, after] = [starts[at - 1], starts[at], starts[at + 1]];
  return after ?? start + (before === undefined ? HOUR_MS : start - before);
}

/** Annotations whose positions are instants, annotationMarksOf as the list has them. */
export const annotationMarksOf = (
  annotations: readonly ShownAnnotation[],
  visit: Pick<Visit, 'clock' | 'texts'>,
): readonly ChartAnnotation[] =>
  annotations.map((annotation, index) => ({
    number: index + 1,
    from: Date.parse(annotation.from),
    to: annotation.to === null ? null : Date.parse(annotation.to),
    title: `${annotationTime(annotation, visit)}: ${annotation.text}`,
  }));

/** Annotations that touch a window of time. */
export const windowMarks = (
  annotations: readonly ChartAnnotation[],
  { fromMs, toMs }: { readonly fromMs: EpochMillis; readonly toMs: EpochMillis },
): readonly ChartAnnotation[] =>
  annotations.filter(({ from, to }) => from < toMs && (to === null ? from >= fromMs : to > fromMs));

/** Annotations that touch the periods of a chart, as its marks. */
export function chartMarks(
  annotations: readonly ChartAnnotation[],
  periods: readonly Begun[],
): readonly ChartAnnotation[] {
  const starts = periods.map(({ startMs }) => startMs);
  const [fromMs] = starts;
  if (fromMs === undefined) return [];
  return windowMarks(annotations, { fromMs, toMs: endOf(starts, starts.length - 1) }).map((annotation) => ({
    ...annotation,
    from: positionOf(starts, annotation.from),
    to: annotation.to === null ? null : positionOf(starts, annotation.to),
  }));
}
