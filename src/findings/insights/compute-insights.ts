import { MILLI } from '../../kernel/measure/exact.ts';
import type { Context, DataContext } from '../../context.ts';
import { readBalanceDays } from '../../balance/read-balance.ts';
import { inPieces, Piece } from '../../kernel/pieces.ts';
import { type Industry, metaOf, type StoredUnit } from '../../kernel/industry/industry.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { addDays, eachDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { balanceFindings } from '../rules/balance.ts';
import { detectEach, surroundingsOf } from '../rules/detect.ts';
import { energyDrift } from '../rules/energy-drift.ts';
import type { LimitsInForce } from '../rules/kinds.ts';
import { limitsInForce } from '../rules/limits-in-force.ts';
import { swapsInSteps } from '../rules/swapped-meters.ts';
import type { Found, InsightUnit, Surroundings } from '../rules/types.ts';
import { findingsOnRecord, holdFindings, type RecordedFinding, storeInsight } from '../store/insights.ts';
import { findingSettings } from '../store/settings.ts';
import { dayInsights } from './day-insights.ts';
import { daysToRead, JUDGED_DAYS, learnedFrom, LEARNING_DAYS, LEAST_LEARNING_DAYS } from './judged-days.ts';
import { readUnits } from './read-units.ts';
import { recordFindings } from './record-findings.ts';

const BALANCE_DAYS = 14;

/**
 * Judges four weeks of an industry's figures and writes the findings. All days of the window are judged anew: findings
 * that still show go on, and findings that corrections have explained heal. The last window ends with the running day.
 * @param from first day to judge; null, or a day of the last four weeks: the last four weeks
 * @returns the first day that is still to be judged; null: all days are judged
 */
export async function computeInsights(
  context: DataContext,
  industry: Industry,
  from: BusinessDate | null = null,
): Promise<BusinessDate | null> {
  const { database, clock } = context;
  const { industryKey } = industry;
  const now = clock.now();
  const today = businessDateOf(industry.clock, now);
  const newest = addDays(today, -1);
  const lastWeeks = addDays(newest, 1 - JUDGED_DAYS);
  const tellFrom = from !== null && from < lastWeeks ? from : lastWeeks;
  const last = addDays(tellFrom, JUDGED_DAYS - 1);
  const isNewest = last === newest;
  const settings = await findingSettings(database, industryKey);
  const window = { last, runningDay: isNewest ? today : null, limitsOf: limitsInForce(industry, settings) };
  const untilLast = (all: readonly RecordedFinding[]): readonly RecordedFinding[] =>
    isNewest ? all : all.filter(({ firstDay }) => firstDay <= last);
  const recorded = untilLast(await findingsOnRecord(database, industryKey, tellFrom));
  const { found, judgedFrom } = await findAll(context, industry, recorded, window);
  const days = isNewest ? await dayInsights(context, industry, [last, today], now) : [];
  const at = new Date(now);
  await database.transaction(async (transaction) => {
    await holdFindings(transaction, industryKey);
    const known = untilLast(await findingsOnRecord(transaction, industryKey, tellFrom));
    await recordFindings(transaction, industry, { recorded: known, found, looked: { tellFrom, judgedFrom } }, at);
    for (const day of days) await storeInsight(transaction, industryKey, day, at);
  });
  return isNewest ? null : addDays(last, 1);
}

/** The days that are judged together. */
interface Window {
  /** The last day that has ended. */
  readonly last: BusinessDate;
  /** The day after it; null: it is not judged. */
  readonly runningDay: BusinessDate | null;
  readonly limitsOf: ReturnType<typeof limitsInForce>;
}

