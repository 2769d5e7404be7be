import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { computeInsightsOf } from '../../../src/findings/insights/due-insights.ts';
import { beginJudgement, markInsightsDue } from '../../../src/findings/store/insights.ts';
import { testContext } from '../../support/database.ts';
import { unit, works } from '../../figures/processing/works.ts';

it('older days stay to be judged when a second worker takes them up and fails while the first ends', async () => {
  const context = await testContext('2026-03-01T02:30:00Z');
  const { database } = context;
  const { industryId, industryKey } = await works(context, [unit('M', 'FLOW_CATEGORY')]);
  const now = new Date(context.clock.now());
  const [newer, older] = ['2025-09-01', '2025-06-01'].map((date) => businessDate(date));
  const change = (changedFrom = newer) =>
    markInsightsDue(database, { industryKey, dueAt: now, changedFrom: changedFrom ?? null });
  const failing: Database = { ...database, transaction: () => Promise.reject(new Error('The connection is lost.')) };
  let second: Promise<void> | undefined;
  const many: Database['many'] = async <R>(name: string, values: Parameters<Database['many']>[1]) => {
    if (name === 'insights.judged' && second === undefined) {
      await change(older);
      second = computeInsightsOf({ ...context, database: failing }, industryId);
      // It has failed by then, unless it waits for this one.
      await Promise.race([second, delay(1000)]);
    }
    return database.many<R>(name, values);
  };
  await change();
  await computeInsightsOf({ ...context, database: { ...database, many } }, industryId);
  await second;
  expect(await beginJudgement(database, industryKey, { atLeastFrom: null, now })).toBe(older);
});
