import type { Band } from './uncertainty.ts';

/** What a difference says once its error bar is looked at. */
export const BALANCE_STATUSES = ['balanced', 'surplus', 'deficit', 'unknown'] as const;
export type BalanceStatus = (typeof BALANCE_STATUSES)[number];

/**
 * Spec gap: the words are not stated. `balanced`: the band holds zero, so the difference cannot be told from zero by
 * these meters. `surplus`: more went in than came out. `deficit`: more came out. `unknown`: no figure, or no band.
 */
export function balanceStatus(band: Band | null): BalanceStatus {
  if (band === null) return 'unknown';
  if (band.low > 0) return 'surplus';
  return band.high < 0 ? 'deficit' : 'balanced';
}
