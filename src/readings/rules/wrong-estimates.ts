import type { EpochMillis } from '../../kernel/time/types.ts';
import { hasBasis, type KnownReading, lineOver, type LineRule, liesOn } from './gap-line.ts';

/** Estimates of one gap that no longer fit, and the reading beside which they do not. */
interface WrongEstimates {
  readonly instants: readonly EpochMillis[];
  readonly besideEpochMs: EpochMillis;
}

/**
 * Estimates that are wrong after readings have arrived among or beside them: no line crosses their gap any more, or one
 * of them is not on the line. Those of one gap are wrong together, because one line has given all of them. Spec gap: an
 * estimate of a device or a person counts as given, like a measured reading. Figures count its value, so the line leads
 * up to it and does not count it again.
 * @param readings of one unit, ascending by instant.
 * @param estimates instants of the estimates that may be withdrawn.
 * @param come instants of readings that arrived, changed or were removed, or of estimates that came back.
 */
export function wrongEstimates(
  readings: readonly KnownReading[],
  estimates: ReadonlySet<EpochMillis>,
  come: ReadonlySet<EpochMillis>,
  rule: LineRule,
): readonly WrongEstimates[] {
  const wrong: WrongEstimates[] = [];
  const comeInOrder = Float64Array.from(come).sort();
  let before: KnownReading | null = null;
  let within: KnownReading[] = [];
  let run: KnownReading[] = [];
  for (const reading of readings) {
    if (estimates.has(reading.createdOnEpochMs)) {
      run.push(reading);
      continue;
    }
    if (!hasBasis(reading, rule.basis)) {
      within.push(reading);
      continue;
    }
    if (before !== null && run.length > 0) {
      const besideEpochMs = comeInOrder[firstFrom(comeInOrder, before.createdOnEpochMs)];
      if (besideEpochMs !== undefined && besideEpochMs <= reading.createdOnEpochMs) {
        const line = lineOver({ before, after: reading, within }, rule);
        if (typeof line === 'string' || !run.every((estimate) => liesOn(line, estimate)))
          wrong.push({ instants: run.map(({ createdOnEpochMs }) => createdOnEpochMs), besideEpochMs });
      }
    }
    [before, within, run] = [reading, [], []];
  }
  return wrong;
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
