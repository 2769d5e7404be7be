import { COMPARABLE_COVERAGE } from '../../../kernel/document/completeness.ts';
import type { Figure } from '../../../kernel/document/types.ts';
import { minus } from '../../../kernel/measure/exact.ts';
import { changeShare, hasShares } from '../../../kernel/measure/shares.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import { DAYS_OF_WEEK } from '../../../kernel/time/durations.ts';
import { divisorFor } from '../device-data/categories.ts';
import { meanOrNull, numberOrNull } from '../processors/numbers.ts';
import { meansOrNull, type ParameterFigures } from '../processors/parameters.ts';
import { toDisplay } from './display.ts';

/*
 * Which buckets of two to six sides stand in one row, how many of them count, and by how much the figures differ.
 */

/** Index of its bucket in each side; null: that side has no such bucket. */
type Row = readonly (number | null)[];

interface AlignedRow {
  /** `06:00`, or the number of a day in its period. */
  readonly name: string;
  readonly at: Row;
}

/**
 * Buckets of equal names side by side, in the order of time. An hour that a clock shows twice has two rows. One that it
 * leaves out is missing on that side alone.
 * @param sides names of the buckets of each side
 */
export function alignedRows(sides: readonly (readonly string[])[]): readonly AlignedRow[] {
  const keyed = sides.map((names) => {
    const met = new Map<string, number>();
    return names.map((name) => {
      met.set(name, (met.get(name) ?? 0) + 1);
      return `${name}#${met.get(name)}`;
    });
  });
  const keys: string[] = [];
  for (const side of keyed) {
    let place = -1;
    for (const key of side) {
      const known = keys.indexOf(key);
      if (known === -1) keys.splice(place + 1, 0, key);
      place = known === -1 ? place + 1 : known;
    }
  }
  return keys.map((key) => ({
    name: key.slice(0, key.lastIndexOf('#')),
    at: keyed.map((side) => {
      const at = side.indexOf(key);
      return at === -1 ? null : at;
    }),
  }));
}

/**
 * The rows up to the last bucket that has ended on every side that still runs.
 * @param ended buckets that have ended; null: the whole side has
 */
export function endedRows<R extends { readonly at: Row }>(
  rows: readonly R[],
  ended: readonly (number | null)[],
): readonly R[] {
  const running = rows.findIndex(({ at }) =>
    at.some((index, side) => index !== null && index >= (ended[side] ?? Infinity)),
  );
  return running === -1 ? rows : rows.slice(0, running);
}

/** The figure of a unit that is compared. */
export interface FigureChoice {
  /** A parameter; null: the unit's own figure. */
  readonly parameter: string | null;
  readonly divisionFactor: number;
}

/**
 * The chosen figure, divided. An amount is never told as a parameter, not even of days on which the unit had no such
 * parameter yet.
 * @param means of the electrical parameters beside the figure
 */
export function chosenFigure(
  unit: Unit,
  figure: Figure,
  means: ParameterFigures | undefined,
  { parameter, divisionFactor }: FigureChoice,
): number | null {
  if (parameter === null) return toDisplay(numberOrNull(figure), divisorFor(unit, unit, divisionFactor));
  return toDisplay(ownOf(means ?? meansOrNull(figure) ?? {}, parameter) ?? null, 1);
}

interface ComparedFigure {
  readonly value: number | null;
  readonly coverage: number | null;
  readonly siUnit: string;
}

/** Reason why two figures are not compared. */
export const UNCOMPARED = ['missing', 'little measured', 'other unit of measure'] as const;

interface Difference {
  /** The first figure less the other one; null with a reason. */
  readonly amount: number | null;
  /** Share of the other one; null where a share means nothing, as of 0 or of degrees. */
  readonly share: number | null;
  readonly why: (typeof UNCOMPARED)[number] | null;
}

/** By how much the first figure is more than another one. Figures of which too little was measured are not compared. */
export function differenceFrom(first: ComparedFigure, other: ComparedFigure, parameter = ''): Difference {
  const none = (why: Difference['why']): Difference => ({ amount: null, share: null, why });
  if (first.siUnit !== other.siUnit) return none('other unit of measure');
  if (first.value === null || other.value === null) return none('missing');
  if ([first, other].some(({ coverage }) => (coverage ?? 0) < COMPARABLE_COVERAGE)) return none('little measured');
  const hasShare = other.value !== 0 && hasShares(first.siUnit, parameter);
  return {
    amount: minus(first.value, other.value),
    share: hasShare ? changeShare(first.value, other.value) : null,
    why: null,
  };
}

interface WeekdayMean {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly mean: number | null;
  /** Days behind the mean. */
  readonly days: number;
}

interface DayFigure {
  readonly weekday: number;
  /** null: not measured, or measured in part, which would lower the mean. */
  readonly value: number | null;
}

/** Mean of the days of each weekday, Monday first. */
export const weekdayMeans = (days: readonly DayFigure[]): readonly WeekdayMean[] =>
  Array.from({ length: DAYS_OF_WEEK }, (_, index) => {
    const weekday = index + 1;
    const known = days.flatMap((day) => (day.weekday === weekday && day.value !== null ? [day.value] : []));
    return { weekday, mean: meanOrNull(known), days: known.length };
  });
