import { estimatedShareOf } from '../document/entries.ts';
import type { DailyDocument, PeriodEntry, ProcessedDocument, Provenance } from '../document/types.ts';
import type { Unit } from '../measure/unit.ts';
import { type ComposedFigures, composeFigures, composeProvenance } from '../processors/compose-figures.ts';
import { hourCountOf } from '../processors/hours.ts';
import { type PeriodDocument, periodEntries } from '../processors/period-entry.ts';
import { HOUR_MS } from '../time/durations.ts';
import type { EpochMillis } from '../time/types.ts';

/** Figures of a whole span, as its day, month or year document has them. */
interface SpanFigures extends ComposedFigures {
  readonly provenance: Provenance;
}

/** One unit over a span, in raw milli-units: an entry per bucket and the figures of the whole. */
export interface UnitSpan {
  readonly unit: Unit;
  /** One per bucket; `y` null where there is no data and in buckets that have not begun. */
  readonly entries: readonly PeriodEntry[];
  /** null when nothing of the span has begun. */
  readonly figures: SpanFigures | null;
}

const emptyHour = (startEpochMs: EpochMillis): PeriodEntry => ({
  x: new Date(startEpochMs).toISOString(),
  y: null,
  offlineCount: 0,
  offlineDuration: 0,
  coverage: null,
  estimatedShare: null,
  meta: { lastEpoch: null },
});

/** The hours of one business day: 24, 23 or 25 when clocks change. Hours that begin after `now` are empty. */
export function hoursSpan(
  unit: Unit,
  day: { readonly startEpochMs: EpochMillis; readonly lengthSeconds: number },
  document: DailyDocument | null,
  now: EpochMillis,
): UnitSpan {
  const hourCount = Math.max(hourCountOf(day.lengthSeconds), document?.hourly.length ?? 0);
  const entries = Array.from({ length: hourCount }, (_, hour): PeriodEntry => {
    const own = document?.hourly[hour];
    // Of a day from midnight hours may begin at other minutes, and its first may be a part of one.
    const startEpochMs = own === undefined ? day.startEpochMs + hour * HOUR_MS : Date.parse(own.x);
    const entry = startEpochMs > now ? undefined : own;
    return document === null || entry === undefined
      ? emptyHour(startEpochMs)
      : { ...entry, estimatedShare: estimatedShareOf(document, entry) };
  });
  return { unit, entries, figures: document };
}

/** A business day of a span: its window, and its document where it has begun. */
interface DayOfSpan {
  readonly startEpochMs: EpochMillis;
  readonly lengthSeconds: number;
  readonly document: DailyDocument | null;
}

/** The hours of several days, one behind the other; the figures of the whole are those of the days. */
export function hoursOfDaysSpan(unit: Unit, unitOfSpan: Unit, days: readonly DayOfSpan[], now: EpochMillis): UnitSpan {
  const entries = days.flatMap((day) => hoursSpan(unit, day, day.document, now).entries);
  return { ...periodsSpan(unit, unitOfSpan, days), entries };
}

/**
 * The days of a month or range, or the months of a year. The figures of the whole are composed as monthly and yearly
 * documents are, so a month of days shows what its monthly document says.
 *
 * @param unitOfSpan the unit as it counted at the end of the span
 */
export function periodsSpan(unit: Unit, unitOfSpan: Unit, periods: readonly PeriodDocument[]): UnitSpan {
  const documents = periods.flatMap(({ document }): ProcessedDocument[] => (document === null ? [] : [document]));
  const figures =
    documents.length === 0
      ? null
      : { ...composeFigures(unitOfSpan, documents), provenance: composeProvenance(unitOfSpan, documents) };
  return { unit, entries: periodEntries(unit, periods), figures };
}
