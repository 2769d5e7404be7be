import type { DataContext } from '../../context.ts';
import { type GranularBucket, granularBuckets } from '../rules/device-data/granular.ts';
import { divisorFor } from '../rules/device-data/categories.ts';
import { requireRange, START_AND_END } from '../rules/figures/span.ts';
import { type Industry, requireMeasuredUnit, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { industryFrom } from '../../kernel/industry/retired.ts';
import type { RegisterAt } from '../../kernel/measure/meter.ts';
import { mayHaveParameters } from '../../kernel/measure/unit.ts';
import { businessDateOf, dayWindow, endOfRunningHour } from '../../kernel/time/business-clock.ts';
import { eachDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { genuineSlots, granularRows } from '../store/granular.ts';
import { type UnitHistory, unitHistories } from '../store/rollups.ts';

/** Spec gap: no bound is stated. */
const MOST_GRANULAR_DAYS = 31;
export const MOST_INTERVAL_MINUTES = 1440;

interface GranularRequest {
  readonly unitId: string;
  readonly startDate: BusinessDate;
  /** Last day, included. */
  readonly endDate: BusinessDate;
  /** 1 to 1440. */
  readonly intervalMinutes: number;
  readonly divisionFactor: number;
}

/**
 * GET granularData. Spec gap: its response is not shown; readings of one unit in buckets of `interval` minutes, missing
 * ones null.
 * @throws ServiceError 404 for a unit the industry does not have, 1403 for a virtual unit, which has no readings of its
 * own, for dates in the wrong order and for more than 31 days.
 */
export async function readGranular({ database, clock }: DataContext, industry: Industry, request: GranularRequest) {
  const stored = requireMeasuredUnit(industryFrom(industry, request.startDate), request.unitId);
  const { startDate, endDate } = request;
  requireRange(startDate, endDate, START_AND_END, MOST_GRANULAR_DAYS);
  const buckets = await readGranularBuckets({ database, clock }, industry, [stored], {
    ...request,
    dates: [...eachDate(startDate, endDate)],
  });
  const { unitId, displayName, siUnit } = stored.current;
  return {
    unitId,
    unitName: displayName,
    siUnit,
    interval: request.intervalMinutes,
    readings: buckets.get(unitId) ?? [],
  };
}

/** Meters in buckets of minutes over days that follow one another, by unit: one read per kind for all of them. */
export async function readGranularBuckets(
  { database, clock }: DataContext,
  industry: Industry,
  meters: readonly StoredUnit[],
  asked: Pick<GranularRequest, 'intervalMinutes' | 'divisionFactor'> & { readonly dates: readonly BusinessDate[] },
): Promise<ReadonlyMap<string, readonly GranularBucket[]>> {
  const { intervalMinutes, dates } = asked;
  const [firstDate] = dates;
  if (firstDate === undefined) return new Map();
  const daysOf = new Map(
    meters.map((stored) => [
      stored.unitKey,
      dates.map((date) => {
        const { startEpochMs, lengthSeconds } = dayWindow(industry.clock, date);
        const unit = unitAsOf(stored, date);
        const slotSeconds = unit.dataUpdateFrequencySeconds;
        return { unitKey: stored.unitKey, date, startEpochMs, lengthSeconds, unit, slotSeconds };
      }),
    ]),
  );
  const days = [...daysOf.values()].flat();
  const now = clock.now();
  const countedUntil = endOfRunningHour(dayWindow(industry.clock, businessDateOf(industry.clock, now)), now) ?? now;
  const [rows, genuine, histories] = await Promise.all([
    granularRows(database, {
      days,
      daysWithParameters: days.filter(({ unit }) => mayHaveParameters(unit)),
      intervalMinutes,
      countedUntil,
    }),
    genuineSlots(database, { days, countedUntil }),
    unitHistories(database, [...daysOf.keys()], firstDate),
  ]);
  return new Map(
    meters.map(({ unitKey, current, retirement }) => [
      current.unitId,
      granularBuckets(rows.get(unitKey) ?? [], {
        days: daysOf.get(unitKey) ?? [],
        intervalMinutes,
        registerBefore: registerBefore(histories.get(unitKey), dayWindow(industry.clock, firstDate).startEpochMs),
        genuineSlots: genuine.get(unitKey) ?? new Map(),
        // No slot is expected after a unit's retirement.
        now: Math.min(now, retirement?.atEpochMs ?? Infinity),
        divisorOf: (unit) => divisorFor(unit, unit, asked.divisionFactor),
      }),
    ]),
  );
}

/** The instant of a removed reading is not known, so that reading is taken for the last one before the first day. */
function registerBefore(history: UnitHistory | undefined, startEpochMs: EpochMillis): RegisterAt | null {
  const register = history?.before.register ?? null;
  return register === null ? null : { register, epochMs: history?.readAt.registerEpochMs ?? startEpochMs - 1 };
}
