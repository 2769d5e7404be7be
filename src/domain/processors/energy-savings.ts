import { roundToFourDecimals } from '../document/provenance.ts';
import type { Sample, UnitDay } from './types.ts';

const MS_PER_HOUR = 3_600_000;
/** An interval above this multiple of the reference power is a measuring error. */
const PLAUSIBLE_POWER_RATIO = 1.5;
/** A gap above this multiple of the update interval means readings are missing between the two samples. */
const OFFLINE_GAP_RATIO = 1.5;

/** Energy saved against the reference power, in kWh (signed), and the share of expected intervals it rests on. */
export interface EnergySavings {
  readonly energySaved: number;
  /** 0 to 1, 4 decimals. */
  readonly energySavedCoverage: number;
}

const NO_SAVINGS: EnergySavings = { energySaved: 0, energySavedCoverage: 0 };

/**
 * Energy savings of one day (specification, Energy savings; DESIGN, "energy pairs") over its consecutive sample pairs.
 * Registers count in milli-units: (delta register * factor / 1000) is kWh, divided by hours kW. Without a reference power or
 * with fewer than 2 samples both figures are 0.
 *
 * Spec gap: a pair is interpolated when either of its samples is estimated; a pair without a register on either side is
 * skipped; a second sample without an interval value is held against the low-flow cutoff by its register difference, which
 * is what the value would have been; expected intervals of the running day are those of the hours elapsed.
 */
export function energySavings(input: UnitDay): EnergySavings {
  const { pRefKilowatts } = input.unit;
  if (pRefKilowatts === null || input.samples.length < 2) return NO_SAVINGS;
  let energySaved = 0;
  let validIntervals = 0;
  for (let index = 1; index < input.samples.length; index += 1) {
    const saving = savingOfPair(input, pRefKilowatts, input.samples[index - 1], input.samples[index]);
    if (saving === null) continue;
    validIntervals += 1;
    energySaved += saving;
  }
  return { energySaved, energySavedCoverage: coverageOf(input, validIntervals) };
}

/** Saving of one interval in kWh; null when the interval does not count. */
function savingOfPair(
  input: UnitDay,
  pRefKilowatts: number,
  first: Sample | undefined,
  second: Sample | undefined,
): number | null {
  if (first === undefined || second === undefined || first.register === null || second.register === null) return null;
  if (first.estimated || second.estimated || second.offline) return null;
  const gapMs = second.epochMs - first.epochMs;
  const { unit } = input;
  if (gapMs <= 0 || gapMs > OFFLINE_GAP_RATIO * unit.dataUpdateFrequencySeconds * 1000) return null;
  const hours = gapMs / MS_PER_HOUR;
  const registerDifference = second.register - first.register;
  const actualKilowatts = (registerDifference * unit.flowFactor) / 1000 / hours;
  if (actualKilowatts < 0 || actualKilowatts > PLAUSIBLE_POWER_RATIO * pRefKilowatts) return null;
  if ((second.value ?? registerDifference) <= unit.minNonZeroThreshold) return 0;
  return (pRefKilowatts - actualKilowatts) * hours;
}

function coverageOf(input: UnitDay, validIntervals: number): number {
  const elapsedSeconds =
    input.asOfEpochMs === null
      ? input.dayLengthSeconds
      : Math.min(input.dayLengthSeconds, (input.asOfEpochMs - input.dayStartEpochMs) / 1000);
  const expectedIntervals = elapsedSeconds / input.unit.dataUpdateFrequencySeconds;
  return expectedIntervals > 0 ? roundToFourDecimals(Math.min(validIntervals / expectedIntervals, 1)) : 0;
}
