import { beforeAll, describe, expect, it } from 'vitest';
import { watchRunningDay } from '../../../src/findings/insights/watch-running-day.ts';
import { readFindings } from '../../../src/findings/insights/insights.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, dates, process, send, unit, works } from '../../figures/processing/works.ts';

const FIRST = '2026-02-20';
const YESTERDAY = '2026-02-28';
const TODAY = '2026-03-01';

let context: TestContext;
let industry: Industry;

const hours = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
const found = async () =>
  (await readFindings(context, industry, { days: 30, withSettled: true })).findings
    .map(
      ({ kind, unitId, isOpen, fate, severity }) =>
        `${kind} ${unitId} ${severity} ${isOpen ? 'open' : 'over'} ${fate ?? '-'}`,
    )
    .sort();

beforeAll(async () => {
  context = await testContext('2026-03-01T09:45:00Z');
  industry = await works(context, [
    unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 100_000, meta: {} }),
    unit('METER', 'FLOW_CATEGORY'),
    unit('NEVER', 'FLOW_CATEGORY'),
  ]);
  const rows = (unitId: string, date: string, some: number[], value: number) =>
    some.map((hour) => ({ unitId, createdOn: at(industry, date, hour), value }));
  await send(context, industry, [
    ...dates(FIRST, YESTERDAY).flatMap((date) => [
      ...rows('TANK', date, hours(0, 24), 60),
      ...rows('METER', date, hours(0, 24), 1000),
    ]),
    ...rows('TANK', TODAY, hours(0, 8), 60),
    ...rows('METER', TODAY, hours(0, 5), 1000),
  ]);
  await process(context, industry, FIRST, YESTERDAY);
});

describe('the running day', () => {
  it('tells a meter that is silent and one that never sent, while the tank is as usual', async () => {
    await watchRunningDay(context, industry);
    expect(await found()).toEqual(['silence METER high open -', 'silence NEVER low open -']);
    await watchRunningDay(context, industry);
    expect(await found()).toEqual(['silence METER high open -', 'silence NEVER low open -']);
  });

  it('ends a silence with the next reading, and keeps it on record', async () => {
    await send(context, industry, [
      { unitId: 'METER', createdOn: at(industry, TODAY, 9.5), value: 1000 },
      { unitId: 'TANK', createdOn: at(industry, TODAY, 8), value: 5 },
      { unitId: 'TANK', createdOn: at(industry, TODAY, 9), value: 4 },
    ]);
    await watchRunningDay(context, industry);
    expect(await found()).toEqual([
      'silence METER high over -',
      'silence NEVER low open -',
      'tank-low TANK high open -',
    ]);
  });
});
