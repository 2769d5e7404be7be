import type { z } from 'zod';
import { exactToBillionths } from '../../../kernel/measure/exact.ts';
import type { Judged } from '../types.ts';

/** Bounds that a value enters a breach by, and bounds that it leaves it by. null: no bound. */
export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
  readonly leaveLow: number | null;
  readonly leaveHigh: number | null;
}

/** Most of the range that a margin takes at each bound, so that half of it stays clear however close the bounds are. */
const MOST_SHARE_OF_RANGE = 0.25;

interface Measure {
  /** Margin by which a value comes back from a bound, so that waves do not ring twice. */
  readonly marginOf: (bound: number) => number;
  /** The usual range of the quantity. A bound beyond it leaves no room to come back to. */
  readonly lowest?: number;
  readonly highest?: number;
}

/** The bounds of a rule with the leave bounds that it does not give. */
export function withLeaveBounds(given: Bounds, { marginOf, lowest = -Infinity, highest = Infinity }: Measure): Bounds {
  const { low, high } = given;
  const margin = (bound: number, range: number): number =>
    Math.max(0, Math.min(marginOf(bound), range * MOST_SHARE_OF_RANGE));
  const bottom = given.leaveLow ?? low ?? (high === null || high < lowest ? -Infinity : lowest);
  const top = given.leaveHigh ?? high ?? (low === null || low > highest ? Infinity : highest);
  return {
    low,
    high,
    leaveLow: given.leaveLow ?? (low === null ? null : exactToBillionths(low + margin(low, top - low))),
    leaveHigh: given.leaveHigh ?? (high === null ? null : exactToBillionths(high - margin(high, high - bottom))),
  };
}

export function againstBounds(value: number, bounds: Bounds): { verdict: Judged['verdict']; limit: number | null } {
  const { low, high } = bounds;
  if (high !== null && value > high) return { verdict: 'breach', limit: high };
  if (low !== null && value < low) return { verdict: 'breach', limit: low };
  if (high !== null && value > (bounds.leaveHigh ?? high)) return { verdict: 'between', limit: high };
  if (low !== null && value < (bounds.leaveLow ?? low)) return { verdict: 'between', limit: low };
  return { verdict: 'clear', limit: high ?? low };
}

type BoundName = keyof Bounds;

/** Refusals of settings with these names. A value between the leave bounds is clear, so there has to be one. */
const orderOf = (wanted: string, name: Readonly<Record<BoundName, string>>) =>
  [
    { at: 'high', holds: ({ low, high }) => low !== null || high !== null, error: `${wanted} here or at ${name.low}` },
    { at: 'low', holds: ({ low, high }) => low === null || high === null || low < high, error: `below ${name.high}` },
    {
      at: 'leaveLow',
      holds: ({ low, high, leaveLow }) =>
        leaveLow === null || (low !== null && leaveLow >= low && (high === null || leaveLow < high)),
      error: `${name.low} or more, and below ${name.high}`,
    },
    {
      at: 'leaveHigh',
      holds: ({ low, high, leaveHigh }) =>
        leaveHigh === null || (high !== null && leaveHigh <= high && (low === null || leaveHigh > low)),
      error: `${name.high} or less, and above ${name.low}`,
    },
    {
      at: 'leaveLow',
      holds: ({ leaveLow, leaveHigh }) => leaveLow === null || leaveHigh === null || leaveLow <= leaveHigh,
      error: `${name.leaveHigh} or less`,
    },
  ] satisfies readonly { at: BoundName; holds: (bounds: Bounds) => boolean; error: string }[];

const OWN_NAMES = { low: 'low', high: 'high', leaveLow: 'leaveLow', leaveHigh: 'leaveHigh' } as const;

/** Settings with at least one bound, each on its side of the others. `wanted` says what a bound is. */
export const boundsInOrder = <S extends z.ZodType<Bounds>>(settings: S, wanted: string): S =>
  namedBoundsInOrder(settings, { wanted, names: OWN_NAMES, boundsOf: (bounds) => bounds });

/** Order check of bounds that have other names. */
export const namedBoundsInOrder = <S extends z.ZodType>(
  settings: S,
  own: {
    readonly wanted: string;
    readonly names: Readonly<Record<BoundName, string>>;
    readonly boundsOf: (settings: z.output<S>) => Bounds;
  },
): S =>
  orderOf(own.wanted, own.names).reduce(
    (checked, { at, holds, error }) =>
      checked.refine((value) => holds(own.boundsOf(value)), { path: [own.names[at]], error }),
    settings,
  );
