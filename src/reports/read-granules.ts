import type { DataContext } from '../context.ts';
import type { GranularBucket } from '../figures/rules/device-data/granular.ts';
import { shareOf } from '../kernel/document/provenance.ts';
import { calendarClockOf } from '../figures/rules/figures/calendar-day.ts';
import type { SpanEntry, UnitSpan } from '../figures/rules/figures/unit-span.ts';
import { type Industry, unitsDuring } from '../kernel/industry/industry.ts';
import type { DayRange } from './rules/input.ts';
import { businessDateOf, dayWindow } from '../kernel/time/business-clock.ts';
import { eachDate } from '../kernel/time/business-date.ts';
import type { BusinessClock } from '../kernel/time/types.ts';
import { readGranularBuckets } from '../figures/device-data/granular.ts';
import { readCalendarSpans } from '../figures/read-calendar-days.ts';
import { readSpans } from '../figures/read-spans.ts';

const FINEST_MINUTES = 15;
const COARSEST_MINUTES = 60;

/**
 * Units in buckets of minutes, with the figures of their days as totals. Spec gap: the interval of granular reports is
 * not stated. The report takes the finest that every unit fills, from 15 minutes to an hour. Virtual units have no
 * readings, so they have totals and no buckets.
 */
export async function readGranules(
  context: DataContext,
  industry: Industry,
  unitIds: readonly string[],
  days: DayRange,
  useShift: boolean,
): Promise<ReadonlyMap<string, UnitSpan>> {
  const dates = [...eachDate(days.from, days.to)];
  const whole = useShift
    ? await readSpans(context, industry, unitIds, { kind: 'DAYS', dates })
    : await readCalendarSpans(context, industry, unitIds, { ...days, bucket: 'day' });
  const meters = [...whole.values()].filter(({ unit }) => unit.group !== 'VIRTUAL');
  const stored = meters.flatMap(({ unit }) => industry.units.get(unit.unitId) ?? []);
  const inForce = stored.flatMap((one) => unitsDuring(one, days));
  const slowest = Math.max(...inForce.map((unit) => unit.dataUpdateFrequencySeconds / 60));
  const intervalMinutes = Math.min(COARSEST_MINUTES, Math.max(FINEST_MINUTES, Math.ceil(slowest)));
  const window = windowOf(useShift ? industry.clock : calendarClockOf(industry.clock), days);
  const touched = useShift ? days : touchedBy(industry, window);
  const buckets = await readGranularBuckets(context, industry, stored, {
    dates: [...eachDate(touched.from, touched.to)],
    intervalMinutes,
    divisionFactor: 1,
  });
  const isInside = ({ x }: GranularBucket): boolean =>
    Date.parse(x) >= window.startEpochMs && Date.parse(x) < window.endEpochMs;
  return new Map(
    [...whole.values()].map((span) => [
      span.unit.unitId,
      { ...span, entries: (buckets.get(span.unit.unitId) ?? []).filter(isInside).map(entryOf) },
    ]),
  );
}

const windowOf = (clock: BusinessClock, { from, to }: DayRange) => ({
  startEpochMs: dayWindow(clock, from).startEpochMs,
  endEpochMs: dayWindow(clock, to).endEpochMs,
});

const touchedBy = ({ clock }: Industry, { startEpochMs, endEpochMs }: ReturnType<typeof windowOf>): DayRange => ({
  from: businessDateOf(clock, startEpochMs),
  to: businessDateOf(clock, endEpochMs - 1),
});

const entryOf = (bucket: GranularBucket): SpanEntry => ({
  x: bucket.x,
  y: bucket.value,
  ...(bucket.params === undefined ? {} : { py: bucket.params }),
  offlineCount: bucket.slotsExpected - bucket.slotsGenuine,
  offlineDuration: 0,
  coverage: shareOf(bucket.slotsGenuine, bucket.slotsExpected),
  estimatedShare: shareOf(bucket.estimated, bucket.readings),
  meta: { lastEpoch: null },
  slotsExpected: bucket.slotsExpected,
});
