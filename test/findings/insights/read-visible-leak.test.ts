import { beforeAll, describe, expect, it } from 'vitest';
import { readVisibleLeak } from '../../../src/findings/insights/read-visible-leak.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, dates, process, send, unit, works } from '../../figures/processing/works.ts';

const FIRST = '2026-01-01';
const LAST = '2026-02-28';

let context: TestContext;
let industry: Industry;

beforeAll(async () => {
  context = await testContext('2026-03-01T02:30:00Z');
  industry = await works(context, [
    unit('FINE', 'FLOW_CATEGORY'),
    unit('NEW', 'FLOW_CATEGORY'),
    unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 100_000, meta: {} }),
  ]);
  const use = (date: string, hour: number): number =>
    hour >= 8 && hour < 18 ? 1000 + ((Number(date.slice(8)) * 37 + hour * 11) % 90) : 0;
  await send(
    context,
    industry,
    dates(FIRST, LAST).flatMap((date) =>
      Array.from({ length: 24 }, (_, hour) => ({
        unitId: 'FINE',
        createdOn: at(industry, date, hour),
        value: use(date, hour),
      })),
    ),
  );
  await process(context, industry, FIRST, LAST);
});

describe('the smallest leak that a meter shows', () => {
  it('is told in the unit of the meter', async () => {
    const { leak, says } = await readVisibleLeak(context, industry, 'FINE');
    expect(leak?.isByPulses).toBe(false);
    expect(says).toMatch(/^A leak below 0\.\d+\u00a0KL a day is not told within three days/);
  });

  it('is unknown of a meter that has sent nothing, and no matter of a tank', async () => {
    expect(await readVisibleLeak(context, industry, 'NEW')).toMatchObject({
      leak: null,
      says: expect.stringMatching(/^No leak is told of this meter/),
    });
    expect(await readVisibleLeak(context, industry, 'TANK')).toMatchObject({ leak: null, says: null });
  });

  it('is told of no unit of another industry', async () => {
    await expect(
      readVisibleLeak(context, await works(context, [unit('M', 'FLOW_CATEGORY')]), 'FINE'),
    ).rejects.toMatchObject({ code: 404 });
  });
});
