import {
  COMPARABLE_COVERAGE,
  type Completeness,
  completenessIn,
  completenessOf,
  type MeasuredPart,
  partsOfSpan,
} from '../../../kernel/document/completeness.ts';
import { shareOf, sumCounts } from '../../../kernel/document/provenance.ts';
import type { Category } from '../../../kernel/industry/industry.ts';
import { atOnce } from '../../../kernel/pieces.ts';
import { toDisplay } from '../figures/display.ts';
import { partUpTo, type UnitSpan } from '../figures/unit-span.ts';
import { lastKnown, meanOrNull, numberOrNull, sumOrNull } from '../processors/numbers.ts';
import { divisorFor, formatterOf } from './categories.ts';

/* Figures of several units that are compared: whether enough of both was measured, and by how much they differ. */

/** A day hour by hour, or as a whole, of which only the first `wholeHours` count; null: all of it. */
interface ComparedDay {
  readonly spans: ReadonlyMap<string, UnitSpan>;
  readonly wholeHours: number | null;
}

const isLevel = (category: Pick<Category, 'standardCategoryId'>): boolean =>
  ['stock', 'ground-water'].includes(formatterOf(category.standardCategoryId));

interface ComparableFigure extends ComparedSide, Completeness {}

/** The figure of a category over the hours of a day that count, divided, and its completeness; a unit a step. */
export function* comparableFigureInSteps(
  category: Pick<Category, 'standardCategoryId'>,
  unitIds: readonly string[],
  { spans, wholeHours }: ComparedDay,
  divisionFactor: number,
): Generator<void, ComparableFigure> {
  const units = unitIds.flatMap((unitId) => spans.get(unitId) ?? []);
  const value = valueOver(category, units, wholeHours, divisionFactor);
  const parts: MeasuredPart[] = [];
  for (const span of units) {
    parts.push(...(wholeHours === null ? partsOfSpan(span) : [partUpTo(span, wholeHours)]));
    yield;
  }
  const isMean = formatterOf(category.standardCategoryId) === 'ground-water';
  return { value, parts, ...completenessOf(parts, value === null ? 'nothing' : isMean ? 'mean' : 'sum') };
}

/** The same without a pause. */
export const comparableFigure = (...asked: Parameters<typeof comparableFigureInSteps>): ComparableFigure =>
  atOnce(comparableFigureInSteps(...asked));

/**
 * Amounts are added up, and of levels the last one counts. null without a figure, where a virtual unit failed, of
 * quality, and of units or hours that do not add up.
 */
function valueOver(
  category: Pick<Category, 'standardCategoryId'>,
  units: readonly UnitSpan[],
  wholeHours: ComparedDay['wholeHours'],
  divisionFactor: number,
): number | null {
  const formatter = formatterOf(category.standardCategoryId);
  if (formatter === 'quality' || new Set(units.map(({ unit }) => unit.siUnit)).size !== 1) return null;
  if (units.some(({ figures }) => figures?.provenance.failed === true)) return null;
  const isPart = wholeHours !== null && !isLevel(category);
  if (isPart && units.some(({ hoursAddUp }) => hoursAddUp === false)) return null;
  const figures = units.map(({ unit, entries, figures: whole }) => {
    const hours = entries.slice(0, wholeHours ?? 0).map(({ y }) => numberOrNull(y));
    const ofHours = isLevel(category) ? lastKnown(hours) : sumOrNull(hours);
    return toDisplay(
      wholeHours === null ? numberOrNull(whole?.value) : ofHours,
      divisorFor(category, unit, divisionFactor),
    );
  });
  return formatter === 'ground-water' ? meanOrNull(figures) : sumOrNull(figures);
}

/** One of two figures, and its units as far as they are compared. */
export interface ComparedSide {
  readonly value: number | null;
  readonly parts: readonly MeasuredPart[];
}

/** Reasons why two figures of several units are not compared. */
export const UNCHANGED = ['missing', 'little measured', 'other meters'] as const;

interface FigureChange {
  /** How much the first figure is above the other, in per cent; null with a reason, and against 0. */
  readonly changePercent: number | null;
  readonly why: (typeof UNCHANGED)[number] | null;
}

/**
 * The change from one figure to another. Spec gap: both have to be measured by nine tenths, and so has each unit that
 * has a figure on either side: a tank that is silent on one day alone has not lost its water.
 */
export function changeSince(before: ComparedSide, now: ComparedSide): FigureChange {
  const none = (why: FigureChange['why']): FigureChange => ({ changePercent: null, why });
  if (now.value === null || before.value === null) return none('missing');
  if (![now, before].every(({ parts }) => isMeasured(parts))) return none('little measured');
  const [units, others] = [unitsMeasured(now), unitsMeasured(before)];
  const isOnBoth = (unitId: string): boolean => units.get(unitId) === true && others.get(unitId) === true;
  if (![...units.keys(), ...others.keys()].every(isOnBoth)) return none('other meters');
  return { changePercent: changePercent(now.value, before.value), why: null };
}

function isMeasured(parts: readonly MeasuredPart[]): boolean {
  const { slotsGenuine, slotsExpected } = sumCounts(parts);
  return (shareOf(slotsGenuine, slotsExpected) ?? 0) >= COMPARABLE_COVERAGE;
}

/** Units that have a figure, and whether enough of each was measured. */
const unitsMeasured = ({ parts }: ComparedSide): ReadonlyMap<string, boolean> =>
  new Map(
    [...Map.groupBy(parts, ({ unitId }) => unitId)].flatMap(([unitId, of]) =>
      of.some(({ value }) => value !== null) ? [[unitId, isMeasured(of)] as const] : [],
    ),
  );

/**
 * Percent by which a figure is above an earlier one, 2 decimals; null when either is unknown or the earlier one is 0.
 */
export const changePercent = (current: number | null, before: number | null): number | null => {
  if (current === null || before === null || before === 0) return null;
  return Math.round(((current - before) / Math.abs(before)) * 10_000) / 100 + 0;
};

/** A figure of an earlier day, and how much the day is above it. */
export interface DayComparison extends FigureChange, Completeness {
  readonly value: number | null;
}

export const comparisonOf = (figure: ComparableFigure, before: ComparableFigure): DayComparison => ({
  value: before.value,
  ...changeSince(before, figure),
  ...completenessIn(before),
});
