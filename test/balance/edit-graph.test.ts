import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { parseConfig } from '../../src/config.ts';
import { openConfigured, type OpenDatabase } from '../../src/platform/database/open.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { createLogger } from '../../src/logger.ts';
import { listGraphVersions, readGraphToEdit, replaceGraph, restoreGraph } from '../../src/balance/edit-graph.ts';
import { holdGraph } from '../../src/balance/store/graph.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { provisionSample } from '../support/sample-industry.ts';
import { unit, works } from '../figures/processing/works.ts';
import { databaseEnvironment } from '../support/database-environment.ts';

let context: TestContext;
/** Another connection to the same database, as another process of the service has one. */
let elsewhere: OpenDatabase;
let otherContext: TestContext;

beforeAll(async () => {
  context = await testContext('2026-03-10T06:00:00Z');
  elsewhere = await openConfigured(parseConfig(databaseEnvironment()), createLogger('silent'));
  otherContext = { ...context, database: elsewhere.database };
});
afterAll(() => elsewhere.close());

const plant = (): Promise<Industry> => works(context, [unit('M1', 'FLOW_CATEGORY'), unit('M2', 'FLOW_CATEGORY')]);
const place = { x: 1, y: 2 };
const graphOf = (label: string, count = 1) => ({
  nodes: [
    { id: 'M1', position: place },
    { id: 'M2', position: place },
    ...Array.from({ length: count }, (_, index) => ({ id: `SUM${index}`, position: place, data: { label } })),
  ],
  edges: Array.from({ length: count }, (_, index) => ({
    id: `E${index}`,
    source: 'M1',
    target: `SUM${index}`,
    data: { controlPoints: [place] },
  })),
});
const by = (userId: string) => ({ by: { ...COMMAND, userId }, expected: null });
const labelsOf = async (industry: Industry): Promise<string[]> =>
  (await readGraphToEdit(context, industry)).graph.nodes
    .filter(({ nodeType }) => nodeType === 'virtualNode')
    .map(({ data }) => data.label);

describe('a graph', () => {
  it('is the units alone before anybody has saved one', async () => {
    const industry = await plant();
    expect(await readGraphToEdit(context, industry)).toMatchObject({
      version: 0,
      graph: { nodes: [{ id: 'M1' }, { id: 'M2' }], edges: [], metadata: { pages: [] } },
    });
    expect(await listGraphVersions(context, industry)).toEqual([]);
  });

  it('is loaded as it was saved, and saving it again changes nothing but the version', async () => {
    const industry = await plant();
    const body = {
      ...graphOf('All'),
      metadata: { pages: [{ id: 'raw', displayName: 'Raw', order: 1.5, icon: 'drop' }] },
      customSummary: { raw: [{ displayName: 'All', calculations: '{SUM0}' }] },
      summaryGraph: { kept: [null, 1e21] },
    };
    expect(await replaceGraph(context, industry, body, by('ann'))).toBe(1);
    const first = await readGraphToEdit(context, industry);
    expect(first).toMatchObject({
      version: 1,
      graph: {
        nodes: [
          { id: 'M1', meta: { subGraph: 0 } },
          { id: 'M2', meta: { disabled: true } },
          { id: 'SUM0', data: { label: 'All' } },
        ],
        edges: [{ id: 'E0', data: { controlPoints: [place] } }],
      },
    });
    expect(await replaceGraph(context, industry, JSON.parse(JSON.stringify(first.graph)), by('bob'))).toBe(2);
    expect(await readGraphToEdit(otherContext, industry)).toEqual({ version: 2, graph: first.graph });
  });

  it('is not changed by a body with mistakes', async () => {
    const industry = await plant();
    await replaceGraph(context, industry, graphOf('kept'), by('ann'));
    await expect(
      replaceGraph(context, industry, { nodes: [{ id: 'M9', nodeType: 'physicalNode' }], edges: [] }, by('ann')),
    ).rejects.toMatchObject({ code: 1430, details: [{ field: 'nodes[0].id' }] });
    expect([await labelsOf(industry), (await readGraphToEdit(context, industry)).version]).toEqual([['kept'], 1]);
  });

  it('of one industry is none of another', async () => {
    const [one, other] = [await plant(), await plant()];
    await replaceGraph(context, one, graphOf('mine'), by('ann'));
    expect([(await readGraphToEdit(context, other)).version, await listGraphVersions(context, other)]).toEqual([0, []]);
    await expect(restoreGraph(context, other, 1, by('eve'))).rejects.toMatchObject({ code: 404 });
  });

  it('is as large as the limits say', async () => {
    const industry = await plant();
    const large = graphOf('many', 1998);
    const edges = [
      ...large.edges,
      ...Array.from({ length: 3002 }, (_, index) => ({ id: `F${index}`, source: 'M2', target: `SUM${index % 1998}` })),
    ];
    await replaceGraph(context, industry, { ...large, edges }, by('ann'));
    expect(await listGraphVersions(context, industry)).toEqual([
      {
        version: 1,
        savedAt: new Date('2026-03-10T06:00:00Z'),
        savedBy: 'ann',
        physicalNodes: 2,
        virtualNodes: 1998,
        edges: 5000,
        pages: 0,
      },
    ]);
  });
});

