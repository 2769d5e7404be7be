import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import type { DiagramType } from '../../src/balance/rules/window.ts';
import { replaceGraph } from '../../src/balance/edit-graph.ts';
import { readBalance } from '../../src/balance/read-balance.ts';
import { type DiagramAnswer, readDiagram } from '../../src/balance/read-diagram.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { importSample, provisionSample } from '../support/sample-industry.ts';

/*
 * A graph of 60 nodes over the sample industry. Its figures are those of scripts/sample-data/README.md, worked there
 * from the files. Business days begin at 06:00 in Auckland. Above each rule stands its sentence of the specification,
 * User: water balance.
 */

const virtual = (id: string, meta: Record<string, unknown> = {}, type = 'RECTANGLE') => ({
  id,
  nodeType: 'virtualNode',
  type,
  data: { label: `Node ${id}`, rotation: 0 },
  position: { x: 1, y: 2 },
  meta,
});
const WATER = [
  'CB_BORE_1',
  'CB_TOWN_MAIN',
  'CB_BORE_1_FLOW',
  'CB_CAMPUS_1',
  'CB_SPARE_1',
  'CB_POND_1',
  'CB_TANK_2',
  'CB_V_SUPPLY',
  'CB_V_CONSUMPTION',
  'CB_V_POND_DRAW',
  'CB_WELL_1',
];
const ENERGY = [
  'CB_GRID_IMPORT_LOW',
  'CB_GRID_IMPORT_NORMAL',
  'CB_GRID_EXPORT_LOW',
  'CB_GRID_EXPORT_NORMAL',
  'CB_PUMP_HOUSE',
  'CB_PUMP_HOUSE_SUB_1',
  'CB_PUMP_HOUSE_SUB_2',
  'CB_PUMP_HOUSE_SUB_3',
  'CB_V_NET_GRID',
];
const STEPS = Array.from({ length: 22 }, (_, index) => index + 1);
const chain = (...ids: string[]): [string, string][] => ids.slice(1).map((id, index) => [ids[index] ?? id, id]);

const NODES = [
  ...WATER.map((id) => ({ id })),
  ...ENERGY.map((id) => ({ id, meta: { graphTag: 'energy' } })),
  virtual('IN'),
  virtual('OUT', { calculations: '{CB_BORE_1_FLOW} + {CB_CAMPUS_1}' }),
  virtual('UNITS', { units: ['CB_TOWN_MAIN', 'CB_CAMPUS_1'] }),
  // Five references deep, the last in the body the first to resolve.
  ...[5, 4, 3, 2].map((depth) => virtual(`REF_${depth}`, { referencedNodeId: `REF_${depth - 1}` })),
  virtual('REF_1', { referencedNodeId: 'CB_CAMPUS_1' }),
  virtual('LOOP_A', { calculations: '{LOOP_B} + 1' }),
  virtual('LOOP_B', { calculations: '{LOOP_C} + 1' }),
  virtual('LOOP_C', { calculations: '{LOOP_A} + 1' }),
  virtual('AFTER_LOOP', { calculations: '{LOOP_A} + {CB_TOWN_MAIN}' }),
  virtual('USE', { referencedNodeId: 'CB_CAMPUS_1', isConsumption: true, limit: 2.5 }),
  virtual(
    'S_RATIO',
    { graphTag: 'summary', calculations: '{CB_V_CONSUMPTION} / {CB_V_SUPPLY} * 100' },
    'WATER_BALANCE',
  ),
  virtual('S_PLAIN', { graphTag: 'summary', calculations: '{IN} - {OUT}' }),
  virtual('E_GRID', { graphTag: 'energy' }),
  virtual('E_NET', { graphTag: 'energy_summary', calculations: '{CB_V_NET_GRID}' }, 'WATER_BALANCE'),
  virtual('E_TWICE', { graphTag: 'energy_summary', calculations: '{E_GRID} * 2' }),
  ...STEPS.map((step) =>
    virtual(`STEP_${step}`, { calculations: step === 1 ? '{CB_TOWN_MAIN}' : `{STEP_${step - 1}} + {CB_TOWN_MAIN}` }),
  ),
];
const ARROWS: [string, string][] = [
  ['CB_BORE_1', 'IN'],
  ['CB_TOWN_MAIN', 'IN'],
  ['IN', 'OUT'],
  ['OUT', 'CB_BORE_1_FLOW'],
  ['OUT', 'CB_CAMPUS_1'],
  ['OUT', 'CB_SPARE_1'],
  ['IN', 'CB_POND_1'],
  ['IN', 'CB_TANK_2'],
  ['UNITS', 'USE'],
  ...chain('CB_V_SUPPLY', 'CB_V_CONSUMPTION', 'CB_V_POND_DRAW'),
  ...chain('UNITS', 'REF_1', 'REF_2', 'REF_3', 'REF_4', 'REF_5'),
  ...chain('LOOP_A', 'LOOP_B', 'LOOP_C', 'AFTER_LOOP'),
  ['S_RATIO', 'S_PLAIN'],
  ...ENERGY.slice(0, 4).map((id): [string, string] => [id, 'E_GRID']),
  ['E_GRID', 'CB_V_NET_GRID'],
  ['E_GRID', 'CB_PUMP_HOUSE'],
  ...ENERGY.slice(5, 8).map((id): [string, string] => ['CB_PUMP_HOUSE', id]),
  ['E_NET', 'E_TWICE'],
  ...chain(...STEPS.map((step) => `STEP_${step}`)),
];
const GRAPH = {
  nodes: NODES,
  edges: ARROWS.map(([source, target]) => ({ id: `${source}-${target}`, source, target })),
  metadata: {
    pages: [
      { id: 'physical', displayName: 'Water', order: 0 },
      { id: 'energy', displayName: 'Energy', order: 1 },
    ],
  },
  customSummary: {
    energy: [
      { displayName: 'Import', calculations: '{CB_GRID_IMPORT_LOW} + {CB_GRID_IMPORT_NORMAL} + {GONE}', siUnit: 'kWh' },
      { displayName: 'Round', calculations: '{LOOP_A} + {LOOP_B}', siUnit: 'kWh' },
    ],
  },
};

