import { type Metered, meterNumber, ownFirstValue, passedBetween } from '../../../kernel/measure/meter.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { toDisplay } from '../../../figures/rules/figures/display.ts';
import type { Sample } from '../../../figures/rules/processors/types.ts';
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
export const rawInWords = (day: CheckedDay, raw: number): string =>
  `${Number(inSiUnit(day, raw).toFixed(3))}${day.unit.siUnit === '' ? '' : ` ${day.unit.siUnit}`}`;

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

/**
 * Readings of a day as the meters counted them: a new meter's first interval value that is none of its own is null.
 * @param startEpochMs begin of the day.
 */
export function ownSamples(unit: Metered, startEpochMs: EpochMillis, samples: readonly Sample[]): readonly Sample[] {
  if (unit.meters === undefined) return samples;
  let [meter, register] = [meterNumber(unit, startEpochMs - 1), null as number | null];
  return samples.map((sample) => {
    const [before, registerOfOld] = [meter, register];
    meter = meterNumber(unit, sample.epochMs);
    register = sample.register ?? register;
    return meter === before ? sample : { ...sample, value: ownFirstValue(unit, sample, registerOfOld) };
  });
}

/**
 * Raw quantity that registers counted between two readings that have one, each meter by itself. null: another meter was
 * installed between them, and its registers were not written down.
 */
export const countedBetween = (unit: Metered, from: Sample, to: Sample): number | null =>
  passedBetween(
    unit,
    { epochMs: from.epochMs, register: from.register ?? 0 },
    { epochMs: to.epochMs, register: to.register ?? 0 },
  );
