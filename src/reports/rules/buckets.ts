import { clockText, dateText, instantText, monthNameText } from '../../kernel/format/date-text.ts';
import { dayWindow } from '../../kernel/time/business-clock.ts';
import { addDays, addMonths } from '../../kernel/time/business-date.ts';
import { dateCell, instantCell, textCell } from './cells.ts';
import type { Cell, ChartPoint } from './document.ts';
import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import type { ReportInput, SpanSet } from './input.ts';
import { reportTextsOf } from './report-texts.ts';

/** One hour, day, month or granule of a report. */
export interface BucketPlace {
  readonly cell: Cell;
  readonly point: ChartPoint;
  readonly state: 'ended' | 'running' | 'not begun';
  /** Words for the bucket: `on 04 Jun 2026`, `between 07:00 and 08:00`. */
  readonly when: string;
}

/**
 * Places by input, kept because every row of a table needs them, which would take most of the time of a large report.
 */
const PLACES = new WeakMap<ReportInput, readonly BucketPlace[]>();

/** Buckets of any unit that has some, because virtual units have none of minutes. */
export function entriesOfSet({ spans }: SpanSet): UnitSpan['entries'] {
  for (const { entries } of spans.values()) if (entries.length > 0) return entries;
  return [];
}

/** The buckets of the period, in order. */
export function bucketPlaces(input: ReportInput): readonly BucketPlace[] {
  const places = PLACES.get(input) ?? placesOf(input);
  PLACES.set(input, places);
  return places;
}

function placesOf(input: ReportInput): readonly BucketPlace[] {
  const { period, industry, nowEpochMs } = input;
  if (period === null) return [];
  const t = reportTextsOf(input);
  const { days, bucket } = period;
  const starts = entriesOfSet(period).map(({ x }) => Date.parse(x));
  const end = dayWindow(industry.clock, days.to).endEpochMs;
  const { timezone } = industry.clock;
  const isOneDay = days.from === days.to;
  return starts.map((start, index): BucketPlace => {
    const next = starts[index + 1] ?? end;
    const state = start > nowEpochMs ? 'not begun' : next > nowEpochMs ? 'running' : 'ended';
    if (bucket === 'day') {
      const date = addDays(days.from, index);
      return { cell: dateCell(date), point: { date }, state, when: t('onDay', { day: dateText(date, t.language) }) };
    }
    if (bucket === 'month') {
      const label = monthNameText(addMonths(days.from, index), t.language);
      return { cell: textCell(label), point: { label }, state, when: t('inMonth', { month: label }) };
    }
    const from = isOneDay ? clockText(start, timezone) : instantText(start, timezone, t.language);
    const when = t('between', { from, to: clockText(next, timezone) });
    return { cell: instantCell(start), point: { epochMs: start }, state, when };
  });
}

const PER = { hour: 'perHour', day: 'perDay', month: 'perMonth', granule: 'perGranule' } as const;

/** Heading above figures that are picked among those of hours, days, months or intervals. */
export const perBucket = (input: ReportInput): string => reportTextsOf(input)(PER[input.plan.bucket]);

/** Keys of the noun for several buckets. */
export const SEVERAL = { hour: 'hours', day: 'days', month: 'months', granule: 'granules' } as const;
