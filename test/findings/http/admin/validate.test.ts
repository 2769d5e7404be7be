import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FindingToWrite, keepFindings } from '../../../../src/findings/store/insights.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { type FakeChatSpace, startChatSpace } from '../../../support/chat-space.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { at, process, send, unit, virtual, works } from '../../../figures/processing/works.ts';
import { mintOperator, type Operator } from '../../../industries/http/admin/support/operator.ts';

let context: TestContext;
let space: FakeChatSpace;
let operator: Operator;
beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  space = await startChatSpace();
  operator = await mintOperator(context, { chatSpace: { groups: { operations: space.url }, allowPrivate: true } });
});
afterAll(async () => {
  await space.stop();
});

const hours = (industry: Industry, date: string, unitId: string, values: readonly number[]) =>
  values.map((value, hour) => ({ unitId, createdOn: at(industry, date, hour), value }));
const steady = (value: number): number[] => Array.from({ length: 24 }, () => value);
/** The newest message of the space. */
const posted = (): string => (space.received.at(-1) as { text: string }).text;

interface Processed {
  readonly message: string;
  readonly data: {
    readonly date: string;
    readonly industries: readonly { readonly industryId: string; readonly state: string }[];
  };
}
interface Checked {
  readonly message: string;
  readonly data: {
    readonly units: number;
    readonly counts: Record<string, number>;
    readonly findings: readonly { readonly industryId: string; readonly unitId: string; readonly check: string }[];
  };
}

describe('GET /api/admin/validate/batchProcessing', () => {
  const ask = (query: string) => operator.get<Processed>(`validate/batchProcessing?${query}`);
  const stateOf = async ({ industryId }: Industry, date: string): Promise<unknown> =>
    (await ask(`groupId=operations&date=${date}`)).body.data.industries.find(
      (found) => found.industryId === industryId,
    );

  it('tells of every active industry what is processed, and posts what is missing', async () => {
    const done = await works(context, [unit('A', 'FLOW_CATEGORY'), unit('STILL', 'FLOW_CATEGORY')]);
    const not = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const inactive = await works(context, [unit('A', 'FLOW_CATEGORY')], { isActive: false });
    await send(context, done, hours(done, '2026-06-10', 'A', steady(1)));
    await process(context, done, '2026-06-10', '2026-06-10');
    const industry = { industryName: done.industryId, industryId: done.industryId };
    expect(await stateOf(done, '10/06/2026')).toEqual({
      ...industry,
      state: 'complete',
      unitsWithoutDocument: [],
      unitsWithoutData: ['STILL'],
    });
    expect(await stateOf(not, '10/06/2026')).toMatchObject({ state: 'missing' });
    expect(posted()).toMatch(/^Processed data of 10\/06\/2026: missing for \d+ of \d+ industries/);
    expect(await stateOf(inactive, '10/06/2026')).toBeUndefined();
    expect(await stateOf(done, '11/06/2026')).toMatchObject({ state: 'running', unitsWithoutData: [] });

    // A unit that is added later and had sent by then, and a day that waits for a rebuild.
    await works(
      context,
      ['A', 'STILL', 'NEW'].map((id) => unit(id, 'FLOW_CATEGORY')),
      { industryId: done.industryId },
    );
    const key = done.industryKey;
    await context.database.execute('DELETE FROM telemetry.stale_day WHERE industry_key = $1', [key]);
    await context.database.execute(
      `INSERT INTO telemetry.unit_state (unit_key, created_on, estimated, received_at, first_business_date)
       SELECT unit_key, '2026-06-10', false, '2026-06-10', '2026-06-10' FROM tenant.unit WHERE industry_key = $1 AND unit_id = 'NEW'`,
      [key],
    );
    expect(await stateOf(done, '10/06/2026')).toMatchObject({ state: 'incomplete', unitsWithoutDocument: ['NEW'] });
    await context.database.execute(
      `INSERT INTO telemetry.stale_day (industry_key, business_date, unit_keys, causes, marked_at) VALUES ($1, '2026-06-10', '{}', '{}', now())`,
      [key],
    );
    expect(await stateOf(done, '10/06/2026')).toMatchObject({ state: 'waiting' });
  });

  it('refuses a day that no industry has begun, and posts nothing', async () => {
    const before = space.received.length;
    const { status, body } = await ask('groupId=operations&date=20/11/2030');
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        status_code: 400,
        message: "Invalid 'date': '20/11/2030' has not begun for any industry",
      }),
    ]);
    expect(space.received).toHaveLength(before);
  });

  it('leaves out industries that have not begun a day which others have', async () => {
    // 06:00 UTC of 11/06 is 20:00 of it in Kiritimati, and 19:00 of 10/06 in Pago Pago.
    const zoned = (timezone: string) => works(context, [unit('A', 'FLOW_CATEGORY')], { timezone });
    const [east, west] = [await zoned('Pacific/Kiritimati'), await zoned('Pacific/Pago_Pago')];
    expect(await stateOf(east, '11/06/2026')).toMatchObject({ state: 'running' });
    expect(await stateOf(west, '11/06/2026')).toBeUndefined();
  });

  it('asks for groupId and date, and answers 400 where the report cannot be posted', async () => {
    const message = async (query: string) => {
      const { status, body } = await ask(query);
      return [status, body.message];
    };
    for (const [query, missing] of [
      ['date=10/06/2026', 'groupId'],
      ['groupId=operations', 'date'],
    ] as const)
      expect(await ask(query)).toMatchObject({
        status: 400,
        body: { status_code: 400, message: `'${missing}' missing` },
      });
    expect((await operator.get('validate/reverseFlow')).body).toMatchObject({ status_code: 400 });
    expect(await message('groupId=sales&date=10/06/2026')).toEqual([
      400,
      "Invalid 'groupId': 'sales' is not one of operations",
    ]);
    space.answer({ status: 404 });
    expect(await message('groupId=operations&date=10/06/2026')).toEqual([400, "Chat group 'operations' answered 404"]);
    space.answer(null);
    const unset = await mintOperator(context);
    expect((await unset.get<Processed>('validate/batchProcessing?groupId=x&date=10/06/2026')).body.message).toBe(
      "Invalid 'groupId': chat spaces are not set up on this server",
    );
  });
});

