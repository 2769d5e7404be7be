import type { Band } from './uncertainty.ts';

/** Verdicts on a difference with its error bar. */
export const BALANCE_STATUSES = ['balanced', 'surplus', 'deficit', 'unknown'] as const;
export type BalanceStatus = (typeof BALANCE_STATUSES)[number];

/**
 * Status of a balance. Spec gap: the specification does not define the words. `balanced`: the band holds zero, so these
 * meters cannot tell the difference from zero. `surplus`: more went in than came out. `deficit`: more came out.
 * `unknown`: no figure, or no band.
 */
export function balanceStatus(band: Band | null): BalanceStatus {
  if (band === null) return 'unknown';
  if (band.low > 0) return 'surplus';
  return band.high < 0 ? 'deficit' : 'balanced';
}
