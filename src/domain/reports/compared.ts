import { dividedBy } from '../measure/exact.ts';
import type { Category } from '../industry/industry.ts';
import { changeCell, missingCell, quantityCell } from './cells.ts';
import { type CategoryTotal, categoryTotal, type PartFigure } from './category-total.ts';
import type { Cell, Headline } from './document.ts';
import type { ReportInput, SpanSet } from './input.ts';
import { progressOf } from './progress.ts';

/** A figure beside those it is compared with. What runs is compared up to its last whole bucket. */
export interface Comparison {
  /** Of the period as far as it has ended; the whole of a period that is over. */
  readonly now: number | null;
  readonly previous: number | null;
  readonly lastYear: number | null;
}

export interface ComparedTotal extends Comparison {
  readonly total: CategoryTotal;
  /** Of the parts, by unitId. */
  readonly parts: readonly (PartFigure & { readonly comparison: Comparison })[];
}

/** Less of a period than this was measured: nothing is compared with it. */
const COMPARABLE_COVERAGE = 0.9;

/** A category over the period and over those it is compared with; null when there is nothing to look at. */
export function comparedTotal(input: ReportInput, category: Category | null): ComparedTotal | null {
  const { period, request } = input;
  if (category === null || period === null) return null;
  const total = categoryTotal(category, period, request.divisionFactor);
  if (total.parts.length === 0) return null;
  const progress = progressOf(input, period);
  const buckets = progress.isRunning ? progress.endedBuckets : undefined;
  const over = (set: SpanSet | null): CategoryTotal | null =>
    set === null || buckets === 0 ? null : categoryTotal(category, set, request.divisionFactor, buckets);
  const [now, previous, lastYear] = [over(period), over(input.previous), over(input.lastYear)];
  return {
    total,
    now: now?.value ?? null,
    previous: comparable(previous),
    lastYear: comparable(lastYear),
    parts: total.parts.map((part) => {
      const of = (all: CategoryTotal | null): PartFigure | null =>
        all?.parts.find(({ unitId }) => unitId === part.unitId) ?? null;
      return {
        ...part,
        comparison: {
          now: of(now)?.value ?? null,
          previous: comparable(of(previous)),
          lastYear: comparable(of(lastYear)),
        },
      };
    }),
  };
}

const comparable = (figure: Pick<PartFigure, 'value' | 'coverage'> | null): number | null =>
  figure === null || (figure.coverage ?? 0) < COMPARABLE_COVERAGE ? null : figure.value;

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

/** A total as a headline: against the period before, and where that is not known against the same a year ago. */
export function siteHeadline(input: ReportInput, title: string, of: ComparedTotal): Headline {
  const isRunning = input.period !== null && progressOf(input, input.period).isRunning;
  const against = of.previous === null && of.lastYear !== null ? 'lastYear' : 'previous';
  const change = changeCell(of.now, of[against], of.total.siUnit ?? '');
  return {
    title,
    value: totalCell(of, isRunning),
    change: change.kind === 'missing' ? null : change,
    comparedWith: change.kind === 'missing' ? null : comparedPeriod(input, against, isRunning),
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
