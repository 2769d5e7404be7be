import { beforeEach, describe, expect, it } from 'vitest';
import { runBacktest } from '../../src/alerts/run-backtest.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { process as processDays, unit, works } from '../figures/processing/works.ts';
import { define, hearOfSettled, historyOf, incidentsOf, noting, rowsOf, send, times } from './watch.ts';

/* Days from 06:00 to 06:00 in UTC, and a meter that sends every five minutes. */

const STILL_RULE = { title: 'Stands still', severity: 'low', alertType: 'no_flow_n_days', settings: { days: 3 } };
const SLOTS_OF_DAY = 288;
const at = (day: number, time: string): number => Date.parse(`2026-11-${day}T${time}:00Z`);

let context: TestContext;
let industry: Industry;
const evaluateAt = async (day: number, time: string): Promise<number> => {
  context.clock.set(new Date(at(day, time)).toISOString());
  return (await evaluateIndustry(context, industry.industryId)).told;
};
const replay = (day: string) =>
  runBacktest(context, industry, {
    rule: { ...STILL_RULE },
    from: businessDate(day),
    to: businessDate(day),
    suggest: false,
    series: false,
  });

beforeEach(async () => {
  context = await testContext('2026-11-20T06:00:00Z');
  industry = await works(context, [unit('A', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 })], {
    shiftStartAt: '06:00:00',
  });
  await define(context, industry, STILL_RULE);
});

describe('days without flow', () => {
  it('end with the first reading that has flow, whoever looks when', async () => {
    // Flow on the 16th, none from the 17th to the 19th, and again from 08:00 on the 20th.
    await send(context, industry, [
      ...rowsOf('A', at(16, '06:00'), times(SLOTS_OF_DAY, 100)),
      ...rowsOf('A', at(17, '06:00'), times(3 * SLOTS_OF_DAY, 0)),
    ]);
    expect(await evaluateAt(20, '06:35')).toBe(1);
    context.clock.set('2026-11-20T08:11:00Z');
    await send(context, industry, [
      ...rowsOf('A', at(20, '06:00'), times(24, 0)),
      ...rowsOf('A', at(20, '08:00'), times(3, 100)),
    ]);
    expect(await evaluateAt(20, '08:12')).toBe(1);
    const [live] = await incidentsOf(context, industry);
    expect(live).toMatchObject({ state: 'recovered', openedAt: at(20, '06:00') - 1, closedAt: at(20, '08:00') });

    context.clock.set('2026-11-21T07:00:00Z');
    await send(context, industry, rowsOf('A', at(20, '08:15'), times(261, 100)));
    await processDays(context, industry, '2026-11-16', '2026-11-20');
    await hearOfSettled(context, industry);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    const [settled] = await incidentsOf(context, industry);
    if (settled === undefined) throw new Error('It is gone.');
    expect(settled.closedAt).toBe(at(20, '08:00'));
    expect(await historyOf(context, industry, settled)).toEqual(['fired!', 'recovered!']);
    expect((await replay('2026-11-20')).incidents).toMatchObject([{ to: '2026-11-20T08:00:00.000Z' }]);
  });

  it('are asked for no reading while something flows every day', async () => {
    await send(context, industry, rowsOf('A', at(16, '06:00'), times(4 * SLOTS_OF_DAY, 100)));
    await processDays(context, industry, '2026-11-16', '2026-11-19');
    await hearOfSettled(context, industry);
    const statements: string[] = [];
    context.clock.set('2026-11-20T09:00:00Z');
    await send(context, industry, rowsOf('A', at(20, '06:00'), times(30, 100)));
    await evaluateIndustry(noting(context, statements), industry.industryId);
    expect(statements).not.toContain('watched-readings.spans');
  });
});
