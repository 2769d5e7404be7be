import { HOURS_OF_DAY } from '../../../kernel/time/durations.ts';
import { strict } from '../../../kernel/field-kinds.ts';
import { z } from 'zod';
import { exactToBillionths } from '../../../kernel/measure/exact.ts';
import { sumOrNull } from '../../../figures/rules/processors/numbers.ts';
import { TOLERATED_LOSS_PERCENT } from '../../../findings/rules/kinds.ts';
import type { BalancesInput, Judged, NightsInput } from '../types.ts';
import { condition, lastInstantOf, lookAt, figureFromZero } from './condition.ts';

/** A day's imbalance must come back to this share of its limit. */
const LEAVE_SHARE = 0.8;
const MOST_NIGHTS = 28;
const NIGHTS = `a whole number of nights from 1 to ${MOST_NIGHTS}`;

/** `toleranceShare` of the inflow is no leak. `nights`: so many in a row above the band are one. */
const settings = strict({
  toleranceShare: figureFromZero.default(TOLERATED_LOSS_PERCENT / 100),
  nights: z.int({ error: NIGHTS }).min(1, { error: NIGHTS }).max(MOST_NIGHTS, { error: NIGHTS }).default(3),
});
type Settings = z.output<typeof settings>;

/** Judges a day's imbalance. A finding is beyond the tolerance, and beyond the meters' uncertainty. */
function judgeBalance({ days, until }: BalancesInput, { toleranceShare }: Settings): Judged[] {
  return days.flatMap((day) => {
    const { endEpochMs, inflow, imbalance, band95 } = day;
    if (endEpochMs > until) return [];
    // Without a band nobody knows whether the meters explain it: that of a silent meter is never 0 wide.
    if (inflow === null || imbalance === null || band95 === null) return [lookAt(lastInstantOf(day), 'unknown', {})];
    const tolerated = exactToBillionths(toleranceShare * inflow);
    const limit = Math.max(tolerated, exactToBillionths(band95));
    const limitKind = limit > tolerated ? 'band' : 'tolerance';
    const leave = exactToBillionths(limit * LEAVE_SHARE);
    const verdict = imbalance > limit ? 'breach' : imbalance > leave ? 'between' : 'clear';
    return [
      lookAt(lastInstantOf(day), verdict, { value: imbalance, limit, limitKind, excess: Math.max(imbalance, 0) }),
    ];
  });
}

/** A leak of a unit raises its minimum night flow, night after night. */
function judgeNights({ nights, until }: NightsInput, own: Settings): Judged[] {
  // The excess of each night in a row, so that the first nights, which prove the leak, count as well.
  let above: number[] = [];
  return nights.flatMap(({ epochMs, lowestPerHour, band }) => {
    if (epochMs > until) return [];
    if (lowestPerHour === null || band === null) return [lookAt(epochMs, 'unknown', {})];
    const excess = exactToBillionths(Math.max(lowestPerHour - band.baseline, 0) * HOURS_OF_DAY);
    above = lowestPerHour > band.upper ? [...above, excess].slice(-own.nights) : [];
    const verdict = above.length === 0 ? 'clear' : above.length >= own.nights ? 'breach' : 'between';
    const provedExcess = sumOrNull(above);
    return [lookAt(epochMs, verdict, { value: lowestPerHour, limit: band.upper, excess, provedExcess })];
  });
}

export const WATER_BALANCE_LEAKAGE = condition({
  says: 'Water is lost between inflow and outflow',
  settings,
  defaults: { holdMinutes: 0, recoverMinutes: 0 },
  kinds: ['balance', 'nights'],
  needs: (scope) => (scope === 'industry' ? 'balance' : 'nights'),
  groups: ['FLOW', 'CONSUMPTION'],
  lookBackMinutes: ({ nights }) => (2 * nights + 7) * HOURS_OF_DAY * 60,
  judge: (input, own) => (input.kind === 'balance' ? judgeBalance(input, own) : judgeNights(input, own)),
});
