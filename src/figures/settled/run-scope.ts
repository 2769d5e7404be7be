import type { Industry } from '../../kernel/industry/industry.ts';

/** Scope of a run: the documents it writes. */
export interface RunScope {
  readonly industry: Industry;
  /**
   * null: all units. Units that depend on the given ones are processed with them, and what those use where it is stale.
   */
  readonly unitIds: ReadonlySet<string> | null;
  /** Virtual units alone; with `unitIds` exactly those of them that are listed. */
  readonly updateOnlyVirtual: boolean;
  readonly daily: boolean;
  readonly monthly: boolean;
  readonly yearly: boolean;
}

/**
 * True when a run may settle its days. A settled day is read instead of computed, so its month and year must be written
 * with it. The operands of virtual units must be computed with it, too.
 */
export const maySettle = (request: RunScope): boolean => composesPeriods(request) && !request.updateOnlyVirtual;

/** True when months and years follow the days that a run writes. */
export const composesPeriods = (request: RunScope): boolean => request.daily && request.monthly && request.yearly;
