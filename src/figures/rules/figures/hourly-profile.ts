import { COMPARABLE_COVERAGE } from '../../../kernel/document/completeness.ts';
import { meanOrNull } from '../processors/numbers.ts';
import { alignedRows } from './comparison.ts';

/** An hour of a day. */
export interface HourOfDay {
  /** `06:00`, by the clock of the industry on that day. */
  readonly name: string;
  /** null: not measured. */
  readonly value: number | null;
  /** null: nothing was expected yet. */
  readonly coverage: number | null;
  /** A change of clocks may leave half an hour, whose amount is no example of an hour's. */
  readonly isWhole: boolean;
}

interface HourMean {
  /** null: too little was measured. */
  readonly mean: number | null;
  /** Hours behind the mean. */
  readonly hours: number;
  /** Hours of this name that there were. */
  readonly expectedHours: number;
}

/** Spec gap: the share of the hours of a name that must be measured, so that their mean is told. */
const LEAST_SHARE = 0.5;

const NONE: HourMean = { mean: null, hours: 0, expectedHours: 0 };

/**
 * Mean of each hour of the business day. An hour of a day counts where enough of it was measured to be compared. An
 * hour that a clock shows twice is two examples of its name, and one that it leaves out is none.
 */
export function hourMeans(days: readonly (readonly HourOfDay[])[]): ReadonlyMap<string, HourMean> {
  const named = Map.groupBy(
    days.flat().filter(({ isWhole }) => isWhole),
    ({ name }) => name,
  );
  return new Map(
    hourNames(days.map((day) => day.map(({ name }) => name))).flatMap((name) => {
      const all = named.get(name);
      if (all === undefined) return [];
      const counted = all.filter(({ coverage, value }) => value !== null && (coverage ?? 0) >= COMPARABLE_COVERAGE);
      const isEnough = counted.length >= all.length * LEAST_SHARE;
      const mean = isEnough ? meanOrNull(counted.map(({ value }) => value)) : null;
      return [[name, { mean, hours: counted.length, expectedHours: all.length }] as const];
    }),
  );
}

/** Names of hours in the order of the business day, each once. */
const hourNames = (days: readonly (readonly string[])[]): readonly string[] => [
  ...new Set(alignedRows(days).map(({ name }) => name)),
];

interface ProfileRow {
  readonly name: string;
  /** By side; without hours where a side has none of this name. */
  readonly sides: readonly HourMean[];
}

/** Means of several sides, hour by hour. */
export const profileRows = (sides: readonly ReadonlyMap<string, HourMean>[]): readonly ProfileRow[] =>
  hourNames(sides.map((side) => [...side.keys()])).map((name) => ({
    name,
    sides: sides.map((side) => side.get(name) ?? NONE),
  }));
