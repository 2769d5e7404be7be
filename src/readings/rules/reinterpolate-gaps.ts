import type { EpochMillis } from '../../kernel/time/types.ts';
import { hasBasis, type KnownReading, lineOver, type LineRule } from './gap-line.ts';

type Laid = Pick<KnownReading, 'value' | 'register' | 'parameters'>;

/**
 * Spec gap: a longer run is not reinterpolated, because a device that sends one reading after the other would have all
 * of it written each time. The run is removed, and can be estimated again.
 */
const MOST_REINTERPOLATED = 2500;

/**
 * Estimates after readings have come among or beside them: they lie on the line between their new neighbours. null: the
 * estimate is gone, because its slot has a reading or no line leads over the gap.
 *
 * Spec gap: an estimate of a device or a person is given, like a measured reading. Figures count it, so the line leads
 * to it and does not count it once more.
 * @param readings of one unit, ascending by instant. @param estimates instants of those that may be reinterpolated.
 * @param come instants of the readings that have come, changed or gone, or of estimates that have come back.
 */
export function reinterpolateGaps(
  readings: readonly KnownReading[],
  estimates: ReadonlySet<EpochMillis>,
  come: ReadonlySet<EpochMillis>,
  rule: LineRule,
): ReadonlyMap<EpochMillis, Laid | null> {
  const laid = new Map<EpochMillis, Laid | null>();
  const comeInOrder = Float64Array.from(come).sort();
  const isTouched = (from: EpochMillis, to: EpochMillis): boolean => {
    const first = comeInOrder[firstFrom(comeInOrder, from)];
    return first !== undefined && first <= to;
  };
  let before: KnownReading | null = null;
  let within: KnownReading[] = [];
  let run: EpochMillis[] = [];
  for (const reading of readings) {
    const { createdOnEpochMs: at } = reading;
    if (estimates.has(at)) {
      run.push(at);
      continue;
    }
    if (!hasBasis(reading, rule.basis)) {
      within.push(reading);
      continue;
    }
    if (before !== null && run.length > 0 && isTouched(before.createdOnEpochMs, at)) {
      const line = run.length > MOST_REINTERPOLATED ? 'too long' : lineOver({ before, after: reading, within }, rule);
      for (const instant of run) laid.set(instant, typeof line === 'string' ? null : line(instant));
    }
    [before, within, run] = [reading, [], []];
  }
  return laid;
}

/** Index of the first instant from `from` on; the length where all lie before. */
function firstFrom(ascending: Float64Array, from: EpochMillis): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? from) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
