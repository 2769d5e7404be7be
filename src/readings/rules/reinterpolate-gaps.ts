import type { EpochMillis } from '../../kernel/time/types.ts';
import { hasBasis, type KnownReading, lineOver, type LineRule } from './gap-line.ts';

type Laid = Pick<KnownReading, 'value' | 'register' | 'parameters'>;

/**
 * Spec gap: a longer run is removed instead of laid anew, and can be estimated again. Otherwise a device that sends its
 * missing readings one by one would have the whole run written each time.
 */
const MOST_REINTERPOLATED = 2500;

/**
 * Estimates after readings have arrived among or beside them: each lies on the line between its new neighbours. null:
 * the estimate is removed, because its slot has a reading or no line crosses the gap. Spec gap: an estimate of a device
 * or a person counts as given, like a measured reading. Figures count its value, so the line leads up to it and does
 * not count it again.
 * @param readings of one unit, ascending by instant.
 * @param estimates instants of the estimates that may be laid anew.
 * @param come instants of readings that arrived, changed or were removed, or of estimates that came back.
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
