import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../../../src/platform/login/rules/caller.ts';
import { replaceGraph } from '../../../../../src/balance/edit-graph.ts';
import { findIndustry } from '../../../../../src/platform/directory/store/industries.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { testApp } from '../../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../../service/support/device-data-works.ts';

/** Two meters into a sum; what the tank holds is on a page of its own, which has a companion. */
const GRAPH = {
  nodes: [
    { id: 'M1', position: { x: 0, y: 0 } },
    { id: 'M2', position: { x: 0, y: 120 } },
    {
      id: 'IN',
      position: { x: 320, y: 60 },
      data: { label: 'All that <came> in' },
      meta: { backgroundColor: '#e8f4ff' },
    },
    { id: 'TANK', meta: { graphTag: 'stock' } },
    {
      id: 'COPY',
      position: { x: 320, y: 0 },
      data: { label: 'The tank again' },
      meta: { graphTag: 'stock', referencedNodeId: 'TANK' },
    },
    { id: 'LEVEL', data: { label: 'Level' }, meta: { graphTag: 'stock_summary', calculations: '{TANK}' } },
    {
      id: 'HALF',
      position: { x: 320, y: 0 },
      data: { label: 'Half of it' },
      meta: { graphTag: 'stock_summary', calculations: '{LEVEL} / 2' },
    },
  ],
  edges: [
    ['M1', 'IN'],
    ['M2', 'IN'],
    ['TANK', 'COPY'],
    ['LEVEL', 'HALF'],
  ].map(([source, target]) => ({ id: `${source}-${target}`, source, target, markerEnd: 'arrow' })),
  metadata: {
    pages: [
      { id: 'physical', displayName: 'Works', order: 0 },
      { id: 'stock', displayName: 'Tanks', order: 1 },
    ],
  },
};

let context: TestContext;
let works: Works;
let stranger: Works;

async function save(of: Works, graph: object): Promise<void> {
  const industry = await findIndustry(context.database, of.industryId, context.clock.now());
  if (industry === null) throw new Error('The industry was not provisioned.');
  await replaceGraph(context, industry, graph, { by: { ...COMMAND, userId: 'test' }, expected: null });
}

beforeAll(async () => {
  context = await testContext('2026-06-12T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-10', 5), value: 6000 },
    { unitId: 'M2', createdOn: atHour('2026-06-10', 2), value: 1500 },
    { unitId: 'M2', createdOn: atHour('2026-06-11', 2), value: 500 },
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 20), value: 40 },
  ]);
  await save(works, GRAPH);
});

const answer = (query: string, of: Works = works) => of.get(`waterBalance/diagram.svg?${query}`);
const picture = async (query: string, of: Works = works): Promise<string> => {
  const response = await of.fetch(`waterBalance/diagram.svg?${query}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  return response.text();
};

describe('GET waterBalance/diagram.svg', () => {
  it('draws the first page with the figures of waterBalance/data, and lets nothing in it run', async () => {
    const svg = await picture('date1=10/06/2026');
    for (const text of [
      '10 Jun 2026',
      'Works',
      '6\u00a0KL',
      '1.50\u00a0KL',
      '7.50\u00a0KL',
      'All that &lt;came&gt; in',
      'fill="#e8f4ff"',
    ])
      expect(svg).toContain(text);
    expect(svg).not.toContain('The tank again');
    const { headers } = await works.fetch('waterBalance/diagram.svg?date1=10/06/2026');
    expect([headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual([
      expect.stringMatching(/^default-src 'none'; style-src 'unsafe-inline'; img-src 'none';/),
      'nosniff',
    ]);
  });

  it('draws the page that is asked for, or its companion', async () => {
    expect(await picture('date1=10/06/2026&page=stock')).toContain('The tank again');
    const companion = await picture('date1=10/06/2026&page=stock_summary');
    expect([companion.includes('Half of it'), companion.includes('Tanks: summary')]).toEqual([true, true]);
  });

  it('names the pages there are when another is asked for', async () => {
    expect((await answer('date1=10/06/2026&page=roof')).body).toMatchObject({
      status: 'failed',
      status_code: 1403,
      message: "Invalid 'page': 'roof' is not one of physical, stock, stock_summary",
      errors: [{ field: 'page', problem: 'is not one of physical, stock, stock_summary' }],
    });
  });

  it('draws several days, the running one marked, in the theme that is asked for', async () => {
    expect(await picture('type=DATE&date1=10/06/2026&date2=11/06/2026')).toContain('10 Jun 2026 to 11 Jun 2026');
    const svg = await picture('date1=12/06/2026&theme=dark');
    expect([svg.includes('12 Jun 2026 … still running'), svg.includes('@media screen{')]).toEqual([true, true]);
  });

  it('as a Sankey diagram has the figures of the generic form', async () => {
    const { body } = await works.get('waterBalance?startDate=10/06/2026&endDate=11/06/2026');
    expect(body).toMatchObject({ data: { waterBalance: { totalInflow: 8 } } });
    expect(await picture('form=sankey&type=DATE&date1=10/06/2026&date2=11/06/2026')).toMatch(
      /In all at least 8(\.\d+)?\u00a0KL/,
    );
  });

  it('of an industry without a graph says so, and shows nothing of a page of others', async () => {
    expect(await picture('date1=10/06/2026', stranger)).toContain('No graph of the water balance has been saved');
    expect((await answer('date1=10/06/2026&page=stock', stranger)).body).toMatchObject({
      status_code: 1403,
      message: "Invalid 'page': the graph has no pages",
    });
    expect(await picture('form=sankey&date1=10/06/2026', stranger)).toContain('Nothing was measured in these days');
    await save(stranger, GRAPH);
    const svg = await picture('date1=10/06/2026', stranger);
    expect([svg.includes('7.50\u00a0KL'), svg.includes('hatched, –: not measured')]).toEqual([false, true]);
  });

  it('draws the first page by its order, whatever its id is', async () => {
    await save(stranger, {
      nodes: [
        { id: 'M1', meta: { graphTag: '2' } },
        { id: 'M2', meta: { graphTag: '1' } },
      ],
      edges: [],
      metadata: {
        pages: [
          { id: '2', displayName: 'Ground floor', order: 0 },
          { id: '1', displayName: 'Roof', order: 1 },
        ],
      },
    });
    expect(await picture('date1=10/06/2026', stranger)).toContain('Ground floor');
    expect((await answer('date1=10/06/2026&page=roof', stranger)).body).toMatchObject({
      errors: [{ field: 'page', problem: 'is not one of 2, 1' }],
    });
  });

  it.each([
    ['', "'date1' missing"],
    ['date1=10/06/2026&form=pie', "Invalid 'form': 'pie' is not one of graph, sankey"],
    ['date1=10/06/2026&theme=pink', "Invalid 'theme': 'pink' is not one of auto, light, dark"],
    ['form=sankey&type=DATE&date1=11/06/2026&date2=10/06/2026', 'date1 cannot be after date2'],
    ['type=DATE&date1=11/06/2026&date2=10/06/2026', 'date1 cannot be after date2'],
  ])('answers %s with 1403 and what is wrong', async (query, message) => {
    expect((await answer(query)).body).toMatchObject({ status: 'failed', status_code: 1403, message });
  });
});