/** 18:00 in Auckland, in the twelfth hour of 15/01/2026. */
const NOW = '2026-01-15T05:00:00Z';
let context: TestContext;
let industry: Industry;
let live: DiagramAnswer;
let liveDates: DiagramAnswer;
/** From the running day into the next month, by the diagram and by the generic form. */
let liveBeyond: { readonly diagram: DiagramAnswer; readonly stockChange: unknown };
const read = async (type: DiagramType, date1: string, date2: string | null = null): Promise<DiagramAnswer> =>
  (
    await readDiagram(context, industry, {
      type,
      date1: businessDate(date1),
      date2: date2 === null ? null : businessDate(date2),
      divisionFactor: 1000,
    })
  ).answer;
const nodeOf = ({ nodes }: DiagramAnswer, id: string) => nodes.find((node) => node.id === id);
const values = (answer: DiagramAnswer, ...ids: string[]) => ids.map((id) => nodeOf(answer, id)?.data.value);

beforeAll(async () => {
  context = await testContext(NOW);
  industry = await provisionSample(context, 'sample-industry');
  await replaceGraph(context, industry, GRAPH, { by: { ...COMMAND, userId: 'test' }, expected: null });
  const between =
    (from: string, to: string) =>
    (row: unknown): boolean => {
      const at = Date.parse((row as { createdOn: string }).createdOn); // a row of the sample files
      return at >= Date.parse(from) && at < Date.parse(to);
    };
  await importSample(context, industry, undefined, between('2026-01-13T17:00:00Z', NOW));
  [live, liveDates] = [await read('HOUR', '2026-01-15'), await read('DATE', '2026-01-14')];
  const toMarch = { startDate: businessDate('2026-01-15'), endDate: businessDate('2026-03-01'), divisionFactor: 1000 };
  liveBeyond = {
    diagram: await read('DATE', '2026-01-15', '2026-03-01'),
    stockChange: (await readBalance(context, industry, toMarch)).figures.stockChange.value,
  };
  context.clock.set('2026-02-20T00:00:00Z');
  await importSample(context, industry, undefined, between(NOW, '2026-01-15T17:00:00Z'));
  await importSample(context, industry, ['CB_POND_1'], between('2026-01-30T17:00:00Z', '2026-01-31T17:00:00Z'));
});

