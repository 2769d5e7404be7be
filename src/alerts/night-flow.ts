import type { DataContext } from '../context.ts';
import { type BandedNight, BASELINE_NIGHTS, LEAST_NIGHT_COVERAGE, NIGHT_HOURS } from './rules/night-flow.ts';
import type { NightBand } from './rules/types.ts';
import { invalid } from '../kernel/errors.ts';
import { type Industry, requireUnit } from '../kernel/industry/industry.ts';
import { industryFrom } from '../kernel/industry/retired.ts';
import type { UnitGroup } from '../kernel/measure/unit.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { minus } from '../kernel/measure/exact.ts';
import { addDays, formatRequestDate } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { readNights } from './read-nights.ts';

const METERS: readonly UnitGroup[] = ['FLOW', 'CONSUMPTION'];
const HISTORY_NIGHTS = BASELINE_NIGHTS;

const clockTime = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** @throws ServiceError 404 for a unit that the industry did not have on that day, 1403 for one without flow. */
export async function readNightFlow(
  context: DataContext,
  inUse: Industry,
  asked: { readonly unitId: string; readonly date: BusinessDate | null },
) {
  const date = asked.date ?? businessDateOf(inUse.clock, context.clock.now());
  const industry = industryFrom(inUse, date);
  const stored = requireUnit(industry, asked.unitId);
  const { unitId, displayName, siUnit, group } = stored.current;
  if (!METERS.includes(group)) {
    const problem = `'${unitId}' is a unit of group ${group}, allowed are units of ${METERS.join(' and ')}`;
    throw invalid(1403, 'unitId', problem);
  }
  const nights = (
    await readNights(context, industry, { units: [stored], from: addDays(date, -HISTORY_NIGHTS), to: date })
  ).get(stored.unitKey);
  const night = nights?.find((one) => one.date === date) ?? { date, lowestPerHour: null, coverage: 0, band: null };
  return {
    unitId,
    unitName: displayName,
    siUnit,
    ...shownNight(night),
    nightsInBaseline: night.band?.nights ?? 0,
    method: {
      from: clockTime(NIGHT_HOURS.from),
      to: clockTime(NIGHT_HOURS.to),
      timezone: industry.clock.timezone,
      baselineNights: BASELINE_NIGHTS,
      leastCoverage: LEAST_NIGHT_COVERAGE,
    },
    history: (nights ?? []).filter((one) => one.date < date).map(shownNight),
  };
}

function shownNight({ date, lowestPerHour, coverage, band }: BandedNight) {
  const above = (limit: keyof Pick<NightBand, 'baseline' | 'upper'>): number | null =>
    lowestPerHour === null || band === null ? null : minus(lowestPerHour, band[limit]);
  const beyond = above('upper');
  return {
    date: formatRequestDate(date),
    lowestHourFlow: lowestPerHour,
    coverage,
    baseline: band?.baseline ?? null,
    lower: band?.lower ?? null,
    upper: band?.upper ?? null,
    excess: above('baseline'),
    isAbove: beyond === null ? null : beyond > 0,
  };
}