describe('versions', () => {
  it('are the last twenty saves, the newest first', async () => {
    const industry = await plant();
    for (let save = 1; save <= 23; save += 1) {
      context.clock.set(new Date(Date.UTC(2026, 2, 10, 6, save)).toISOString());
      await replaceGraph(context, industry, graphOf(`save ${save}`), by(save % 2 === 0 ? 'ann' : 'bob'));
    }
    const versions = await listGraphVersions(context, industry);
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index));
    expect(versions[0]).toEqual({
      version: 23,
      savedAt: new Date('2026-03-10T06:23:00Z'),
      savedBy: 'bob',
      physicalNodes: 2,
      virtualNodes: 1,
      edges: 1,
      pages: 0,
    });
  });

  it('that are kept can be saved anew', async () => {
    const industry = await plant();
    for (const label of ['first', 'second']) await replaceGraph(context, industry, graphOf(label), by('ann'));
    expect(await restoreGraph(otherContext, industry, 1, by('bob'))).toBe(3);
    expect(await labelsOf(industry)).toEqual(['first']);
    expect((await listGraphVersions(context, industry)).map(({ version, savedBy }) => [version, savedBy])).toEqual([
      [3, 'bob'],
      [2, 'ann'],
      [1, 'ann'],
    ]);
  });

  it('that are not kept are refused with those that are', async () => {
    const industry = await plant();
    await expect(restoreGraph(context, industry, 1, by('ann'))).rejects.toMatchObject({
      code: 404,
      message: 'Version 1 is not kept, because nobody has saved a graph',
    });
    for (let save = 1; save <= 22; save += 1) await replaceGraph(context, industry, graphOf('x'), by('ann'));
    await expect(restoreGraph(context, industry, 2, by('ann'))).rejects.toMatchObject({
      code: 404,
      details: [{ field: 'version', problem: '2 is not kept, allowed are 3 to 22' }],
    });
    expect(await restoreGraph(context, industry, 3, by('ann'))).toBe(23);
  });

  it('that somebody else has replaced are not overwritten by who expects them', async () => {
    const industry = await plant();
    await replaceGraph(context, industry, graphOf('ann 1'), { by: { ...COMMAND, userId: 'ann' }, expected: [0] });
    await replaceGraph(context, industry, graphOf('bob 2'), { by: { ...COMMAND, userId: 'bob' }, expected: [1] });
    const refused = {
      code: 412,
      details: [{ field: 'If-Match', problem: 'asks for version 1, in force is version 2' }],
    };
    await expect(
      replaceGraph(context, industry, graphOf('ann 2'), { by: { ...COMMAND, userId: 'ann' }, expected: [1] }),
    ).rejects.toMatchObject(refused);
    await expect(
      restoreGraph(context, industry, 1, { by: { ...COMMAND, userId: 'ann' }, expected: [1] }),
    ).rejects.toMatchObject(refused);
    expect([await labelsOf(industry), (await listGraphVersions(context, industry)).length]).toEqual([['bob 2'], 2]);
  });
});

