import type { EpochMillis } from '../../../kernel/time/types.ts';
import { GLITCH_MAX_READINGS } from './falls.ts';
import { evidenceOf, isCount, type CountedReading, positionAt } from './readings.ts';
import type { Overrules, RegisterReading } from './types.ts';

/** Counted readings on either side that decide about a spike. */
const SPIKE_NEIGHBOURS = 4;
/** A spike stands above every one of the readings before it by more than this share of it. */
const FAR_ABOVE_SHARE = 0.1;
/**
 * The register's count from the reading before the spike up to the ones behind it is at most this share of the spike's
 * height.
 */
const COUNTED_ON_SHARE = 0.01;

/** Spikes among counted readings (registers above 0), by index. */
export interface Spikes {
  /** Index to whether further readings may still show that it is none. */
  readonly found: ReadonlyMap<number, boolean>;
  /** The first reading that further readings may still turn into a spike or out of one; null when there is none. */
  readonly firstUndecided: number | null;
}

/**
 * Single readings far above both neighbours as the register counts. The rule is conservative, since a spike that is
 * excluded is water that is not counted: the reading exceeds each of the SPIKE_NEIGHBOURS counted readings before it by
 * more than a tenth, and the SPIKE_NEIGHBOURS behind it count on from the one before it, by no more than a hundredth of
 * its height in all. A leap that lasts, falls back slowly or comes again at once is none.
 */
export function findSpikes(counts: readonly CountedReading[]): Spikes {
  const found = new Map<number, boolean>();
  let firstUndecided: number | null = null;
  for (let index = 1; index < counts.length; index += 1) {
    if (!isFarAbove(counts, index) || !countsOnBehind(counts, index)) continue;
    const behind = counts.length - 1 - index;
    const isUndecided = behind < SPIKE_NEIGHBOURS;
    if (isUndecided) firstUndecided ??= index;
    // A leap nothing follows yet may last.
    if (behind > 0) found.set(index, isUndecided);
  }
  return { found, firstUndecided };
}

function isFarAbove(counts: readonly CountedReading[], index: number): boolean {
  const spike = positionAt(counts, index);
  return counts
    .slice(Math.max(0, index - SPIKE_NEIGHBOURS), index)
    .every(({ position }) => spike - position > FAR_ABOVE_SHARE * Math.abs(position));
}

function countsOnBehind(counts: readonly CountedReading[], index: number): boolean {
  const before = positionAt(counts, index - 1);
  const highest = before + COUNTED_ON_SHARE * (positionAt(counts, index) - before);
  let last = before;
  return counts.slice(index + 1, index + 1 + SPIKE_NEIGHBOURS).every(({ position }) => {
    const countsOn = position >= last && position <= highest;
    last = position;
    return countsOn;
  });
}

/**
 * Counted readings (register above 0, not excluded by the operator) that a window needs on either side. With so many it
 * is judged as within the whole history.
 */
export const CONTEXT_COUNTED_READINGS = GLITCH_MAX_READINGS + 1 + 2 * (SPIKE_NEIGHBOURS + 1);

/** A span of time, both ends included; null: to the start or the end of the history. */
export interface RegisterContext {
  readonly fromEpochMs: EpochMillis | null;
  readonly toEpochMs: EpochMillis | null;
}

/**
 * The context of a window: the span of readings that decides about it, both ends included. The span begins
 * CONTEXT_COUNTED_READINGS counted readings before the window and ends as many behind it. Where there are fewer, it
 * reaches the start or the end of the history. Readings of 0 lie in the span, too. The span may be weeks long, because
 * a dropout may.
 *
 * The tests state two guarantees as properties:
 * - classifyRegister finds the same events about the window, whether it sees the context or the whole history.
 * - A reading that comes, changes or goes at an instant t alters verdicts inside the context of [t, t] only. The two
 *   ends keep their verdicts.
 *
 * So after new readings the service judges their context again. For that classifyRegister needs the context of the
 * context.
 */
export const contextOf = (
  readings: readonly RegisterReading[],
  windowFromEpochMs: EpochMillis,
  windowToEpochMs: EpochMillis,
  overrules?: Overrules,
): RegisterContext => {
  const counted = evidenceOf(readings, overrules).filter(isCount);
  const before = counted.filter((reading) => reading.epochMs < windowFromEpochMs);
  const behind = counted.filter((reading) => reading.epochMs > windowToEpochMs);
  return {
    fromEpochMs: before.at(-CONTEXT_COUNTED_READINGS)?.epochMs ?? null,
    toEpochMs: behind[CONTEXT_COUNTED_READINGS - 1]?.epochMs ?? null,
  };
};
