import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { withRetired } from '../../src/kernel/industry/retired.ts';
import { USUAL_CSV } from '../../src/kernel/format/csv-line.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { explainFigure } from '../../src/figures/explain/explain.ts';
import { openFigureFile } from '../../src/figures/figure-files/figure-files.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { rebuildIndustry } from '../../src/figures/processing/rebuild-industry.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { drawBalance } from '../../src/balance/draw-balance.ts';
import { readGraphToEdit, replaceGraph } from '../../src/balance/edit-graph.ts';
import { readBalance } from '../../src/balance/read-balance.ts';
import { readDiagram } from '../../src/balance/read-diagram.ts';
import { mintId, testContext, type TestContext } from '../support/database.ts';
import { loginIssuer, rowsWhenServed } from '../keeping/analysts/support.ts';
import { Copy, exportedLines } from '../figures/changes/copy.ts';
import {
  at,
  dates,
  exported,
  process,
  requireIndustry,
  send,
  staleOf,
  unit,
  virtual,
} from '../figures/processing/works.ts';
import { asked } from '../reports/asked.ts';
import { compareDeviceData } from '../../src/figures/device-data/compare.ts';
import { readLandingPage } from '../../src/alerts/landing-page.ts';
import { readOverview } from '../../src/balance/overview.ts';
import { readGranular } from '../../src/figures/device-data/granular.ts';
import { readThinned } from '../../src/figures/device-data/thinned.ts';
import { dayStart } from '../../src/kernel/time/business-clock.ts';
import { readSummaryPage } from '../../src/figures/device-data/summary-page.ts';
import { readV1 } from '../../src/figures/device-data/v1.ts';
import { readV2 } from '../../src/figures/device-data/v2.ts';
import { setInUse } from '../../src/industries/change-unit.ts';

/*
 * A plant whose days begin at 06:00 in India. Every hour BORE_A sends 1,000 litres, BORE_B 2,000 and LINE 2,500. So a
 * day of them is 24, 48 and 60 KL; SUPPLY and BORES are 72, and ADD_ALL is 132. BORE_A is retired on 10 March at 14:00,
 * eight readings into its day.
 */
const [FIRST, LAST, RETIRED_ON, AFTER] = ['2026-03-01', '2026-03-09', '2026-03-10', '2026-03-11'];
const AT_RETIREMENT = '2026-03-10T08:30:00Z';
const LATER = '2026-03-12T03:00:00Z';
const SENT = { BORE_A: 1000, BORE_B: 2000, LINE: 2500 } as const;
type Meter = keyof typeof SENT;

let context: TestContext;
beforeAll(async () => {
  context = await testContext(AT_RETIREMENT);
});

