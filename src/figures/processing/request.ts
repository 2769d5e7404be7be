import type { Industry } from '../../kernel/industry/industry.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { RunScope } from '../settled/run-scope.ts';

export interface BatchRequest extends RunScope {
  /** Business days, both included; days that have not ended are left out. */
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  /** false: a dry run, nothing is written. */
  readonly write: boolean;
  /** true: days of which nothing has changed since they were settled are computed, too. */
  readonly recompute?: boolean;
}

/** A writing run over all units of an industry on the days from `from` to `to`, with their months and years. */
export const wholeRun = (industry: Industry, from: BusinessDate, to: BusinessDate): BatchRequest => ({
  industry,
  from,
  to,
  unitIds: null,
  updateOnlyVirtual: false,
  daily: true,
  monthly: true,
  yearly: true,
  write: true,
});

export interface PerPeriod<T> {
  readonly daily: T;
  readonly monthly: T;
  readonly yearly: T;
}

/** Documents of one period compared with the stored ones. */
interface Differences {
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Ids of the first documents to insert or change, MOST_LISTED_IDS at most. */
  readonly ids: readonly string[];
}

export const MOST_LISTED_IDS = 100;
export const NO_DIFFERENCES: Differences = { inserted: 0, changed: 0, unchanged: 0, ids: [] };

export interface BatchResult {
  /** Days processed. */
  readonly days: number;
  /** Days of the request that have not ended yet. */
  readonly daysNotEnded: number;
  /** Days whose readings were removed: their documents stay as they are. */
  readonly daysSealed: number;
  /** First and last of these days, where neighbours are one stretch; ascending. */
  readonly sealedStretches: readonly (readonly [BusinessDate, BusinessDate])[];
  /** Days before the year of the industry's first reading. */
  readonly daysBeforeReadings: number;
  /** Days of which nothing has changed since they were settled: their documents stay as they are. */
  readonly daysUnchanged: number;
  /** Documents computed. */
  readonly computed: PerPeriod<number>;
  /** Numbers of documents that differed from the stored ones; null on a dry run. */
  readonly written: PerPeriod<number> | null;
  /** Changes that a writing run would make; null when this one wrote. */
  readonly wouldWrite: PerPeriod<Differences> | null;
  /**
   * Days that this run has marked and not rebuilt. Register checks mark days, and so does a day that hands on something
   * else than before.
   */
  readonly staleElsewhere: readonly BusinessDate[];
}

export const NOTHING_PROCESSED: BatchResult = {
  days: 0,
  daysNotEnded: 0,
  daysSealed: 0,
  sealedStretches: [],
  daysBeforeReadings: 0,
  daysUnchanged: 0,
  computed: { daily: 0, monthly: 0, yearly: 0 },
  written: { daily: 0, monthly: 0, yearly: 0 },
  wouldWrite: null,
  staleElsewhere: [],
};

const addEach = <T>(a: PerPeriod<T>, b: PerPeriod<T>, add: (a: T, b: T) => T): PerPeriod<T> => ({
  daily: add(a.daily, b.daily),
  monthly: add(a.monthly, b.monthly),
  yearly: add(a.yearly, b.yearly),
});
const addCounts = (a: PerPeriod<number>, b: PerPeriod<number>): PerPeriod<number> =>
  addEach(a, b, (one, other) => one + other);

export const addDifferences = (a: Differences, b: Differences): Differences => ({
  inserted: a.inserted + b.inserted,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  ids: [...a.ids, ...b.ids].slice(0, MOST_LISTED_IDS),
});

/** Sum of two runs, one after the other. */
export const addResults = (a: BatchResult, b: BatchResult): BatchResult => ({
  days: a.days + b.days,
  daysNotEnded: a.daysNotEnded + b.daysNotEnded,
  daysSealed: a.daysSealed + b.daysSealed,
  sealedStretches: [...a.sealedStretches, ...b.sealedStretches],
  daysBeforeReadings: a.daysBeforeReadings + b.daysBeforeReadings,
  daysUnchanged: a.daysUnchanged + b.daysUnchanged,
  computed: addCounts(a.computed, b.computed),
  written: a.written === null || b.written === null ? null : addCounts(a.written, b.written),
  wouldWrite:
    a.wouldWrite === null || b.wouldWrite === null
      ? (a.wouldWrite ?? b.wouldWrite)
      : addEach(a.wouldWrite, b.wouldWrite, addDifferences),
  staleElsewhere: [...new Set([...a.staleElsewhere, ...b.staleElsewhere])].sort(),
});
