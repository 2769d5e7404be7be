import { beforeAll, describe, expect, it } from 'vitest';
import type {
  DailyDocument,
  MonthlyDocument,
  ProcessedDocument,
  YearlyDocument,
} from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { rebuildIndustry } from '../../../src/figures/processing/rebuild-industry.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { sampleWithBore } from './sample-bore.ts';
import { at, documents, exported, process, send, unit, virtual, works } from './works.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

const unheardBy = (found: readonly ProcessedDocument[], unitId = 'M1') =>
  found.filter((document) => document.unitId === unitId).map(({ meta }) => meta.unheard ?? null);
const unheardOn = async (industry: Industry, unitId = 'M1') =>
  unheardBy(await documents<DailyDocument>(context, industry, 'DAILY'), unitId);

describe('what passed while a meter was silent over the end of a month', () => {
  /** 100, 110 on 30 March; silent; 150 (value 3), 152 on 2 April: 147 - 110 = 37. */
  const meter = [
    unit('M1', 'FLOW_CATEGORY'),
    unit('M2', 'FLOW_CATEGORY'),
    virtual('V1', '{M2} + {M1}'),
    virtual('V2', '{M2} - {M1}'),
  ];
  const silentFor = async (): Promise<Industry> => {
    const industry = await works(context, meter, { virtualNegativeCalc: true });
    await send(context, industry, [
      { unitId: 'M1', createdOn: at(industry, '2026-03-30', 4), value: 4, summedValue: 100 },
      { unitId: 'M1', createdOn: at(industry, '2026-03-30', 5), value: 10, summedValue: 110 },
      { unitId: 'M1', createdOn: at(industry, '2026-04-02', 10), value: 3, summedValue: 150 },
      { unitId: 'M1', createdOn: at(industry, '2026-04-02', 11), value: 2, summedValue: 152 },
      { unitId: 'M2', createdOn: at(industry, '2026-04-02', 11), value: 100 },
    ]);
    await process(context, industry, '2026-03-30', '2026-04-03');
    return industry;
  };

  it('belongs to the day, month and year in which it is heard again, and says since when it was silent', async () => {
    const industry = await silentFor();
    const unheard = {
      value: 37,
      from: at(industry, '2026-03-30', 5),
      to: at(industry, '2026-04-02', 10),
      times: 1,
      silences: 1,
    };
    expect(await unheardOn(industry)).toEqual([null, null, null, unheard, null]);
    expect(unheardBy(await documents<MonthlyDocument>(context, industry, 'MONTHLY'))).toEqual([null, unheard]);
    const years = await documents<YearlyDocument>(context, industry, 'YEARLY');
    expect(unheardBy(years)).toEqual([unheard]);
    // 14 and 5 in the hours, 37 while silent: 152 - 96.
    expect(years.find(({ unitId }) => unitId === 'M1')).toMatchObject({ value: 19, meta: { ir: 96, fr: 152 } });
  });

  it('is what a formula with the meter lacks, by its sign', async () => {
    const industry = await silentFor();
    expect((await unheardOn(industry, 'V1')).at(3)).toMatchObject({ value: 37, silences: 1 });
    expect((await unheardOn(industry, 'V2')).at(3)).toMatchObject({ value: -37 });
    const months = await documents<MonthlyDocument>(context, industry, 'MONTHLY');
    expect(unheardBy(months, 'V1')[1]).toMatchObject({ value: 37, from: at(industry, '2026-03-30', 5) });
  });

  it('is told alike by a day that is computed alone and by days that are computed together', async () => {
    const [together, alone] = [await silentFor(), await silentFor()];
    for (const date of ['2026-04-03', '2026-04-02', '2026-04-01', '2026-03-31', '2026-03-30'])
      await process(context, alone, date, date);
    expect(await exported(context, alone)).toBe(await exported(context, together));
  });

  it('goes when readings come late that close the gap', async () => {
    const industry = await silentFor();
    await send(
      context,
      industry,
      [1, 2].map((day) => ({
        unitId: 'M1',
        createdOn: at(industry, `2026-04-0${day}`, 0),
        value: day === 1 ? 30 : 7,
        summedValue: day === 1 ? 140 : 147,
      })),
    );
    await rebuildIndustry(context, noQueue, industry.industryId);
    expect(await unheardOn(industry)).toEqual([null, null, null, null, null]);
    expect(unheardBy(await documents<YearlyDocument>(context, industry, 'YEARLY'))).toEqual([null]);
  });

  it('begins later when a late reading shows that the register still stood', async () => {
    const industry = await silentFor();
    await send(context, industry, [
      { unitId: 'M1', createdOn: at(industry, '2026-03-30', 20), value: 0, summedValue: 110 },
    ]);
    await rebuildIndustry(context, noQueue, industry.industryId);
    expect((await unheardOn(industry)).at(3)).toMatchObject({ value: 37, from: at(industry, '2026-03-30', 20) });
  });

  it('is less by what values alone have counted on days before, however the days are computed', async () => {
    const industry = await works(context, meter);
    await send(context, industry, [
      { unitId: 'M1', createdOn: at(industry, '2026-03-30', 5), value: 10, summedValue: 110 },
      { unitId: 'M1', createdOn: at(industry, '2026-03-30', 20), value: 10 },
      { unitId: 'M1', createdOn: at(industry, '2026-03-31', 3), value: 15 },
      { unitId: 'M1', createdOn: at(industry, '2026-04-02', 10), value: 3, summedValue: 150 },
    ]);
    await process(context, industry, '2026-03-30', '2026-04-03');
    const together = await exported(context, industry);
    expect((await unheardOn(industry)).at(3)).toMatchObject({ value: 12, silences: 0 });
    for (const date of ['2026-03-31', '2026-04-02']) await process(context, industry, date, date);
    expect(await exported(context, industry)).toBe(together);
  });

  it.each([
    ['on the day of the last register', '2026-03-30', 18],
    ['on a day of values alone', '2026-03-31', 2],
  ])('is less when a value without a register comes late %s', async (_, date, hour) => {
    const industry = await works(context, meter);
    await send(context, industry, [
      { unitId: 'M1', createdOn: at(industry, '2026-03-30', 5), value: 10, summedValue: 110 },
      { unitId: 'M1', createdOn: at(industry, '2026-03-30', 20), value: 10 },
      { unitId: 'M1', createdOn: at(industry, '2026-03-31', 3), value: 15 },
      { unitId: 'M1', createdOn: at(industry, '2026-04-02', 10), value: 3, summedValue: 150 },
    ]);
    await process(context, industry, '2026-03-30', '2026-04-03');
    await send(context, industry, [{ unitId: 'M1', createdOn: at(industry, date, hour), value: 5 }]);
    await rebuildIndustry(context, noQueue, industry.industryId);
    // 147 - 110 = 37, less 10, 15 and 5.
    expect((await unheardOn(industry)).at(3)).toMatchObject({ value: 7 });
  });

  it('is said to analysts with the same figures, by hour, day, month and year', async () => {
    const industry = await silentFor();
    await refreshDueRollups(context);
    const columns = `${['from', 'to'].map((end) => `date_part('epoch', unheard_${end}) * 1000 AS "${end}"`).join(', ')}, unheard_value::float8 AS value, unheard_silences AS silences`;
    const told = {
      from: Date.parse(at(industry, '2026-03-30', 5)),
      to: Date.parse(at(industry, '2026-04-02', 10)),
      value: 37,
      silences: 1,
    };
    expect(
      await context.database.execute(
        `SELECT ${columns} FROM analytics_private.document_figures WHERE industry_id = $1 AND unit_id = 'M1' AND unheard_value IS NOT NULL`,
        [industry.industryId],
      ),
    ).toEqual([told, told, told]);
    expect(
      await context.database.execute(
        `SELECT e.number - 1 AS hour, (e.unheard ->> 'value')::float8 AS value FROM analytics_private.document_figures d,
         analytics_private.entry_rows(d.entries::jsonb) e
         WHERE d.industry_id = $1 AND d.unit_id = 'M1' AND d.period = 'DAILY' AND e.unheard ->> 'value' IS NOT NULL`,
        [industry.industryId],
      ),
    ).toEqual([{ hour: 10, value: 37 }]);
  });
});

