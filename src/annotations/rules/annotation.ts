import { businessDateOf } from '../../kernel/time/business-clock.ts';
import type { BusinessClock, BusinessDate, EpochMillis } from '../../kernel/time/types.ts';

/** Spec gap: the longest text of an annotation, in characters. */
export const MOST_CHARACTERS = 500;

/** Spec gap: the number of annotations that one answer, page or report lists; those that begin first. */
export const MOST_LISTED = 500;

/** The time of an annotation. `toEpochMs` is excluded; null: it is of a moment. */
export interface AnnotatedTime {
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis | null;
}

/** An annotation: a person's words about a unit or the whole site, beside the figures. */
export interface Annotation extends AnnotatedTime {
  readonly annotationId: string;
  /** Null: the whole site. The unit may have been retired since. */
  readonly unitId: string | null;
  readonly unitName: string | null;
  readonly text: string;
  readonly version: number;
  /** userId */
  readonly createdBy: string;
  readonly createdAt: Date;
  /** userId of the person who changed it last; that of the author where nobody has. */
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

/** A span of instants, the latter excluded. */
interface Instants {
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
}

/**
 * Whether an annotation is one of a period. A moment belongs to the one period that holds it, a span to every period
 * that it shares time with.
 */
export const touches = ({ fromEpochMs, toEpochMs }: AnnotatedTime, { startEpochMs, endEpochMs }: Instants): boolean =>
  fromEpochMs < endEpochMs && (toEpochMs === null ? fromEpochMs >= startEpochMs : toEpochMs > startEpochMs);

/** The business days that an annotation touches, from the first to the last one. */
export const annotatedDays = (
  clock: BusinessClock,
  { fromEpochMs, toEpochMs }: AnnotatedTime,
): { readonly from: BusinessDate; readonly to: BusinessDate } => ({
  from: businessDateOf(clock, fromEpochMs),
  to: businessDateOf(clock, toEpochMs === null ? fromEpochMs : toEpochMs - 1),
});