async function plant(): Promise<Industry> {
  context.clock.set(AT_RETIREMENT);
  const industryId = mintId('RETIRED');
  const of = (id: string, ...units: string[]) => ({
    standardCategoryId: 'FLOW_CATEGORY',
    subCategories: [{ id, displayName: id, units }],
  });
  const bundle = {
    industry: {
      industryId,
      industryName: 'Plant',
      meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' }, virtualNegativeCalc: false },
    },
    units: [
      ...(['BORE_A', 'BORE_B', 'LINE'] as const).map((unitId) => unit(unitId, 'FLOW_CATEGORY')),
      virtual('SUPPLY', '{BORE_A} + {BORE_B}'),
      virtual('BORES', '{SUB_BORES}'),
      virtual('ALL', 'ADD_ALL'),
    ],
    categories: { source: of('SUB_BORES_V1', 'BORE_A', 'BORE_B') },
    categoriesV2: {
      ID_SOURCE: of('SUB_BORES', 'BORE_A', 'BORE_B'),
      ID_CONSUMPTION: of('SUB_LINE', 'LINE'),
      CALCULATED: of('SUB_CALCULATED', 'SUPPLY', 'BORES', 'ALL'),
    },
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  const industry = await requireIndustry(context, industryId);
  await sendHours(industry, dates(FIRST, LAST), 24);
  await sendHours(industry, [RETIRED_ON], 8);
  await process(context, industry, FIRST, LAST);
  await replaceGraph(
    context,
    industry,
    {
      nodes: [
        { id: 'BORE_A', position: { x: 0, y: 0 } },
        { id: 'BORE_B', position: { x: 0, y: 100 } },
        { id: 'TOTAL', position: { x: 300, y: 50 }, meta: { calculations: '{BORE_A} + {BORE_B}' } },
        { id: 'LIST', position: { x: 600, y: 50 }, meta: { units: ['BORE_A', 'BORE_B'] } },
        { id: 'EVERYTHING', position: { x: 600, y: 90 }, meta: { calculations: 'ADD_ALL' } },
      ],
      edges: [
        { id: 'E1', source: 'BORE_A', target: 'TOTAL' },
        { id: 'E2', source: 'BORE_B', target: 'TOTAL' },
        { id: 'E3', source: 'TOTAL', target: 'LIST' },
        { id: 'E4', source: 'TOTAL', target: 'EVERYTHING' },
      ],
    },
    { by: COMMAND, expected: null },
  );
  return industry;
}

async function sendHours(
  industry: Industry,
  days: readonly string[],
  hours: number,
  meters: readonly Meter[] = ['BORE_A', 'BORE_B', 'LINE'],
): Promise<void> {
  await send(
    context,
    industry,
    days.flatMap((date) =>
      meters.flatMap((unitId) =>
        Array.from({ length: hours }, (_, hour) => ({
          unitId,
          createdOn: at(industry, date, hour),
          value: SENT[unitId],
        })),
      ),
    ),
  );
}

const act = async (industry: Industry, verb: 'retire' | 'restore'): Promise<Industry> => {
  await setInUse(
    { ...context, queue: noQueue },
    {
      industryId: industry.industryId,
      unitId: 'BORE_A',
      by: { actor: COMMAND, permissions: [] },
      reason: null,
      expected: null,
      dryRun: false,
    },
    verb === 'restore',
  );
  return requireIndustry(context, industry.industryId);
};

const v2 = (industry: Industry, category: string, from: string, to: string) =>
  readV2(context, industry, {
    type: 'CUSTOM',
    date1: businessDate(from),
    date2: businessDate(to),
    category,
    divisionFactor: 1000,
    unitId: null,
    formattedOutput: true,
    energyDetail: false,
  });
async function textOf(file: Promise<AsyncIterable<Uint8Array>>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await file) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
const valueOf = async (industry: Industry, unitId: string, date: string): Promise<number | null> => {
  const answer = await v2(industry, unitId.startsWith('BORE_') ? 'ID_SOURCE' : 'CALCULATED', date, date);
  if (answer.form !== 'category') throw new Error(answer.form);
  const shown = answer.data.subCategories.flatMap(({ units }) => units).find((found) => found.unitId === unitId);
  return (shown?.value as number | undefined) ?? null; // flow figures are numbers
};
const balance = async (industry: Industry, from: string, to: string) =>
  readBalance(context, industry, { startDate: businessDate(from), endDate: businessDate(to), divisionFactor: 1000 });

/** Whatever shows figures of the days from..to, with the month, the year and the running day of then. */
async function surfaces(industry: Industry, from: string, to: string): Promise<Record<string, unknown>> {
  const [first, last] = [businessDate(from), businessDate(to)];
  const day = { date: last, divisionFactor: 1000 };
  const one = { from: last, to: null, ids: ['SUB_BORES'] };
  const unitSide = { ...one, ids: ['BORE_A', 'LINE'] };
  const compared = { a: one, b: { ...one, from: first }, category: 'ID_SOURCE', divisionFactor: 1000 };
  const diagram = { type: 'DATE', date1: first, date2: last, divisionFactor: 1000 } as const;
  const pictured = { ...diagram, theme: 'light', language: 'en', page: null } as const;
  const { answer } = await readDiagram(context, industry, diagram);
  const window = { from: first, to: last, unitIds: null, divisionFactor: 1000 };
  const report = async (type: 'daily' | 'monthly', date: string) => {
    const { generatedAt: _at, ...document } = {
      generatedAt: null,
      ...(await buildReport(context, industry, asked('water', type, date))),
    };
    return document;
  };
  const v1 = { divisionFactor: 1000, category: 'source', subCategory: null, includeToday: false };
  return JSON.parse(
    JSON.stringify({
      source: await v2(industry, 'ID_SOURCE', from, to),
      calculated: await v2(industry, 'CALCULATED', from, to),
      aggregate: await v2(industry, 'ALL_CATEGORIES_V2_FLOW_CATEGORY', from, to),
      compare: await compareDeviceData(context, industry, { ...compared, type: 'HOUR', by: 'SUB_CATEGORY' }),
      compareUnits: await compareDeviceData(context, industry, {
        ...compared,
        a: unitSide,
        b: unitSide,
        type: 'DAY',
        by: 'UNIT',
      }),
      v1: await readV1(context, industry, { ...v1, type: 'MONTH', date1: last, date2: first }),
      landing: await readLandingPage(context, industry, { ...day, period: 'yesterday' }),
      summary: await readSummaryPage(context, industry, day),
      overview: await readOverview(context, industry, { ...day, withUsual: true }),
      balance: await balance(industry, from, to),
      nodes: answer,
      picture: await drawBalance(context, industry, { ...pictured, form: 'graph' }),
      sankey: await drawBalance(context, industry, { ...pictured, form: 'sankey' }),
      reports: [await report('daily', to), await report('monthly', '2026-03-01')],
      explain: await Promise.all(
        ['SUPPLY', 'BORES', 'ALL', 'BORE_A'].map((unitId) =>
          explainFigure(context, industry, { unitId, date: last, hour: null, divisionFactor: 1000 }),
        ),
      ),
      files: await textOf(
        openFigureFile(context, industry, { ...window, period: 'daily', format: 'csv', csv: USUAL_CSV }),
      ),
    }).replaceAll(industry.industryId, 'X'),
  ) as Record<string, unknown>; // an object was written
}

describe('the days before a unit was retired', () => {
  it('have the same figures on every surface before and after, and so has the day itself at that moment', async () => {
    const industry = await plant();
    const before = [await surfaces(industry, FIRST, LAST), await surfaces(industry, LAST, RETIRED_ON)];
    expect(before[0]).toMatchObject({
      balance: { figures: { inflow: { value: 9 * 72 }, outflow: { value: 9 * 60 } } },
      source: { data: { value: 9 * 72 } },
    });
    const retired = await act(industry, 'retire');
    expect([retired.units.has('BORE_A'), withRetired(retired).units.get('BORE_A')?.retirement?.lastDate]).toEqual([
      false,
      RETIRED_ON,
    ]);
    const after = [await surfaces(retired, FIRST, LAST), await surfaces(retired, LAST, RETIRED_ON)];
    // How many devices there are, and which are silent, is said of units in use.
    for (const shown of [...before, ...after]) shown['landing'] = { ...Object(shown['landing']), devices: null };
    for (const [index, shown] of after.entries())
      for (const name of Object.keys(shown)) expect([name, shown[name]]).toEqual([name, before[index]?.[name]]);
  });

  it('have them when a late reading of another unit has them computed anew: 72 KL and 1 KL more', async () => {
    const industry = await plant();
    const retired = await act(industry, 'retire');
    await send(context, retired, [{ unitId: 'BORE_B', createdOn: at(retired, '2026-03-05', 2.5), value: 1000 }]);
    expect(await staleOf(context, retired)).toEqual(['2026-03-05: BORE_B: late reading']);
    const values = () => Promise.all(['SUPPLY', 'BORES', 'ALL'].map((id) => valueOf(retired, id, '2026-03-05')));
    expect(await values()).toEqual([73, 73, 133]);
    await rebuildIndustry(context, noQueue, retired.industryId);
    expect(await staleOf(context, retired)).toEqual([]);
    expect(await values()).toEqual([73, 73, 133]);
    expect((await balance(retired, FIRST, LAST)).figures.inflow.value).toBe(9 * 72 + 1);
  });
});

describe('the days behind', () => {
  const later = async (): Promise<Industry> => {
    const industry = await plant();
    const retired = await act(industry, 'retire');
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
    await sendHours(retired, [AFTER], 24, ['BORE_B', 'LINE']);
    await process(context, retired, RETIRED_ON, AFTER);
    return retired;
  };

  it('lack the unit; the day of the retirement has what it had sent by then, and nothing of it is missing', async () => {
    const industry = await later();
    const ids = ['SUPPLY', 'BORES', 'ALL'];
    const on = (date: string) => Promise.all(ids.map((unitId) => valueOf(industry, unitId, date)));
    // 8 + 48, and 60 more of everything; then 48 alone.
    expect([await on(RETIRED_ON), await on(AFTER)]).toEqual([
      [56, 56, 116],
      [48, 48, 108],
    ]);
    const inflow = async (from: string, to: string) => (await balance(industry, from, to)).figures.inflow.value;
    expect([
      await inflow(LAST, LAST),
      await inflow(RETIRED_ON, RETIRED_ON),
      await inflow(AFTER, AFTER),
      await inflow(FIRST, AFTER),
    ]).toEqual([72, 56, 48, 9 * 72 + 56 + 48]);
    const shown = async (from: string, to: string) => {
      const answer = await v2(industry, 'ID_SOURCE', from, to);
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
    const restored = await act(retired, 'restore');
    await rebuildIndustry(context, noQueue, restored.industryId);
    expect(await staleOf(context, restored)).toEqual([]);
    const never = await plant();
    context.clock.set(LATER);
    await sendHours(never, [RETIRED_ON], 24, ['BORE_B', 'LINE']);
    await sendHours(never, [AFTER], 24, ['BORE_B', 'LINE']);
    await process(context, never, FIRST, AFTER);
    expect(await exported(context, restored)).toEqual(await exported(context, never));
    const shown = (industry: Industry) => surfaces(industry, FIRST, AFTER);
    const [one, other] = [await shown(restored), await shown(never)];
    for (const name of Object.keys(one)) if (name !== 'explain') expect([name, one[name]]).toEqual([name, other[name]]);
  });
});

describe('the graph of an industry with a retired unit', () => {
  it('is posted as it is answered, names the nodes that name the unit, and draws earlier days with it', async () => {
    const industry = await plant();
    const before = await readGraphToEdit(context, industry);
    expect(before.graph.retiredUnits).toBeUndefined();
    const retired = await act(industry, 'retire');
    const { graph } = await readGraphToEdit(context, retired);
    expect(graph).toEqual({
      ...before.graph,
      retiredUnits: ['BORE_A', 'TOTAL', 'LIST'].map((nodeId) => ({ nodeId, unitIds: ['BORE_A'] })),
    });
    await replaceGraph(context, retired, JSON.parse(JSON.stringify(graph)), { by: COMMAND, expected: null });
    expect(await readGraphToEdit(context, retired)).toEqual({ version: 2, graph });
    const restored = await act(retired, 'restore');
    expect((await readGraphToEdit(context, restored)).graph).toEqual(before.graph);
  });
});
