import { sum } from '../../../kernel/measure/exact.ts';
import type { Sample } from '../../../figures/rules/processors/types.ts';
import { meterNumber } from '../../../kernel/measure/meter.ts';
import { rawInWords, inSiUnit } from './quantity.ts';
import type { Check, CheckedDay } from './types.ts';

/**
 * Share of itself up to which a falling register means reverse flow. A larger fall is a reset, a rollover or an
 * exchange, which register checks report.
 */
const LARGEST_FALL_RATIO = 0.1;

interface Backwards {
  readonly raw: number;
  readonly first: Sample;
}

/**
 * Reverse flow: negative intervals, or a register that fell by little. A negative multiplier turns a meter's direction.
 */
export const reverseFlow: Check = (day) => {
  // Intervals and register tell of the same water, so the two are not added up.
  const found = [byIntervals(day), byRegister(day)].filter((backwards) => backwards !== null);
  const most = found.toSorted((a, b) => b.raw - a.raw)[0];
  if (most === undefined) return null;
  const raw = most.raw * Math.sign(day.unit.flowFactor);
  return {
    value: -inSiUnit(day, raw),
    limit: 0,
    unit: day.unit.siUnit,
    atEpochMs: most.first.epochMs,
    text: `ran backwards by ${rawInWords(day, raw)}`,
  };
};

function byIntervals({ samples, unit }: CheckedDay): Backwards | null {
  const direction = Math.sign(unit.flowFactor);
  const negative = samples.filter(({ value }) => value !== null && value * direction < -unit.minNonZeroThreshold);
  const [first] = negative;
  return first === undefined ? null : { raw: sum(negative.map(({ value }) => Math.abs(value ?? 0))), first };
}

function byRegister({ samples, unit }: CheckedDay): Backwards | null {
  const direction = Math.sign(unit.flowFactor);
  const read = samples.filter(({ register }) => register !== null);
  const falls = read.flatMap((sample, index) => {
    const previous = read[index - 1];
    // Another meter's register says nothing about this one.
    const isOther = previous !== undefined && meterNumber(unit, previous.epochMs) !== meterNumber(unit, sample.epochMs);
    const before = isOther ? null : (previous?.register ?? null);
    const fall = before === null || sample.register === null ? 0 : (before - sample.register) * direction;
    const isReverse = fall > unit.minNonZeroThreshold && fall <= Math.abs(before ?? 0) * LARGEST_FALL_RATIO;
    return isReverse ? [{ fall, sample }] : [];
  });
  const [first] = falls;
  return first === undefined ? null : { raw: sum(falls.map(({ fall }) => fall)), first: first.sample };
}
