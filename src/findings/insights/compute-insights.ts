import type { Context, DataContext } from '../../context.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { balanceFindings } from '../rules/balance.ts';
import { surroundingsOf } from '../rules/detect.ts';
import { energyDrift } from '../rules/energy-drift.ts';
import { reconcile } from '../rules/reconcile.ts';
import type { Evidence, Found, InsightUnit, Surroundings } from '../rules/types.ts';
import { lossEstimateOf, tariffOf } from '../rules/loss-estimate.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { addDays, daysBetween, eachDate, laterOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import {
  findingsOnRecord,
  endFindings,
  healFindings,
  holdFindings,
  type RecordedFinding,
  storeInsight,
  type FindingToWrite,
  keepFindings,
} from '../store/insights.ts';
import { readBalanceDays } from '../../balance/read-balance-days.ts';
import { dayInsights } from './day-insights.ts';
import { detectInTurns, swapsInTurns } from './detect-in-turns.ts';
import { readUnits } from './read-units.ts';

/** Days that are judged at once: usual use needs four weeks and one to settle, and four weeks are judged. */
const WINDOW_DAYS = 63;
const JUDGED_DAYS = 28;
/** Days before a finding that are needed to know what was usual before it. */
const LEARNING_DAYS = 35;
const MOST_DAYS = 182;
const BALANCE_DAYS = 14;
/** A rejected finding of fewer days was a single event, and does not change what is usual. */
const LASTING_DAYS = 2;
/** Balances come in shown units, findings in thousandths. */
const THOUSANDTHS = 1000;
const EVIDENCE_DIGITS = 6;

/**
 * Judges an industry's figures up to the last ended business day, and writes the findings. All days of the window are
 * judged anew: findings that still show go on, and findings that corrections have explained heal.
 */
export async function computeInsights(context: DataContext, industry: Industry): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const today = businessDateOf(industry.clock, now);
  const last = addDays(today, -1);
  const judgedFrom = addDays(last, 1 - JUDGED_DAYS);
  const recorded = await findingsOnRecord(database, industry.industryKey, judgedFrom);
  const { found, judgedFrom: judgedFromOf } = await findAll(context, industry, recorded, last);
  const days = await dayInsights(context, industry, [last, today], now);
  const at = new Date(now);
  await database.transaction(async (transaction) => {
    await holdFindings(transaction, industry.industryKey);
    const known = await findingsOnRecord(transaction, industry.industryKey, judgedFrom);
    const { toWrite, healed, over } = changesOf(industry, known, found, {
      tellFrom: judgedFrom,
      judgedFrom: judgedFromOf,
    });
    await keepFindings(transaction, industry.industryKey, toWrite, at);
    await healFindings(transaction, industry.industryKey, healed, at);
    await endFindings(transaction, industry.industryKey, over, at);
    for (const day of days) await storeInsight(transaction, industry.industryKey, day, at);
  });
}

async function findAll(
  context: DataContext,
  industry: Industry,
  recorded: readonly RecordedFinding[],
  last: BusinessDate,
): Promise<FoundAndJudged> {
  const units = [...industry.units.values()].filter(({ current }) => current.group !== 'VIRTUAL');
  const from = addDays(last, 1 - WINDOW_DAYS);
  const learnFrom = learnedFrom(recorded);
  const window = { to: last, learnFrom };
  const figures = await readUnits(context, industry, { ...window, units, from });
  const ofSite = surroundingsOf(figures);
  const found = await detectInTurns(figures, ofSite);
  // A finding older than the window is judged in a longer one, which still shows what was usual before it.
  const old = oldFindings(recorded, from);
  const partners = new Set(
    recorded.flatMap(({ unitKey, swappedWith }) =>
      unitKey !== null && swappedWith !== null && old.has(unitKey) ? [swappedWith] : [],
    ),
  );
  const older = withWater(
    units,
    units.filter(({ unitKey, current }) => old.has(unitKey) || partners.has(current.unitId)),
  );
  const begin = [...old.values()].sort()[0] ?? last;
  const longFrom = laterOf(addDays(begin, -WINDOW_DAYS), addDays(last, 1 - MOST_DAYS));
  const longer =
    older.length === 0 ? [] : await readUnits(context, industry, { ...window, units: older, from: longFrom });
  const ofOlder = surroundingsOf(longer);
  // All units decide whether the site stood still. For days before the window only the units of old findings are read.
  const ofBoth: Surroundings = { isIdle: (date) => (date < from ? ofOlder : ofSite).isIdle(date) };
  const olderIds = new Set(older.map(({ current }) => current.unitId));
  const isOlder = (unitId: string | null): boolean => unitId !== null && olderIds.has(unitId);
  const ofUnits = [...found.filter(({ unitId }) => !isOlder(unitId)), ...(await detectInTurns(longer, ofBoth))];
  return {
    found: [
      ...(await swapsInTurns(ofUnits, [...figures.filter(({ unitId }) => !isOlder(unitId)), ...longer], ofBoth)),
      ...pumpsOf(units, figures)
        .filter(({ energy }) => !isOlder(energy.unitId))
        .flatMap(energyDrift),
      ...pumpsOf(older, longer).flatMap(energyDrift),
      ...(await balanceOf(context, industry, last)),
    ],
    judgedFrom: ({ kind, unitId }) =>
      kind === 'balance' ? addDays(last, 1 - BALANCE_DAYS) : addDays(isOlder(unitId) ? longFrom : from, LEARNING_DAYS),
  };
}

