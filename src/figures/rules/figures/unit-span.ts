import { estimatedShareOf } from '../../../kernel/document/entries.ts';
import type { DailyDocument, PeriodEntry, ProcessedDocument, Provenance } from '../../../kernel/document/types.ts';
import { sum } from '../../../kernel/measure/exact.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { type ComposedFigures, composeFigures, composeProvenance } from '../processors/compose-figures.ts';
import { hourCountOf } from '../processors/hours.ts';
import { numberOrNull, sumOrNull } from '../processors/numbers.ts';
import type { Unlike } from '../processors/parameters.ts';
import { type PeriodDocument, periodEntries } from '../processors/period-entry.ts';
import { coverageOf, sumCounts } from '../../../kernel/document/provenance.ts';
import { unheardTogether } from '../../../kernel/document/unheard.ts';
import {
  boundOfAll,
  type MeasuredPart,
  metersOf,
  NATURES,
  partOfEntry,
} from '../../../kernel/document/completeness.ts';
import { HOUR_MS } from '../../../kernel/time/durations.ts';
import { startInstant, startText } from '../../../kernel/time/period-starts.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** Figures of a whole span, as its day, month or year document has them. */
interface SpanFigures extends ComposedFigures {
  readonly provenance: Provenance;
}

type Meters = Pick<Provenance, 'meters' | 'metersMeasured'>;

/** One bucket of a span, with the slots that weigh it among others: a part of a slot where an hour has one. */
export interface SpanEntry extends PeriodEntry, Meters {
  readonly slotsExpected: number;
  /** Counts of the bucket's document. An hour has none, and is counted from its shares. */
  readonly readings?: Pick<Provenance, 'slotsGenuine' | 'readingsUsed' | 'readingsEstimated'>;
  /** The bucket's document failed. An hour has none, and does not tell. */
  readonly failed?: true;
}

/** A bucket as a part of a figure. */
export function partOfBucket(unit: Unit, entry: SpanEntry): MeasuredPart {
  const own = partOfEntry(unit.unitId, NATURES[unit.group], entry, entry.slotsExpected);
  const part = entry.failed === undefined ? own : { ...own, failed: entry.failed };
  const { readings } = entry;
  if (readings === undefined) return withMeters(part, entry);
  const { slotsGenuine, readingsUsed, readingsEstimated } = readings;
  return withMeters({ ...part, slotsGenuine, readingsUsed, readingsEstimated }, entry);
}

/** The same with the meters of a virtual unit; other units have none. */
const withMeters = <T extends Meters>(of: T, { meters, metersMeasured }: Meters): T =>
  meters === undefined || metersMeasured === undefined ? of : { ...of, meters, metersMeasured };

/** One unit over a span, in raw milli-units: an entry per bucket and the figures of the whole. */
export interface UnitSpan {
  /** As it counted on the last day of the span that has begun. */
  readonly unit: Unit;
  /** One entry per bucket; `y` null where there is no data and in buckets that have not begun. */
  readonly entries: readonly SpanEntry[];
  /** null when nothing of the span has begun. */
  readonly figures: SpanFigures | null;
  /**
   * False where each hour tells the day up to it, as a formula over a level does: what a tank has lost since the day
   * began. Such hours are no parts of the day.
   */
  readonly hoursAddUp?: false;
  /** Parameters that had another unit of measure in a part of the span; absent: none. They have no mean. */
  readonly unlike?: Unlike;
}

const emptyHour = (startEpochMs: EpochMillis): SpanEntry => ({
  x: startText(startEpochMs),
  y: null,
  offlineCount: 0,
  offlineDuration: 0,
  coverage: null,
  estimatedShare: null,
  meta: { lastEpoch: null },
  slotsExpected: 0,
});

