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
  /** Days processed, and days of the request that have not ended yet. */
  readonly days: number;
  readonly daysNotEnded: number;
  /** Documents computed, and those of them that differ from what was stored (dry run: null, nothing was compared). */
  computed: { daily: number; monthly: number; yearly: number };
  written: { daily: number; monthly: number; yearly: number } | null;
  /** Days that register checks made stale and this run has not answered: outside its range, or processed before. */
  staleElsewhere: readonly BusinessDate[];
}
