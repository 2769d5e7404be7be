import type { UnitGroup } from '../../../kernel/measure/unit.ts';
import { reverseFlow } from './reverse-flow.ts';
import type { Check, CheckedDay, CheckName, ReadingCheck } from './types.ts';
import { countedBetween, inSiUnit, isGap, rawInWords, slotsOf } from './quantity.ts';
import { sum } from '../../../kernel/measure/exact.ts';
import type { Sample } from '../../../figures/rules/processors/types.ts';

/** Share of the slots that may be without a genuine reading. */
const TOLERATED_MISSING_SHARE = 0.05;

/** Slots without a genuine reading, and the quantity that passed in the gaps when registers tell it. */
const missingQuantity: Check = (day) => {
  const { expected, genuine } = slotsOf(day);
  const missing = expected - genuine;
  const limit = Math.floor(expected * TOLERATED_MISSING_SHARE);
  if (missing <= limit) return null;
  const passed = passedInGaps(day);
  const inGaps = passed === null ? '' : `; ${rawInWords(day, passed)} passed in gaps`;
  return {
    value: missing,
    limit,
    unit: 'slots',
    atEpochMs: firstGap(day),
    text: genuine === 0 ? `no genuine reading${inGaps}` : `${missing} of ${expected} readings are missing${inGaps}`,
  };
};

const pairsWithGap = (day: CheckedDay, samples: readonly Sample[]): (readonly [Sample, Sample])[] =>
  samples.flatMap((sample, index) => {
    const before = samples[index - 1];
    return before !== undefined && isGap(day, before, sample) ? [[before, sample] as const] : [];
  });

/**
 * Raw quantity in the gaps; null without a gap between two registers of which it is known. The interval after a gap is
 * not part of it.
 */
function passedInGaps(day: CheckedDay): number | null {
  const read = day.samples.filter(({ register }) => register !== null);
  const jumps = pairsWithGap(day, read).flatMap(([from, to]) => {
    const counted = countedBetween(day.unit, from, to);
    return counted === null ? [] : [counted - (to.value ?? 0)];
  });
  return jumps.length === 0 ? null : sum(jumps);
}

/** Instant at which readings first stayed away; null: no gap lies between two readings. */
function firstGap(day: CheckedDay): number | null {
  const genuine = day.samples.filter(({ estimated }) => !estimated);
  return pairsWithGap(day, genuine)[0]?.[0].epochMs ?? null;
}

/** Share of the third highest interval by which the highest may exceed it (the spike check of VEE rules: 180 %). */
const LARGEST_EXCESS = 1.8;
const FEWEST_INTERVALS = 12;

/** One interval far above all others. An interval after a gap may hold the quantity of the gap and does not count. */
const spike: Check = (day) => {
  const { samples, unit } = day;
  const intervals = samples.filter((sample, index) => {
    const before = samples[index - 1];
    return sample.value !== null && !sample.offline && (before === undefined || !isGap(day, before, sample));
  });
  if (intervals.length < FEWEST_INTERVALS) return null;
  const size = (value: number | null): number => (value ?? 0) * Math.sign(unit.flowFactor);
  const [highest, , third] = intervals.toSorted((a, b) => size(b.value) - size(a.value));
  if (highest === undefined || third === undefined || size(third.value) <= unit.minNonZeroThreshold) return null;
  const most = size(third.value) * (1 + LARGEST_EXCESS);
  if (size(highest.value) <= most) return null;
  const limit = most * Math.sign(unit.flowFactor);
  return {
    value: inSiUnit(day, highest.value ?? 0),
    limit: inSiUnit(day, limit),
    unit: unit.siUnit,
    atEpochMs: highest.epochMs,
    text: `${rawInWords(day, highest.value ?? 0)} in one interval, the third highest is ${rawInWords(day, third.value ?? 0)}`,
  };
};

/** Tolerated difference of register and intervals, as a share of the larger one. */
const TOLERATED_DIFFERENCE_SHARE = 0.01;
/** Tolerated raw difference, which rounding of the intervals may make. */
const TOLERATED_RAW_DIFFERENCE = 1;
const FEWEST_READINGS = 3;

/**
 * The register against the sum of its intervals, between the first and the last register of the day. A day with a gap
 * between them, a missing interval or a falling register is not judged, because other checks report these. A day on
 * which a meter was exchanged is not judged where nobody has written down the registers of the exchange.
 */
