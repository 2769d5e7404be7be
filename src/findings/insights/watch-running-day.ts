import type { Context, DataContext } from '../../context.ts';
import { businessDateOf, dayWindow } from '../../kernel/time/business-clock.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { findNewestIndustry } from '../../platform/directory/find-newest-industry.ts';
import { listIndustries } from '../../platform/directory/store/industries.ts';
import { OPERATOR_INDUSTRY_ID } from '../../platform/login/rules/caller.ts';
import { canOnlyBeSilent, detectRunning } from '../rules/detect.ts';
import { hoursToBeHeard, isHeardByHours } from '../rules/detectors/silence.ts';
import { isAtAnEnd } from '../rules/detectors/tank.ts';
import { type FindingKind, KINDS, type LimitsInForce, limitOf } from '../rules/kinds.ts';
import { limitsInForce } from '../rules/limits-in-force.ts';
import type { InsightUnit, Surroundings } from '../rules/types.ts';
import {
  findingsOnRecord,
  holdFindings,
  type RecordedFinding,
  unitsHeardThroughout,
  unitsToldDead,
  batteriesOfUnits,
} from '../store/insights.ts';
import { findingSettings } from '../store/settings.ts';
import { daysToRead, JUDGED_DAYS, learnedFrom } from './judged-days.ts';
import { boundsOfParameters, readUnits } from './read-units.ts';
import { recordFindings } from './record-findings.ts';

/** Ended days that are read beside the running one: a silence may have begun the day before. */
const DAYS_BEFORE = 1;
/** Kinds whose findings need no more of the past than that. */
const WITHOUT_PAST: ReadonlySet<FindingKind> = new Set(['silence', 'battery-low']);

/** The running day has no example of a site that stands still, and no kind that it is judged for needs one. */
const NO_IDLE_DAYS: Surroundings = { isIdle: () => false };

/** Industries that are judged in one minute before others have to wait: some seconds of a processor. */
const INDUSTRIES_A_MINUTE = 100;
/** Longest wait in minutes: the shortest usual silence is an hour. */
const MOST_MINUTES = 10;

/**
 * The industries whose turn it is in this minute. Up to a hundred have their turn each minute, a thousand and more
 * every ten minutes. A turn follows from the key and the time alone, so processes need not agree on it.
 */
export function industriesOfMinute<I extends { readonly industryKey: number }>(
  industries: readonly I[],
  now: EpochMillis,
): I[] {
  const minutes = Math.min(MOST_MINUTES, Math.max(1, Math.ceil(industries.length / INDUSTRIES_A_MINUTE)));
  const turn = Math.floor(now / MINUTE_MS) % minutes;
  return industries.filter(({ industryKey }) => industryKey % minutes === turn);
}

/**
 * Judges the running days of the industries in use whose turn it is. Runs every minute. An industry that fails holds up
 * no other.
 */
export async function watchRunningDays(context: DataContext & Pick<Context, 'log'>): Promise<void> {
  const { database, clock, log } = context;
  const watched = (await listIndustries(database, clock.now())).filter(
    ({ industryId, isActive }) => isActive && industryId !== OPERATOR_INDUSTRY_ID,
  );
  for (const { industryId } of industriesOfMinute(watched, clock.now())) {
    try {
      const industry = await findNewestIndustry(context, industryId);
      if (industry !== null) await watchRunningDay(context, industry);
    } catch (error) {
      log.error({ err: error, industry: industryId }, 'the running day could not be watched');
    }
  }
}

/**
 * Judges the running day of an industry by the kinds that need no whole day. Records findings that are new, go on or
 * have ended. Findings of the other kinds stay as they are.
 */
export async function watchRunningDay(context: DataContext, industry: Industry): Promise<void> {
  const { database, clock } = context;
  const { industryKey } = industry;
  const now = clock.now();
  const today = businessDateOf(industry.clock, now);
  const limitsOf = limitsInForce(industry, await findingSettings(database, industryKey));
  const yesterday = addDays(today, -1);
  const units = await unitsToJudge(context, industry, { today, now, limitsOf });
  const known = await findingsOnRecord(database, industryKey, yesterday);
  const figures = await figuresOf(context, industry, units, { today, known, limitsOf });
  // Ended days have a judgement of their own by all their data, so only findings that reach into the running day count.
  const found = figures
    .flatMap((unit) => detectRunning(unit, NO_IDLE_DAYS))
    .filter(({ lastDay, isOpen }) => lastDay === today || isOpen);
  // Most industries have nothing to write, so no lock is taken.
  if (found.length === 0 && !known.some(mayChangeToday(today))) return;
  const tellFrom = addDays(yesterday, 1 - JUDGED_DAYS);
  await database.transaction(async (transaction) => {
    await holdFindings(transaction, industryKey);
    const recorded = (await findingsOnRecord(transaction, industryKey, yesterday)).filter(mayChangeToday(today));
    const judgedFrom = (): BusinessDate => today;
    await recordFindings(transaction, industry, { recorded, found, looked: { tellFrom, judgedFrom } }, new Date(now));
  });
}

interface KnownBefore {
  readonly today: BusinessDate;
  readonly known: readonly RecordedFinding[];
  readonly limitsOf: (unitId: string) => LimitsInForce;
}

/**
 * Units with the running day and the day before it. Where earlier days decide, as of a tank that is low, all days are
 * read that judge ended days: with fewer of them the same level would be usual, or a finding over that goes on.
 */
async function figuresOf(
  context: DataContext,
  industry: Industry,
  units: readonly StoredUnit[],
  { today, known, limitsOf }: KnownBefore,
): Promise<InsightUnit[]> {
  const to = addDays(today, -1);
  const { from, old, longFrom } = daysToRead(known, to);
  const learnFrom = learnedFrom(industry, known);
  const read = async (some: readonly StoredUnit[], first: BusinessDate): Promise<InsightUnit[]> =>
    some.length === 0
      ? []
      : readUnits(context, industry, { units: some, from: first, to, runningDay: today, learnFrom, limitsOf });
  const near = await read(units, addDays(today, -DAYS_BEFORE));
  const atAnEnd = new Set(near.filter(isAtAnEnd).map(({ unitId }) => unitId));
  const found = new Set(
    known
      .filter(mayChangeToday(today))
      .filter(({ kind, fate }) => fate !== 'rejected' && !WITHOUT_PAST.has(kind))
      .map(({ unitKey }) => unitKey),
  );
  const byPast = units.filter(({ unitKey, current }) => found.has(unitKey) || atAnEnd.has(current.unitId));
  const others = new Set(byPast.map(({ current }) => current.unitId));
  return [
    ...near.filter(({ unitId }) => !others.has(unitId)),
    ...(await read(
      byPast.filter(({ unitKey }) => !old.has(unitKey)),
      from,
    )),
    ...(await read(
      byPast.filter(({ unitKey }) => old.has(unitKey)),
      longFrom,
    )),
  ];
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
const mayChangeToday =
  (today: BusinessDate) =>
  ({ kind, isOpen, lastDay, fate }: RecordedFinding): boolean =>
    KINDS[kind].isJudgedRunning && (isOpen || lastDay >= addDays(today, -1) || fate === 'rejected');
