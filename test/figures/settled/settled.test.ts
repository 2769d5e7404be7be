import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { channelsOf } from '../../../src/platform/live/publish.ts';
import { type DaySettled, SETTLED_CONSUMERS } from '../../../src/kernel/document/day-settled.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { rebuildIndustryJob } from '../../../src/figures/jobs/process-industry.ts';
import { noQueue, type QueueClient } from '../../../src/platform/queue/client.ts';
import { consumeSettled, forgetTaken } from '../../../src/figures/settled/consume.ts';
import { SETTLED_REACTIONS } from '../../../src/service/settled-reactions.ts';
import { publishSettled } from '../../../src/figures/settled/publish-settled.ts';
import { countWaitingEvents, settledTotals, takeSettledEvent } from '../../../src/figures/store/settled-events.ts';
import { at, process, send, unit, virtual, works } from '../processing/works.ts';
import { type OwnContext, ownContext } from '../../keeping/upkeep/own-database.ts';

/* Totals and what waits are of a whole installation: on a database of this file alone. */

let context: OwnContext;
beforeAll(async () => {
  context = await ownContext('2026-03-10T00:00:00Z');
});

const UNITS = [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY'), virtual('SUM', '{A} + {B}')];
interface Sent {
  readonly queue: string;
  readonly payload: { industryId: string; industryKey: number; eventKey: number };
  readonly key: string;
}
/** Other tests may have left more than a look takes. */
const ALL_EVENTS = 1_000_000;
const recording = (): { sent: Sent[]; queue: QueueClient } => {
  const sent: Sent[] = [];
  return {
    sent,
    queue: {
      send: async (queue, payload, { singletonKey }) => {
        sent.push({ queue, payload: payload as Sent['payload'], key: singletonKey });
      },
    },
  }; // what publishSettled sends
};

/**
 * Takes every waiting event of the industry for the consumer and throws the taking away: the events as consumers see
 * them.
 */
async function eventsOf(industry: Industry): Promise<DaySettled[]> {
  const { sent, queue } = recording();
  await publishSettled(context, queue, ALL_EVENTS);
  const events: DaySettled[] = [];
  for (const { payload } of sent.filter(
    (job) => job.queue === 'day-settled.totals' && job.payload.industryId === industry.industryId,
  )) {
    await context.database
      .transaction(async (transaction) => {
        const event = await takeSettledEvent(transaction, { ...payload, consumer: 'totals' });
        if (event !== null) events.push(event);
        throw new Error('not taken');
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'not taken') throw error;
      });
  }
  return events;
}
const namesOf = (industry: Industry, keys: readonly number[]): string =>
  [...industry.units.values()]
    .filter((stored) => keys.includes(stored.unitKey))
    .map((stored) => stored.current.unitId)
    .join(' ');
/** Days as `date: changed units (causes, seconds from mark to settled)`. */
const daysOf = (industry: Industry, { days, settledAt }: DaySettled): string[] =>
  days.map(
    (day) =>
      `${day.date}: ${namesOf(industry, day.changedUnitKeys)} (${day.causes.join(', ')}${day.markedAt === null ? '' : `, ${(settledAt.getTime() - day.markedAt.getTime()) / 1000} s`})`,
  );

async function settledWorks(): Promise<Industry> {
  const industry = await works(context, UNITS);
  await process(context, industry, '2026-02-27', '2026-03-02');
  return industry;
}

