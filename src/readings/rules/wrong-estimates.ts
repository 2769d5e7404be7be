import type { EpochMillis } from '../../kernel/time/types.ts';
import type { GapRule } from './estimate-gaps.ts';
import { hasBasis, type KnownReading, lineOver, liesOn } from './gap-line.ts';

/** The event of a reading beside estimates because of which they were withdrawn. */
export type WithdrawalCause = 'reading' | 'edit' | 'delete' | 'undo';

export interface WithdrawalReason {
  readonly atEpochMs: EpochMillis;
  readonly cause: WithdrawalCause;
  /** The reading's instant. */
  readonly besideEpochMs: EpochMillis;
}

/** Estimates of an act that were withdrawn; several withdrawals are added up, and the last one gives the reason. */
export interface Withdrawal extends WithdrawalReason {
  readonly readings: number;
  readonly firstOnEpochMs: EpochMillis;
  readonly lastOnEpochMs: EpochMillis;
}

/** Estimates of one gap that no longer fit, and the reading beside which they do not. */
interface WrongEstimates {
  readonly instants: readonly EpochMillis[];
  readonly besideEpochMs: EpochMillis;
}

/** Readings that arrived, changed or were removed, or estimates that came back. */
interface Arrived {
  readonly instants: ReadonlySet<EpochMillis>;
  /** Instants that were estimated once: a reading there is named before a reading at an end of the gap. */
  readonly replaced: ReadonlySet<EpochMillis>;
}

interface WrongRule extends GapRule {
  /** false: readings before the first one may lie in an archive, so a gap without a beginning is left alone. */
  readonly isBeginningKnown: boolean;
}

/**
 * Estimates that are wrong after readings have arrived among or beside them, or were removed: an end of their gap is
 * missing, no line crosses the gap any more, or one of them is not on the line. Those of one gap are wrong together,
 * because one line has given all of them. Spec gap: an estimate of a device or a person counts as given, like a
 * measured reading. Figures count its value, so the line leads up to it and does not count it again.
 * @param readings of one unit, ascending by instant.
 * @param estimates instants of the estimates that may be withdrawn.
 */
export function wrongEstimates(
  readings: readonly KnownReading[],
  estimates: ReadonlySet<EpochMillis>,
  arrived: Arrived,
  rule: WrongRule,
): readonly WrongEstimates[] {
  const wrong: WrongEstimates[] = [];
  const arrivals = Float64Array.from(arrived.instants).sort();
  let before: KnownReading | null = null;
  let within: KnownReading[] = [];
  let run: KnownReading[] = [];
  const judge = (after: KnownReading | null): void => {
    if (run.length === 0 || (before === null && !rule.isBeginningKnown)) return;
    const besideEpochMs = arrivalIn(arrivals, arrived, before, after);
    if (besideEpochMs === null || (before !== null && after !== null && fits(before, after))) return;
    wrong.push({ instants: run.map(({ createdOnEpochMs }) => createdOnEpochMs), besideEpochMs });
  };
  const fits = (from: KnownReading, to: KnownReading): boolean => {
    const slotSeconds = rule.slotSecondsAt(from.createdOnEpochMs);
    const line = lineOver({ before: from, after: to, within }, { ...rule, slotSeconds });
    return typeof line !== 'string' && run.every((estimate) => liesOn(line, estimate));
  };
  for (const reading of readings) {
    if (estimates.has(reading.createdOnEpochMs)) run.push(reading);
    else if (!hasBasis(reading, rule.basis)) within.push(reading);
    else {
      judge(reading);
      [before, within, run] = [reading, [], []];
    }
  }
  judge(null);
  return wrong;
}

/**
 * The arrival because of which a gap is judged; null: none lies in the gap or at its ends. An arrival within the gap
 * comes first, then an end in the place of an estimate: the other end may only have been sent again.
 */
function arrivalIn(
  ascending: Float64Array,
  { instants, replaced }: Arrived,
  before: KnownReading | null,
  after: KnownReading | null,
): EpochMillis | null {
  const [from, to] = [before?.createdOnEpochMs ?? -Infinity, after?.createdOnEpochMs ?? Infinity];
  const within = ascending[firstFrom(ascending, from + 1)];
  if (within !== undefined && within < to) return within;
  const ends = [from, to].filter((at) => instants.has(at));
  return ends.find((at) => replaced.has(at)) ?? ends[0] ?? null;
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
