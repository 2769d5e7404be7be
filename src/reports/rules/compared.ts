import { dividedBy, minus, sum } from '../../kernel/measure/exact.ts';
import type { Category } from '../../kernel/industry/industry.ts';
import { firstOfMonth, lastOfMonth } from '../../kernel/time/business-date.ts';
import { changeCell, missingCell, quantityCell } from './cells.ts';
import { type CategoryTotal, categoryTotal, type PartFigure } from './category-total.ts';
import type { Cell, Headline, MissingReason } from './document.ts';
import type { ReportInput, SpanSet } from './input.ts';
import { isRunning } from './meters.ts';
import { comparedBuckets } from './progress.ts';
import {
  boundOfSize,
  COMPARABLE_COVERAGE,
  type Completeness,
  completenessOfAll,
  turned,
} from '../../kernel/document/completeness.ts';
import { provisionalOf } from '../../kernel/document/provenance.ts';
import { type Spoken, reportTextsOf } from './report-texts.ts';

/** A figure and a compared one, over the same parts and as many buckets. */
export interface Pairing {
  readonly now: number;
  readonly before: number;
  /** Completeness of either figure. */
  readonly measured: { readonly now: Completeness; readonly before: Completeness };
  /** Number of parts that both periods know. Parts that one of them hardly measured are left out. */
  readonly parts: number;
  /** Number of parts of the other period that this one does not have, because they were retired. */
  readonly former: number;
}

/**
 * Reason why a period is not compared with another: nothing has ended, hours are no parts of the day, or one of the two
 * was measured too little.
 */
type Lack = 'not ended' | 'whole days' | 'this' | 'that' | 'both' | 'other meters';

/** null: nothing to compare with. */
export interface Comparison {
  readonly previous: Pairing | null;
  readonly lastYear: Pairing | null;
}

export interface ComparedTotal extends Comparison {
  readonly total: CategoryTotal;
  /** Reasons of the comparisons that are null. */
  readonly lacks: Readonly<Record<keyof Comparison, Lack>>;
  /** Figures of the parts, by unitId. */
  readonly parts: readonly (PartFigure & { readonly comparison: Comparison })[];
}

/**
 * A category over the period and over the compared ones; null when it has no units. A running period is compared up to
 * its last whole bucket, with as many of the other period.
 */
export function comparedTotal(input: ReportInput, category: Category | null): ComparedTotal | null {
  const { period, request } = input;
  if (category === null || period === null) return null;
  const total = categoryTotal(category, period, request.divisionFactor);
  if (total.parts.length === 0) return null;
  const pairsWith = (other: SpanSet | null): Pairs => {
    const buckets = other === null ? undefined : comparedBuckets(input, period, other);
    if (other === null || buckets === 0) return { ...NO_PAIRS, lack: other === null ? 'that' : 'not ended' };
    const isOfWholeDays = ({ spans }: SpanSet): boolean =>
      buckets !== undefined && total.parts.every(({ unitId }) => spans.get(unitId)?.hoursAddUp === false);
    if (isOfWholeDays(period) || isOfWholeDays(other)) return { ...NO_PAIRS, lack: 'whole days' };
    const over = (set: SpanSet): CategoryTotal => categoryTotal(category, set, request.divisionFactor, buckets);
    return pairings(over(period), over(other));
  };
  const [previous, lastYear] = [pairsWith(input.previous), pairsWith(input.lastYear)];
  return {
    total,
    lacks: { previous: previous.lack, lastYear: lastYear.lack },
    previous: together(previous, total),
    lastYear: together(lastYear, total),
    parts: total.parts.map((part) => ({
      ...part,
      comparison: {
        previous: previous.pairs.get(part.unitId) ?? null,
        lastYear: lastYear.pairs.get(part.unitId) ?? null,
      },
    })),
  };
}

interface Pairs {
  readonly pairs: ReadonlyMap<string, Pairing>;
  /** As of {@link Pairing}. */
  readonly former: number;
  /** Reason for a missing pair. */
  readonly lack: Lack;
}

const NO_PAIRS = { pairs: new Map<string, Pairing>(), former: 0 } as const;

const isKnown = ({ value, coverage }: PartFigure): boolean => value !== null && (coverage ?? 0) >= COMPARABLE_COVERAGE;

/** Parts that both sides know well enough. */
function pairings(now: CategoryTotal, other: CategoryTotal): Pairs {
  const others = new Map(other.parts.filter(isKnown).map((part) => [part.unitId, part]));
  const known = now.parts.filter(isKnown);
  const pairs = new Map(
    known.flatMap((part): [string, Pairing][] => {
      const before = others.get(part.unitId);
      if (before === undefined) return [];
      const measured = { now: part, before };
      return [[part.unitId, { now: part.value ?? 0, before: before.value ?? 0, measured, parts: 1, former: 0 }]];
    }),
  );
  const [isThis, isThat] = [known.length === 0, others.size === 0];
  const present = new Set(now.parts.map(({ unitId }) => unitId));
  const former = other.parts.filter(({ unitId, value }) => value !== null && !present.has(unitId)).length;
  const lack = isThis && isThat ? 'both' : isThis ? 'this' : isThat ? 'that' : 'other meters';
  return { pairs, former, lack };
}

/** Sum of pairs. Parts with different units of measure are not added up. */
function together({ pairs, former }: Pairs, { siUnit }: CategoryTotal): Pairing | null {
  if (pairs.size === 0 || siUnit === null) return null;
  const all = [...pairs.values()];
  return {
    now: sum(all.map(({ now }) => now)),
    before: sum(all.map(({ before }) => before)),
    measured: {
      now: completenessOfAll(all.map(({ measured }) => measured.now)),
      before: completenessOfAll(all.map(({ measured }) => measured.before)),
    },
    parts: all.length,
    former,
  };
}

