import type { EpochMillis } from '../../kernel/time/types.ts';

/** The event of a reading beside estimates because of which they were withdrawn. */
export type WithdrawalCause = 'reading' | 'edit' | 'delete' | 'undo';

export interface WithdrawalReason {
  readonly atEpochMs: EpochMillis;
  readonly cause: WithdrawalCause;
  /** The reading's instant. */
  readonly besideEpochMs: EpochMillis;
}

/** Estimates of an act that were withdrawn; several withdrawals are added up, and the last one gives the reason. */
export interface Withdrawal extends WithdrawalReason {
  readonly readings: number;
  readonly firstOnEpochMs: EpochMillis;
  readonly lastOnEpochMs: EpochMillis;
}
