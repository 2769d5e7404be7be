import type { EpochMillis } from '../time/types.ts';
import type { Addressed } from './audience.ts';
import type { Severity } from './types.ts';

/** How many messages a recipient has had within the hour. */
export interface RecipientLoad {
  readonly messages: number;
  /** The first of these; null without any. */
  readonly firstAt: EpochMillis | null;
  /** The first message that waits, of those that leave no earlier than the new one may. */
  readonly carrier: { readonly deliveryKey: number; readonly dueAt: EpochMillis } | null;
}

export const LIMITED_MILLISECONDS = 3_600_000;
/** What could not be sent for so long would only confuse. */
export const OVERDUE_MILLISECONDS = 6 * 3_600_000;
/** A burst main must not wait behind ten full tanks, and a storm of critical ones must not ring all night. */
const CRITICAL_FACTOR = 5;

interface Plan {
  readonly severity: Severity;
  readonly messagesPerHour: number;
  /** End of quiet hours, or now. */
  readonly dueAt: EpochMillis;
}

/** When a message leaves, or which waiting message tells it too. */
interface PlannedMessage {
  readonly dueAt: EpochMillis;
  readonly carrierKey: number | null;
}

/** Pages take every message: nobody is rung by them. */
export const isLimitedChannel = ({ channel }: Addressed): boolean => channel !== 'web';

/**
 * Spec gap: how many messages people get. A recipient gets so many an hour. The next one waits until the hour is over
 * and tells whatever comes meanwhile. So does one that waits for the end of quiet hours. Nothing joins one that leaves
 * later than itself, because the quiet hours of one rule hold no other's messages. What is critical joins none.
 */
export function planMessage(load: RecipientLoad | null, { severity, messagesPerHour, dueAt }: Plan): PlannedMessage {
  const isCritical = severity === 'critical';
  if (load === null) return { dueAt, carrierKey: null };
  const hasRoom = load.firstAt === null || load.messages < messagesPerHour * (isCritical ? CRITICAL_FACTOR : 1);
  const ownDueAt = hasRoom ? dueAt : Math.max(dueAt, load.firstAt + LIMITED_MILLISECONDS);
  const joined = isCritical || load.carrier === null || load.carrier.dueAt > ownDueAt ? null : load.carrier;
  return joined === null
    ? { dueAt: ownDueAt, carrierKey: null }
    : { dueAt: joined.dueAt, carrierKey: joined.deliveryKey };
}
