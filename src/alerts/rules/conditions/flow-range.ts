import { strict } from '../../../kernel/field-kinds.ts';
import type { z } from 'zod';
import { exactToBillionths } from '../../../kernel/measure/exact.ts';
import type { UnitGroup } from '../../../kernel/measure/unit.ts';
import { flagField } from '../../../industries/rules/provisioning/fields.ts';
import { ratesOf } from '../rates.ts';
import type { Judged, ReadingsInput } from '../types.ts';
import { againstBounds, boundsInOrder, withLeaveBounds } from './bounds.ts';
import { condition, lookAt, positiveFigure } from './condition.ts';

/** A rate that swings around its bound must come back by this share of it. */
const MARGIN_SHARE = 0.05;
const bound = positiveFigure.nullable().default(null);
const METERS: readonly UnitGroup[] = ['FLOW', 'CONSUMPTION', 'ENERGY'];

/** Shown units per hour. `whileFlowing`: a standstill is in range. */
const aboveSettings = strict({ high: positiveFigure, leaveHigh: bound }).refine(
  ({ high, leaveHigh }) => leaveHigh === null || leaveHigh <= high,
  { path: ['leaveHigh'], error: 'high or less' },
);
const belowSettings = strict({ low: positiveFigure, leaveLow: bound, whileFlowing: flagField.default(false) }).refine(
  ({ low, leaveLow }) => leaveLow === null || leaveLow >= low,
  { path: ['leaveLow'], error: 'low or more' },
);
const rangeSettings = boundsInOrder(
  strict({ low: bound, high: bound, leaveLow: bound, leaveHigh: bound, whileFlowing: flagField.default(false) }),
  'a number above 0',
);
type RangeSettings = z.output<typeof rangeSettings>;

function judgeRates({ unitAt, readings }: ReadingsInput, own: RangeSettings): Judged[] {
  const bounds = withLeaveBounds(own, { marginOf: (limit) => limit * MARGIN_SHARE });
  return ratesOf(unitAt, readings).map(({ epochMs, perHour, overHours }) => {
    if (perHour === null) return lookAt(epochMs, 'unknown', {});
    if (own.whileFlowing && perHour === 0) return lookAt(epochMs, 'clear', { value: 0, limit: own.low ?? own.high });
    const { verdict, limit } = againstBounds(perHour, bounds);
    const excess = own.high !== null && perHour > own.high ? exactToBillionths((perHour - own.high) * overHours) : 0;
    return lookAt(epochMs, verdict, { value: perHour, limit, excess: own.high === null ? null : excess });
  });
}

const common = {
  defaults: { holdMinutes: 15, recoverMinutes: 15 },
  kinds: ['readings'],
  groups: METERS,
  lookBackMinutes: () => 24 * 60,
} as const;

export const FLOW_RANGES = {
  flow_rate_above_the_range: condition({
    ...common,
    says: 'Flow is above its upper bound',
    settings: aboveSettings,
    judge: (input, own) => judgeRates(input, { ...own, low: null, leaveLow: null, whileFlowing: false }),
  }),
  flow_rate_below_the_range: condition({
    ...common,
    says: 'Flow is below its lower bound',
    settings: belowSettings,
    judge: (input, own) => judgeRates(input, { ...own, high: null, leaveHigh: null }),
  }),
  flow_rate_back_in_range: condition({
    ...common,
    says: 'Flow has returned to its range',
    settings: rangeSettings,
    tellsFired: false,
    judge: judgeRates,
  }),
} as const;
