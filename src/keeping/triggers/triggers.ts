import type { Context, Reach } from '../../context.ts';
import { OPERATOR_INDUSTRY_ID } from '../../platform/login/rules/caller.ts';
import type { Actor } from '../../platform/login/rules/actor.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { shiftStartNear } from '../../kernel/time/shift-starts.ts';
import type { QueueClient } from '../../platform/queue/client.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { listIndustries } from '../../platform/directory/store/industries.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { BATCHES_FROM_HERE } from '../../platform/limits/limits.ts';
import { dailyRuns } from '../../figures/processing/daily-runs.ts';
import { EVENT_STREAM_QUEUE, publishEvent, type StreamEvent } from './events.ts';
import { toStream } from './to-stream.ts';
import {
  BATCH_TRIGGER_QUEUE,
  type BatchTrigger,
  planBatchTrigger,
  type PlannedTrigger,
  pushBatchTrigger,
  pushPlanned,
  requireTriggerTime,
} from './push-trigger.ts';
import { resetUnits, resetUnitsUnseen } from './reset-units.ts';

/** Specification, Limits: shift proximity for recent starts. */
const PROXIMITY_MINUTES = 15;

/** How many jobs of a queue wait, and how many are worked on. */
export interface QueueDepth {
  readonly queued: number;
  readonly active: number;
}

interface TriggerParts extends Pick<Context, 'database' | 'clock' | 'log'>, Reach {
  readonly queue: QueueClient;
  readonly limiter: Limiter;
  readonly queueDepth: (queue: string) => Promise<QueueDepth>;
}

/** Events that others ask for: batches, resets, tests of the stream. Each is told 500 when the stream fails. */
export interface TriggersService {
  /**
   * @returns the instant from which the batch may run, ISO 8601
   * @throws ServiceError 1401 for what names no industry, 1403 for what is no time.
   */
  pushBatch(actor: Actor, trigger: BatchTrigger): Promise<string>;
  /**
   * The same for whoever has not shown who he is: he hears the same whether or not there is such an industry.
   * @param network of the client.
   * @throws ServiceError 1403 for what is no time, or no time for any industry, 429 for a network that asks too often.
   */
  pushBatchUnseen(trigger: BatchTrigger, network: string): Promise<void>;
  /** Pushes the batch of every active industry whose shift starts within 15 minutes of now, before or after. */
  pushRecentShiftStarts(
    actor: Actor,
    asked: Pick<BatchTrigger, 'source' | 'purpose'>,
  ): Promise<{ industryId: string; shiftStart: string; batchAt: string }[]>;
  /** Specification, Events: the test event. */
  publishTest(actor: Actor): Promise<StreamEvent>;
  /** Whether the stream answers, and what waits in it. */
  probe(): Promise<{ events: QueueDepth; batchTriggers: QueueDepth }>;
  /** As {@link resetUnits}. */
  resetUnits(actor: Actor, names: readonly string[]): Promise<void>;
  /** As {@link resetUnitsUnseen}. */
  resetUnitsUnseen(actor: Actor, names: readonly string[]): Promise<void>;
}

export function createTriggers(parts: TriggerParts): TriggersService {
  const { database, clock, queue, queueDepth, limiter } = parts;
  // Before the event, because no act is without a row. An event that is not taken is told to whoever asked.
  const audit = (act: {
    readonly actor: Actor;
    readonly industryKey: number | null;
    readonly verb: 'trigger.batch' | 'trigger.shifts' | 'event.test';
    readonly subject: string;
    readonly after: Readonly<Record<string, JsonValue>>;
  }) => writeAudit(database, { at: clock.now(), before: null, ...act });
  const industryOf = async (industryId: string) =>
    industryId === OPERATOR_INDUSTRY_ID
      ? undefined
      : (await listIndustries(database, clock.now())).find((found) => found.industryId === industryId);
  return {
    async pushBatch(actor, { industryId, ...trigger }) {
      const industry = await industryOf(industryId);
      if (industry === undefined) {
        const problem = `'${industryId}' is not an industry`;
        throw new ServiceError(1401, `Invalid 'industryId': ${problem}`, [{ field: 'industryId', problem }]);
      }
      const planned = planBatchTrigger({ clock }, industry, trigger);
      const { industryKey } = industry;
      await audit({ actor, industryKey, verb: 'trigger.batch', subject: industryId, after: { ...trigger } });
      await pushPlanned(queue, planned);
      return new Date(planned.batchAt).toISOString();
    },

    async pushBatchUnseen({ industryId, ...trigger }, network) {
      requireTriggerTime(trigger.time, clock.now());
      await limiter.take(BATCHES_FROM_HERE, network);
      const industry = await industryOf(industryId);
      // Without an industry the stream is asked all the same, because it may be away.
      if (industry === undefined) return toStream(async () => void (await queueDepth(BATCH_TRIGGER_QUEUE)));
      await pushBatchTrigger({ clock }, queue, industry, trigger, 'unseen').catch((error: unknown) => {
        // A time that is too far ahead by the industry's own clock would tell its clock.
        if (!(error instanceof ServiceError) || error.code !== 1403) throw error;
      });
    },

    async pushRecentShiftStarts(actor, asked) {
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
      await audit({ actor, industryKey: null, verb: 'trigger.shifts', subject: asked.source, after });
      // One that is not taken keeps no other industry from its batch.
      const failures: unknown[] = [];
      for (const { planned } of plans)
        await pushPlanned(queue, planned).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
      return plans.map(({ shiftStart, planned: { event, batchAt } }) => ({
        industryId: event.industryId,
        shiftStart,
        batchAt: new Date(batchAt).toISOString(),
      }));
    },

    async publishTest(actor) {
      const after = { at: new Date(clock.now()).toISOString() };
      await audit({ actor, industryKey: null, verb: 'event.test', subject: EVENT_STREAM_QUEUE, after });
      return publishEvent({ clock }, queue, { kind: 'test', industryId: null, unitId: null });
    },

    async probe() {
      const found: QueueDepth[] = [];
      await toStream(async () => {
        for (const name of [EVENT_STREAM_QUEUE, BATCH_TRIGGER_QUEUE]) found.push(await queueDepth(name));
      });
      const [events, batchTriggers] = found;
      if (events === undefined || batchTriggers === undefined) throw new Error('Each queue was asked for.');
      return { events, batchTriggers };
    },

    resetUnits: (actor, names) => resetUnits(parts, actor, names),
    resetUnitsUnseen: (actor, names) => resetUnitsUnseen(parts, actor, names),
  };
}
