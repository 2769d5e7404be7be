import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../../../src/platform/login/rules/caller.ts';
import { replaceGraph } from '../../../../../src/balance/edit-graph.ts';
import { findIndustry } from '../../../../../src/platform/directory/store/industries.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { testApp } from '../../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../../service/support/device-data-works.ts';

interface DiagramNode {
  id: string;
  unitId: string | null;
  categoryTypeId: string | null;
  data: Record<string, unknown> & { meta: Record<string, boolean> };
}
interface Page {
  diagram: { nodes: { id: string }[] };
  summary: unknown;
  pageSummary: { displayName: string; value: number | null; siUnit: string | null }[];
  siUnit: string | null;
}
interface Answer {
  nodes: DiagramNode[];
  edges: { id: string; data: Record<string, unknown> }[];
  pages: Record<string, Page>;
}

const GRAPH = {
  nodes: [
    ...['M1', 'M2', 'TANK', 'BOTH', 'WELL', 'SILENT'].map((id) => ({ id })),
    { id: 'ALONE', data: { label: 'Nobody', rotation: 0 }, meta: { units: ['M1'] } },
    { id: 'IN', data: { label: 'All that came in', rotation: 90 } },
    { id: 'AGAIN', data: { label: 'Bore, again', rotation: 0 }, meta: { referencedNodeId: 'M1' } },
    {
      id: 'USE',
      data: { label: 'Use', rotation: 0 },
      meta: { referencedNodeId: 'M2', isConsumption: true, limit: 0.5 },
    },
    {
      id: 'SHARE',
      data: { label: 'Share', rotation: 0 },
      type: 'WATER_BALANCE',
      meta: { graphTag: 'summary', calculations: '{M2} / {M1} * 100' },
    },
  ],
  edges: [
    ['M1', 'IN'],
    ['M2', 'IN'],
    ['IN', 'USE'],
    ['TANK', 'AGAIN'],
    ['BOTH', 'WELL'],
    ['SILENT', 'IN'],
    ['IN', 'SHARE'],
  ].map(([source, target]) => ({ id: `${source}-${target}`, source, target })),
  metadata: { pages: [{ id: 'physical', displayName: 'Works', order: 0 }] },
};

let context: TestContext;
let works: Works;
let stranger: Works;
let ponds: Works;

/** At 11:30 in Kolkata, in the sixth hour of 12/06/2026. */
const NOW = '2026-06-12T06:00:00Z';

async function save(of: Works, graph: object): Promise<void> {
  const industry = await findIndustry(context.database, of.industryId, context.clock.now());
  if (industry === null) throw new Error('The industry was not provisioned.');
  await replaceGraph(context, industry, graph, { by: { ...COMMAND, userId: 'test' }, expected: null });
}

beforeAll(async () => {
  context = await testContext(NOW);
  const app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  ponds = await mintWorks(context, app);
  await works.send([
    { unitId: 'TANK', createdOn: atHour('2026-05-31', 23), value: 50 },
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 20), value: 40 },
    { unitId: 'TANK', createdOn: atHour('2026-06-12', 5), value: 60 },
    ...[0, 5, 23].map((hour) => ({ unitId: 'M1', createdOn: atHour('2026-06-10', hour), value: 2000.1 })),
    { unitId: 'M2', createdOn: atHour('2026-06-10', 2), value: 500.2 },
    { unitId: 'M2', createdOn: atHour('2026-06-11', 2), value: 100 },
    { unitId: 'M2', createdOn: '2026-06-12T05:50:00Z', value: 7 },
    { unitId: 'WELL', createdOn: atHour('2026-06-10', 3), value: -2.0662 },
  ]);
  await save(works, GRAPH);
});

const data = async (query: string, of: Works = works): Promise<Answer> =>
  (await of.get(`waterBalance/data?${query}`)).body as Answer;
const valuesOf = ({ nodes }: Answer) => Object.fromEntries(nodes.map(({ id, data: { value } }) => [id, value]));

