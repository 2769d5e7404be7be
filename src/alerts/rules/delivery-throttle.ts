import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Addressed } from './audience.ts';
import type { Severity } from '../../kernel/severity.ts';
import { byWeight, type Weight } from './weight.ts';

/** Messages that a recipient has had within the hour. */
export interface RecipientLoad {
  readonly messages: number;
  /** The first of these; null without any. */
  readonly firstAt: EpochMillis | null;
  /** The worst that these told of. */
  readonly worst: Weight | null;
  /** First waiting message that leaves no earlier than the new one may. */
  readonly digest: { readonly deliveryKey: number; readonly dueAt: EpochMillis } | null;
}

export const LIMITED_MILLISECONDS = 3_600_000;
/** A burst main must not wait behind ten full tanks, and a storm of critical ones must not ring all night. */
const CRITICAL_FACTOR = 5;

interface Plan {
  readonly severity: Severity;
  /** Weight of the incident that the message tells of; null: the message tells of an end. */
  readonly weight: Weight | null;
  readonly messagesPerHour: number;
  /** End of quiet hours, or now. */
  readonly dueAt: EpochMillis;
}

/** Time at which a message leaves, or the waiting message that tells it too. */
interface PlannedMessage {
  readonly dueAt: EpochMillis;
  readonly digestDeliveryKey: number | null;
}

/** Pages take every message: nobody is rung by them. */
export const isLimitedChannel = ({ channel }: Addressed): boolean => channel !== 'web';

/**
 * Spec gap: the number of messages that people get is not stated. A recipient gets a limited number an hour. The next
 * message waits until the hour is over and tells later ones too, as does one that waits for the end of quiet hours. A
 * message joins none that leaves later than itself, because the quiet hours of one rule hold no other's messages. A
 * critical message joins none. A message worse than all of the hour does not wait behind them.
 */
export function planMessage(
  load: RecipientLoad | null,
  { severity, weight, messagesPerHour, dueAt }: Plan,
): PlannedMessage {
  const isCritical = severity === 'critical';
  if (load === null) return { dueAt, digestDeliveryKey: null };
  const isWorst = weight !== null && load.worst !== null && byWeight(weight, load.worst) < 0;
  const room = messagesPerHour * (isCritical || isWorst ? CRITICAL_FACTOR : 1);
  const hasRoom = load.firstAt === null || load.messages < room;
  const ownDueAt = hasRoom ? dueAt : Math.max(dueAt, load.firstAt + LIMITED_MILLISECONDS);
  const joined = isCritical || load.digest === null || load.digest.dueAt > ownDueAt ? null : load.digest;
  return joined === null
    ? { dueAt: ownDueAt, digestDeliveryKey: null }
    : { dueAt: joined.dueAt, digestDeliveryKey: joined.deliveryKey };
}
