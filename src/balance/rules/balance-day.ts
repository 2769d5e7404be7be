import type { EpochMillis } from '../../kernel/time/types.ts';

/** One business day of the whole industry, shown units. */
export interface BalanceDay {
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  readonly inflow: number | null;
  /** What went in and neither came out nor stayed; null when either side is unknown. */
  readonly imbalance: number | null;
  /** Half the width of its 95 % band; null when no meter's accuracy is known. */
  readonly band95: number | null;
}