interface FoundAndJudged {
  readonly found: readonly Found[];
  /** The first day on which a finding of this kind and unit would be found again. */
  readonly judgedFrom: (place: Pick<Found, 'kind' | 'unitId'>) => BusinessDate;
}

/** The first day of each unit's oldest open finding that is too old for the window. */
function oldFindings(recorded: readonly RecordedFinding[], from: BusinessDate): ReadonlyMap<number, BusinessDate> {
  const oldest = new Map<number, BusinessDate>();
  for (const { unitKey, isOpen, firstDay, fate } of recorded) {
    if (unitKey === null || !isOpen || fate === 'rejected' || firstDay >= addDays(from, LEARNING_DAYS)) continue;
    const known = oldest.get(unitKey);
    if (known === undefined || firstDay < known) oldest.set(unitKey, firstDay);
  }
  return oldest;
}

/** The day from which each unit is used in a new way: a person rejected a finding that lasted. */
function learnedFrom(recorded: readonly RecordedFinding[]): ReadonlyMap<number, BusinessDate> {
  const byUnit = new Map<number, BusinessDate>();
  for (const { unitKey, firstDay, lastDay, fate } of recorded) {
    if (unitKey === null || fate !== 'rejected' || daysBetween(firstDay, lastDay) < LASTING_DAYS) continue;
    byUnit.set(unitKey, laterOf(byUnit.get(unitKey) ?? firstDay, firstDay));
  }
  return byUnit;
}

/** The water unit that a pump moves. Spec gap: the energy unit names it in `meta.pumpsUnitId`. */
function waterOf({ versions }: StoredUnit): string {
  const waterUnitId = versions.at(-1)?.meta['pumpsUnitId'];
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

async function balanceOf(context: DataContext, industry: Industry, last: BusinessDate): Promise<Found[]> {
  const from = addDays(last, 1 - BALANCE_DAYS);
  const dates = [...eachDate(from, last)];
  const balances = await readBalanceDays(context, industry, from, last);
  const raw = (figure: number | null): number | null => (figure === null ? null : figure * THOUSANDTHS);
  return balanceFindings(
    balances.flatMap(({ inflow, imbalance, band95 }, index) => {
      const date = dates[index];
      return date === undefined ? [] : [{ date, inflow: raw(inflow), imbalance: raw(imbalance), band95: raw(band95) }];
    }),
  );
}

function changesOf(
  industry: Industry,
  recorded: readonly RecordedFinding[],
  found: readonly Found[],
  looked: Parameters<typeof reconcile>[2],
): { toWrite: FindingToWrite[]; healed: number[]; over: readonly number[] } {
  const unitIds = new Map([...industry.units.values()].map(({ unitKey, current }) => [unitKey, current.unitId]));
  const known = recorded.flatMap((finding) => {
    const unitId = finding.unitKey === null ? null : unitIds.get(finding.unitKey);
    return unitId === undefined ? [] : [{ ...finding, unitId }];
  });
  const { fresh, seenAgain, healed, over } = reconcile(known, found, looked);
  // A finding of a unit that is gone ends.
  const gone = recorded.filter(({ unitKey, isOpen }) => isOpen && unitKey !== null && !unitIds.has(unitKey));
  const tariff = tariffOf(industry.meta);
  const write = (one: Found, findingKey: number | null): FindingToWrite => {
    const stored = one.unitId === null ? null : (industry.units.get(one.unitId) ?? null);
    const [all, daily] = [one.quantity, one.quantityPerDay].map((quantity) =>
      lossEstimateOf(one.kind, quantity, stored?.current ?? null, tariff),
    );
    return {
      findingKey,
      unitKey: stored?.unitKey ?? null,
      kind: one.kind,
      firstDay: one.firstDay,
      raisedOn: one.raisedOn,
      lastDay: one.lastDay,
      isOpen: one.isOpen,
      litres: rounded(all?.litres ?? null),
      litresPerDay: rounded(daily?.litres ?? null),
      money: rounded(all?.money ?? null),
      currency: (all?.money ?? null) === null ? null : tariff.currency,
      confidence: Number(one.confidence.toFixed(2)),
      evidence: shownEvidence(one.evidence),
    };
  };
  return {
    toWrite: [
      ...fresh.map((one) => write(one, null)),
      ...seenAgain.map(({ found: one, findingKey }) => write(one, findingKey)),
    ],
    healed: [...healed, ...gone.map(({ findingKey }) => findingKey)],
    over,
  };
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(EVIDENCE_DIGITS));

const shownEvidence = (evidence: Evidence): Evidence =>
  Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [name, typeof value === 'number' ? rounded(value) : value]),
  );

/** The part of a context that {@link computeInsights} and its log need. */
export type InsightContext = DataContext & Pick<Context, 'log'>;
