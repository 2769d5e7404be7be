import { fromMillionths } from '../../src/kernel/measure/exact.ts';
import type { HourRollup, ParameterRollup, Sample } from '../../src/figures/rules/processors/types.ts';

/** A stored reading with its place in its business day. */
export interface PlacedSample extends Sample {
  /** Whole minutes since the start of its business day. */
  readonly minute: number;
}

const NO_PARAMETERS: Readonly<Record<string, ParameterRollup>> = {};
const MICRO = 1e6;

/**
 * The hours of one business day from its readings, in time order: the same figures as telemetry.rollup_hourly gives,
 * but for `nonZeroCount`, which counts above the unit's own low-flow cutoff, and for the hours beyond the 24th, which
 * the rollup folds into the last one.
 * @param samples ascending by instant.
 */
export function rollUpHours(samples: readonly PlacedSample[], lowFlowCutoff: number): HourRollup[] {
  const byHour = Map.groupBy(samples, (sample) => Math.floor(sample.minute / 60));
  return [...byHour].sort(([a], [b]) => a - b).map(([hour, readings]) => rollUpHour(hour, readings, lowFlowCutoff));
}

function rollUpHour(hour: number, samples: readonly PlacedSample[], lowFlowCutoff: number): HourRollup {
  const values: number[] = [];
  const estimatedValues: number[] = [];
  const registered: PlacedSample[] = [];
  let [estimatedCount, nonZeroCount, genuineMinutesLow, genuineMinutesHigh] = [0, 0, 0, 0];
  for (const sample of samples) {
    if (sample.value !== null) {
      values.push(sample.value);
      if (sample.estimated) estimatedValues.push(sample.value);
      if (sample.value > lowFlowCutoff) nonZeroCount += 1;
    }
    if (sample.register !== null) registered.push(sample);
    const minute = sample.minute % 60;
    if (sample.estimated) estimatedCount += 1;
    else if (minute < 30) genuineMinutesLow |= 1 << minute;
    else genuineMinutesHigh |= 1 << (minute - 30);
  }
  return {
    hour,
    readingCount: samples.length,
    estimatedCount,
    valueCount: values.length,
    valueSum: sumOf(values),
    estimatedValueSum: sumOf(estimatedValues),
    nonZeroCount,
    firstValue: values[0] ?? null,
    lastValue: values.at(-1) ?? null,
    firstRegister: registered[0]?.register ?? null,
    firstRegisterValue: registered[0]?.value ?? null,
    lastRegister: registered.at(-1)?.register ?? null,
    firstEpochMs: samples[0]?.epochMs ?? 0,
    lastEpochMs: samples.at(-1)?.epochMs ?? 0,
    genuineMinutesLow,
    genuineMinutesHigh,
    params: NO_PARAMETERS,
  };
}

/** Sum in whole millionths, as the rollup adds up: the order of the values cannot change it. */
function sumOf(values: readonly number[]): number {
  let micro = 0;
  for (const value of values) {
    micro += wholeEven(value * MICRO);
    // Beyond this a double no longer holds every whole number.
    if (!Number.isSafeInteger(micro))
      return fromMillionths(values.reduce((sum, each) => sum + BigInt(wholeEven(each * MICRO)), 0n));
  }
  return micro / MICRO;
}

/** The nearest whole number, the even one of two equally near: PostgreSQL's rule for numbers it makes whole. */
function wholeEven(value: number): number {
  const nearest = Math.round(value);
  return nearest - value === 0.5 && nearest % 2 !== 0 ? nearest - 1 : nearest;
}