describe('two saves at once', () => {
  it('wait for each other', async () => {
    const industry = await plant();
    let later: Promise<number> | null = null;
    let isSaved = false;
    await elsewhere.database.transaction(async (transaction) => {
      await holdGraph(transaction, industry.industryKey);
      later = replaceGraph(context, industry, graphOf('waits'), by('ann')).finally(() => {
        isSaved = true;
      });
      // Time enough for a save that waits for nobody.
      await transaction.execute('SELECT pg_sleep(0.3)');
      expect(isSaved).toBe(false);
    });
    expect(await later).toBe(1);
  });

  it('never interleave: each is a version of its own, whole as it was sent', async () => {
    const industry = await plant();
    const saves = Array.from({ length: 8 }, (_, index) =>
      replaceGraph(
        index % 2 === 0 ? context : otherContext,
        industry,
        graphOf(`save ${index}`, 1 + 20 * (index % 3)),
        by(`user ${index}`),
      ),
    );
    expect((await Promise.all(saves)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 8 }, (_, index) => index + 1),
    );
    for (const [index, saved] of saves.entries()) {
      const version = await saved;
      expect((await listGraphVersions(context, industry)).find((listed) => listed.version === version)).toMatchObject({
        savedBy: `user ${index}`,
        virtualNodes: 1 + 20 * (index % 3),
        edges: 1 + 20 * (index % 3),
      });
      const restored = await restoreGraph(context, industry, version, by('reader'));
      expect(new Set(await labelsOf(industry))).toEqual(new Set([`save ${index}`]));
      expect(restored).toBe(9 + index);
    }
  });

  it('by who expects the same version are one save and one refusal', async () => {
    const industry = await plant();
    await replaceGraph(context, industry, graphOf('before'), by('ann'));
    const results = await Promise.allSettled(
      [context, otherContext, context, otherContext].map((each, index) =>
        replaceGraph(each, industry, graphOf(`by ${index}`), {
          by: { ...COMMAND, userId: `user ${index}` },
          expected: [1],
        }),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(await labelsOf(industry)).toEqual([`by ${results.findIndex(({ status }) => status === 'fulfilled')}`]);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 412 });
  });
});

