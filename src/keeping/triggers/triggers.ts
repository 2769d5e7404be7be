import type { Context, DataContext, WithQueue } from '../../context.ts';
import { OPERATOR_INDUSTRY_ID, type Actor } from '../../platform/login/rules/caller.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { shiftStartNear } from '../../kernel/time/shift-starts.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { listIndustries } from '../../platform/directory/store/industries.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { BATCHES_FROM_HERE } from '../../platform/limits/limits.ts';
import type { QueueClient } from '../../platform/queue/client.ts';
import { processTime } from '../../figures/processing/batch.ts';
import { dailyRuns } from '../../figures/processing/daily-runs.ts';
import { EVENT_STREAM_QUEUE, publishEvent, type StreamEvent, sendToStream } from './events.ts';
import {
  BATCH_TRIGGER_QUEUE,
  type BatchTrigger,
  planBatchTrigger,
  type PlannedTrigger,
  pushBatchTrigger,
  pushPlanned,
  requireTriggerTime,
} from './push-trigger.ts';

/** Specification, Limits: shift proximity for recent starts. */
const PROXIMITY_MINUTES = 15;

/** Numbers of waiting and running jobs of a queue. */
export interface QueueDepth {
  readonly queued: number;
  readonly active: number;
}

interface WithDepth {
  readonly queueDepth: (queue: string) => Promise<QueueDepth>;
}

/** Context of pushing events. */
type Pushing = DataContext & WithQueue;

/**
 * @returns the instant from which the batch may run, ISO 8601
 * @throws ServiceError 1401 for what names no industry, 1403 for what is no time.
 */
export async function pushBatch(
  context: Pushing,
  actor: Actor,
  { industryId, ...trigger }: BatchTrigger,
): Promise<string> {
  const industry = await industryOf(context, industryId);
  if (industry === undefined) throw invalid(1401, 'industryId', `'${industryId}' is not an industry`);
  const planned = planBatchTrigger(context, industry, trigger);
  const { industryKey } = industry;
  await audit(context, { actor, industryKey, verb: 'trigger.batch', subject: industryId, after: { ...trigger } });
  await pushPlanned(context.queue, planned);
  return new Date(planned.batchAt).toISOString();
}

/**
 * Pushes a batch for an unauthenticated caller. His answer is the same whether or not the industry exists.
 * @param network the client's network.
 * @throws ServiceError 1403 for a text that is no time, or no time for any industry, 429 for a network that asks too
 * often.
 */
export async function pushBatchUnauthenticated(
  context: Pushing & WithDepth & { readonly limiter: Limiter },
  { industryId, ...trigger }: BatchTrigger,
  network: string,
): Promise<void> {
  const { clock, queue, queueDepth, limiter } = context;
  requireTriggerTime(trigger.time, clock.now());
  await limiter.take(BATCHES_FROM_HERE, network);
  const industry = await industryOf(context, industryId);
  // The stream is asked even without an industry, because it may be away.
  if (industry === undefined) return sendToStream(async () => void (await queueDepth(BATCH_TRIGGER_QUEUE)));
  await pushBatchTrigger({ clock }, queue, industry, trigger, 'unseen').catch((error: unknown) => {
    // A refusal of a time that is too far ahead by the industry's own clock would reveal that clock.
    if (!(error instanceof ServiceError) || error.code !== 1403) throw error;
  });
}

