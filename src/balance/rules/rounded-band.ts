import { neededDecimals } from '../../kernel/format/figure-text.ts';
import type { Band } from './uncertainty.ts';

type BandEnds = Pick<Band, 'plusMinus' | 'low' | 'high'>;

/** A band as people read it: rounded to three digits of its width, because its ends are no surer than that. */
export function roundedBand({ plusMinus, low, high }: BandEnds): BandEnds {
  const scale = 10 ** neededDecimals(plusMinus);
  // Adding 0 turns -0 into 0.
  const [width, from, to] = [plusMinus, low, high].map((end) => Math.round(end * scale) / scale + 0);
  return { plusMinus: width ?? plusMinus, low: from ?? low, high: to ?? high };
}