describe('CB_BORE_1 of the sample industry, which the demo lets count on in August', () => {
  it('has counted 2,878 KL between the last register of July and the first one of August', async () => {
    const industry = await sampleWithBore(context);
    const unheard = {
      value: 2_878_000,
      from: '2026-07-07T11:45:00.000Z',
      to: '2026-07-31T18:15:00.000Z',
      times: 1,
      silences: 1,
    };
    const days = await documents<DailyDocument>(context, industry, 'DAILY');
    const first = days.find(({ date }) => date === '01/08/2026');
    // 1 238 in the hours + 2 878 while silent = 4 116.
    expect(first).toMatchObject({ value: 1_238_000, meta: { unheard } });
    const months = await documents<MonthlyDocument>(context, industry, 'MONTHLY');
    expect(unheardBy(months, 'CB_BORE_1')).toEqual([null, unheard]);
    const years = await documents<YearlyDocument>(context, industry, 'YEARLY');
    expect(unheardBy(years, 'CB_BORE_1')).toEqual([unheard]);
    const year = years.find(({ unitId }) => unitId === 'CB_BORE_1');
    const { ir, fr } = year?.meta ?? {};
    expect(Number(year?.value) + unheard.value).toBe((fr ?? 0) - (ir ?? 0));
  });
});