describe('GET /api/admin/validate/checks', () => {
  const ask = (query: string, industry: Industry) =>
    operator.get<Checked>(`validate/checks?${query}&targetIndustryId=${industry.industryId}`);

  it('refuses a day that no industry has begun, and leaves out those that have not where others have', async () => {
    const west = await works(context, [unit('A', 'FLOW_CATEGORY')], { timezone: 'Pacific/Pago_Pago' });
    const east = await works(context, [unit('A', 'FLOW_CATEGORY')], { timezone: 'Pacific/Kiritimati' });
    const refused = { status_code: 1403, message: "Invalid 'date': '11/06/2026' has not begun for any industry" };
    expect(await ask('date=11/06/2026', west)).toMatchObject({ status: 400, body: refused });
    expect(await ask('date=11/06/2026', east)).toMatchObject({ status: 200, body: { data: { units: 1 } } });
    expect((await operator.get<Checked>('validate/checks?date=20/11/2030')).status).toBe(400);
  });

  it('finds what is wrong with the readings of a day, and posts it where a group is named', async () => {
    const industry = await works(context, [
      unit('GOOD', 'FLOW_CATEGORY'),
      unit('BACK', 'FLOW_CATEGORY', { displayName: 'Main <users/all>' }),
      unit('SPIKE', 'FLOW_CATEGORY'),
      unit('STILL', 'FLOW_CATEGORY'),
      unit('GONE', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
      virtual('V', '{GOOD}'),
    ]);
    await send(context, industry, [
      ...hours(industry, '2026-06-10', 'GOOD', steady(1000)),
      ...hours(industry, '2026-06-10', 'BACK', steady(1000).with(6, -250)),
      ...hours(industry, '2026-06-10', 'SPIKE', steady(1000).with(12, 5000)),
      ...hours(industry, '2026-06-10', 'STILL', steady(0)),
    ]);
    const day = businessDate('2026-06-10');
    const standstill: FindingToWrite = {
      findingKey: null,
      unitKey: industry.units.get('STILL')?.unitKey ?? null,
      kind: 'standstill',
      firstDay: day,
      raisedOn: day,
      lastDay: day,
      isOpen: true,
      severity: 'medium',
      sentence: 'Counted nothing on 3 days; 24 KL a day is usual',
      siUnit: 'KL',
      litres: null,
      litresPerDay: null,
      kilowattHours: null,
      kilowattHoursPerDay: null,
      money: null,
      currency: null,
      confidence: 0.8,
      evidence: {},
    };
    await keepFindings(context.database, industry.industryKey, [standstill], new Date(context.clock.now()));
    const before = space.received.length;
    const { status, body } = await ask('date=10/06/2026', industry);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(space.received.length).toBe(before);
    expect(body).toEqual({
      status: 'success',
      message: 'Validation of 10/06/2026: 4 findings at 5 units of 1 industry',
      data: {
        industries: 1,
        units: 5,
        counts: {
          reverseFlow: 1,
          highLow: 0,
          spike: 1,
          zeroConsumption: 1,
          missingQuantity: 1,
          sumCheck: 0,
          stuckRegister: 0,
        },
        findings: [
          {
            industryId: industry.industryId,
            unitId: 'BACK',
            unitName: 'Main <users/all>',
            date: '10/06/2026',
            check: 'reverseFlow',
            value: -0.25,
            limit: 0,
            unit: 'KL',
            at: '2026-06-10T06:00:00.000Z',
            text: 'ran backwards by 0.25 KL',
          },
          expect.objectContaining({ unitId: 'SPIKE', check: 'spike', value: 5, limit: 2.8 }),
          expect.objectContaining({ unitId: 'STILL', check: 'zeroConsumption', text: standstill.sentence }),
          expect.objectContaining({ unitId: 'GONE', check: 'missingQuantity', value: 24, at: null }),
        ],
      },
    });
    const asked = await ask('date=10/06/2026&checks=reverseFlow,spike&groupId=operations', industry);
    expect(asked.body.data.counts).toEqual({ reverseFlow: 1, spike: 1 });
    expect(posted()).toBe(
      [
        'Validation of 10/06/2026: 2 findings at 4 units of 1 industry',
        'Reverse flow 1, Spike 1',
        industry.industryId,
        '• Main ‹users/all› (BACK), 10/06/2026: Reverse flow, ran backwards by 0.25 KL',
        '• Unit SPIKE (SPIKE), 10/06/2026: Spike, 5 KL in one interval, the third highest is 1 KL',
      ].join('\n'),
    );
  });

  it('refuses checks that there are not, and industries that there are not', async () => {
    const { status, body } = await operator.get<Checked>('validate/checks?date=10/06/2026&checks=reverseFlow,leak');
    expect([status, body.message]).toEqual([
      400,
      "Invalid 'checks': 'reverseFlow,leak' has 'leak', which is none of reverseFlow, highLow, spike, zeroConsumption, missingQuantity, sumCheck, stuckRegister",
    ]);
    expect((await operator.get('validate/checks?date=10/06/2026&targetIndustryId=NO_SUCH')).status).toBe(400);
  });
});

describe('GET /api/admin/validate/reverseFlow', () => {
  it('scans the running day and the one before it, and posts the report', async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY')]);
    await send(context, industry, [
      { unitId: 'A', createdOn: '2026-06-09T23:00:00Z', value: -5 },
      { unitId: 'A', createdOn: '2026-06-10T05:00:00Z', value: -250 },
      { unitId: 'B', createdOn: '2026-06-11T05:00:00Z', value: -1500 },
    ]);
    const { status, body } = await operator.get<Checked>(
      `validate/reverseFlow?groupId=operations&targetIndustryId=${industry.industryId}`,
    );
    expect([status, body.message]).toEqual([200, 'Reverse flow since yesterday: 2 findings at 2 units of 1 industry']);
    expect(body.data.findings).toMatchObject([
      { unitId: 'A', date: '10/06/2026', value: -0.25 },
      { unitId: 'B', date: '11/06/2026', value: -1.5 },
    ]);
    expect(posted()).toContain('ran backwards by 1.5 KL');
    const all = await operator.get<Checked>('validate/reverseFlow?groupId=operations');
    // Of all industries the answer shows the first thousand, and counts the others.
    expect([all.status, all.body.message]).toEqual([200, expect.stringContaining('Reverse flow since yesterday')]);
    expect(Object.values(all.body.data.counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2);
  });

  it('asks for a group that can be posted to', async () => {
    const message = async (query: string) =>
      (await operator.get<Checked>(`validate/reverseFlow?${query}`)).body.message;
    expect(await message('')).toBe("'groupId' missing");
    expect(await message('groupId=sales')).toBe("Invalid 'groupId': 'sales' is not one of operations");
  });
});
