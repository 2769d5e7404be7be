import { roundToFourDecimals } from '../../../kernel/document/provenance.ts';
import { minus, sum, times } from '../../../kernel/measure/exact.ts';
import { meterNumber, ownFirstValue, passedBetween, type RegisterAt } from '../../../kernel/measure/meter.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { HOUR_MS } from '../../../kernel/time/durations.ts';
import type { Sample, UnitDay } from './types.ts';

/** An interval above this multiple of the reference power is a measuring error. */
const PLAUSIBLE_POWER_RATIO = 1.5;
/** A gap above this multiple of the update interval means readings are missing between the two samples. */
const OFFLINE_GAP_RATIO = 1.5;
const SECONDS_PER_HOUR = 3600;

/** Energy saved against the reference power, in kWh (signed), and the share of expected intervals it rests on. */
interface EnergySavings {
  readonly energySaved: number;
  /** 0 to 1, 4 decimals. */
  readonly energySavedCoverage: number;
}

const NO_SAVINGS: EnergySavings = { energySaved: 0, energySavedCoverage: 0 };

/** Why an interval between two neighbouring samples does not count. */
type PairDropReason =
  | 'register missing'
  | 'estimated'
  | 'offline'
  | 'no time between'
  | 'readings missing between'
  | 'meter exchanged between'
  | 'register fell'
  | 'above 1.5 times pRef';

/**
 * The contribution of one interval. Idle: at or below the low-flow cutoff, with the sign of flowFactor; it counts as
 * valid and saves nothing.
 */
type PairVerdict =
  | { readonly kind: 'saving' | 'idle'; readonly savedKilowattHours: number }
  | { readonly kind: 'dropped'; readonly reason: PairDropReason };

/**
 * Energy savings of one day (specification, Processed documents: energy savings; docs/explanation/architecture.md,
 * Energy pairs) over its consecutive sample pairs. Registers count in milli-units: (delta register * factor / 1000) is
 * kWh, divided by hours kW. Without a reference power or with fewer than 2 samples both figures are 0.
 *
 * Spec gap: a pair is interpolated when either of its samples is estimated; a pair without a register on either side is
 * skipped; a second sample without an interval value is held against the low-flow cutoff by its register difference,
 * which is what the value would have been; expected intervals of the running day are those of the hours elapsed. The
 * cutoff is looked at with the sign of flowFactor, because a meter mounted the wrong way round counts down.
 */
export function energySavings(input: UnitDay): EnergySavings {
  if (input.unit.pRefKilowatts === null || input.samples.length < 2) return NO_SAVINGS;
  const saved = judgePairs(input).flatMap((verdict) =>
    verdict.kind === 'dropped' ? [] : [verdict.savedKilowattHours],
  );
  return { energySaved: sum(saved), energySavedCoverage: coverageOf(input, saved.length) };
}

/**
 * The verdict on every interval between neighbouring samples of the day, in time order; none without a reference power.
 */
export function judgePairs({ unit, samples }: UnitDay): readonly PairVerdict[] {
  const { pRefKilowatts } = unit;
  if (pRefKilowatts === null) return [];
  return samples.slice(1).flatMap((second, index) => {
    const first = samples[index];
    return first === undefined ? [] : [judgePair(unit, pRefKilowatts, first, second)];
  });
}

function judgePair(unit: Unit, pRefKilowatts: number, first: Sample, second: Sample): PairVerdict {
  const dropped = (reason: PairDropReason): PairVerdict => ({ kind: 'dropped', reason });
  if (first.register === null || second.register === null) return dropped('register missing');
  if (first.estimated || second.estimated) return dropped('estimated');
  if (second.offline) return dropped('offline');
  const gapMs = second.epochMs - first.epochMs;
  if (gapMs <= 0) return dropped('no time between');
  if (gapMs > OFFLINE_GAP_RATIO * unit.dataUpdateFrequencySeconds * 1000) return dropped('readings missing between');
  const hours = gapMs / HOUR_MS;
  const registerDifference = passedBetween(
    unit,
    registerAt(first, first.register),
    registerAt(second, second.register),
  );
  if (registerDifference === null) return dropped('meter exchanged between');
  const usedKilowattHours = (registerDifference * unit.flowFactor) / 1000;
  if (usedKilowattHours < 0) return dropped('register fell');
  // Energies are compared in joules, because neither 1.5 * 0.3 kW nor five minutes in hours is exact in doubles.
  const usedJoules = times(times(registerDifference, unit.flowFactor), SECONDS_PER_HOUR);
  if (usedJoules > times(pRefKilowatts, PLAUSIBLE_POWER_RATIO * gapMs)) return dropped('above 1.5 times pRef');
  const isFirstOfMeter = meterNumber(unit, first.epochMs) !== meterNumber(unit, second.epochMs);
  const value = isFirstOfMeter ? ownFirstValue(unit, second, first.register) : second.value;
  if ((value ?? registerDifference) * Math.sign(unit.flowFactor) <= unit.minNonZeroThreshold)
    return { kind: 'idle', savedKilowattHours: 0 };
  return { kind: 'saving', savedKilowattHours: minus(pRefKilowatts * hours, usedKilowattHours) };
}

const registerAt = ({ epochMs }: Sample, register: number): RegisterAt => ({ epochMs, register });

function coverageOf(input: UnitDay, validIntervals: number): number {
  const elapsedSeconds =
    input.asOfEpochMs === null
      ? input.dayLengthSeconds
      : Math.min(input.dayLengthSeconds, (input.asOfEpochMs - input.dayStartEpochMs) / 1000);
  const expectedIntervals = elapsedSeconds / input.unit.dataUpdateFrequencySeconds;
  return expectedIntervals > 0 ? roundToFourDecimals(Math.min(validIntervals / expectedIntervals, 1)) : 0;
}
