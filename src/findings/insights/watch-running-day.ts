import type { Context, DataContext } from '../../context.ts';
import { businessDateOf, dayWindow } from '../../kernel/time/business-clock.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { findNewestIndustry } from '../../platform/directory/find-newest-industry.ts';
import { listIndustries } from '../../platform/directory/store/industries.ts';
import { OPERATOR_INDUSTRY_ID } from '../../platform/login/rules/caller.ts';
import { canOnlyBeSilent, detectRunning } from '../rules/detect.ts';
import { hoursToBeHeard, isHeardByHours } from '../rules/detectors/silence.ts';
import { KINDS, type LimitsInForce, limitOf } from '../rules/kinds.ts';
import { limitsInForce } from '../rules/limits-in-force.ts';
import type { Surroundings } from '../rules/types.ts';
import {
  findingsOnRecord,
  holdFindings,
  type RecordedFinding,
  unitsHeardThroughout,
  unitsToldDead,
  batteriesOfUnits,
} from '../store/insights.ts';
import { findingSettings } from '../store/settings.ts';
import { boundsOfParameters, readUnits } from './read-units.ts';
import { recordFindings } from './record-findings.ts';
import { ofThisMinute } from './turns.ts';

/** Ended days that are read beside the running one: a silence may have begun the day before. */
const DAYS_BEFORE = 1;
/** Ended days that are read of tanks, because a level that is usual there is no finding. */
const TANK_DAYS_BEFORE = 14;

/** The running day has no example of a site that stands still, and no kind that it is judged for needs one. */
const UNKNOWN: Surroundings = { isIdle: () => false };

/**
 * Judges the running days of the industries in use whose turn it is. Runs every minute. An industry that fails holds up
 * no other.
 */
export async function watchRunningDays(context: DataContext & Pick<Context, 'log'>): Promise<void> {
  const { database, clock, log } = context;
  const watched = (await listIndustries(database, clock.now())).filter(
    ({ industryId, isActive }) => isActive && industryId !== OPERATOR_INDUSTRY_ID,
  );
  for (const { industryId } of ofThisMinute(watched, clock.now())) {
    try {
      const industry = await findNewestIndustry(context, industryId);
      if (industry !== null) await watchRunningDay(context, industry);
    } catch (error) {
      log.error({ err: error, industry: industryId }, 'the running day could not be watched');
    }
  }
}

/**
 * Judges the running day of an industry by the kinds that need no whole day, and writes what is found, what goes on and
 * what has ended. Kinds that need whole days are left as they are.
 */
export async function watchRunningDay(context: DataContext, industry: Industry): Promise<void> {
  const { database, clock } = context;
  const { industryKey } = industry;
  const now = clock.now();
  const today = businessDateOf(industry.clock, now);
  const limitsOf = limitsInForce(industry, await findingSettings(database, industryKey));
  const units = await unitsToJudge(context, industry, { today, now, limitsOf });
  const isTank = ({ current }: StoredUnit): boolean => current.group === 'STOCK';
  const read = (some: readonly StoredUnit[], daysBefore: number) =>
    readUnits(context, industry, {
      units: some,
      from: addDays(today, -daysBefore),
      to: addDays(today, -1),
      runningDay: today,
      learnFrom: new Map(),
      limitsOf,
    });
  const figures = [
    ...(await read(
      units.filter((unit) => !isTank(unit)),
      DAYS_BEFORE,
    )),
    ...(await read(units.filter(isTank), TANK_DAYS_BEFORE)),
  ];
  // Ended days are judged with all that is known of them, so only what reaches into the running day is taken.
  const found = figures
    .flatMap((unit) => detectRunning(unit, UNKNOWN))
    .filter(({ lastDay, isOpen }) => lastDay === today || isOpen);
  const tellFrom = addDays(today, -TANK_DAYS_BEFORE);
  await database.transaction(async (transaction) => {
    await holdFindings(transaction, industryKey);
    const recorded = (await findingsOnRecord(transaction, industryKey, addDays(today, -1))).filter(isStanding(today));
    const judgedFrom = (): BusinessDate => today;
    await recordFindings(transaction, industry, { recorded, found, looked: { tellFrom, judgedFrom } }, new Date(now));
  });
}

interface RunningDay {
  readonly today: BusinessDate;
  readonly now: EpochMillis;
  readonly limitsOf: (unitId: string) => LimitsInForce;
}

/**
 * Units with readings that may have a finding on the running day. Most units of a site can only be silent, and are not:
 * all their hours were heard, which one statement tells in a fraction of the time that their figures take.
 */
async function unitsToJudge(
  { database }: DataContext,
  industry: Industry,
  { today, now, limitsOf }: RunningDay,
): Promise<StoredUnit[]> {
  const units = [...industry.units.values()].filter(({ current }) => current.group !== 'VIRTUAL');
  const hours = hoursToBeHeard(dayWindow(industry.clock, today), now);
  if (hours === null) return units;
  const isJudgedByHours = (unit: StoredUnit): boolean => {
    const { group, unitId, dataUpdateFrequencySeconds: updateSeconds } = unit.current;
    const hasBounds = boundsOfParameters(unit).length > 0;
    return canOnlyBeSilent(group, hasBounds) && isHeardByHours({ limits: limitsOf(unitId), updateSeconds });
  };
  const byHours = units.filter(isJudgedByHours).map(({ unitKey }) => unitKey);
  const heard = await unitsHeardThroughout(database, byHours, today, hours);
  const died = await unitsToldDead(database, industry.industryKey);
  const batteries = await batteriesOfUnits(database, industry.industryKey);
  const isBatteryLow = ({ unitKey, current }: StoredUnit): boolean =>
    (batteries.get(unitKey)?.percent ?? Infinity) <= (limitOf(limitsOf(current.unitId), 'battery-low') ?? 0);
  return units.filter((unit) => !heard.has(unit.unitKey) || died.has(unit.unitKey) || isBatteryLow(unit));
}

/** Findings that the running day may carry on, end or show no more. */
const isStanding =
  (today: BusinessDate) =>
  ({ kind, isOpen, lastDay, fate }: RecordedFinding): boolean =>
    KINDS[kind].isJudgedRunning && (isOpen || lastDay >= addDays(today, -1) || fate === 'rejected');
