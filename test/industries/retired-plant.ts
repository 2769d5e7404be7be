import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { USUAL_CSV } from '../../src/kernel/format/csv-line.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { explainFigure } from '../../src/figures/explain/explain.ts';
import { openFigureFile } from '../../src/figures/figure-files/figure-files.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { drawBalance } from '../../src/balance/draw-balance.ts';
import { replaceGraph } from '../../src/balance/edit-graph.ts';
import { readBalance } from '../../src/balance/read-balance.ts';
import { readDiagram } from '../../src/balance/read-diagram.ts';
import { mintId, type TestContext } from '../support/database.ts';
import { at, dates, process, requireIndustry, send, unit, virtual } from '../figures/processing/works.ts';
import { asked } from '../reports/asked.ts';
import { compareDeviceData } from '../../src/figures/device-data/compare.ts';
import { readLandingPage } from '../../src/alerts/read-landing-page.ts';
import { readOverview } from '../../src/balance/overview.ts';
import { readSummaryPage } from '../../src/figures/device-data/summary-page.ts';
import { readV1 } from '../../src/figures/device-data/v1.ts';
import { readV2 } from '../../src/figures/device-data/v2.ts';
import { setInUse } from '../../src/industries/change-unit.ts';

/*
 * A plant whose days begin at 06:00 in India. Every hour BORE_A sends 1,000 litres, BORE_B 2,000 and LINE 2,500. So a
 * day of them is 24, 48 and 60 KL; SUPPLY and BORES are 72, and ADD_ALL is 132. BORE_A is retired on 10 March at 14:00,
 * eight readings into its day.
 */
export const [FIRST, LAST, RETIRED_ON, AFTER] = ['2026-03-01', '2026-03-09', '2026-03-10', '2026-03-11'];
export const AT_RETIREMENT = '2026-03-10T08:30:00Z';
export const LATER = '2026-03-12T03:00:00Z';
export const SENT = { BORE_A: 1000, BORE_B: 2000, LINE: 2500 } as const;
type Meter = keyof typeof SENT;

export async function plant(context: TestContext): Promise<Industry> {
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
  await sendHours(context, industry, dates(FIRST, LAST), 24);
  await sendHours(context, industry, [RETIRED_ON], 8);
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

export async function sendHours(
  context: TestContext,
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

export const act = async (context: TestContext, industry: Industry, verb: 'retire' | 'restore'): Promise<Industry> => {
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

export const v2 = (context: TestContext, industry: Industry, category: string, from: string, to: string) =>
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
export const valueOf = async (
  context: TestContext,
  industry: Industry,
  unitId: string,
  date: string,
): Promise<number | null> => {
  const answer = await v2(context, industry, unitId.startsWith('BORE_') ? 'ID_SOURCE' : 'CALCULATED', date, date);
  if (answer.form !== 'category') throw new Error(answer.form);
  const shown = answer.data.subCategories.flatMap(({ units }) => units).find((found) => found.unitId === unitId);
  return (shown?.value as number | undefined) ?? null; // flow figures are numbers
};
export const balance = async (context: TestContext, industry: Industry, from: string, to: string) =>
  readBalance(context, industry, { startDate: businessDate(from), endDate: businessDate(to), divisionFactor: 1000 });

/** Whatever shows figures of the days from..to, with the month, the year and the running day of then. */
export async function surfaces(
  context: TestContext,
  industry: Industry,
  from: string,
  to: string,
): Promise<Record<string, unknown>> {
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
      source: await v2(context, industry, 'ID_SOURCE', from, to),
      calculated: await v2(context, industry, 'CALCULATED', from, to),
      aggregate: await v2(context, industry, 'ALL_CATEGORIES_V2_FLOW_CATEGORY', from, to),
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
      balance: await balance(context, industry, from, to),
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