describe('the event that days are settled', () => {
  it('names the days, the units whose figures changed on each, the periods, the causes and the oldest mark', async () => {
    const industry = await settledWorks();
    const [first, ...none] = await eventsOf(industry);
    expect(none).toEqual([]);
    expect(first === undefined ? [] : daysOf(industry, first)).toEqual([
      '2026-02-27: A B SUM (batch)',
      '2026-02-28: A B SUM (batch)',
      '2026-03-01: A B SUM (batch)',
      '2026-03-02: A B SUM (batch)',
    ]);
    expect(first?.changedPeriods).toEqual({
      daily: ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
      monthly: ['2026-02-01', '2026-03-01'],
      yearly: ['2026-01-01'],
    });

    await send(context, industry, [{ unitId: 'B', createdOn: at(industry, '2026-03-01', 3), value: 5 }]);
    context.clock.set('2026-03-10T00:00:40Z');
    await send(context, industry, [
      { unitId: 'B', createdOn: at(industry, '2026-03-01', 3), value: 6 },
      { unitId: 'A', createdOn: at(industry, '2026-03-02', 3), value: 0 },
    ]);
    context.clock.set('2026-03-10T00:01:00Z');
    await process(context, industry, '2026-03-01', '2026-03-02');
    const second = (await eventsOf(industry)).at(-1);
    expect(second === undefined ? [] : daysOf(industry, second)).toEqual([
      '2026-03-01: B SUM (correction, late reading, 60 s)',
      '2026-03-02: A SUM (late reading, 20 s)',
    ]);
    expect(second).toMatchObject({
      industryKey: industry.industryKey,
      changedPeriods: { monthly: ['2026-03-01'] },
      changedUnitKeys: [...industry.units.values()].map((stored) => stored.unitKey),
    });
  });

  it('is written for a day that settles without another figure, and not for a run again of settled days', async () => {
    const industry = await settledWorks();
    const before = (await eventsOf(industry)).length;
    await process(context, industry, '2026-02-27', '2026-03-02');
    await process(context, industry, '2026-02-27', '2026-03-02', { write: false });
    expect((await eventsOf(industry)).length).toBe(before);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-01', 3), value: 5 }]);
    await context.database.execute('DELETE FROM telemetry.reading WHERE unit_key = ANY ($1)', [
      [...industry.units.values()].map((stored) => stored.unitKey),
    ]);
    await process(context, industry, '2026-03-01', '2026-03-01');
    expect((await eventsOf(industry)).slice(before).map((event) => daysOf(industry, event))).toEqual([
      [`2026-03-01:  (late reading, 0 s)`],
    ]);
  });

  it('is not written of days that stay stale or were never wholly processed', async () => {
    const industry = await works(context, UNITS);
    await process(context, industry, '2026-03-01', '2026-03-02', { unitIds: new Set(['A']) });
    await process(context, industry, '2026-03-01', '2026-03-02', { monthly: false });
    await process(context, industry, '2026-03-01', '2026-03-02', { updateOnlyVirtual: true });
    expect(await eventsOf(industry)).toEqual([]);
    // What these runs have written is told of when the days settle.
    await process(context, industry, '2026-03-01', '2026-03-02');
    expect(
      (await eventsOf(industry)).flatMap((event) => daysOf(industry, event).map((day) => day.slice(0, 19))),
    ).toEqual(['2026-03-01: A B SUM', '2026-03-02: A B SUM']);
  });

  it('tells of units that a run has written which was cut off before it settled its days', async () => {
    const industry = await settledWorks();
    const before = (await eventsOf(industry)).length;
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-01', 3), value: 5 }]);
    const { transaction } = context.database;
    let transactions = 0;
    // The fourth transaction is the month's: register checks, the day's documents, and what they mark come before.
    const dying = {
      ...context,
      database: {
        ...context.database,
        transaction: (async (work) => {
          if (transactions > 0 && (await changedDays(industry)) > 0) throw new Error('killed');
          transactions += 1;
          return transaction(work);
        }) as typeof transaction,
      },
    };
    await expect(process(dying, industry, '2026-03-01', '2026-03-01')).rejects.toThrow('killed');
    expect(await changedDays(industry)).toBe(2);
    expect((await eventsOf(industry)).length).toBe(before);
    const healed = await process(context, industry, '2026-03-01', '2026-03-01');
    expect(healed.written?.daily).toBe(0);
    expect((await eventsOf(industry)).slice(before).map((event) => daysOf(industry, event))).toEqual([
      ['2026-03-01: A SUM (late reading, 0 s)'],
    ]);
  });

  it('of a job is published when its run has ended, and what a command leaves by the next sweep', async () => {
    const industry = await settledWorks();
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-01', 3), value: 5 }]);
    const { sent, queue } = recording();
    await rebuildIndustryJob.work(
      { context, queue: { ...noQueue, ...queue }, channels: channelsOf(context), rescheduleIndustries: async () => {} },
      { industryId: industry.industryId },
      new AbortController().signal,
      { id: randomUUID(), at: context.clock.now() },
    );
    const jobs = sent.filter(
      (job) => job.queue === 'day-settled.totals' && job.payload.industryId === industry.industryId,
    );
    expect(jobs).toHaveLength(2); // that of settledWorks, and that of the rebuild
    expect(jobs.map((job) => job.key)).toEqual(jobs.map((job) => String(job.payload.eventKey)));
    await publishSettled(context, {
      send: async () => {
        throw new Error('no queue');
      },
    });
    const again = recording();
    await publishSettled(context, again.queue, ALL_EVENTS);
    expect(again.sent).toEqual(expect.arrayContaining(jobs));
  });
});

