import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { ChartAnnotation } from '../charts/annotation-marks.ts';
import type { Visit } from '../visit.ts';
import { annotationTime, type ShownAnnotation } from './list.ts';

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
