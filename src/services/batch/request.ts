import type { Industry } from '../../domain/industry/industry.ts';
import type { BusinessDate } from '../../domain/time/types.ts';

export interface BatchRequest {
  readonly industry: Industry;
  /** Business days, both included; days that have not ended are left out. */
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  /** null: all units. Units that depend on the given ones are processed with them. */
  readonly unitIds: ReadonlySet<string> | null;
  readonly updateOnlyVirtual: boolean;
  readonly daily: boolean;
  readonly monthly: boolean;
  readonly yearly: boolean;
  /** false: a dry run, nothing is written. */
  readonly write: boolean;
}

export interface BatchResult {
  /** Days processed, days of the request that have not ended yet, and days whose readings were removed: their documents stay as they are. */
  readonly days: number;
  readonly daysNotEnded: number;
  readonly daysSealed: number;
  /** Documents computed, and those of them that differ from what was stored (dry run: null, nothing was compared). */
  computed: { daily: number; monthly: number; yearly: number };
  written: { daily: number; monthly: number; yearly: number } | null;
  /** Days that this run made stale, by register checks or because a day before them hands something else on, and has not answered. */
  staleElsewhere: readonly BusinessDate[];
}

export const NOTHING_PROCESSED: BatchResult = {
  days: 0, daysNotEnded: 0, daysSealed: 0,
  computed: { daily: 0, monthly: 0, yearly: 0 }, written: { daily: 0, monthly: 0, yearly: 0 }, staleElsewhere: [],
};

const addCounts = (a: BatchResult['computed'], b: BatchResult['computed']): BatchResult['computed'] =>
  ({ daily: a.daily + b.daily, monthly: a.monthly + b.monthly, yearly: a.yearly + b.yearly });

/** Of two runs one after the other. */
export const addResults = (a: BatchResult, b: BatchResult): BatchResult => ({
  days: a.days + b.days,
  daysNotEnded: a.daysNotEnded + b.daysNotEnded,
  daysSealed: a.daysSealed + b.daysSealed,
  computed: addCounts(a.computed, b.computed),
  written: a.written === null || b.written === null ? null : addCounts(a.written, b.written),
  staleElsewhere: [...new Set([...a.staleElsewhere, ...b.staleElsewhere])].sort(),
});