/** Cells of a pairing: its two figures, and the size of their difference. */
export function pairingCells(
  { now, before, measured }: Pairing,
  unit: string,
): Readonly<Record<'now' | 'before' | 'apart', Cell>> {
  const difference = minus(now, before);
  const both = completenessOfAll([measured.now, { ...measured.before, bound: turned(measured.before.bound) }]);
  return {
    now: quantityCell({ value: now, unit, basis: measured.now }),
    before: quantityCell({ value: before, unit, basis: measured.before }),
    apart: quantityCell({
      value: Math.abs(difference),
      unit,
      basis: { ...both, bound: boundOfSize(difference, both.bound) },
    }),
  };
}

/** A pairing that covers all parts of both totals; null where some part was not compared, or a formula failed. */
export const wholePairing = ({ total }: ComparedTotal, pairing: Pairing | null): Pairing | null =>
  pairing !== null
  && !total.failed
  && pairing.former === 0
  && pairing.parts >= total.parts.filter(({ value }) => value !== null).length
    ? pairing
    : null;

/** Cell of the period's figure with its completeness. */
export const totalCell = ({ total }: ComparedTotal, running: boolean): Cell =>
  quantityCell({
    value: total.value,
    unit: total.siUnit ?? '',
    basis: total,
    running,
    why: whyNoTotal(total),
  });

function whyNoTotal({ failed, siUnit, parts }: CategoryTotal): MissingReason {
  if (failed) return 'formula failed';
  return siUnit === null && parts.some(({ value }) => value !== null) ? 'different units' : 'not measured';
}

/**
 * A total as a headline, against the period before, or else against the same a year ago. No change is shown when only
 * some of its meters can be compared.
 */
export function siteHeadline(input: ReportInput, title: string, of: ComparedTotal): Headline {
  const runs = isRunning(input);
  const [previous, lastYear] = [wholePairing(of, of.previous), wholePairing(of, of.lastYear)];
  const against = previous === null && lastYear !== null ? 'lastYear' : 'previous';
  const pairing = previous ?? lastYear;
  const change = changeCell(pairing?.now ?? null, pairing?.before ?? null, of.total.siUnit ?? '');
  return {
    title,
    value: totalCell(of, runs),
    change: change.kind === 'missing' ? null : change,
    comparedWith: pairing === null ? null : comparedPeriod(input, against, runs),
    sparkline: of.total.buckets.length > 1 ? { values: of.total.buckets, zeroLine: true } : null,
  };
}

const COMPARED_PERIODS = {
  previous: { day: 'dayBefore', month: 'monthBefore', period: 'periodBefore' },
  lastYear: { day: 'dayYearAgo', month: 'monthYearAgo', period: 'periodYearAgo' },
} as const;
const LACKS_OF_THIS = { day: 'lackThisDay', month: 'lackThisMonth', period: 'lackThisPeriod' } as const;

/**
 * The compared period in words, so that no date is read twice: `the day before`, `the same days of the month before`.
 */
export function comparedPeriod(
  input: Pick<ReportInput, 'plan' | 'period'> & Spoken,
  against: 'previous' | 'lastYear',
  running: boolean,
): string {
  const t = reportTextsOf(input);
  const period = t(COMPARED_PERIODS[against][periodNoun(input.plan)]);
  return running ? t(input.period?.bucket === 'hour' ? 'sameHours' : 'sameDays', { period }) : period;
}

/** Noun of a plan's days: a month has all days of one. */
function periodNoun({ days }: ReportInput['plan']): 'day' | 'month' | 'period' {
  if (days === null || days.from === days.to) return 'day';
  return days.from === firstOfMonth(days.from) && days.to === lastOfMonth(days.from) ? 'month' : 'period';
}

/** The reason why a period is not compared, to be read behind the other period's name. */
export function whyNotCompared(input: Pick<ReportInput, 'plan'> & Spoken, lack: Lack): string {
  const t = reportTextsOf(input);
  const { plan } = input;
  switch (lack) {
    case 'not ended':
      return t('lackNotEnded', { noun: t(plan.bucket) });
    case 'whole days':
      return t('lackWholeDays');
    case 'this':
      return t(LACKS_OF_THIS[periodNoun(plan)]);
    case 'that':
      return t('lackThat');
    case 'both':
      return t('lackBoth');
    case 'other meters':
      return t('lackOtherMeters');
  }
}

/**
 * Energy for each unit of water; missing where either is, where no water has passed, or where one of both was measured
 * so little that the quotient would be of two bounds. It is estimated and provisional as far as one of both is.
 */
export function energyPerVolume(input: ReportInput, energy: ComparedTotal | null, water: ComparedTotal | null): Cell {
  if (energy === null || water === null) return missingCell();
  const [used, passed] = [energy.total, water.total];
  if (used.value === null || passed.value === null || passed.value <= 0) return missingCell();
  if (used.siUnit === null || passed.siUnit === null) return missingCell();
  const coverage = Math.min(used.coverage ?? 0, passed.coverage ?? 0);
  if (coverage < COMPARABLE_COVERAGE) return missingCell('too little measured');
  return quantityCell({
    value: dividedBy(used.value, passed.value),
    unit: `${used.siUnit}/${passed.siUnit}`,
    basis: {
      coverage,
      estimatedShare: Math.max(used.estimatedShare ?? 0, passed.estimatedShare ?? 0),
      ...provisionalOf([used, passed]),
    },
    running: isRunning(input),
  });
}
