import { hasEnded, quantityOf, inSiUnit, slotsOf, usualOf, figureInWords, rawInWords } from './quantity.ts';
import type { Check } from './types.ts';

/**
 * Multiple of the median beyond which a day is high. The spread must be exceeded, too, so that neither a steady nor a
 * varying meter is reported for nothing.
 */
const HIGH_RATIO = 2;
const LOW_RATIO = 0.25;
const SPREADS = 6;
/** Coverage below which a day is not judged as low, because its holes make it low. */
const LEAST_COVERAGE = 0.9;

/** A day far above or below the meter's usual use. A running day can only be too high. */
export const highLow: Check = (day) => {
  const [raw, usual] = [quantityOf(day), usualOf(day)];
  if (raw === null || usual === null || usual.median <= 0) return null;
  const figure = raw * day.unit.flowFactor;
  const high = Math.max(HIGH_RATIO * usual.median, usual.median + SPREADS * usual.spread);
  const low = Math.min(LOW_RATIO * usual.median, usual.median - SPREADS * usual.spread);
  const { expected, genuine } = slotsOf(day);
  const mayBeLow = hasEnded(day) && genuine >= LEAST_COVERAGE * expected;
  const limit = figure > high ? high : mayBeLow && figure > 0 && figure < low ? low : null;
  if (limit === null) return null;
  const shownLimit = limit / 1000;
  return {
    value: inSiUnit(day, raw),
    limit: Number(shownLimit.toFixed(3)),
    unit: day.unit.siUnit,
    atEpochMs: null,
    text: `${rawInWords(day, raw)}, usual are ${figureInWords(usual.median / 1000, day)}, ${limit === high ? 'at most' : 'at least'} ${figureInWords(shownLimit, day)}`,
  };
};
