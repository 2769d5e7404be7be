import { sum } from '../../../kernel/measure/exact.ts';
import type { Sample } from '../../../figures/rules/processors/types.ts';
import { isGap, slotsOf, rawInWords } from './quantity.ts';
import type { Check, CheckedDay } from './types.ts';

/** Share of the slots that may be without a genuine reading. */
const TOLERATED_SHARE = 0.05;

/** Slots without a genuine reading, and the quantity that passed in the gaps when registers tell it. */
export const missingQuantity: Check = (day) => {
  const { expected, genuine } = slotsOf(day);
  const missing = expected - genuine;
  const limit = Math.floor(expected * TOLERATED_SHARE);
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

/** Raw quantity in the gaps; null without a gap between two registers. The interval after a gap is not part of it. */
function passedInGaps(day: CheckedDay): number | null {
  const read = day.samples.filter(({ register }) => register !== null);
  const jumps = pairsWithGap(day, read).map(
    ([from, to]) => (to.register ?? 0) - (from.register ?? 0) - (to.value ?? 0),
  );
  return jumps.length === 0 ? null : sum(jumps);
}

/** Instant at which readings first stayed away; null: no gap lies between two readings. */
function firstGap(day: CheckedDay): number | null {
  const genuine = day.samples.filter(({ estimated }) => !estimated);
  return pairsWithGap(day, genuine)[0]?.[0].epochMs ?? null;
}
