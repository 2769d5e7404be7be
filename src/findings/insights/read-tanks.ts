import { isoOf } from '../../kernel/time/iso.ts';
import type { DataContext } from '../../context.ts';
import { toDisplay } from '../../figures/rules/figures/display.ts';
import { readingsOfDay } from '../../figures/store/day-readings.ts';
import { type Industry, type StoredUnit, tankOfReading } from '../../kernel/industry/industry.ts';
import { dividedBy, exact } from '../../kernel/measure/exact.ts';
import { businessDateOf, dayStart } from '../../kernel/time/business-clock.ts';
import { eachDate } from '../../kernel/time/business-date.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { fullPercentOf, lowPercentOf } from '../rules/detectors/tank.ts';
import type { LimitsInForce } from '../rules/kinds.ts';
import { limitsInForce } from '../rules/limits-in-force.ts';
import { tankContent } from '../rules/tank-content.ts';
import { MOST_SPAN_HOURS, type TankOutlook, tankOutlook } from '../rules/tank-outlook.ts';
import { findingSettings } from '../store/settings.ts';

/** A tank as it stands now; quantities divided by the division factor. */
interface StandingTank {
  readonly unitId: string;
  readonly unitName: string;
  readonly siUnit: string;
  readonly capacity: number | null;
  readonly lowPercent: number;
  readonly fullPercent: number;
  /** By the newest reading of the last day that was not estimated; null: there is none. */
  readonly level: number | null;
  readonly percent: number | null;
  readonly readAt: string | null;
  readonly outlook: ShownOutlook | null;
}

type ShownOutlook = Pick<TankOutlook, 'course' | 'spanMinutes' | 'readings' | 'ends'> & {
  readonly since: string;
  readonly ratePerHour: { readonly value: number; readonly low: number; readonly high: number };
};

const PERCENT = 100;

interface GenuineReading {
  readonly epochMs: EpochMillis;
  readonly value: number;
}

/** Tanks in use with their content, the limits of findings, and when they will be low, empty or full. */
export async function readTanks(
  context: DataContext,
  industry: Industry,
  { unitIds, divisionFactor }: { readonly unitIds: readonly string[] | null; readonly divisionFactor: number },
): Promise<StandingTank[]> {
  const tanks = [...industry.units.values()].filter(
    ({ current }) => current.group === 'STOCK' && (unitIds?.includes(current.unitId) ?? true),
  );
  if (tanks.length === 0) return [];
  const now = context.clock.now();
  const [readings, settings] = await Promise.all([
    latestReadings(context, industry, tanks, now),
    findingSettings(context.database, industry.industryKey),
  ]);
  const limitsOf = limitsInForce(industry, settings);
  return tanks.map((tank) =>
    standingTank(industry, tank, readings.get(tank.unitKey) ?? [], {
      limits: limitsOf(tank.current.unitId),
      now,
      divisionFactor,
      // A level before a change of capacity tells nothing of the rate since.
      since: capacitySince(industry, tank, now),
    }),
  );
}

/** Genuine readings of the last day by unit key, the newest last. */
async function latestReadings(
  { database }: DataContext,
  industry: Industry,
  tanks: readonly StoredUnit[],
  now: EpochMillis,
): Promise<ReadonlyMap<number, readonly GenuineReading[]>> {
  const from = now - MOST_SPAN_HOURS * HOUR_MS;
  const dates = [...eachDate(businessDateOf(industry.clock, from), businessDateOf(industry.clock, now))];
  const keys = tanks.map(({ unitKey }) => unitKey);
  const found = (await Promise.all(dates.map((date) => readingsOfDay(database, keys, date)))).flat();
  return new Map(
    [...Map.groupBy(found, ({ unitKey }) => unitKey)].map(([unitKey, days]) => [
      unitKey,
      days
        .flatMap(({ rows }) => rows)
        .flatMap(({ epochMs, value, estimated }) =>
          value === null || estimated || epochMs < from || epochMs > now ? [] : [{ epochMs, value }],
        ),
    ]),
  );
}

/** When the present capacity came into force; -Infinity: it has always been. */
function capacitySince({ clock }: Industry, { current, versions }: StoredUnit, now: EpochMillis): EpochMillis {
  const begun = versions.filter(({ effectiveFrom }) => effectiveFrom <= businessDateOf(clock, now));
  const before = begun.findLastIndex(({ unit }) => unit.maxCapacity !== current.maxCapacity);
  const since = begun[before + 1];
  return before === -1 || since === undefined ? -Infinity : dayStart(clock, since.effectiveFrom);
}

interface Standing {
  readonly limits: LimitsInForce;
  readonly now: EpochMillis;
  readonly divisionFactor: number;
  readonly since: EpochMillis;
}

/**
 * Content of a tank by its newest reading. The capacity of the reading's day gives the level, because a tank holds as
 * much as before when another capacity is declared. The present capacity gives the share.
 */
function contentNow({ clock }: Industry, tank: StoredUnit, { epochMs, value }: GenuineReading, now: EpochMillis) {
  const { current } = tank;
  const { maxCapacity } = current;
  const then = tankOfReading(tank, businessDateOf(clock, epochMs), businessDateOf(clock, now));
  const { level, percent } = tankContent({ siUnit: current.siUnit, ...then }, value);
  if (level === null || maxCapacity === null || then.maxCapacity === maxCapacity) return { level, percent };
  return { level, percent: (PERCENT * level) / maxCapacity };
}

function standingTank(
  industry: Industry,
  tank: StoredUnit,
  readings: readonly GenuineReading[],
  { limits, now, divisionFactor, since }: Standing,
): StandingTank {
  const { current } = tank;
  const { unitId, displayName, siUnit, maxCapacity, dataUpdateFrequencySeconds: updateSeconds } = current;
  const newest = readings.reduce<GenuineReading | null>(
    (latest, one) => (latest === null || one.epochMs > latest.epochMs ? one : latest),
    null,
  );
  const content = newest === null ? null : contentNow(industry, tank, newest, now);
  const levels = readings.flatMap(({ epochMs, value }) => {
    const { percent } = tankContent(current, value);
    return percent === null || epochMs < since ? [] : [{ epochMs, percent }];
  });
  const outlook = tankOutlook({ readings: levels, limits, updateSeconds, now });
  return {
    unitId,
    unitName: displayName,
    siUnit,
    capacity: toDisplay(maxCapacity, divisionFactor),
    lowPercent: lowPercentOf(limits),
    fullPercent: fullPercentOf(limits),
    level: toDisplay(content?.level ?? null, divisionFactor),
    percent: content?.percent ?? null,
    readAt: newest === null ? null : isoOf(newest.epochMs),
    outlook: outlook === null || maxCapacity === null ? null : shownOutlook(outlook, maxCapacity, divisionFactor),
  };
}

/** An outlook with its rate in the unit of the tank. A surveyed tank's rate is that of its content, too. */
function shownOutlook(
  { course, percentPerHour, sinceEpochMs, spanMinutes, readings, ends }: TankOutlook,
  maxCapacity: number,
  divisionFactor: number,
): ShownOutlook {
  const perHour = (points: number): number => dividedBy(exact((points / PERCENT) * maxCapacity), divisionFactor);
  const { value, low, high } = percentPerHour;
  return {
    course,
    ratePerHour: { value: perHour(value), low: perHour(low), high: perHour(high) },
    since: isoOf(sinceEpochMs),
    spanMinutes,
    readings,
    ends,
  };
}
