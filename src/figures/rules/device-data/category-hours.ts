import { type Completeness, completenessOf } from '../../../kernel/document/completeness.ts';
import type { Category } from '../../../kernel/industry/industry.ts';
import { toDisplay } from '../figures/display.ts';
import { partOfBucket, type UnitSpan } from '../figures/unit-span.ts';
import { meanOrNull, numberOrNull, sumOrNull } from '../processors/numbers.ts';
import { divisorFor, formatterOf } from './categories.ts';

export interface HourOfCategory extends Pick<Completeness, 'coverage' | 'estimatedShare' | 'bound'> {
  /** ISO 8601 UTC start. */
  readonly x: string;
  readonly y: number | null;
}

/**
 * A category hour by hour, divided, up to `before`, an hour a step. Units without any figure on these days are in no
 * sum, and a sum without them is a bound. A level is null in an hour in which one of the others has none, because the
 * rest alone would look like a fall.
 */
export function* hoursOfCategoryInSteps(
  category: Category,
  unitIds: readonly string[],
  days: readonly ReadonlyMap<string, UnitSpan>[],
  { divisionFactor, before }: { readonly divisionFactor: number; readonly before: number },
): Generator<void, readonly HourOfCategory[]> {
  const formatter = formatterOf(category.standardCategoryId);
  if (formatter === 'quality') return [];
  const spansOf = (unitId: string): readonly UnitSpan[] => days.flatMap((day) => day.get(unitId) ?? []);
  const heard = unitIds.filter((unitId) => spansOf(unitId).some(({ entries }) => entries.some(({ y }) => y !== null)));
  if (new Set(heard.flatMap((unitId) => spansOf(unitId).map(({ unit }) => unit.siUnit))).size > 1) return [];
  const figureOf = (span: UnitSpan | undefined, hour: number): number | null =>
    span === undefined
      ? null
      : toDisplay(numberOrNull(span.entries[hour]?.y), divisorFor(category, span.unit, divisionFactor));
  const hours: HourOfCategory[] = [];
  for (const day of days) {
    const spans = unitIds.flatMap((unitId) => day.get(unitId) ?? []);
    const first = spans.find(({ unit }) => heard.includes(unit.unitId)) ?? spans[0];
    for (const [hour, { x }] of (first?.entries ?? []).entries()) {
      if (Date.parse(x) >= before) break;
      const figures = heard.map((unitId) => figureOf(day.get(unitId), hour));
      const isBroken = formatter === 'stock' && figures.includes(null);
      const y = isBroken ? null : formatter === 'ground-water' ? meanOrNull(figures) : sumOrNull(figures);
      const parts = spans.flatMap(({ unit, entries }) => {
        const entry = entries[hour];
        return entry === undefined ? [] : [partOfBucket(unit, entry)];
      });
      const adds = y === null ? 'nothing' : formatter === 'ground-water' ? 'mean' : 'sum';
      const { coverage, estimatedShare, bound } = completenessOf(parts, adds);
      hours.push({ x, y, coverage, estimatedShare, bound });
      yield;
    }
  }
  return hours;
}