/** The hours of one business day: 24, 23 or 25 when clocks change. Hours that begin after `now` are empty. */
export function hoursSpan(
  unit: Unit,
  day: { readonly startEpochMs: EpochMillis; readonly lengthSeconds: number },
  document: DailyDocument | null,
  now: EpochMillis,
): UnitSpan {
  const hourCount = Math.max(hourCountOf(day.lengthSeconds), document?.hourly.length ?? 0);
  const slots = document === null ? [] : slotsOfHours(document, day.startEpochMs + day.lengthSeconds * 1000, now);
  const entries = Array.from({ length: hourCount }, (_, hour): SpanEntry => {
    const own = document?.hourly[hour];
    // Hours of a day from midnight may begin at other minutes, and the first may be a part of one.
    const startEpochMs = own === undefined ? day.startEpochMs + hour * HOUR_MS : startInstant(own.x);
    const entry = startEpochMs > now ? undefined : own;
    return document === null || entry === undefined
      ? emptyHour(startEpochMs)
      : { ...entry, estimatedShare: estimatedShareOf(document, entry), slotsExpected: slots[hour] ?? 0 };
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
export function hoursOfDaysSpan(
  unit: Unit,
  unitOfSpan: Unit,
  days: readonly DayOfSpan[],
  now: EpochMillis,
  unlike: Unlike,
): UnitSpan {
  const entries = days.flatMap((day) => hoursSpan(unit, day, day.document, now).entries);
  return { ...periodsSpan(unit, unitOfSpan, days, unlike), entries };
}

/**
 * The days of a month or range, or the months of a year. The figures of the whole are composed as monthly and yearly
 * documents are, so a month of days shows what its monthly document says.
 *
 * @param unitOfSpan the unit as it counted at the end of the span
 */
export function periodsSpan(
  unit: Unit,
  unitOfSpan: Unit,
  periods: readonly PeriodDocument[],
  unlike: Unlike,
): UnitSpan {
  const documents = periods.flatMap(({ document }): ProcessedDocument[] => (document === null ? [] : [document]));
  const figures =
    documents.length === 0
      ? null
      : { ...composeFigures(unitOfSpan, documents, unlike), provenance: composeProvenance(unitOfSpan, documents) };
  const span = { unit, entries: spanEntries(unit, periods), figures };
  return unlike.size === 0 ? span : { ...span, unlike };
}

/** The periods as buckets: each weighs and says what its document says. */
export const spanEntries = (unit: Unit, periods: readonly PeriodDocument[]): readonly SpanEntry[] =>
  periodEntries(unit, periods).map((entry, index): SpanEntry => {
    const provenance = periods[index]?.document?.provenance;
    if (provenance === undefined) return { ...entry, slotsExpected: 0 };
    const { slotsExpected, slotsGenuine, readingsUsed, readingsEstimated, failed } = provenance;
    const readings = { slotsGenuine, readingsUsed, readingsEstimated };
    const whole: SpanEntry = { ...entry, coverage: coverageOf(provenance), slotsExpected, readings };
    const told: SpanEntry = failed === undefined ? whole : { ...whole, failed };
    return withMeters(told, provenance);
  });

/**
 * The slots of a day parted among its hours. The running hour has as many as have passed, and the last one as many as
 * the day has left for it: half an hour where clocks change by half an hour.
 */
export const slotsOfHours = (
  { hourly, provenance }: DailyDocument,
  dayEndEpochMs: EpochMillis,
  now: EpochMillis,
): readonly number[] => slotsByTime(hourly, provenance, Math.min(now, dayEndEpochMs));

/** Slots parted among the entries in which some were expected, by how long each lasted. */
function slotsByTime(
  entries: readonly Pick<PeriodEntry, 'x' | 'coverage'>[],
  { slotsExpected }: Pick<Provenance, 'slotsExpected'>,
  endEpochMs: EpochMillis,
): readonly number[] {
  const starts = entries.map(({ x }) => startInstant(x));
  const lasted = entries.map(({ coverage }, index) =>
    coverage === null
      ? 0
      : Math.max(0, Math.min(starts[index + 1] ?? endEpochMs, endEpochMs) - (starts[index] ?? endEpochMs)),
  );
  const whole = sum(lasted);
  return lasted.map((part) => (whole === 0 ? 0 : (slotsExpected * part) / whole));
}

/** The first buckets of a span as one part of a figure. */
export function partUpTo({ unit, entries }: UnitSpan, buckets: number): MeasuredPart {
  const parts = entries.slice(0, buckets).map((entry) => partOfBucket(unit, entry));
  const bound = boundOfAll(parts.map((part) => part.bound ?? null));
  const counted = parts.map(metersOf);
  return {
    unitId: unit.unitId,
    nature: NATURES[unit.group],
    value:
      sumOrNull(parts.map(({ value }) => numberOrNull(value)))
      ?? parts.find(({ value }) => value !== null)?.value
      ?? null,
    unheard: unheardTogether(parts.map((part) => part.unheard)),
    ...sumCounts(parts),
    meters: Math.max(1, ...counted.map(({ meters }) => meters)),
    metersMeasured: Math.max(0, ...counted.map(({ metersMeasured }) => metersMeasured)),
    ...(bound === null ? {} : { bound }),
  };
}