describe('a graph of sixty nodes', () => {
  it('has as many, on two pages with companions', async () => {
    expect(NODES.length).toBe(60);
    expect((await read('HOUR', '2026-01-15')).nodes.length).toBe(60);
  });

  // 1. "type=DATE fetches source and stock categories separately; for a past month the stock window moves to the last
  // day of that month; the current month uses live closing stock."
  it('rule 1: by the date shows tanks at the end of a past month, and of the running month as they stand', async () => {
    // 64.7 % of 5,000,000 l on 31/01; 62.3 % at 17:59 on 15/01, asked of 14/01. Flows are those of the day that is
    // asked for.
    expect(values(await read('DATE', '2026-01-15'), 'CB_POND_1', 'CB_BORE_1')).toEqual(['3235 KL', '1235 KL']);
    expect(values(liveDates, 'CB_POND_1', 'CB_BORE_1')).toEqual(['3115 KL', '331 KL']);
  });

  it('rule 1: shows tanks as they stand where the days reach into months that have not begun', () => {
    // As of today alone: 48 quarters of an hour of the bore, and the pond at 17:59. The day before it closed at 3,085.
    expect(values(liveBeyond.diagram, 'CB_POND_1', 'CB_BORE_1')).toEqual(['3115 KL', '620 KL']);
    expect(liveBeyond.stockChange).toBe(3115 - 3085);
  });

  it('measures a tank by the days of the range, as the balance does, whenever its level is read', async () => {
    const range = { startDate: businessDate('2026-01-15'), endDate: businessDate('2026-01-31'), divisionFactor: 1000 };
    const { figures } = await readBalance(context, industry, range);
    const { coverage, slotsExpected, slotsGenuine } = figures.stockChange;
    // Every ten minutes, and sent on two of seventeen days.
    expect(slotsExpected).toBe(17 * 144);
    expect(nodeOf(await read('DATE', '2026-01-15', '2026-01-31'), 'CB_POND_1')?.data).toMatchObject({
      value: '3235 KL',
      coverage,
      slotsExpected,
      slotsGenuine,
    });
  });

  // 2. "When date1 is today in the industry timezone, the latest raw reading per unit replaces the last historical
  // bucket."
  it('rule 2: of today ends with the newest reading', () => {
    // 48 quarters of an hour since 06:00; the pond as it was read at 17:59.
    expect(values(live, 'CB_BORE_1', 'CB_POND_1')).toEqual(['620 KL', '3115 KL']);
    // No reading is newer than a quarter of an hour: the next one is due now.
    expect(nodeOf(live, 'CB_BORE_1')?.data).toMatchObject({
      latestReading: { value: 13_000, createdOn: '2026-01-15T04:45:00.000Z' },
      online: false,
    });
    expect(nodeOf(live, 'CB_POND_1')?.data).toMatchObject({
      latestReading: { createdOn: '2026-01-15T04:59:00.000Z' },
      online: true,
    });
  });

  // 3. "Virtual units are added to the source category's first sub-category before fetching."
  it('rule 3: virtual units have figures, and stand in the first sub-category of the source', async () => {
    const answer = await read('HOUR', '2026-01-15');
    expect(values(answer, 'CB_V_SUPPLY', 'CB_V_CONSUMPTION', 'CB_V_POND_DRAW')).toEqual([
      '1235.18 KL',
      '1775.57 KL',
      '1235 KL',
    ]);
    expect(
      ['CB_V_SUPPLY', 'CB_V_CONSUMPTION', 'CB_V_NET_GRID'].map((id) => nodeOf(answer, id)?.data.subCategoryId),
    ).toEqual(['V2_SRC_BORES', 'V2_SRC_BORES', 'V2_SRC_BORES']);
    expect(nodeOf(answer, 'CB_TOWN_MAIN')?.data.subCategoryId).toBe('V2_SRC_TOWN');
  });

  // 4. "Reference nodes resolve through referencedNodeId up to depth 10; a reference to a physical unit shows that
  // unit's data at the reference node's position and label."
  it('rule 4: references five deep show the unit at their own place and under their own name', async () => {
    const answer = await read('HOUR', '2026-01-15');
    expect(values(answer, 'REF_1', 'REF_2', 'REF_3', 'REF_4', 'REF_5')).toEqual(
      Array.from({ length: 5 }, () => '2.57 KL'),
    );
    expect(nodeOf(answer, 'REF_5')).toMatchObject({
      unitId: 'CB_CAMPUS_1',
      position: { x: 1, y: 2 },
      data: { label: 'Node REF_5' },
    });
  });

  // 5. "Edges whose target is an online node with meta.isConsumption are tagged isConsumption only when date1 is
  // today."
  it('rule 5: edges to consumers that are online are tagged today, and on no other day', async () => {
    const tagged = ({ edges }: DiagramAnswer) =>
      edges.filter(({ data }) => data.isConsumption === true).map(({ id }) => id);
    expect(tagged(live)).toEqual(['UNITS-USE']);
    expect(tagged(await read('HOUR', '2026-01-15'))).toEqual([]);
  });

  // 6. "Pages: those without a _summary suffix are main diagrams; the companion summary page has id {page_id}_summary
  // ('summary' for the physical page); nodes and edges are filtered by editmeta.graphTag equal to the page id. Without
  // a companion, summary is null."
  it('rule 6: each page has its own nodes and edges, and its companion beside it', async () => {
    const { pages } = await read('HOUR', '2026-01-15');
    expect(Object.keys(pages)).toEqual(['physical', 'energy']);
    // 11 meters, IN, OUT, UNITS, 5 references, 3 of a circle and one after it, USE, 22 steps.
    expect([pages['physical']?.diagram.nodes.length, pages['energy']?.diagram.nodes.length]).toEqual([46, 10]);
    expect(pages['physical']?.summary?.nodes.map(({ id }) => id)).toEqual(['S_RATIO', 'S_PLAIN']);
    expect(pages['energy']?.summary).toMatchObject({
      nodes: [{ id: 'E_NET' }, { id: 'E_TWICE' }],
      edges: [{ id: 'E_NET-E_TWICE' }],
    });
    expect(pages['energy']?.diagram.edges.length).toBe(9);
  });

  // 7. "pageSummary: legacy mode sums ID_SOURCE, ID_CONSUMPTION and ID_RAW_WATER_STOCK nodes (stock label 'Total Stock
  // Available' today, 'Closing Stock' for past dates); custom mode evaluates formulas such as {nodeId1} + {nodeId2}
  // with missing ids as 0 and the result multiplied by 1000 before formatting. Circular formula dependencies yield 0
  // for the nodes involved."
  it('rule 7: sums of a page are those of its categories, or its own formulas; a circle is 0', async () => {
    const answer = await read('HOUR', '2026-01-15');
    const lines = ({ pages }: DiagramAnswer, page: string) =>
      pages[page]?.pageSummary.map(({ displayName, value }) => [displayName, value]);
    expect(lines(answer, 'physical')).toEqual([
      ['Total Source', 1235.18],
      ['Total Consumption', 1775.57],
      ['Closing Stock', 3085],
    ]);
    expect(lines(live, 'physical')?.[2]).toEqual(['Total Stock Available', 3115]);
    // 4.04 + 3.358 kWh, and nothing of an id that names nothing.
    expect(lines(answer, 'energy')).toEqual([
      ['Import', 7.4],
      ['Round', 0],
    ]);
    expect(['LOOP_A', 'LOOP_B', 'LOOP_C'].map((id) => nodeOf(answer, id)?.data)).toMatchObject(
      Array.from({ length: 3 }, () => ({ valueNumber: 0, meta: { circular: true } })),
    );
    expect(values(answer, 'AFTER_LOOP')).toEqual(['0.18 KL']);
  });

  // 8. "Formatting: node value = round(raw / 1000, 2) with the unit appended as text; nodes of type WATER_BALANCE in
  // summary diagrams are not divided; pageSummary values divided by 1000 and rounded to 2 decimals; a node with no data
  // has value null."
  it('rule 8: values are thousands with 2 decimals and the unit, of WATER_BALANCE as they are, and null without data', async () => {
    const answer = await read('HOUR', '2026-01-15');
    // Litres: IN 1,235,000 + 182.6; OUT 1,772,998.92 + 2,570.019425; UNITS 182.6 + 2,570.019425; 22 steps of 182.6.
    expect(values(answer, 'IN', 'OUT', 'UNITS', 'STEP_22', 'S_PLAIN', 'CB_TANK_2')).toEqual([
      '1235.18 KL',
      '1775.57 KL',
      '2.75 KL',
      '4.02 KL',
      '-540.39 KL',
      '179.47 KL',
    ]);
    // 1,775.568939 / 1,235.1826 of a hundred; -15,970 Wh, which the industry counts as 0; twice 4,040 + 3,358 + 0 +
    // 23,368.
    expect(values(answer, 'S_RATIO', 'E_NET', 'E_TWICE')).toEqual(['143.75', '0 kWh', '61.53 kWh']);
    // Nothing was ever sent; no edge leads there.
    expect(values(answer, 'CB_SPARE_1', 'CB_WELL_1')).toEqual([null, null]);
    expect(nodeOf(answer, 'CB_WELL_1')?.data.meta.disabled).toBe(true);
    expect(nodeOf(answer, 'USE')?.data.meta.limitReached).toBe(true);
  });
});
