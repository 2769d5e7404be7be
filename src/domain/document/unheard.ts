import { exact, sum, times } from '../measure/exact.ts';
import { writeIso } from '../time/iso.ts';
import type { EpochMillis } from '../time/types.ts';
import type { Bound, PeriodEntry, Unheard } from './types.ts';

/** One step of a register between two readings. */
interface UnheardStep {
  /** Raw. */
  readonly raw: number;
  readonly flowFactor: number;
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
  readonly isSilence: boolean;
}

/**
 * null: nothing has passed. Spec gap: what a register counted in a silence is not named. It belongs to the hour in
 * which the meter is heard again.
 */
export const unheardStep = ({ raw, flowFactor, fromEpochMs, toEpochMs, isSilence }: UnheardStep): Unheard | null =>
  raw === 0
    ? null
    : {
        value: times(raw, flowFactor),
        from: writeIso(fromEpochMs),
        to: writeIso(toEpochMs),
        times: 1,
        silences: isSilence ? 1 : 0,
      };

/** What several hours, days, months or units have together; null: nothing. */
export function unheardTogether(parts: Iterable<Unheard | null | undefined>): Unheard | null {
  const known = [...parts].filter((part) => part !== null && part !== undefined);
  const [first, ...others] = known;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  return {
    value: exact(sum(known.map(({ value }) => value))),
    from: known.reduce((from, part) => (part.from < from ? part.from : from), first.from),
    to: known.reduce((to, part) => (part.to > to ? part.to : to), first.to),
    times: sum(known.map((part) => part.times)),
    silences: sum(known.map(({ silences }) => silences)),
  };
}

/** The key of a document or entry; absent where nothing has passed. */
export const unheardOf = (parts: Iterable<Unheard | null | undefined>): { readonly unheard?: Unheard } => {
  const unheard = unheardTogether(parts);
  return unheard === null ? {} : { unheard };
};

/** Entries of one document have the same keys, so that they are stored packed: all of them, or none. */
export const withUnheard = (
  entries: readonly PeriodEntry[],
  unheard: readonly (Unheard | null | undefined)[],
): readonly PeriodEntry[] =>
  unheard.some((part) => part !== null && part !== undefined)
    ? entries.map((entry, index) => ({ ...entry, unheard: unheard[index] ?? null }))
    : entries;

/** A figure of which less than this share is not in it is still told as it is, unless the meter was silent. */
const NOISE_SHARE = 0.001;

/**
 * On which side of a sum the truth lies for what passed unheard: of a formula it may be taken off. Meters whose values
 * are rounded leave crumbs between two registers. Crumbs alone make no sum a bound.
 */
export const boundOfUnheard = (figure: number | null, unheard: Unheard | null | undefined): Bound | null => {
  if (unheard === null || unheard === undefined || unheard.value === 0) return null;
  if (unheard.silences === 0 && Math.abs(unheard.value) < NOISE_SHARE * Math.abs(figure ?? 0)) return null;
  return unheard.value > 0 ? 'at least' : 'at most';
};
