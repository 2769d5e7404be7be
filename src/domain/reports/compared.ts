import { dividedBy, sum } from '../measure/exact.ts';
import type { Category } from '../industry/industry.ts';
import { changeCell, missingCell, quantityCell } from './cells.ts';
import { type CategoryTotal, categoryTotal, type PartFigure } from './category-total.ts';
import type { Cell, Headline } from './document.ts';
import type { ReportInput, SpanSet } from './input.ts';
import { COMPARABLE_COVERAGE, progressOf } from './progress.ts';

/** A figure and the one it is compared with, over the same parts and as many buckets. */
export interface Pairing {
  readonly now: number;
  readonly before: number;
  /** Parts that both periods know; fewer than there are where one of them knows too little of some. */
  readonly parts: number;
}

/** null: nothing to compare with. */
export interface Comparison {
  readonly previous: Pairing | null;
  readonly lastYear: Pairing | null;
}

export interface ComparedTotal extends Comparison {
  readonly total: CategoryTotal;
  /** Of the parts, by unitId. */
  readonly parts: readonly (PartFigure & { readonly comparison: Comparison })[];
}

/**
 * A category over the period and over those it is compared with; null when there is nothing to look at. What runs is
 * compared up to its last whole bucket, with as many of the other period.
 */
export function comparedTotal(input: ReportInput, category: Category | null): ComparedTotal | null {
  const { period, request } = input;
  if (category === null || period === null) return null;
  const total = categoryTotal(category, period, request.divisionFactor);
  if (total.parts.length === 0) return null;
  const progress = progressOf(input, period);
  const buckets = progress.isRunning ? progress.endedBuckets : undefined;
  const over = (set: SpanSet | null): CategoryTotal | null =>
    set === null || buckets === 0 ? null : categoryTotal(category, set, request.divisionFactor, buckets);
  const now = over(period);
  const pairsWith = (other: CategoryTotal | null): ReadonlyMap<string, Pairing> =>
    now === null || other === null ? new Map() : pairings(now, other);
  const [previous, lastYear] = [pairsWith(over(input.previous)), pairsWith(over(input.lastYear))];
  return {
    total,
    previous: together(previous, total),
    lastYear: together(lastYear, total),
    parts: total.parts.map((part) => ({
      ...part,
      comparison: { previous: previous.get(part.unitId) ?? null, lastYear: lastYear.get(part.unitId) ?? null },
    })),
  };
}

/** Parts that both sides know well enough. */
function pairings(now: CategoryTotal, other: CategoryTotal): ReadonlyMap<string, Pairing> {
  const isKnown = ({ value, coverage }: PartFigure): boolean =>
    value !== null && (coverage ?? 0) >= COMPARABLE_COVERAGE;
  const others = new Map(other.parts.map((part) => [part.unitId, part]));
  return new Map(
    now.parts.flatMap((part): [string, Pairing][] => {
      const before = others.get(part.unitId);
      if (before === undefined || !isKnown(part) || !isKnown(before)) return [];
      return [[part.unitId, { now: part.value ?? 0, before: before.value ?? 0, parts: 1 }]];
    }),
  );
}

/** Of parts in different units nothing is added up. */
function together(pairs: ReadonlyMap<string, Pairing>, { siUnit }: CategoryTotal): Pairing | null {
  if (pairs.size === 0 || siUnit === null) return null;
  const all = [...pairs.values()];
  return { now: sum(all.map(({ now }) => now)), before: sum(all.map(({ before }) => before)), parts: all.length };
}

/** What a total may stand beside, null where some part of the total was not compared. */
export const wholePairing = ({ total }: ComparedTotal, pairing: Pairing | null): Pairing | null =>
  pairing !== null && pairing.parts >= total.parts.filter(({ value }) => value !== null).length ? pairing : null;

/** The figure of the period with what is known of it. */
export const totalCell = ({ total }: ComparedTotal, isRunning: boolean): Cell =>
  quantityCell({
    value: total.value,
    unit: total.siUnit ?? '',
    basis: total,
    running: isRunning,
    atLeast: total.isPartial,
    why: 'not measured',
  });

/**
 * A total as a headline, against the period before, or where that is not known against the same a year ago. Without a
 * change where only some of its meters can be compared.
 */
export function siteHeadline(input: ReportInput, title: string, of: ComparedTotal): Headline {
  const isRunning = input.period !== null && progressOf(input, input.period).isRunning;
  const [previous, lastYear] = [wholePairing(of, of.previous), wholePairing(of, of.lastYear)];
  const against = previous === null && lastYear !== null ? 'lastYear' : 'previous';
  const pairing = previous ?? lastYear;
  const change = changeCell(pairing?.now ?? null, pairing?.before ?? null, of.total.siUnit ?? '');
  return {
    title,
    value: totalCell(of, isRunning),
    change: change.kind === 'missing' ? null : change,
    comparedWith: pairing === null ? null : comparedPeriod(input, against, isRunning),
    sparkline: of.total.buckets.length > 1 ? of.total.buckets : null,
  };
}

/** `the day before`, `the same days of the month before`: in words, so that no date is read twice. */
export function comparedPeriod(
  { plan, period }: Pick<ReportInput, 'plan' | 'period'>,
  against: 'previous' | 'lastYear',
  isRunning: boolean,
): string {
  const { days } = plan;
  const isDay = days === null || days.from === days.to;
  const isMonth = days !== null && !isDay && days.from.slice(0, 7) === days.to.slice(0, 7) && days.from.endsWith('-01');
  const noun = isDay ? 'day' : isMonth ? 'month' : 'period';
  const part = isRunning ? (period?.bucket === 'hour' ? 'the same hours of ' : 'the same days of ') : '';
  return against === 'previous' ? `${part}the ${noun} before` : `${part}the same ${noun} a year ago`;
}

/** Energy for each unit of water; null where either is missing or no water has passed. */
export function energyPerVolume(energy: ComparedTotal | null, water: ComparedTotal | null): Cell {
  if (energy === null || water === null) return missingCell();
  const { value: used, siUnit } = energy.total;
  const { value: passed, siUnit: volume } = water.total;
  if (used === null || passed === null || passed <= 0 || siUnit === null || volume === null) return missingCell();
  return quantityCell({
    value: dividedBy(used, passed),
    unit: `${siUnit}/${volume}`,
    basis: {
      coverage: leastOf(energy.total.coverage, water.total.coverage),
      estimatedShare: null,
    },
  });
}

const leastOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.min(a, b);
