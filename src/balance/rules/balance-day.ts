import type { EpochMillis } from '../../kernel/time/types.ts';

/** Balance of one business day of the whole industry, in shown units. */
export interface BalanceDay {
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  /** Unit of measure of its figures; null: the sides have different ones, and there is no imbalance. */
  readonly siUnit: string | null;
  readonly inflow: number | null;
  /** Inflow less outflow and change of stock; null when either side is unknown. */
  readonly imbalance: number | null;
  /** Half the width of its 95 % band; null when it is unknown, as where nothing was heard of a meter. */
  readonly band95: number | null;
}
