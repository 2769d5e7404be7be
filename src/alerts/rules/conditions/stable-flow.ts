import { strict } from '../../../kernel/field-kinds.ts';
import type { z } from 'zod';
import { dividedBy, exactToBillionths, minus, sum } from '../../../kernel/measure/exact.ts';
import { flagField } from '../../../industries/rules/provisioning/fields.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kernel/time/durations.ts';
import { type Rate, ratesOf } from '../rates.ts';
import type { Judged, ReadingsInput } from '../types.ts';
import { condition, lookAt, figureFromZero, lengthMinutes } from './condition.ts';

/** Beyond this many times the allowed variation the flow is surely not stable any more. */
const LEAVE_FACTOR = 2;

/**
 * `variationShare`: how far the highest rate may lie above the lowest, as a share of the highest. `minimumRate`: shown
 * units per hour. `aboveNightFlow`: a flow within the band of usual nights is no finding.
 */
const settings = strict({
  minutes: lengthMinutes.default(360),
  variationShare: figureFromZero.default(0.02),
  minimumRate: figureFromZero.default(0),
  aboveNightFlow: flagField.default(true),
});
type Settings = z.output<typeof settings>;

/** A stretch of readings that was measured throughout. */
interface Stretch {
  readonly low: number;
  readonly high: number;
  /** Index of its first rate, which may have begun before it. */
  readonly first: number;
}

/** The lowest and highest rate of the stretch that ends with each rate; null where it was not measured throughout. */
function stretches(rates: readonly Rate[], lengthMs: number): (Stretch | null)[] {
  // Indices of rates that may still be the lowest (highest) of a stretch, best first.
  const lows: number[] = [];
  const highs: number[] = [];
  const at = (index: number): number => rates[index]?.perHour ?? 0;
  let first = 0;
  let measuredFrom = 0;
  return rates.map(({ epochMs, perHour, overHours }, index) => {
    if (perHour === null) {
      measuredFrom = index + 1;
      lows.length = 0;
      highs.length = 0;
      return null;
    }
    while ((lows.at(-1) ?? -1) >= 0 && at(lows.at(-1) ?? 0) >= perHour) lows.pop();
    while ((highs.at(-1) ?? -1) >= 0 && at(highs.at(-1) ?? 0) <= perHour) highs.pop();
    lows.push(index);
    highs.push(index);
    while ((rates[first]?.epochMs ?? epochMs) <= epochMs - lengthMs) first += 1;
    while ((lows[0] ?? index) < first) lows.shift();
    while ((highs[0] ?? index) < first) highs.shift();
    const begin = rates[first];
    const beginsAt = begin === undefined ? epochMs - overHours * HOUR_MS : begin.epochMs - begin.overHours * HOUR_MS;
    if (first < measuredFrom || beginsAt > epochMs - lengthMs) return null;
    return { low: at(lows[0] ?? index), high: at(highs[0] ?? index), first };
  });
}

/** The amount that passed in the stretch which ends with the rate of this index. */
function passedIn(rates: readonly Rate[], { first }: Stretch, index: number, lengthMs: number): number {
  const beginMs = (rates[index]?.epochMs ?? 0) - lengthMs;
  return sum(
    rates.slice(first, index + 1).map(({ epochMs, perHour, overHours }) =>
      // A length of time is no decimal figure, so the stretch's amount is rounded once.
      exactToBillionths((perHour ?? 0) * Math.min(overHours, (epochMs - beginMs) / HOUR_MS)),
    ),
  );
}

function judgeStretches({ unitAt, readings, nightBandAt }: ReadingsInput, own: Settings): Judged[] {
  const rates = ratesOf(unitAt, readings);
  const lengthMs = own.minutes * MINUTE_MS;
  const found = stretches(rates, lengthMs);
  let isFound = false;
  // Amounts of a stretch that is not measured throughout yet. They count if the stretch turns out to be steady.
  let untold: number[] = [];
  return rates.map(({ epochMs, perHour, overHours }, index) => {
    const stretch = found[index] ?? null;
    const passed = perHour === null ? null : exactToBillionths(perHour * overHours);
    if (stretch === null || perHour === null || passed === null) {
      untold = passed === null ? [] : [...untold, passed];
      return lookAt(epochMs, 'unknown', {});
    }
    const usual = own.aboveNightFlow ? (nightBandAt(epochMs)?.upper ?? 0) : 0;
    const limit = Math.max(own.minimumRate, usual);
    const variation = stretch.high === 0 ? 0 : dividedBy(minus(stretch.high, stretch.low), stretch.high);
    const told = { value: perHour, limit, excess: sum([...untold, passed]) };
    untold = [];
    if (stretch.low <= limit || variation > own.variationShare * LEAVE_FACTOR) {
      isFound = false;
      return lookAt(epochMs, 'clear', told);
    }
    if (variation > own.variationShare) return lookAt(epochMs, 'between', told);
    // Proof is computed only where a breach may begin, because a stretch is long and there are many of them.
    const proved = isFound ? {} : { provedExcess: passedIn(rates, stretch, index, lengthMs) };
    isFound = true;
    return lookAt(epochMs, 'breach', { ...told, ...proved });
  });
}

export const STABLE_FLOW = condition({
  says: 'Flow is not zero and does not vary',
  settings,
  defaults: { holdMinutes: 0, recoverMinutes: 0 },
  kinds: ['readings'],
  groups: ['FLOW', 'CONSUMPTION'],
  lookBackMinutes: ({ minutes }) => minutes + 24 * 60,
  judge: judgeStretches,
});
