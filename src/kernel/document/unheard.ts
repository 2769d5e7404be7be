import { exact, minus, sum, times } from '../measure/exact.ts';
import { writeIso } from '../time/iso.ts';
import type { EpochMillis } from '../time/types.ts';
import type { Bound, Passed, PeriodEntry, Unheard } from './types.ts';

/** A figure that lacks less than this share of the volume is not called a bound, unless the meter was silent. */
const NOISE_SHARE = 0.001;

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

/** Sum of several hours, days, months or units; null: nothing. */
export function unheardTogether(parts: Iterable<Unheard | null | undefined>): Unheard | null {
  const known = [...parts].filter((part) => part !== null && part !== undefined);
  const [first, ...others] = known;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const [silent, ...furtherSilent] = known.flatMap((part) => silentPartOf(part) ?? []);
  const isAllSilent = known.every((part) => part.silences > 0 && part.silent === undefined);
  return {
    ...passedTogether(first, others),
    times: sum(known.map((part) => part.times)),
    silences: sum(known.map(({ silences }) => silences)),
    ...(silent === undefined || isAllSilent ? {} : { silent: passedTogether(silent, furtherSilent) }),
  };
}

const passedTogether = (first: Passed, others: readonly Passed[]): Passed => ({
  value: exact(sum([first, ...others].map(({ value }) => value))),
  from: others.reduce((from, part) => (part.from < from ? part.from : from), first.from),
  to: others.reduce((to, part) => (part.to > to ? part.to : to), first.to),
});

/** The part that passed while nothing at all was sent; null: nothing. */
export const silentPartOf = ({ silences, silent, value, from, to }: Unheard): Passed | null =>
  silences === 0 ? null : (silent ?? { value, from, to });

interface ToldPart extends Passed {
  /** Nothing was sent meanwhile. Otherwise readings came, and no hour has what passed between two registers. */
  readonly isSilence: boolean;
}

/**
 * Parts that people are told: the quantity of silences, and the quantity between two registers, because nothing may be
 * called silence while readings came. Crumbs of rounding beside a silence are not told.
 * @param figure that lacks it, in the same unit; null: not known
 */
export function toldPartsOf(unheard: Unheard, figure: number | null): readonly ToldPart[] {
  const silent = silentPartOf(unheard);
  const between = minus(unheard.value, silent?.value ?? 0);
  const isCrumbs = silent !== null && Math.abs(between) < NOISE_SHARE * Math.abs(figure ?? unheard.value);
  return [
    ...(silent === null || silent.value === 0 ? [] : [{ ...silent, isSilence: true }]),
    ...(between === 0 || isCrumbs ? [] : [{ value: between, from: unheard.from, to: unheard.to, isSilence: false }]),
  ];
}

/** The key of a document or entry; absent where nothing has passed. */
export const unheardOf = (parts: Iterable<Unheard | null | undefined>): { readonly unheard?: Unheard } => {
  const unheard = unheardTogether(parts);
  return unheard === null ? {} : { unheard };
};

/**
 * Adds unheard quantities to all entries of a document or to none, because entries with the same keys are stored
 * packed.
 */
export const withUnheard = (
  entries: readonly PeriodEntry[],
  unheard: readonly (Unheard | null | undefined)[],
): readonly PeriodEntry[] =>
  unheard.some((part) => part !== null && part !== undefined)
    ? entries.map((entry, index) => ({ ...entry, unheard: unheard[index] ?? null }))
    : entries;

/**
 * Side of a sum on which the truth lies for the unheard quantity, which a formula may subtract. Meters whose values are
 * rounded leave crumbs between two registers. Crumbs alone make no sum a bound.
 */
export const boundOfUnheard = (figure: number | null, unheard: Unheard | null | undefined): Bound | null => {
  if (unheard === null || unheard === undefined || unheard.value === 0) return null;
  if (unheard.silences === 0 && Math.abs(unheard.value) < NOISE_SHARE * Math.abs(figure ?? 0)) return null;
  return unheard.value > 0 ? 'at least' : 'at most';
};
