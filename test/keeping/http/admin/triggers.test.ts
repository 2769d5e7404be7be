import { beforeAll, describe, expect, it } from 'vitest';
import type { QueueClient } from '../../../../src/platform/queue/client.ts';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';
import { unit, works } from '../../../figures/processing/works.ts';
import { from } from '../../../service/support/app-fixture.ts';
import { askOpenly, mintOperator, type Operator } from '../../../industries/http/admin/support/operator.ts';

interface Sent {
  readonly queue: string;
  readonly payload: object;
  readonly key: string;
  readonly startAfter: string | undefined;
  readonly priority?: number;
}

let context: TestContext;
let operator: Operator;
let isAway = false;
/** Whose events alone are not taken. */
const refused = new Set<string>();
const sent: Sent[] = [];
const queue: QueueClient = {
  send: async (name, payload, { singletonKey, startAfter, ...more }) => {
    if (isAway || refused.has(String(Object(payload).industryId))) throw new Error('the queue is away');
    sent.push({ queue: name, payload, key: singletonKey, startAfter: startAfter?.toISOString(), ...more });
  },
};
/** What an act of the test has sent. */
async function sending<T>(act: () => Promise<T>): Promise<{ answer: T; events: Sent[] }> {
  const before = sent.length;
  return { answer: await act(), events: sent.slice(before) };
}
async function whileAway<T>(act: () => Promise<T>): Promise<T> {
  isAway = true;
  return act().finally(() => {
    isAway = false;
  });
}

beforeAll(async () => {
  context = await testContext('2026-06-11T00:40:00Z');
  operator = await mintOperator(
    context,
    {},
    {
      queue,
      queueDepth: async (name) => {
        if (isAway) throw new Error('the queue is away');
        return { queued: name === 'event-stream' ? 2 : 0, active: 0 };
      },
    },
  );
});
const STREAM_AWAY = {
  status: 500,
  body: {
    status: 'failed',
    status_code: 500,
    message: 'The event stream does not answer at the moment. Please try again.',
  },
};
const auditOf = (verb: string): Promise<{ after: unknown }[]> =>
  context.database.execute(`SELECT after FROM operations.audit WHERE verb = $1 AND actor_user_id = $2`, [
    verb,
    operator.userId,
  ]);

const kolkata = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00' }; // 00:30 UTC

