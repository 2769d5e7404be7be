import { toDisplay } from '../../../figures/rules/figures/display.ts';
import { sum } from '../../../kernel/measure/exact.ts';
import type { Sample } from '../../../figures/rules/processors/types.ts';
import { MAD_TO_DEVIATION, medianAndDistance } from '../../../kernel/statistics.ts';
import type { CheckedDay } from './types.ts';

/** Readings are in thousandths of siUnit. */
const DIVISION_FACTOR = 1000;

/** Update intervals beyond which two readings have a gap between them. */
const LONGEST_STEP = 1.5;

/** Whether two readings have a gap between them. Such an interval belongs to no single slot. */
export const isGap = ({ unit }: CheckedDay, from: Sample, to: Sample): boolean =>
  to.epochMs - from.epochMs > LONGEST_STEP * unit.dataUpdateFrequencySeconds * 1000;

/** A raw quantity in siUnit, with the meter multiplier. */
export const inSiUnit = ({ unit }: CheckedDay, raw: number): number =>
  toDisplay(Math.round(raw * unit.flowFactor * 1000) / 1000, DIVISION_FACTOR) ?? 0;

/** A raw quantity in words, e.g. `12.5 KL`. */
export const rawInWords = (day: CheckedDay, raw: number): string => figureInWords(inSiUnit(day, raw), day);

/** A figure in siUnit in words, e.g. `12.5 KL`. */
export const figureInWords = (figure: number, { unit }: CheckedDay): string =>
  `${Number(figure.toFixed(3))}${unit.siUnit === '' ? '' : ` ${unit.siUnit}`}`;

export const hasEnded = ({ endEpochMs, asOfEpochMs }: CheckedDay): boolean => asOfEpochMs >= endEpochMs;

/**
 * Quantity that passed the meter, raw and in the meter's own direction: last register minus the first with the interval
 * that led to it, as in figures. Without registers, or when they fell, it is the sum of intervals; null without either.
 */
export function quantityOf({ samples, unit }: CheckedDay): number | null {
  const read = samples.filter(({ register }) => register !== null);
  const [first, last] = [read[0], read.at(-1)];
  if (first !== undefined && last !== undefined && first !== last) {
    const passed = (last.register ?? 0) - (first.register ?? 0) + (first.value ?? 0);
    if (passed * unit.flowFactor >= 0) return passed;
  }
  const values = samples.flatMap(({ value }) => value ?? []);
  return values.length === 0 ? null : sum(values);
}

/** Expected slots of the day up to now, and those of them with a genuine reading. */
export function slotsOf({ unit, samples, startEpochMs, asOfEpochMs }: CheckedDay): {
  readonly expected: number;
  readonly genuine: number;
} {
  const slotMs = unit.dataUpdateFrequencySeconds * 1000;
  const expected = Math.floor((asOfEpochMs - startEpochMs) / slotMs);
  const slots = new Set(
    samples.filter(({ estimated }) => !estimated).map(({ epochMs }) => Math.floor((epochMs - startEpochMs) / slotMs)),
  );
  return { expected, genuine: [...slots].filter((slot) => slot < expected).length };
}

/** Fewest days that tell what is usual. */
const FEWEST_DAYS = 7;

/** Median and robust standard deviation of the days before; null: too few days. */
export function usualOf({ history }: CheckedDay): { readonly median: number; readonly spread: number } | null {
  if (history.length < FEWEST_DAYS) return null;
  const { median, distance } = medianAndDistance(history);
  return { median, spread: MAD_TO_DEVIATION * distance };
}
