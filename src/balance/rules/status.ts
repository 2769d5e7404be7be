import type { Band } from './uncertainty.ts';
import { neededDecimals } from '../../kernel/format/figure-text.ts';
import { dividedBy, times } from '../../kernel/measure/exact.ts';
import { roundedValue } from './node-figure.ts';

/**
 * part / whole as percent with 2 decimals, rounded as values of nodes are; null when either is missing, the whole is 0,
 * or the percent is beyond the range of doubles.
 */
export function percentOf(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || whole === 0) return null;
  const percent = dividedBy(times(part, 100), whole);
  return Number.isFinite(percent) ? roundedValue(percent) : null;
}

/** Share of a band's width that sums of doubles may be off by. */
const CUT_NOISE = 1e-9;

type BandEnds = Pick<Band, 'plusMinus' | 'low' | 'high'>;

/**
 * A band as people read it: rounded to three digits of its width, because its ends are no surer than that. A lower end
 * that was cut (see uncertainty.ts) is rounded down, because it lies just below its figure.
 */
export function roundedBand({ plusMinus, low, high }: BandEnds): BandEnds {
  const scale = 10 ** neededDecimals(plusMinus);
  // Adding 0 turns -0 into 0.
  const rounded = (end: number, round = Math.round): number => round(end * scale) / scale + 0;
  const isCut = high - low < 2 * plusMinus * (1 - CUT_NOISE);
  return {
    plusMinus: rounded(plusMinus),
    low: rounded(low, isCut ? Math.floor : Math.round),
    high: rounded(high),
  };
}

/** Half the width of a band as people read it. */
export const roundedWidth = (plusMinus: number): number =>
  roundedBand({ plusMinus, low: -plusMinus, high: plusMinus }).plusMinus;

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
