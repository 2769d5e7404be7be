import type { EpochMillis } from '../time/types.ts';
import type { Addressed } from './audience.ts';
import type { Severity } from './types.ts';

/** How many messages a recipient has had within the hour. */
export interface RecipientLoad {
  readonly messages: number;
  /** The first of these; null without any. */
  readonly firstAt: EpochMillis | null;
  /** The message that waits for its time. */
  readonly carrierKey: number | null;
}

export const LIMITED_MILLISECONDS = 3_600_000;
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
 * and tells whatever comes meanwhile. So does one that waits for the end of quiet hours. What is critical joins no such
 * message.
 */
export function planMessage(load: RecipientLoad | null, { severity, messagesPerHour, dueAt }: Plan): PlannedMessage {
  const isCritical = severity === 'critical';
  if (load === null) return { dueAt, carrierKey: null };
  if (load.carrierKey !== null && !isCritical) return { dueAt, carrierKey: load.carrierKey };
  if (load.firstAt === null || load.messages < messagesPerHour * (isCritical ? CRITICAL_FACTOR : 1))
    return { dueAt, carrierKey: null };
  return { dueAt: Math.max(dueAt, load.firstAt + LIMITED_MILLISECONDS), carrierKey: null };
}