async function findAll(
  context: DataContext,
  industry: Industry,
  recorded: readonly RecordedFinding[],
  { last, runningDay, limitsOf }: Window,
): Promise<FoundAndJudged> {
  const units = [...industry.units.values()].filter(({ current }) => current.group !== 'VIRTUAL');
  const { from, old, longFrom } = daysToRead(recorded, last);
  const learnFrom = learnedFrom(industry, recorded);
  const window = { to: last, runningDay, learnFrom, limitsOf };
  const figures = await readUnits(context, industry, { ...window, units, from });
  const ofSite = surroundingsOf(figures);
  const found = await detectInPieces(figures, ofSite);
  // A finding older than the window is judged in a longer one, which still shows what was usual before it.
  const partners = new Set(
    recorded.flatMap(({ unitKey, swappedWith }) =>
      unitKey !== null && swappedWith !== null && old.has(unitKey) ? [swappedWith] : [],
    ),
  );
  const older = withWater(
    units,
    units.filter(({ unitKey, current }) => old.has(unitKey) || partners.has(current.unitId)),
  );
  const longer =
    older.length === 0 ? [] : await readUnits(context, industry, { ...window, units: older, from: longFrom });
  const ofOlder = surroundingsOf(longer);
  // All units decide whether the site stood still. For days before the window only the units of old findings are read.
  const ofBoth: Surroundings = { isIdle: (date) => (date < from ? ofOlder : ofSite).isIdle(date) };
  const olderIds = new Set(older.map(({ current }) => current.unitId));
  const isOlder = (unitId: string | null): boolean => unitId !== null && olderIds.has(unitId);
  const ofUnits = [...found.filter(({ unitId }) => !isOlder(unitId)), ...(await detectInPieces(longer, ofBoth))];
  const judged = [...figures.filter(({ unitId }) => !isOlder(unitId)), ...longer];
  return {
    found: [
      ...(await inPieces(swapsInSteps(ofUnits, judged, ofBoth))),
      ...pumpsOf(units, figures)
        .filter(({ energy }) => !isOlder(energy.unitId))
        .flatMap(energyDrift),
      ...pumpsOf(older, longer).flatMap(energyDrift),
      ...(await balanceOf(context, industry, last, limitsOf(null))),
    ],
    judgedFrom: ({ kind, unitId }) => {
      if (kind === 'balance') return addDays(last, 1 - BALANCE_DAYS);
      return isOlder(unitId) ? addDays(longFrom, LEAST_LEARNING_DAYS) : addDays(from, LEARNING_DAYS);
    },
  };
}

/** All findings of a site's units. Others get their turn meanwhile, because detection takes long. */
export async function detectInPieces(units: readonly InsightUnit[], surroundings: Surroundings): Promise<Found[]> {
  const piece = new Piece();
  const found: Found[] = [];
  for (const ofUnit of detectEach(units, surroundings)) {
    found.push(...ofUnit);
    if (piece.isOver) await piece.rest();
  }
  return found;
}

interface FoundAndJudged {
  readonly found: readonly Found[];
  /** The first day on which a finding of this kind and unit would be found again. */
  readonly judgedFrom: (place: Pick<Found, 'kind' | 'unitId'>) => BusinessDate;
}

/** The water unit that a pump moves. Spec gap: the energy unit names it in `meta.pumpsUnitId`. */
function waterOf(stored: StoredUnit): string {
  const waterUnitId = metaOf(stored)['pumpsUnitId'];
  return typeof waterUnitId === 'string' ? waterUnitId : '';
}

/** Some of the units, together with the water units of their pumps. */
function withWater(units: readonly StoredUnit[], some: readonly StoredUnit[]): readonly StoredUnit[] {
  const water = new Set(some.map(waterOf));
  return units.filter((unit) => some.includes(unit) || water.has(unit.current.unitId));
}

function pumpsOf(units: readonly StoredUnit[], figures: readonly InsightUnit[]) {
  const byId = new Map(figures.map((unit) => [unit.unitId, unit]));
  return units.flatMap((stored) => {
    const { current } = stored;
    const [energy, water] = [byId.get(current.unitId), byId.get(waterOf(stored))];
    return current.group !== 'ENERGY' || energy === undefined || water === undefined ? [] : [{ energy, water }];
  });
}

async function balanceOf(
  context: DataContext,
  industry: Industry,
  last: BusinessDate,
  limits: LimitsInForce,
): Promise<Found[]> {
  const from = addDays(last, 1 - BALANCE_DAYS);
  const dates = [...eachDate(from, last)];
  const balances = await readBalanceDays(context, industry, from, last);
  const siUnit = balances.findLast((day) => day.siUnit !== null)?.siUnit ?? '';
  const found = balanceFindings(
    balances.flatMap((day, index) => {
      const date = dates[index];
      // Figures of days before the meters had another unit of measure are not comparable.
      // Balances come in shown units, findings in thousandths.
      const raw = (figure: number | null): number | null =>
        figure === null || day.siUnit !== siUnit ? null : figure * MILLI;
      const [inflow, imbalance, band95] = [raw(day.inflow), raw(day.imbalance), raw(day.band95)];
      return date === undefined ? [] : [{ date, inflow, imbalance, band95 }];
    }),
    limits,
  );
  return found.map((one) => ({ ...one, siUnit }));
}

/** The part of a context that {@link computeInsights} and its log need. */
export type InsightContext = DataContext & Pick<Context, 'log'>;
