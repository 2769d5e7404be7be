import { HOUR_MS } from '../../kernel/time/durations.ts';
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
  const before = starts[at - 1];
  // The last period is taken to be as long as the one before it.
  const end = starts[at + 1] ?? start + (before === undefined ? HOUR_MS : start - before);
  return Math.min(at + (instantMs - start) / (end - start), at + 1);
}

/** Annotations as marks of a chart of periods. Their numbers are those of the list. */
export function chartMarks(
  annotations: readonly ShownAnnotation[],
  periods: readonly Begun[],
  visit: Pick<Visit, 'clock' | 'texts'>,
): readonly ChartAnnotation[] {
  const starts = periods.map(({ startMs }) => startMs);
  return annotations.map((annotation, index) => ({
    number: index + 1,
    from: positionOf(starts, Date.parse(annotation.from)),
    to: annotation.to === null ? null : positionOf(starts, Date.parse(annotation.to)),
    title: `${annotationTime(annotation, visit)}: ${annotation.text}`,
  }));
}