describe('GET /api/admin/bpTrigger/trigger', () => {
  const trigger = (query: Record<string, string>) =>
    operator.get<{ message: string }>(`bpTrigger/trigger?${new URLSearchParams(query)}`);
  const strangersTrigger = (query: Record<string, string>) =>
    askOpenly<{ message: string }>(operator.app, `bpTrigger/trigger?${new URLSearchParams(query)}`);

  it('pushes the event of the day that ends at the shift start of its date', async () => {
    const { industryId } = await works(context, [unit('A', 'FLOW_CATEGORY')], kolkata);
    const { answer, events } = await sending(() =>
      trigger({ industryId, time: '2026-06-10T00:30:00', source: 'cron', purpose: 'daily' }),
    );
    expect(answer).toEqual({
      status: 200,
      body: { status: 'success', message: 'Trigger event pushed', data: { batchAt: '2026-06-11T00:40:00.000Z' } },
    });
    expect(events).toEqual([
      {
        queue: 'batch-trigger',
        payload: { industryId, time: '2026-06-10T00:30:00.000Z', source: 'cron', purpose: 'daily' },
        key: `${industryId} 2026-06-09`,
        startAfter: '2026-06-10T00:33:00.000Z',
      },
    ]);
  });

  it('waits for a day that has not ended, a day at most', async () => {
    const { industryId } = await works(context, [unit('A', 'FLOW_CATEGORY')], kolkata);
    const asked = { industryId, source: 'cron', purpose: 'daily' };
    const { answer } = await sending(() => trigger({ ...asked, time: '2026-06-12T00:30:00Z' }));
    expect(answer.body).toMatchObject({ data: { batchAt: '2026-06-12T00:33:00.000Z' } });
    expect(await trigger({ ...asked, time: '2026-06-13T00:30:00Z' })).toEqual({
      status: 400,
      body: expect.objectContaining({
        status_code: 1403,
        message: "Invalid 'time': '2026-06-13T00:30:00Z' means a business day that ends more than a day from now",
      }),
    });
  });

  it.each(['industryId', 'time', 'source', 'purpose'])('asks for %s', async (field) => {
    const query: Record<string, string> = { industryId: 'X', time: '2026-06-10', source: 'cron', purpose: 'daily' };
    delete query[field];
    expect(await trigger(query)).toEqual({
      status: 400,
      body: expect.objectContaining({ status_code: 1403, message: `'${field}' missing` }),
    });
  });

  it('works for a stranger, who does not hear whether there is such an industry, nor of its clock', async () => {
    const { industryId } = await works(context, [unit('A', 'FLOW_CATEGORY')], kolkata);
    const nobody = mintId('NOBODY');
    const ask = (id: string, time: string) =>
      sending(() => strangersTrigger({ industryId: id, time, source: 'cron', purpose: 'daily' }));
    // The last but one ends too far ahead by the clock of the industry, the last by every clock.
    for (const time of ['2026-06-10T00:30:00Z', 'yesterday', '2026-06-13T00:30:00Z', '2026-06-20T00:30:00Z']) {
      const [there, notThere] = [await ask(industryId, time), await ask(nobody, time)];
      expect(there.answer).toEqual(notThere.answer);
      expect(notThere.events).toEqual([]);
      expect(there.events.length).toBe(time === '2026-06-10T00:30:00Z' ? 1 : 0);
    }
    const pushed = { status: 'success', message: 'Trigger event pushed', data: { batchAt: null } };
    expect((await ask(nobody, '2026-06-10T00:30:00Z')).answer).toEqual({ status: 200, body: pushed });
    expect((await ask(nobody, '2026-06-20T00:30:00Z')).answer.body.message).toMatch(
      /is more than three days from now$/,
    );
    for (const id of [industryId, nobody])
      expect(await whileAway(async () => (await ask(id, '2026-06-10T00:30:00Z')).answer)).toEqual(STREAM_AWAY);
  });

  it('lets a stranger ask 60 times an hour, behind whoever has shown who he is', async () => {
    const { industryId } = await works(context, [unit('A', 'FLOW_CATEGORY')], kolkata);
    const asked = { time: '2026-06-10T00:30:00Z', source: 'cron', purpose: 'daily' };
    const ask = (id: string, network = '10.51.100.1') =>
      operator.app.request(
        `/api/admin/bpTrigger/trigger?${new URLSearchParams({ ...asked, industryId: id })}`,
        {},
        from(network),
      );
    const { events } = await sending(async () => {
      await ask(industryId);
      await trigger({ ...asked, industryId });
    });
    expect(events.map(({ priority }) => priority)).toEqual([-1, undefined]);
    const nobody = mintId('NOBODY');
    for (let more = 0; more < 59; more += 1) await ask(nobody);
    expect([(await ask(nobody)).status, (await ask(industryId)).status]).toEqual([429, 429]);
    expect((await ask(industryId, '10.51.100.2')).status).toBe(200);
    expect((await trigger({ ...asked, industryId })).status).toBe(200);
  });

  it('says what it does not know, and that the stream is away', async () => {
    const { industryId } = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const asked = { industryId, time: '2026-06-10T00:30:00Z', source: 'cron', purpose: 'daily' };
    // The 30th of February is no day, and not the 2nd of March either.
    for (const time of ['yesterday', '2026-02-30T00:30:00Z'])
      expect((await trigger({ ...asked, time })).body.message).toBe(
        `Invalid 'time': '${time}' is not an ISO 8601 timestamp in UTC of the years 1910 to 2190`,
      );
    const nobody = mintId('NOBODY');
    expect((await trigger({ ...asked, industryId: nobody })).body.message).toBe(
      `Invalid 'industryId': '${nobody}' is not an industry`,
    );
    expect((await trigger({ ...asked, source: 'x'.repeat(101) })).body.message).toMatch(
      /is longer than 100 characters$/,
    );
    expect(await whileAway(() => trigger(asked))).toEqual(STREAM_AWAY);
  });
});

