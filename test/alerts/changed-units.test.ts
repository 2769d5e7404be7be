import { beforeAll, describe, expect, it } from 'vitest';
import { runBacktest } from '../../src/alerts/run-backtest.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { requestAlert } from '../../src/alerts/request-alert.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { process as processDays, unit, works } from '../figures/processing/works.ts';
import { define, hearOfSettled, incidentsOf, send } from './watch.ts';

/*
 * Two meters in UTC that count otherwise from 1 June on. Each reading of A is five kilolitres of an hour, and fifty in
 * June. SLOW sends every two hours, and should send every five minutes in June.
 */
const HOUR = 3_600_000;
const FROM_JUNE = { meta: { effectiveFrom: '01/06/2026' } };
const RATE = { alertType: 'flow_rate_above_the_range', settings: { high: 20 } };

let context: TestContext;
let industry: Industry;

const readings = (unitId: string, day: string, hours: number, step = 1) =>
  Array.from({ length: hours / step + 1 }, (_, index) => ({
    row: { unitId, createdOn: new Date(Date.parse(day) + index * step * HOUR).toISOString(), value: 5000 },
  }));
const replay = (rule: object, unitId: string, day: string) =>
  runBacktest(context, industry, {
    rule: { ...rule, scope: { kind: 'unit', ids: [unitId] } },
    from: businessDate(day),
    to: businessDate(day),
    suggest: false,
    series: false,
  });

beforeAll(async () => {
  context = await testContext('2026-06-10T00:00:00Z');
  const meters = (of: object, slow: object) => [
    unit('A', 'FLOW_CATEGORY', { flowFactor: 1, ...of }),
    unit('SLOW', 'FLOW_CATEGORY', { dataUpdateFrequency: 3600, ...slow }),
  ];
  const { industryId } = await works(context, meters({}, {}));
  industry = await works(
    context,
    meters({ flowFactor: 10, ...FROM_JUNE }, { dataUpdateFrequency: 300, ...FROM_JUNE }),
    { industryId },
  );
  await send(context, industry, [
    ...readings('A', '2026-05-20T00:00:00Z', 48),
    ...readings('A', '2026-06-02T00:00:00Z', 48),
    ...readings('SLOW', '2026-05-20T00:00:00Z', 48, 2),
    ...readings('SLOW', '2026-06-02T00:00:00Z', 48, 2),
  ]);
});

describe('a day before a unit changed', () => {
  it('is replayed by the multiplier that counted on it', async () => {
    expect(await replay(RATE, 'A', '2026-05-21')).toMatchObject({ count: 0 });
    expect(await replay(RATE, 'A', '2026-06-03')).toMatchObject({ count: 1, incidents: [{ peak: 50 }] });
    const low = { alertType: 'flow_rate_above_the_range', settings: { high: 4 } };
    expect(await replay(low, 'A', '2026-05-21')).toMatchObject({ incidents: [{ peak: 5 }] });
  });

  it('is replayed by the interval that counted on it', async () => {
    const silence = { alertType: 'device_status', settings: {} };
    // Three hours may pass in May, and one in June.
    expect(await replay(silence, 'SLOW', '2026-05-21')).toMatchObject({ count: 0 });
    expect((await replay(silence, 'SLOW', '2026-06-03')).count).toBeGreaterThan(0);
  });

  it('records nothing by the new multiplier when a reading of it comes late', async () => {
    await define(context, industry, {
      title: 'Too fast',
      severity: 'low',
      ...RATE,
      scope: { kind: 'unit', ids: ['A'] },
    });
    await evaluateIndustry(context, industry.industryId);
    await send(context, industry, readings('A', '2026-05-20T00:30:00Z', 0));
    await processDays(context, industry, '2026-05-20', '2026-05-21');
    await hearOfSettled(context, industry);
    await evaluateIndustry(context, industry.industryId);
    expect((await incidentsOf(context, industry)).filter(({ origin }) => origin === 'rule')).toEqual([]);
  });

  it('denies a claim by what passed on it', async () => {
    const request = {
      type: 'claim',
      unitId: 'A',
      recipients: [],
      createdOn: '2026-05-22T00:00:00Z',
      meta: { alertType: 'no_flow_n_days', currentValue: 1 },
    };
    const by = { userId: 'gateway', industryId: 'X', address: null };
    await requestAlert({ context, channels: {} }, noQueue, industry, request, by);
    const [claim] = (await incidentsOf(context, industry)).filter(({ origin }) => origin === 'request');
    expect(claim?.evidence['checked']).toMatchObject({ verdict: 'denied', passed: { value: 120, unit: 'KL' } });
  });
});
