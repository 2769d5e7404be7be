import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { withRetired } from '../../src/kernel/industry/retired.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { explainFigure } from '../../src/figures/explain/explain.ts';
import { rebuildIndustry } from '../../src/figures/processing/rebuild-industry.ts';
import { readGraphToEdit, replaceGraph } from '../../src/balance/edit-graph.ts';
import { readDiagram } from '../../src/balance/read-diagram.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { loginIssuer, rowsWhenServed } from '../keeping/analysts/support.ts';
import { Copy, exportedLines } from '../figures/changes/copy.ts';
import { at, dates, exported, process, send, staleOf } from '../figures/processing/works.ts';
import { readGranular } from '../../src/figures/device-data/granular.ts';
import { readThinned } from '../../src/figures/device-data/thinned.ts';
import { dayStart } from '../../src/kernel/time/business-clock.ts';
import {
  plant,
  sendHours,
  act,
  v2,
  valueOf,
  balance,
  surfaces,
  FIRST,
  LAST,
  RETIRED_ON,
  AFTER,
  AT_RETIREMENT,
  LATER,
  SENT,
} from './retired-plant.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext(AT_RETIREMENT);
});

describe('the days before a unit was retired', () => {
  it('have the same figures on every surface before and after, and so has the day itself at that moment', async () => {
    const industry = await plant(context);
    const before = [
      await surfaces(context, industry, FIRST, LAST),
      await surfaces(context, industry, LAST, RETIRED_ON),
    ];
    expect(before[0]).toMatchObject({
      balance: { figures: { inflow: { value: 9 * 72 }, outflow: { value: 9 * 60 } } },
      source: { data: { value: 9 * 72 } },
    });
    const retired = await act(context, industry, 'retire');
    expect([retired.units.has('BORE_A'), withRetired(retired).units.get('BORE_A')?.retirement?.lastDate]).toEqual([
      false,
      RETIRED_ON,
    ]);
    const after = [await surfaces(context, retired, FIRST, LAST), await surfaces(context, retired, LAST, RETIRED_ON)];
    // How many devices there are, and which are silent, is said of units in use.
    for (const shown of [...before, ...after]) shown['landing'] = { ...Object(shown['landing']), devices: null };
    for (const [index, shown] of after.entries())
      for (const name of Object.keys(shown)) expect([name, shown[name]]).toEqual([name, before[index]?.[name]]);
  });

  it('have them when a late reading of another unit has them computed anew: 72 KL and 1 KL more', async () => {
    const industry = await plant(context);
    const retired = await act(context, industry, 'retire');
    await send(context, retired, [{ unitId: 'BORE_B', createdOn: at(retired, '2026-03-05', 2.5), value: 1000 }]);
    expect(await staleOf(context, retired)).toEqual(['2026-03-05: BORE_B: late reading']);
    const values = () =>
      Promise.all(['SUPPLY', 'BORES', 'ALL'].map((id) => valueOf(context, retired, id, '2026-03-05')));
    expect(await values()).toEqual([73, 73, 133]);
    await rebuildIndustry(context, noQueue, retired.industryId);
    expect(await staleOf(context, retired)).toEqual([]);
    expect(await values()).toEqual([73, 73, 133]);
    expect((await balance(context, retired, FIRST, LAST)).figures.inflow.value).toBe(9 * 72 + 1);
  });
});