describe('GET /api/admin/shift-monitoring/recent-shift-starts', () => {
  const ask = () =>
    operator.get<{ data: { industryId: string; shiftStart: string; batchAt: string }[] }>(
      'shift-monitoring/recent-shift-starts?source=cron&purpose=shift',
    );

  it('triggers the batch of active industries whose shift starts within 15 minutes of now', async () => {
    const past = await works(context, [unit('A', 'FLOW_CATEGORY')], kolkata);
    const coming = await works(context, [unit('A', 'FLOW_CATEGORY')], { timezone: 'UTC', shiftStartAt: '00:55:00' });
    const later = await works(context, [unit('A', 'FLOW_CATEGORY')], { timezone: 'UTC', shiftStartAt: '00:55:01' });
    const inactive = await works(context, [unit('A', 'FLOW_CATEGORY')], { ...kolkata, isActive: false });
    const evening = await works(context, [unit('A', 'FLOW_CATEGORY')], {
      timezone: 'America/New_York',
      shiftStartAt: '20:30:00',
    });
    const { answer, events } = await sending(ask);
    expect(answer.status).toBe(200);
    const own = ({ industryId }: { readonly industryId: string }) =>
      [past, coming, later, inactive, evening].some((industry) => industry.industryId === industryId);
    expect(answer.body.data.filter(own)).toEqual(
      [
        { industryId: past.industryId, shiftStart: '2026-06-11T00:30:00.000Z', batchAt: '2026-06-11T00:40:00.000Z' },
        { industryId: coming.industryId, shiftStart: '2026-06-11T00:55:00.000Z', batchAt: '2026-06-11T00:58:00.000Z' },
        { industryId: evening.industryId, shiftStart: '2026-06-11T00:30:00.000Z', batchAt: '2026-06-11T00:40:00.000Z' },
      ].toSorted((a, b) => (a.industryId < b.industryId ? -1 : 1)),
    );
    // The days that end at these instants. A shift in the evening has an offset of a day.
    expect(events.map(({ key }) => key).filter((key) => own({ industryId: key.split(' ')[0] ?? '' }))).toEqual(
      expect.arrayContaining([
        `${past.industryId} 2026-06-10`,
        `${coming.industryId} 2026-06-10`,
        `${evening.industryId} 2026-06-10`,
      ]),
    );
    expect(events.length).toBe(answer.body.data.length);
    expect((await auditOf('trigger.shifts')).length).toBe(1);
  });

  it('keeps no industry from its batch because the event of another is not taken, and notes it before', async () => {
    const plants = [0, 1].map(() => works(context, [unit('A', 'FLOW_CATEGORY')], kolkata));
    const [first, second] = (await Promise.all(plants)).map(({ industryId }) => industryId).toSorted();
    const rowsBefore = await auditOf('trigger.shifts');
    refused.add(first ?? '');
    const { answer, events } = await sending(ask);
    refused.clear();
    expect(answer).toEqual(STREAM_AWAY);
    expect(events.map(({ key }) => key)).toContain(`${second} 2026-06-10`);
    const rows = await auditOf('trigger.shifts');
    expect(rows.length).toBe(rowsBefore.length + 1);
    expect(JSON.stringify(rows)).toContain(String(first));
  });

  it('asks for source and purpose, and says that the stream is away', async () => {
    const message = async (query: string) =>
      (await operator.get<{ message: string }>(`shift-monitoring/recent-shift-starts?${query}`)).body.message;
    expect([await message('purpose=x'), await message('source=x')]).toEqual(["'source' missing", "'purpose' missing"]);
    expect(await whileAway(ask)).toEqual(STREAM_AWAY);
  });
});

describe('the event stream', () => {
  it('takes a test event, which is audited', async () => {
    const { answer, events } = await sending(() => operator.get('plcEventStream/data'));
    expect(answer).toEqual({
      status: 200,
      body: {
        message: 'Test event published',
        status: 'Success',
        data: { kind: 'test', at: '2026-06-11T00:40:00.000Z' },
      },
    });
    expect(events).toMatchObject([
      {
        queue: 'event-stream',
        payload: { kind: 'test', at: '2026-06-11T00:40:00.000Z', industryId: null, unitId: null },
      },
    ]);
    expect(await auditOf('event.test')).toEqual([{ after: { at: '2026-06-11T00:40:00.000Z' } }]);
    expect(await whileAway(() => operator.get('plcEventStream/data'))).toEqual(STREAM_AWAY);
  });

  it('is asked whether it answers', async () => {
    expect(await operator.get('validate/stream_backend')).toEqual({
      status: 200,
      body: {
        message: 'The event stream answers',
        status: 'Success',
        data: { events: { queued: 2, active: 0 }, batchTriggers: { queued: 0, active: 0 } },
      },
    });
    expect(await whileAway(() => operator.get('validate/stream_backend'))).toEqual(STREAM_AWAY);
  });
});