describe('a consumer of settled days', () => {
  const settledDays = async (cause: string): Promise<number> =>
    (await settledTotals(context.database)).find((total) => total.cause === cause)?.settledDays ?? 0;
  async function waitingJob(industry: Industry): Promise<Sent['payload']> {
    const { sent, queue } = recording();
    await publishSettled(context, queue, ALL_EVENTS);
    const payload = sent
      .map((job) => job.payload)
      .filter(({ industryId }) => industryId === industry.industryId)
      .at(-1);
    if (payload === undefined) throw new Error('nothing waits');
    return payload;
  }

  it('takes an event once, however many take it at once and how often it is published', async () => {
    const industry = await settledWorks();
    const job = { ...(await waitingJob(industry)), consumer: 'totals' };
    const before = await settledDays('batch');
    await Promise.all(Array.from({ length: 6 }, () => consumeSettled(context, job, SETTLED_REACTIONS)));
    await consumeSettled(context, job, SETTLED_REACTIONS);
    expect(await settledDays('batch')).toBe(before + 4);
  });

  it('that fails has taken nothing and done nothing, and takes the event the next time', async () => {
    const industry = await settledWorks();
    const job = { ...(await waitingJob(industry)), consumer: 'totals' };
    const before = await settledTotals(context.database);
    const { totals } = SETTLED_REACTIONS;
    const failing = {
      ...context,
      database: {
        ...context.database,
        transaction: ((work) =>
          context.database.transaction(async (transaction) => {
            await work(transaction);
            throw new Error('killed before the commit');
          })) as typeof context.database.transaction,
      },
    };
    expect(totals).toBeDefined();
    await expect(consumeSettled(failing, job, SETTLED_REACTIONS)).rejects.toThrow('killed before the commit');
    expect(await settledTotals(context.database)).toEqual(before);
    await consumeSettled(context, job, SETTLED_REACTIONS);
    expect(await settledTotals(context.database)).not.toEqual(before);
  });

  it('that nobody knows is refused', async () => {
    await expect(
      consumeSettled(context, { industryKey: 1, eventKey: 1, consumer: 'nobody' }, SETTLED_REACTIONS),
    ).rejects.toThrow("'nobody' is no consumer of settled days.");
  });

  it('counts days, changed figures and seconds from mark to settled under each cause', async () => {
    const before = new Map((await settledTotals(context.database)).map((total) => [total.cause, total]));
    const industry = await settledWorks();
    await consumeSettled(context, { ...(await waitingJob(industry)), consumer: 'totals' }, SETTLED_REACTIONS);
    context.clock.set('2026-03-10T01:00:00Z');
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-01', 3), value: 5 }]);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-01', 3), value: 7 }]);
    context.clock.set('2026-03-10T01:00:30Z');
    await process(context, industry, '2026-03-01', '2026-03-01');
    await consumeSettled(context, { ...(await waitingJob(industry)), consumer: 'totals' }, SETTLED_REACTIONS);
    const added = (await settledTotals(context.database)).map((total) => {
      const was = before.get(total.cause);
      return [
        total.cause,
        total.settledDays - (was?.settledDays ?? 0),
        total.changedFigures - (was?.changedFigures ?? 0),
        total.markedDays - (was?.markedDays ?? 0),
        total.markedSeconds - (was?.markedSeconds ?? 0),
      ];
    });
    expect(added).toEqual([
      ['batch', 4, 12, 0, 0],
      ['correction', 1, 2, 1, 30],
      ['late reading', 1, 2, 1, 30],
    ]);
  });

  it('of an earlier release gets no job, which no queue would take, and holds up nobody', async () => {
    const industry = await settledWorks();
    await takenByAll(await waitingJob(industry));
    const before = await countWaitingEvents(context.database);
    await context.database.execute(
      "INSERT INTO telemetry.settled_event_waiting SELECT industry_key, event_key, 'gone' FROM telemetry.settled_event WHERE industry_key = $1",
      [industry.industryKey],
    );
    const { sent, queue } = recording();
    await publishSettled(context, queue, ALL_EVENTS);
    expect(sent.filter((job) => job.queue === 'day-settled.gone')).toEqual([]);
    expect(await countWaitingEvents(context.database)).toEqual(before);
  });

  it('keeps an event for a week after it was taken, and one that waits for as long as it waits', async () => {
    const industry = await settledWorks();
    const waiting = await waitingJob(industry);
    const other = await settledWorks();
    await takenByAll(await waitingJob(other));
    const eventCount = async (of: Industry) =>
      (
        await context.database.execute<{ count: number }>(
          'SELECT count(*) FROM telemetry.settled_event WHERE industry_key = $1',
          [of.industryKey],
        )
      )[0]?.count;
    await forgetTaken(context);
    expect([await eventCount(industry), await eventCount(other)]).toEqual([1, 1]);
    await context.database.execute(
      "INSERT INTO telemetry.settled_event_waiting SELECT industry_key, event_key, 'gone' FROM telemetry.settled_event WHERE industry_key = $1",
      [other.industryKey],
    );
    context.clock.set('2026-03-18T01:00:00Z');
    await forgetTaken(context);
    expect([await eventCount(industry), await eventCount(other)]).toEqual([1, 0]);
    expect((await countWaitingEvents(context.database)).oldestSettledAt).not.toBeNull();
    await takenByAll(waiting);
    await forgetTaken(context);
    expect(await eventCount(industry)).toBe(0);
  });
});

/** Every consumer reacts to the event. */
async function takenByAll(waiting: Sent['payload']): Promise<void> {
  for (const consumer of SETTLED_CONSUMERS) await consumeSettled(context, { ...waiting, consumer }, SETTLED_REACTIONS);
}

/** Daily documents of 2026-03-01 that were written for a late reading. */
const changedDays = async (industry: Industry): Promise<number> =>
  (
    await context.database.execute<{ count: number }>(
      "SELECT count(*) FROM telemetry.document WHERE industry_key = $1 AND period = 'DAILY' AND causes = '{late reading}'",
      [industry.industryKey],
    )
  )[0]?.count ?? 0;
