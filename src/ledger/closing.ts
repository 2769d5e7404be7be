import type { ClockReader } from '../kernel/time/business-clock.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';

/**
 * A day counts as closed this long before it ends. So a transaction that began just before the end and commits just
 * after the day's batch has read still leaves its mark.
 */
const CLOSING_MARGIN_MILLISECONDS = 120_000;

/** Business days before this one are closed: whoever changes something of them marks them stale. */
export const closedBefore = (clock: Pick<ClockReader, 'businessDateOf'>, now: EpochMillis): BusinessDate =>
  clock.businessDateOf(now + CLOSING_MARGIN_MILLISECONDS);
