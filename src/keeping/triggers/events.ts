import { randomUUID } from 'node:crypto';
import type { Context, DataContext } from '../../context.ts';
import { OPERATORS_CHANNEL } from '../../platform/live/rules/web-event.ts';
import type { QueueClient } from '../../platform/queue/client.ts';
import { broadcastWebEvent } from '../../platform/live/publish.ts';
import { ServiceError } from '../../kernel/errors.ts';

/** @throws ServiceError 500 when the event stream does not answer (specification, Errors: stream failure). */
export async function sendToStream(send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    throw Object.assign(new ServiceError(500, 'The event stream does not answer at the moment. Please try again.'), {
      cause: error,
    });
  }
}

/** Queue of events for listeners. */
export const EVENT_STREAM_QUEUE = 'event-stream';

/** Spec gap: fields of a stream event. */
export interface StreamEvent {
  readonly kind: 'test' | 'unit-reset';
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Industry of the unit that was reset; null for other events. */
  readonly industryId: string | null;
  readonly unitId: string | null;
}

/** @throws ServiceError 500 when the event is not taken. */
export async function publishEvent(
  { clock }: Pick<DataContext, 'clock'>,
  queue: QueueClient,
  event: Omit<StreamEvent, 'at'>,
): Promise<StreamEvent> {
  const published: StreamEvent = { ...event, at: new Date(clock.now()).toISOString() };
  // Each is an event of its own.
  await sendToStream(() => queue.send(EVENT_STREAM_QUEUE, published, { singletonKey: randomUUID() }));
  return published;
}

/** Sends an event to its listeners. Spec gap: they are the log, and open dashboards of operators (event `event`). */
export async function tellEvent(
  { database, log }: Pick<Context, 'database' | 'log'>,
  event: StreamEvent,
): Promise<void> {
  log.info({ event: event.kind, industry: event.industryId, unit: event.unitId, at: event.at }, 'event');
  await broadcastWebEvent(database, { channel: OPERATORS_CHANNEL, name: 'event', payload: { ...event } });
}
