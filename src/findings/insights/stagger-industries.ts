import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

/** Industries that are judged in one minute before others have to wait: some seconds of a processor. */
const INDUSTRIES_A_MINUTE = 100;
/** Longest wait in minutes: the shortest usual silence is an hour. */
const MOST_MINUTES = 10;

/**
 * The industries whose turn it is in this minute. Up to a hundred have their turn each minute, a thousand and more
 * every ten minutes. A turn follows from the key and the time alone, so processes need not agree on it.
 */
export function industriesOfMinute<I extends { readonly industryKey: number }>(
  industries: readonly I[],
  now: EpochMillis,
): I[] {
  const minutes = Math.min(MOST_MINUTES, Math.max(1, Math.ceil(industries.length / INDUSTRIES_A_MINUTE)));
  const turn = Math.floor(now / MINUTE_MS) % minutes;
  return industries.filter(({ industryKey }) => industryKey % minutes === turn);
}