const sumCheck: Check = (day) => {
  const { samples, unit } = day;
  const first = samples.findIndex(({ register }) => register !== null);
  const last = samples.findLastIndex(({ register }) => register !== null);
  const span = first === -1 ? [] : samples.slice(first, last + 1);
  const [opening, ...intervals] = span;
  const closing = span.at(-1);
  if (opening === undefined || closing === undefined || span.length < FEWEST_READINGS) return null;
  const isWhole = intervals.every(
    (sample, index) => sample.value !== null && !sample.offline && !isGap(day, span[index] ?? opening, sample),
  );
  const passed = countedBetween(unit, opening, closing);
  if (passed === null || !isWhole || passed * unit.flowFactor < 0) return null;
  const added = sum(intervals.map(({ value }) => value ?? 0));
  const tolerated = Math.max(
    TOLERATED_RAW_DIFFERENCE,
    TOLERATED_DIFFERENCE_SHARE * Math.max(Math.abs(passed), Math.abs(added)),
  );
  if (Math.abs(added - passed) <= tolerated) return null;
  return {
    value: inSiUnit(day, added),
    limit: inSiUnit(day, passed),
    unit: unit.siUnit,
    atEpochMs: null,
    text: `intervals add up to ${rawInWords(day, added)}, the register counted ${rawInWords(day, passed)}`,
  };
};

const FEWEST_STUCK_READINGS = 12;
/** Steps of a register that intervals must count before the register is stuck, because it counts in steps. */
const STEPS = 2;
/** Raw step of a register that has not moved today. */
const UNKNOWN_STEP = 1000;

/** A register that stands still while its intervals count. */
const stuckRegister: Check = (day) => {
  const read = day.samples.filter(({ register }) => register !== null);
  const steps = read.flatMap((sample, index) => {
    const before = read[index - 1]?.register ?? null;
    const step = before === null || sample.register === null ? 0 : Math.abs(sample.register - before);
    return step > 0 ? [step] : [];
  });
  const step = steps.length === 0 ? UNKNOWN_STEP : Math.min(...steps);
  const stuck = stretchesOf(read)
    .map((stretch) => ({ stretch, passed: sum(stretch.slice(1).map(({ value }) => value ?? 0)) }))
    .filter(({ stretch, passed }) => stretch.length >= FEWEST_STUCK_READINGS && Math.abs(passed) > STEPS * step)
    .toSorted((a, b) => Math.abs(b.passed) - Math.abs(a.passed))[0];
  const [first] = stuck?.stretch ?? [];
  if (stuck === undefined || first === undefined) return null;
  return {
    value: inSiUnit(day, stuck.passed),
    limit: inSiUnit(day, STEPS * step * Math.sign(stuck.passed)),
    unit: day.unit.siUnit,
    atEpochMs: first.epochMs,
    text: `the register stood still over ${stuck.stretch.length} readings while intervals count ${rawInWords(day, stuck.passed)}`,
  };
};

/** Neighbouring readings with the same register, in lists. */
function stretchesOf(read: readonly Sample[]): Sample[][] {
  const stretches: Sample[][] = [];
  for (const sample of read) {
    const current = stretches.at(-1);
    if (current?.[0]?.register === sample.register) current.push(sample);
    else stretches.push([sample]);
  }
  return stretches;
}

const METERS: readonly UnitGroup[] = ['FLOW', 'CONSUMPTION', 'ENERGY'];
const ALL_DEVICES: readonly UnitGroup[] = [...METERS, 'STOCK', 'GROUND_WATER_LEVEL', 'QUALITY'];

/** Checks of a day's readings, with the groups of units that each can judge. */
export const READING_CHECKS: Readonly<
  Record<ReadingCheck, { readonly check: Check; readonly groups: readonly UnitGroup[] }>
> = {
  reverseFlow: { check: reverseFlow, groups: METERS },
  spike: { check: spike, groups: METERS },
  missingQuantity: { check: missingQuantity, groups: ALL_DEVICES },
  sumCheck: { check: sumCheck, groups: METERS },
  stuckRegister: { check: stuckRegister, groups: METERS },
};

/** Title of a check in reports. */
export const CHECK_TITLES: Readonly<Record<CheckName, string>> = {
  reverseFlow: 'Reverse flow',
  highLow: 'High or low use',
  spike: 'Spike',
  zeroConsumption: 'Zero consumption',
  missingQuantity: 'Missing readings',
  sumCheck: 'Sum check',
  stuckRegister: 'Stuck register',
};
