import type { EpochMillis } from '../time/types.ts';
import { GLITCH_MAX_READINGS } from './falls.ts';
import { SPIKE_NEIGHBOURS } from './spikes.ts';
import { evidenceOf, isCount } from './readings.ts';
import type { Overrules, RegisterReading } from './types.ts';

/** Counted readings (register above 0, not excluded by the operator) that a window needs on either side to be judged as in the whole history. */
export const CONTEXT_COUNTED_READINGS = GLITCH_MAX_READINGS + 1 + 2 * (SPIKE_NEIGHBOURS + 1);

/** A span of time, both ends included; null: to the start or the end of the history. */
export interface RegisterContext {
  readonly fromEpochMs: EpochMillis | null;
  readonly toEpochMs: EpochMillis | null;
}

/**
 * The span of readings (all of them, zeros too) that decides about a window, both ends included: from the CONTEXT_COUNTED_READINGS-th counted
 * reading before the window to as many behind it; where there are fewer, to the start or the end of the history. In time it has no bound: a
 * dropout may last for weeks. Two guarantees follow from it (stated as properties in the tests):
 * - events that concern a reading of the window are the same whether classifyRegister is given this span or the whole history;
 * - a reading that comes, changes or goes at an instant t alters verdicts on readings of the context of [t, t] only (its ends not included, since
 *   they are unaffected). After new readings the service therefore judges again the context of their span, giving classifyRegister the context
 *   of that.
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
