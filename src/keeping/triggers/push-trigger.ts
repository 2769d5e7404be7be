import type { DataContext } from '../../context.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import { dayWindow, UTC_CLOCK } from '../../kernel/time/business-clock.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/time/durations.ts';
import { parseInstant } from '../../kernel/time/instant.ts';
import { requestDateOfTime } from '../../kernel/time/request-window.ts';
import { ASKED_YEARS } from '../../kernel/time/business-date.ts';
import type { BusinessClock, BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { QueueClient } from '../../platform/queue/client.ts';
import { sendToStream } from './events.ts';

/** Queue of events that ask for a batch. */
export const BATCH_TRIGGER_QUEUE = 'batch-trigger';

/** Spec gap: fields of a trigger event. `time` is an instant, ISO 8601 in UTC. */
export interface BatchTrigger {
  readonly industryId: string;
  readonly time: string;
  readonly source: string;
  readonly purpose: string;
}

/** Minutes from a day's end to its batch, because the last readings may still be on their way. */
const MINUTES_AFTER_DAY_END = 3;
/** Spec gap: a trigger may come before its day ends, and then waits for it. */
const LONGEST_WAIT_MS = DAY_MS;
const FARTHEST_MS = 3 * DAY_MS;
const NO_TIME = `is not an ISO 8601 timestamp in UTC of ${ASKED_YEARS}`;

interface TriggeredIndustry {
  readonly industryId: string;
  readonly clock: BusinessClock;
}

/** An event that may be pushed. */
export interface PlannedTrigger {
  readonly event: BatchTrigger;
  readonly date: BusinessDate;
  readonly mayRunAt: EpochMillis;
  /** Instant of the batch: a few minutes after the day's end, or now where that is over. */
  readonly batchAt: EpochMillis;
}

/**
 * The event that asks for the batch of the business day that `time` means. A day that has not ended is waited for.
 * @throws ServiceError 1403 for a time that is no instant or too far ahead.
 */
export function planBatchTrigger(
  { clock }: Pick<DataContext, 'clock'>,
  industry: TriggeredIndustry,
  trigger: Omit<BatchTrigger, 'industryId'>,
): PlannedTrigger {
  const now = clock.now();
  const time = instantText(trigger.time);
  const date = time === null ? null : requestDateOfTime(industry.clock, time);
  if (time === null || date === null) throw invalidTime(trigger.time, NO_TIME);
  const mayRunAt = dayWindow(industry.clock, date).endEpochMs + MINUTES_AFTER_DAY_END * MINUTE_MS;
  if (mayRunAt - now > LONGEST_WAIT_MS + MINUTES_AFTER_DAY_END * MINUTE_MS)
    throw invalidTime(trigger.time, 'means a business day that ends more than a day from now');
  const event: BatchTrigger = { ...trigger, time, industryId: industry.industryId };
  return { event, date, mayRunAt, batchAt: Math.max(now, mayRunAt) };
}

/**
 * Pushes an event. While the same one waits or runs, a second call changes nothing.
 * @param by an unauthenticated caller waits behind the others.
 * @throws ServiceError 500 when the event is not taken.
 */
export const pushPlanned = (
  queue: QueueClient,
  { event, date, mayRunAt }: PlannedTrigger,
  by: 'known' | 'unseen' = 'known',
): Promise<void> =>
  sendToStream(() =>
    queue.send(BATCH_TRIGGER_QUEUE, event, {
      singletonKey: `${event.industryId} ${date}`,
      startAfter: new Date(mayRunAt),
      ...(by === 'unseen' ? { priority: -1 } : {}),
    }),
  );

/**
 * Plans and pushes an event.
 * @returns the instant from which the batch may run.
 */
export async function pushBatchTrigger(
  context: Pick<DataContext, 'clock'>,
  queue: QueueClient,
  industry: TriggeredIndustry,
  trigger: Omit<BatchTrigger, 'industryId'>,
  by: 'known' | 'unseen' = 'known',
): Promise<EpochMillis> {
  const planned = planBatchTrigger(context, industry, trigger);
  await pushPlanned(queue, planned, by);
  return planned.batchAt;
}

/**
 * Checks a trigger's time without knowing the industry.
 * @throws ServiceError 1403 for a text that is no instant, or one too far ahead for every clock.
 */
export function requireTriggerTime(time: string, now: EpochMillis): void {
  const text = instantText(time);
  if (text === null || requestDateOfTime(UTC_CLOCK, text) === null) throw invalidTime(time, NO_TIME);
  if (Date.parse(text) - now > FARTHEST_MS) throw invalidTime(time, 'is more than three days from now');
}

/** The instant in UTC, also of a time without an offset; null for a text that is no timestamp. */
function instantText(time: string): string | null {
  const instant = parseInstant(/(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`);
  return instant === null ? null : new Date(instant).toISOString();
}

function invalidTime(time: string, problem: string): ServiceError {
  return invalid(1403, 'time', `'${time.slice(0, 80)}' ${problem}`);
}
