import type { EpochMillis } from '../../../kernel/time/types.ts';
import { GLITCH_MAX_READINGS } from './register-falls.ts';
import { SPIKE_NEIGHBOURS } from './spikes.ts';
import { evidenceOf, isCount } from './readings.ts';
import type { Overrules, RegisterReading } from './types.ts';

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