describe('GET waterBalance/data', () => {
  it('by the hour gives the totals of the day, levels as they were last', async () => {
    expect(valuesOf(await data('date1=10/06/2026'))).toEqual({
      // Litres / 1000. The tank holds 40 % of 200 KL; nothing came from SILENT; ALONE has no edge; 500.2 of 6000.3 is
      // 8.34 %.
      M1: '6 KL',
      M2: '0.5 KL',
      TANK: '80 KL',
      BOTH: '6.5 KL',
      WELL: '-2.07 m',
      SILENT: null,
      ALONE: null,
      IN: '6.5 KL',
      AGAIN: '6 KL',
      USE: '0.5 KL',
      SHARE: '8.34',
    });
  });

  it('shows what deviceDataV2 shows, processed or not', async () => {
    const shown = async (unitId: string, category: string) =>
      (
        (await works.get(`deviceDataV2?type=HOUR&date1=10/06/2026&category=${category}&unitId=${unitId}`)).body as {
          data: { value: number };
        }
      ).data.value;
    const compare = async (): Promise<void> => {
      const { nodes } = await data('date1=10/06/2026');
      for (const [unitId, category] of [
        ['M1', 'ID_SOURCE'],
        ['M2', 'ID_SOURCE'],
        ['TANK', 'ID_RAW_WATER_STOCK'],
        ['WELL', 'GROUND_WATER_LEVEL'],
      ] as const) {
        expect(nodes.find(({ id }) => id === unitId)?.data['valueNumber']).toBeCloseTo(
          await shown(unitId, category),
          2,
        );
      }
    };
    await compare();
    await works.process('2026-06-10', '2026-06-10');
    await compare();
  });

  it('by the date adds up days; tanks as they stand now, in a past month at its end', async () => {
    // 500.2 + 100; 60 % of 200 KL now, 50 % at the end of May.
    expect(valuesOf(await data('type=DATE&date1=10/06/2026&date2=11/06/2026'))).toMatchObject({
      M1: '6 KL',
      M2: '0.6 KL',
      TANK: '120 KL',
    });
    expect(valuesOf(await data('type=DATE&date1=02/05/2026'))).toMatchObject({ M1: null, TANK: '100 KL' });
  });

  it('by the date opens tanks with the level before date1, so that their change is that of the window', async () => {
    // 100 KL at the end of May. It stood at 80 KL on the evening of 10/06 and is at 120 KL now.
    await save(ponds, {
      nodes: [{ id: 'CHANGE', meta: { calculations: '{TANK} - {TANK}#meta#openingStock' } }, { id: 'TANK' }],
      edges: [{ id: 'e', source: 'TANK', target: 'CHANGE' }],
    });
    await ponds.send([
      { unitId: 'TANK', createdOn: atHour('2026-05-31', 23), value: 50 },
      { unitId: 'TANK', createdOn: atHour('2026-06-10', 20), value: 40 },
      { unitId: 'TANK', createdOn: atHour('2026-06-12', 5), value: 60 },
    ]);
    const changeOf = async (query: string): Promise<unknown> => valuesOf(await data(query, ponds))['CHANGE'];
    expect([
      await changeOf('type=DATE&date1=01/06/2026&date2=12/06/2026'),
      await changeOf('type=DATE&date1=11/06/2026&date2=12/06/2026'),
      await changeOf('type=DATE&date1=12/06/2026'),
    ]).toEqual(['20 KL', '40 KL', '40 KL']);
    // A past month: from nothing to 100 KL on its last day.
    expect(await changeOf('type=DATE&date1=01/05/2026&date2=31/05/2026')).toBe('100 KL');
    expect(await changeOf('date1=10/06/2026')).toBe('-20 KL');
  });

  it('by the date shows a tank that sent nothing on the last day of a past month at its level before', async () => {
    // 30 % of 200 KL on 20/04, 10 % at the end of March, and nothing between 20/04 and the end of May.
    await ponds.send([
      { unitId: 'TANK', createdOn: atHour('2026-03-31', 20), value: 10 },
      { unitId: 'TANK', createdOn: atHour('2026-04-20', 20), value: 30 },
    ]);
    const ofApril = valuesOf(await data('type=DATE&date1=01/04/2026&date2=30/04/2026', ponds));
    expect([ofApril['TANK'], ofApril['CHANGE']]).toEqual(['60 KL', '40 KL']);
    // The days of the window end with the reading of another day than the month does.
    expect(valuesOf(await data('type=DATE&date1=20/04/2026', ponds))).toMatchObject({ TANK: '60 KL', CHANGE: '40 KL' });
  });

  it('of today shows the newest reading, who is online, and which edges lead to consumers', async () => {
    const { nodes, edges } = await data('date1=12/06/2026');
    const byId = new Map(nodes.map((node) => [node.id, node]));
    expect(byId.get('USE')).toMatchObject({
      unitId: 'M2',
      categoryTypeId: 'ID_SOURCE',
      data: {
        label: 'Use',
        value: '0.01 KL',
        online: true,
        lastUpdatedTime: '2026-06-12T05:50:00.000Z',
        latestReading: { value: 7 },
        meta: { isConsumption: true, limitReached: false },
        subCategoryId: 'B',
      },
    });
    expect(byId.get('M1')?.data).toMatchObject({ value: null, online: false, latestReading: { value: 2000.1 } });
    expect(byId.get('BOTH')?.data).toMatchObject({
      online: true,
      latestReading: { value: null, createdOn: '2026-06-12T05:50:00.000Z' },
    });
    expect(edges.filter(({ data: { isConsumption } }) => isConsumption === true).map(({ id }) => id)).toEqual([
      'IN-USE',
    ]);
  });

  it('counts a unit as online by its readings up to now, whatever a clock ahead has sent', async () => {
    const ahead = await mintWorks(context, testApp(context));
    await ahead.send([
      { unitId: 'M1', createdOn: atHour('2026-06-12', 1), value: 1000 },
      { unitId: 'M1', createdOn: atHour('2026-06-12', 9), value: 9000 },
    ]);
    await save(ahead, GRAPH);
    const { nodes } = await data('date1=12/06/2026', ahead);
    expect(nodes.find(({ id }) => id === 'M1')?.data).toMatchObject({
      value: '1 KL',
      online: false,
      lastUpdatedTime: '2026-06-12T01:30:00.000Z',
      latestReading: { value: 1000 },
    });
  });

  it('of a past day tags no edge, and says that a limit is reached', async () => {
    const { nodes, edges } = await data('date1=10/06/2026');
    expect(edges.some(({ data: given }) => 'isConsumption' in given)).toBe(false);
    expect(nodes.find(({ id }) => id === 'USE')?.data.meta['limitReached']).toBe(true);
  });

  it('leaves a virtual unit in the category that lists it', async () => {
    const { nodes } = await data('date1=10/06/2026');
    expect(nodes.find(({ id }) => id === 'BOTH')).toMatchObject({
      categoryTypeId: 'ID_SOURCE',
      data: { subCategoryId: 'A' },
    });
  });

  it('has a page with its sums and its companion', async () => {
    const { pages } = await data('date1=10/06/2026');
    expect(Object.keys(pages)).toEqual(['physical']);
    expect(pages['physical']).toMatchObject({
      displayName: 'Works',
      siUnit: null,
      summary: { nodes: [{ id: 'SHARE' }] },
      pageSummary: [
        { displayName: 'Total Source', value: 6.5, siUnit: 'KL' },
        { displayName: 'Total Consumption', value: 0.5 },
        { displayName: 'Closing Stock', value: 80 },
      ],
    });
  });

  it('divides by divisionFactor', async () => {
    expect(valuesOf(await data('date1=10/06/2026&divisionFactor=1'))).toMatchObject({
      M1: '6000.3 KL',
      WELL: '-2.07 m',
      SHARE: '8.34',
    });
  });

  it('is empty without a saved graph, and shows nothing of another industry', async () => {
    expect(await data('date1=10/06/2026', stranger)).toMatchObject({ nodes: [], edges: [], pages: {} });
    await save(stranger, GRAPH);
    const shown = await data('date1=10/06/2026', stranger);
    expect(shown.nodes.map(({ data: { value } }) => value)).toEqual(GRAPH.nodes.map(() => null));
  });

  it.each([
    ['', "'date1' missing"],
    ['date1=2026-06-10', "Invalid 'date1': '2026-06-10' is not a date DD/MM/YYYY"],
    ['date1=10/06/2026&type=MONTH', "Invalid 'type': 'MONTH' is not one of HOUR, DATE"],
    ['type=DATE&date1=11/06/2026&date2=10/06/2026', 'date1 cannot be after date2'],
  ])('answers %s with 1403 and what is wrong', async (query, message) => {
    expect((await works.get(`waterBalance/data?${query}`)).body).toMatchObject({
      status: 'failed',
      status_code: 1403,
      message,
    });
  });
});
