import { MINUTE_MS } from '../../../kernel/time/durations.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** A frame of a device with its figures, and the instant that its reading has. */
export type KnownFrame = readonly [frame: string, at: EpochMillis];

/** Copies of a frame come within seconds. A device that was restarted counts from 0 again, minutes later. */
const COPIES_WITHIN_MILLISECONDS = 2 * MINUTE_MS;
const MOST_FRAMES = 32;

/**
 * The instant of a frame's reading. A copy, as two gateways or a sender's second try make it, has the instant of the
 * copy that came first, so that both are one reading.
 */
export function instantOfFrame(
  known: readonly KnownFrame[],
  frame: string,
  at: EpochMillis,
): { readonly at: EpochMillis; readonly known: readonly KnownFrame[] } {
  const copy = known.find(([of, then]) => of === frame && Math.abs(then - at) <= COPIES_WITHIN_MILLISECONDS);
  return copy === undefined
    ? { at, known: [...known, [frame, at] as const].slice(-MOST_FRAMES) }
    : { at: copy[1], known };
}