describe('the days behind', () => {
  const later = async (): Promise<Industry> => {
    const industry = await plant(context);
    const retired = await act(context, industry, 'retire');
    context.clock.set(LATER);
    await send(
      context,
      retired,
      Array.from({ length: 16 }, (_, hour) => hour + 8).flatMap((hour) =>
        (['BORE_B', 'LINE'] as const).map((unitId) => ({
          unitId,
          createdOn: at(retired, RETIRED_ON, hour),
          value: SENT[unitId],
        })),
      ),
    );
    await sendHours(context, retired, [AFTER], 24, ['BORE_B', 'LINE']);
    await process(context, retired, RETIRED_ON, AFTER);
    return retired;
  };

  it('begin with the day at whose first instant it was retired, which does not wait for it', async () => {
    const industry = await plant(context);
    context.clock.set('2026-03-11T00:30:00Z');
    const retired = await act(context, industry, 'retire');
    expect(withRetired(retired).units.get('BORE_A')?.retirement?.lastDate).toBe(RETIRED_ON);
    context.clock.set(LATER);
    await sendHours(context, retired, [AFTER], 24, ['BORE_B', 'LINE']);
    await process(context, retired, RETIRED_ON, AFTER);
    const { figures, uncertainty } = await balance(context, retired, AFTER, AFTER);
    expect([uncertainty.unknown.map(({ unitId }) => unitId), figures.inflow]).toEqual([
      expect.not.arrayContaining(['BORE_A']),
      expect.objectContaining({ value: 48, meters: 1, metersMeasured: 1 }),
    ]);
  });

  it('lack the unit; the day of the retirement has what it had sent by then, and nothing of it is missing', async () => {
    const industry = await later();
    const ids = ['SUPPLY', 'BORES', 'ALL'];
    const on = (date: string) => Promise.all(ids.map((unitId) => valueOf(context, industry, unitId, date)));
    // 8 + 48, and 60 more of everything; then 48 alone.
    expect([await on(RETIRED_ON), await on(AFTER)]).toEqual([
      [56, 56, 116],
      [48, 48, 108],
    ]);
    const inflow = async (from: string, to: string) =>
      (await balance(context, industry, from, to)).figures.inflow.value;
    expect([
      await inflow(LAST, LAST),
      await inflow(RETIRED_ON, RETIRED_ON),
      await inflow(AFTER, AFTER),
      await inflow(FIRST, AFTER),
    ]).toEqual([72, 56, 48, 9 * 72 + 56 + 48]);
    const shown = async (from: string, to: string) => {
      const answer = await v2(context, industry, 'ID_SOURCE', from, to);
      if (answer.form !== 'category') throw new Error(answer.form);
      return answer.data.subCategories.flatMap(({ units }) =>
        units.map(({ unitId, value, coverage, slotsExpected }) => [unitId, value, coverage, slotsExpected]),
      );
    };
    expect(await shown(RETIRED_ON, AFTER)).toEqual([
      ['BORE_A', 8, 1, 8],
      ['BORE_B', 96, 1, 48],
    ]);
    expect(await shown(AFTER, AFTER)).toEqual([['BORE_B', 48, 1, 24]]);
    const [startDate, endDate] = [businessDate(RETIRED_ON), businessDate(AFTER)];
    const granular = { unitId: 'BORE_A', startDate, endDate, intervalMinutes: 60, divisionFactor: 1000 };
    const { readings } = await readGranular(context, industry, granular);
    expect(readings.filter(({ slotsExpected }) => slotsExpected > 0)).toHaveLength(8);
    const line = { unitId: 'BORE_A', points: 400, measure: 'value', parameter: null, divisionFactor: 1000 } as const;
    const fromEpochMs = dayStart(industry.clock, startDate);
    const thinned = { ...line, fromEpochMs, toEpochMs: fromEpochMs + 40 * 3_600_000 };
    expect((await readThinned(context, industry, thinned)).gaps).toEqual([]);
    await expect(
      explainFigure(context, industry, {
        unitId: 'BORE_A',
        date: businessDate(AFTER),
        hour: null,
        divisionFactor: 1000,
      }),
    ).rejects.toMatchObject({ code: 404 });
    const nodes = async (date: string) => {
      const day = { type: 'DATE', date1: businessDate(date), date2: businessDate(date), divisionFactor: 1000 } as const;
      const { answer } = await readDiagram(context, industry, day);
      return answer.nodes.map(({ id, data }) => [id, data.valueNumber]);
    };
    expect(await nodes(LAST)).toEqual([
      ['BORE_A', 24],
      ['BORE_B', 48],
      ['TOTAL', 72],
      ['LIST', 72],
      ['EVERYTHING', 132],
    ]);
    expect(await nodes(AFTER)).toEqual([
      ['BORE_B', 48],
      ['TOTAL', 48],
      ['LIST', 48],
      ['EVERYTHING', 108],
    ]);
  });

  it('are the same in documents, in the feed of changes and in the views of analysts', async () => {
    const industry = await later();
    const login = await loginIssuer(context)(industry);
    const views = await rowsWhenServed<{ date: string; inflow: number }>(
      login,
      `SELECT d.business_date::text AS date, sum(d.value_display) AS inflow FROM analytics.daily_figures d
       JOIN analytics.categories c USING (unit_id) WHERE c.category_key = 'ID_SOURCE' GROUP BY 1 ORDER BY 1`,
    );
    expect(views).toEqual([
      ...dates(FIRST, LAST).map((date) => ({ date, inflow: 72 })),
      { date: RETIRED_ON, inflow: 56 },
      { date: AFTER, inflow: 48 },
    ]);
    const months = await rowsWhenServed<{ inflow: number; years: number }>(
      login,
      `SELECT (SELECT sum(value_display) FROM analytics.monthly_figures WHERE unit_id LIKE 'BORE__') AS inflow,
              (SELECT sum(value_display) FROM analytics.yearly_figures WHERE unit_id LIKE 'BORE__') AS years`,
    );
    const sum = 9 * 72 + 56 + 48;
    expect(months).toEqual([{ inflow: sum, years: sum }]);
    const copy = new Copy(context, industry);
    await copy.follow();
    expect(copy.lines()).toEqual(await exportedLines(context, industry));
    expect([...copy.documents.keys()].filter((id) => id.includes('BORE_A_DAILY')).length).toBe(10);
  });

  it('and all before have everything again once the unit is restored, as if it had never been retired', async () => {
    const retired = await later();
    const restored = await act(context, retired, 'restore');
    await rebuildIndustry(context, noQueue, restored.industryId);
    expect(await staleOf(context, restored)).toEqual([]);
    const never = await plant(context);
    context.clock.set(LATER);
    await sendHours(context, never, [RETIRED_ON], 24, ['BORE_B', 'LINE']);
    await sendHours(context, never, [AFTER], 24, ['BORE_B', 'LINE']);
    await process(context, never, FIRST, AFTER);
    expect(await exported(context, restored)).toEqual(await exported(context, never));
    const shown = (industry: Industry) => surfaces(context, industry, FIRST, AFTER);
    const [one, other] = [await shown(restored), await shown(never)];
    for (const name of Object.keys(one)) if (name !== 'explain') expect([name, one[name]]).toEqual([name, other[name]]);
  });
});

describe('the graph of an industry with a retired unit', () => {
  it('is posted as it is answered, names the nodes that name the unit, and draws earlier days with it', async () => {
    const industry = await plant(context);
    const before = await readGraphToEdit(context, industry);
    expect(before.graph.retiredUnits).toBeUndefined();
    const retired = await act(context, industry, 'retire');
    const { graph } = await readGraphToEdit(context, retired);
    expect(graph).toEqual({
      ...before.graph,
      retiredUnits: ['BORE_A', 'TOTAL', 'LIST'].map((nodeId) => ({ nodeId, unitIds: ['BORE_A'] })),
    });
    await replaceGraph(context, retired, JSON.parse(JSON.stringify(graph)), { by: COMMAND, expected: null });
    expect(await readGraphToEdit(context, retired)).toEqual({ version: 2, graph });
    const restored = await act(context, retired, 'restore');
    expect((await readGraphToEdit(context, restored)).graph).toEqual(before.graph);
  });
});
