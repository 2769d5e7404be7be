import { beforeAll, describe, expect, it } from 'vitest';
import type {
  DailyDocument,
  MonthlyDocument,
  ProcessedDocument,
  YearlyDocument,
} from '../../src/kernel/document/types.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { explainFigure } from '../../src/figures/explain/explain.ts';
import { readDays } from '../../src/figures/read-days.ts';
import { readMonths } from '../../src/figures/read-months.ts';
import { readLatestOfUnit } from '../../src/figures/latest/latest.ts';
import type { Period } from '../../src/figures/store/document-rows.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, documents, process, type Row, send, unit, virtual, works } from './processing/works.ts';

/*
 * A tank whose capacity changes while it is silent: 100, from 02/03/2026 on 200, from 05/03/2026 on 400. It stands at
 * 50 % on 01/03 (50), is silent on 02/03, stands at 40 % on 03/03 (80) and is silent from then on.
 */
let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-04-03T12:00:00Z');
});

const tankOf = (maxCapacity: number, effectiveFrom: string | null) => [
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity, meta: effectiveFrom === null ? {} : { effectiveFrom } }),
  virtual('OPENED', '{TANK}#meta#openingStock'),
];
async function tankWorks(): Promise<Industry> {
  const industry = await works(context, tankOf(100, null));
  const { industryId } = industry;
  await works(context, tankOf(200, '02/03/2026'), { industryId });
  return works(context, tankOf(400, '05/03/2026'), { industryId });
}
const stands = (industry: Industry, date: string, value: number): Row => ({
  unitId: 'TANK',
  createdOn: at(industry, date, 7),
  value,
});
const sendAll = (industry: Industry) =>
  send(context, industry, [stands(industry, '2026-03-01', 50), stands(industry, '2026-03-03', 40)]);

const OPENED = {
  '2026-03-01': 0,
  '2026-03-02': 50,
  '2026-03-03': 50,
  '2026-03-04': 80,
  '2026-03-05': 80,
  '2026-03-06': 80,
};
const stored = async (industry: Industry): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await documents<DailyDocument>(context, industry, 'DAILY'))
      .filter(({ unitId }) => unitId === 'TANK')
      .map(({ date, meta }) => [date.split('/').toReversed().join('-'), meta.openingStock]),
  );
const ofTank = async <D extends ProcessedDocument>(industry: Industry, period: Period) =>
  (await documents<D>(context, industry, period)).filter(({ unitId }) => unitId === 'TANK');

describe('a tank opens with the level it last closed with, by the capacity of the day of that reading', () => {
  it('in days that are processed together, one by one, and on the fly', async () => {
    const together = await tankWorks();
    await sendAll(together);
    for (const withEntries of [true, false]) {
      const computed = await readDays(context, {
        industry: together,
        unitIds: new Set(['TANK']),
        dates: Object.keys(OPENED).map((date) => businessDate(date)),
        withEntries,
      });
      expect(
        Object.fromEntries([...computed].map(([date, day]) => [date, day.get('TANK')?.meta.openingStock])),
      ).toEqual(OPENED);
    }
    await process(context, together, '2026-03-01', '2026-03-06');
    expect(await stored(together)).toEqual(OPENED);

    const oneByOne = await tankWorks();
    await sendAll(oneByOne);
    for (const date of Object.keys(OPENED)) await process(context, oneByOne, date, date);
    expect(await stored(oneByOne)).toEqual(OPENED);
  });

  it('in months and years, and in the virtual unit that names it', async () => {
    const industry = await tankWorks();
    await sendAll(industry);
    await process(context, industry, '2026-03-01', '2026-04-01');
    expect(
      (await ofTank<MonthlyDocument>(industry, 'MONTHLY')).map(({ month, value, meta }) => [
        month,
        value,
        meta.openingStock,
      ]),
    ).toEqual([
      ['03/2026', 80, 0],
      ['04/2026', null, 80],
    ]);
    expect(
      (await ofTank<YearlyDocument>(industry, 'YEARLY')).map(({ value, meta, monthly }) => [
        value,
        meta.openingStock,
        monthly[3]?.y1,
      ]),
    ).toEqual([[80, 0, 80]]);
    const onTheFly = await readMonths(context, {
      industry,
      unitIds: new Set(['TANK']),
      months: [businessDate('2026-04-01')],
    });
    expect(onTheFly.get(businessDate('2026-04-01'))?.get('TANK')?.meta.openingStock).toBe(80);
    const opened = (await documents<DailyDocument>(context, industry, 'DAILY'))
      .filter(({ unitId }) => unitId === 'OPENED')
      .slice(0, 6);
    expect(opened.map(({ value }) => value)).toEqual(Object.values(OPENED));
  });

  it('after a correction of the day that is carried over silent ones, which a dry run foretells', async () => {
    const industry = await tankWorks();
    await sendAll(industry);
    await process(context, industry, '2026-03-01', '2026-03-06');
    const { industryId } = industry;
    await send(context, industry, [stands(industry, '2026-03-01', 60)]);
    const foretold = await process(context, industry, '2026-03-01', '2026-03-01', { write: false });
    expect(foretold.wouldWrite?.daily.ids).toEqual(
      ['01', '02', '03'].flatMap((day) =>
        (day === '01' ? ['TANK'] : ['TANK', 'OPENED']).map((unitId) => `${industryId}_${day}-03-2026_${unitId}_DAILY`),
      ),
    );
    await process(context, industry, '2026-03-01', '2026-03-01');
    expect(await stored(industry)).toEqual({ ...OPENED, '2026-03-02': 60, '2026-03-03': 60 });
  });

  it('and explain names that capacity; the newest reading is shown by it, too', async () => {
    const industry = await tankWorks();
    await sendAll(industry);
    const { steps } = await explainFigure(context, industry, {
      unitId: 'TANK',
      date: businessDate('2026-03-03'),
      hour: null,
      divisionFactor: 1,
    });
    expect(steps.find(({ rule }) => rule === 'opening stock')).toMatchObject({
      text: 'last reading before the day: maxCapacity 100 × 50 / 100 = 50, truncated to 2 decimals: 50',
      numbers: { maxCapacity: 100, reading: 50, openingStock: 50 },
    });
    expect(await readLatestOfUnit(context, industry, 'TANK', 1)).toMatchObject({ value: 80, percentage: 40 });
  });
});