describe('a proposed graph', () => {
  it('of the sample industry is this one', async () => {
    const industry = await provisionSample(context, 'sample-industry');
    const { version, graph } = await readGraphToEdit(context, industry, { propose: true });
    const shown = {
      pages: graph.metadata.pages.map(({ id, displayName }) => `${id}: ${displayName}`),
      nodes: graph.nodes.map(({ id, data, position, meta }) =>
        [
          `${meta.graphTag} (${position.x}, ${position.y}) ${id}: ${data.label}`,
          meta.calculations,
          meta.isConsumption ? 'consumption' : null,
        ]
          .filter((part) => part !== null)
          .join(', '),
      ),
      edges: graph.edges.map(({ source, target }) => `${source} > ${target}`),
    };
    expect(version).toBe(0);
    expect(shown).toMatchInlineSnapshot(`
      {
        "edges": [
          "CB_BORE_1 > CB_V_SUPPLY",
          "CB_TOWN_MAIN > CB_V_SUPPLY",
          "CB_V_SUPPLY > CB_V_CONSUMPTION",
          "CB_V_CONSUMPTION > CB_BORE_1_FLOW",
          "CB_V_CONSUMPTION > CB_CAMPUS_1",
          "CB_V_CONSUMPTION > CB_SPARE_1",
          "CB_V_SUPPLY > CB_POND_1",
          "CB_V_SUPPLY > CB_TANK_2",
          "CB_BORE_1 > CB_V_POND_DRAW",
          "CB_POND_1 > CB_V_POND_DRAW",
          "SUMMARY_INFLOW > SUMMARY_UNACCOUNTED",
          "SUMMARY_OUTFLOW > SUMMARY_UNACCOUNTED",
          "SUMMARY_STOCK_CHANGE > SUMMARY_UNACCOUNTED",
        ],
        "nodes": [
          "physical (0, 60) CB_BORE_1: Irrigation bore 1",
          "physical (0, 180) CB_TOWN_MAIN: Town main inlet",
          "physical (320, 60) CB_V_SUPPLY: Total supply",
          "physical (320, 180) CB_V_POND_DRAW: Pond outflow (opening + bore - closing)",
          "physical (640, 120) CB_V_CONSUMPTION: Total metered consumption",
          "physical (960, 0) CB_BORE_1_FLOW: Irrigation line flow sensor, consumption",
          "physical (960, 120) CB_CAMPUS_1: Campus building, consumption",
          "physical (960, 240) CB_SPARE_1: Spare meter (never sent anything), consumption",
          "physical (0, 480) CB_POND_1: Raw water pond",
          "physical (320, 480) CB_TANK_2: Recycled water tank",
          "others (0, 0) CB_RIVER_QUALITY: River intake quality",
          "others (320, 0) CB_WELL_1: Monitoring well 1",
          "others (640, 0) CB_GRID_IMPORT_LOW: Grid import, low tariff",
          "others (960, 0) CB_GRID_IMPORT_NORMAL: Grid import, normal tariff",
          "others (1280, 0) CB_GRID_EXPORT_LOW: Solar export, low tariff",
          "others (0, 120) CB_GRID_EXPORT_NORMAL: Solar export, normal tariff",
          "others (320, 120) CB_PUMP_HOUSE: Pump house main",
          "others (640, 120) CB_PUMP_HOUSE_SUB_1: Pump house sub-meter 1",
          "others (960, 120) CB_PUMP_HOUSE_SUB_2: Pump house sub-meter 2",
          "others (1280, 120) CB_PUMP_HOUSE_SUB_3: Pump house sub-meter 3",
          "others (0, 240) CB_V_NET_GRID: Net grid energy (negative on sunny days)",
          "summary (0, 0) SUMMARY_INFLOW: Inflow, {V2_SRC_BORES} + {V2_SRC_TOWN}",
          "summary (0, 120) SUMMARY_OUTFLOW: Outflow, {V2_CON_IRRIGATION} + {V2_CON_CAMPUS}",
          "summary (0, 240) SUMMARY_STOCK_CHANGE: Stock change, {V2_STOCK_RAW} - ({V2_STOCK_RAW}#meta#openingStock)",
          "summary (320, 120) SUMMARY_UNACCOUNTED: Unaccounted, {SUMMARY_INFLOW} - {SUMMARY_OUTFLOW} - {SUMMARY_STOCK_CHANGE}",
        ],
        "pages": [
          "physical: Water balance",
          "summary: Summary",
          "others: Other meters",
        ],
      }
    `);
  });

  it('is a draft until it is saved, and can be saved as it is', async () => {
    const industry = await provisionSample(context, 'second-industry');
    const { graph } = await readGraphToEdit(context, industry, { propose: true });
    expect((await readGraphToEdit(context, industry)).graph.edges).toEqual([]);
    expect(await replaceGraph(context, industry, JSON.parse(JSON.stringify(graph)), by('ann'))).toBe(1);
    expect(await readGraphToEdit(context, industry, { propose: true })).toEqual({ version: 1, graph });
    expect(await readGraphToEdit(context, industry)).toEqual({ version: 1, graph });
  });
});