/** Pushes the batch of every active industry whose shift starts within 15 minutes of now, before or after. */
export async function pushRecentShiftStarts(
  context: Pushing,
  actor: Actor,
  asked: Pick<BatchTrigger, 'source' | 'purpose'>,
): Promise<{ industryId: string; shiftStart: string; batchAt: string }[]> {
  const { database, clock, queue } = context;
  const now = clock.now();
  const clocks = new Map(
    (await listIndustries(database, now)).map((industry) => [industry.industryId, industry.clock]),
  );
  const plans: { shiftStart: string; planned: PlannedTrigger }[] = [];
  for (const run of await dailyRuns({ database, clock })) {
    const start = shiftStartNear(run, now, PROXIMITY_MINUTES * MINUTE_MS);
    const ownClock = clocks.get(run.industryId);
    if (start === null || ownClock === undefined) continue;
    const shiftStart = new Date(start).toISOString();
    const industry = { industryId: run.industryId, clock: ownClock };
    plans.push({ shiftStart, planned: planBatchTrigger({ clock }, industry, { ...asked, time: shiftStart }) });
  }
  const industryIds = plans.map(({ planned }) => planned.event.industryId);
  const after = { purpose: asked.purpose, industryIds };
  await audit(context, { actor, industryKey: null, verb: 'trigger.shifts', subject: asked.source, after });
  // A failing industry must not keep the others from their batch.
  const failures: unknown[] = [];
  for (const { planned } of plans) await pushPlanned(queue, planned).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  return plans.map(({ shiftStart, planned: { event, batchAt } }) => ({
    industryId: event.industryId,
    shiftStart,
    batchAt: new Date(batchAt).toISOString(),
  }));
}

/** Runs the batch that a trigger asks for, with the months and years around its day. */
export async function runTrigger(context: Context, queue: QueueClient, trigger: BatchTrigger): Promise<void> {
  const { industryId, time, source, purpose } = trigger;
  const line = { industry: industryId, time, source, purpose };
  try {
    const { days, written } = await processTime({ ...context, queue }, industryId, time, {
      // The trigger has an audit row of its own.
      by: null,
      daily: true,
      monthly: true,
      yearly: true,
      oldData: false,
      updateOnlyVirtual: false,
      write: true,
      unitIds: [],
    });
    context.log.info({ ...line, days, written }, 'triggered batch done');
  } catch (error) {
    // Trying again does not bring back an industry that is gone.
    if (!(error instanceof ServiceError)) throw error;
    context.log.warn({ ...line, why: error.message }, 'a trigger asked for what cannot be processed');
  }
}

/** Specification, Events: the test event. */
export async function publishTest(context: Pushing, actor: Actor): Promise<StreamEvent> {
  const after = { at: new Date(context.clock.now()).toISOString() };
  await audit(context, { actor, industryKey: null, verb: 'event.test', subject: EVENT_STREAM_QUEUE, after });
  return publishEvent(context, context.queue, { kind: 'test', industryId: null, unitId: null });
}

/** Whether the event stream answers, and the number of its waiting events. */
export async function probeStream({
  queueDepth,
}: WithDepth): Promise<{ readonly events: QueueDepth; readonly batchTriggers: QueueDepth }> {
  const found: QueueDepth[] = [];
  await sendToStream(async () => {
    for (const name of [EVENT_STREAM_QUEUE, BATCH_TRIGGER_QUEUE]) found.push(await queueDepth(name));
  });
  const [events, batchTriggers] = found;
  if (events === undefined || batchTriggers === undefined) throw new Error('Each queue was asked for.');
  return { events, batchTriggers };
}

interface TriggerAct {
  readonly actor: Actor;
  readonly industryKey: number | null;
  readonly verb: 'trigger.batch' | 'trigger.shifts' | 'event.test';
  readonly subject: string;
  readonly after: Readonly<Record<string, JsonValue>>;
}

/**
 * Writes the audit row before the event, because no act is without one. An event that is not taken is reported to the
 * caller.
 */
const audit = ({ database, clock }: DataContext, act: TriggerAct): Promise<void> =>
  writeAudit(database, { at: clock.now(), before: null, ...act });

const industryOf = async ({ database, clock }: DataContext, industryId: string) =>
  industryId === OPERATOR_INDUSTRY_ID
    ? undefined
    : (await listIndustries(database, clock.now())).find((found) => found.industryId === industryId);
