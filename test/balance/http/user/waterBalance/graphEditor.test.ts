import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../../../src/platform/login/rules/caller.ts';
import { replaceGraph } from '../../../../../src/balance/edit-graph.ts';
import { mintId, testContext, type TestContext } from '../../../../support/database.ts';
import { unit, works } from '../../../../figures/processing/works.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';

const PATH = '/api/user/waterBalance/graphEditor';

let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-03-10T06:00:00Z');
  app = testApp(context);
});

interface Answered {
  readonly status: number;
  readonly tag: string | null;
  readonly body: unknown;
}
interface Client {
  get(path?: string): Promise<Answered>;
  post(body: unknown, headers?: Record<string, string>, path?: string): Promise<Answered>;
}

/** An industry with two bores, and a user of it. */
async function plant(permissions: readonly string[] = ['waterBalance:write']): Promise<Client> {
  const { industryId } = await works(context, [unit('M1', 'FLOW_CATEGORY'), unit('M2', 'FLOW_CATEGORY')], {
    industryId: mintId('PLANT'),
  });
  const { token } = await login(app, await mintUser(context, { industryId, permissions }));
  const send = async (path: string, init: RequestInit): Promise<Answered> => {
    const response = await app.request(`${PATH}${path}`, init);
    return { status: response.status, tag: response.headers.get('etag'), body: await response.json() };
  };
  return {
    get: (path = '') => send(path, { headers: bearer(token) }),
    post: (body, headers = {}, path = '') =>
      send(path, {
        method: 'POST',
        headers: { ...bearer(token), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

const graphOf = (label: string) => ({
  nodes: [
    { id: 'M1', position: { x: 1, y: 2 } },
    { id: 'SUM', data: { label, rotation: 0 }, meta: { calculations: '({M1} + {M2}) / 2 - -1' } },
  ],
  edges: [{ id: 'e', source: 'M1', target: 'SUM' }],
});
const SAVED = { status: 'success', message: 'data saved' };

describe('GET graphEditor', () => {
  // Specification: "Units with no saved layout appear as nodes with random positions in [-100, 100]; with no saved
  // graph edges is empty".
  it('of an industry without a graph is its units and no edge', async () => {
    const { get } = await plant();
    const { status, tag, body } = await get();
    expect([status, tag, Object.keys(body as object)]).toEqual([200, '"0"', ['nodes', 'edges', 'metadata']]);
    expect(body).toMatchObject({
      nodes: [
        {
          id: 'M1',
          data: { label: 'Unit M1', rotation: 0 },
          nodeType: 'physicalNode',
          type: 'OVAL',
          meta: { graphTag: null, referencedNodeId: null },
        },
        { id: 'M2' },
      ],
      edges: [],
      metadata: { pages: [] },
    });
  });

  it('gives the version in force as ETag', async () => {
    const { get, post } = await plant();
    expect(await post(graphOf('All'))).toEqual({ status: 200, tag: '"1"', body: SAVED });
    expect((await get()).tag).toBe('"1"');
  });
});

describe('GET graphEditor?propose=true', () => {
  it('answers a draft until a graph is saved, which may be the draft', async () => {
    const { get, post } = await plant();
    const { status, tag, body } = await get('?propose=true');
    expect([status, tag, body]).toMatchObject([
      200,
      '"0"',
      {
        draft: true,
        nodes: [{ id: 'M1', meta: { graphTag: 'others' } }, { id: 'M2' }],
        metadata: { pages: [{ id: 'others' }] },
      },
    ]);
    expect((await get()).body).not.toHaveProperty('draft');
    expect(await post(body, { 'if-match': '"0"' })).toMatchObject({ status: 200 });
    expect(await get('?propose=true')).toEqual({ status, tag: '"1"', body: { ...(body as object), draft: false } });
  });

  it('is refused for another word than true and false', async () => {
    const { get } = await plant();
    expect(await get('?propose=perhaps')).toMatchObject({
      status: 400,
      body: { status_code: 1403, errors: [{ field: 'propose' }] },
    });
  });
});

describe('POST graphEditor', () => {
  it('of what GET gave changes nothing but the version', async () => {
    const { get, post } = await plant();
    await post(graphOf('All'));
    const first = await get();
    expect(await post(first.body)).toEqual({ status: 200, tag: '"2"', body: SAVED });
    expect(await get()).toEqual({ ...first, tag: '"2"' });
  });

  it('tells every mistake at once and writes nothing', async () => {
    const { get, post } = await plant();
    const { status, body } = await post({
      nodes: [
        { id: 'M9', nodeType: 'physicalNode' },
        { id: 'A', meta: { calculations: '{M1' } },
      ],
      edges: [{ id: 'e', source: 'A', target: 'NOBODY' }],
    });
    expect([status, body]).toEqual([
      400,
      {
        status: 'failed',
        status_code: 1430,
        message:
          "Invalid 'body': 'nodes[0].id' is \"M9\", allowed is a unit of the industry, because the node is physical (and 2 more)",
        errors: [
          { field: 'nodes[0].id', problem: 'is "M9", allowed is a unit of the industry, because the node is physical' },
          { field: 'nodes[1].meta.calculations', problem: expect.stringMatching(/at position 0|at position 3/) },
          { field: 'edges[0].target', problem: 'is "NOBODY", allowed is a node of the graph' },
        ],
      },
    ]);
    expect((await get()).tag).toBe('"0"');
  });

  it('takes a graph as large as the limits say', async () => {
    const { post, get } = await plant();
    const sums = Array.from({ length: 1999 }, (_, index) => ({
      id: `SUM_OF_METERS_${index}`,
      data: { label: `All meters of hall ${index}`, rotation: 0 },
      position: { x: index, y: -index },
      nodeType: 'virtualNode',
      type: 'RECTANGLE',
      meta: {
        graphTag: null,
        calculations: '({M1} + {M2}) * 0.25',
        units: [],
        isConsumption: false,
        limit: 12.5,
        backgroundColor: '#e8f4ff',
        referencedNodeId: null,
      },
    }));
    const edges = Array.from({ length: 5000 }, (_, index) => ({
      id: `edge-M1-right-SUM_OF_METERS_${index % 1999}-left-${index}`,
      source: 'M1',
      target: `SUM_OF_METERS_${index % 1999}`,
      type: 'custom',
      sourceHandle: 'right',
      targetHandle: 'left',
      data: {
        controlPoints: [
          { x: index, y: 1 },
          { x: 2, y: index },
        ],
      },
      markerEnd: { type: 'arrowclosed', color: '#0088cc', width: 12 },
      style: { stroke: '#0088cc', strokeWidth: 2 },
    }));
    expect(await post({ nodes: [{ id: 'M1', position: { x: 0, y: 0 } }, ...sums], edges })).toMatchObject({
      status: 200,
      body: SAVED,
    });
    expect((await get()).body).toMatchObject({ nodes: { length: 2001 }, edges: { length: 5000 } });
  });

  it('refuses a body that is larger than any graph before it reads it', async () => {
    const { post } = await plant();
    expect(await post({ nodes: [], edges: [], summaryGraph: { text: 'x'.repeat(4 * 1024 * 1024) } })).toMatchObject({
      status: 413,
    });
    expect(await post({ nodes: [], edges: [], summaryGraph: Array(260_000).fill(0) })).toMatchObject({
      status: 400,
      body: { status_code: 1430, message: 'The request body has more than 250000 values' },
    });
    expect(await post({ nodes: [], edges: [], summaryGraph: Array(200_000).fill(0) })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'summaryGraph' }] },
    });
  });

  it('screens texts for injection, formulas pass', async () => {
    const { post } = await plant();
    expect(await post({ ...graphOf('<script>alert(1)</script>') })).toMatchObject({
      status: 405,
      body: { errors: [{ field: 'nodes[1].data.label' }] },
    });
    expect(await post(graphOf("O'Brien's bores"))).toMatchObject({ status: 200 });
  });

  it('is for who may write it', async () => {
    const { post, get } = await plant([]);
    const refused = {
      status: 401,
      body: { message: 'Access denied. Missing required permissions: waterBalance:write' },
    };
    expect([await post(graphOf('x')), await post({ version: 1 }, {}, '/restore')]).toMatchObject([refused, refused]);
    expect([(await get()).status, (await get('/versions')).status]).toEqual([200, 200]);
  });
});

describe('If-Match', () => {
  it('lets a save through while its version is in force, and 412 names both when it is not', async () => {
    const { post, get } = await plant();
    expect(await post(graphOf('first'), { 'if-match': '"0"' })).toMatchObject({ status: 200, tag: '"1"' });
    expect(await post(graphOf('second'), { 'if-match': '"1"' })).toMatchObject({ status: 200, tag: '"2"' });
    const problem = 'asks for version 1, in force is version 2';
    expect(await post(graphOf('third'), { 'if-match': '"1"' })).toEqual({
      status: 412,
      tag: null,
      body: {
        status: 'failed',
        status_code: 412,
        message: `The graph was saved by somebody else meanwhile: 'If-Match' ${problem}`,
        errors: [{ field: 'If-Match', problem }],
      },
    });
    expect((await get()).body).toMatchObject({ nodes: [{ id: 'M1' }, { id: 'M2' }, { data: { label: 'second' } }] });
    // Without the header whatever there is is replaced, as the specification says.
    expect(await post(graphOf('fourth'))).toMatchObject({ status: 200, tag: '"3"' });
  });

  it('that names no version is refused', async () => {
    const { post } = await plant();
    expect(await post(graphOf('x'), { 'if-match': 'latest' })).toMatchObject({
      status: 400,
      body: { status_code: 1403, errors: [{ field: 'If-Match' }] },
    });
  });
});

describe('versions of the graph', () => {
  it('are listed and restored', async () => {
    const { post, get } = await plant();
    for (const label of ['first', 'second']) await post(graphOf(label));
    expect(await post({ version: 1 }, { 'if-match': '"2"' }, '/restore')).toEqual({
      status: 200,
      tag: '"3"',
      body: {
        status: 'success',
        status_code: 200,
        message: 'Version restored',
        data: { version: 3, restoredVersion: 1 },
      },
    });
    expect((await get()).body).toMatchObject({ nodes: [{ id: 'M1' }, { id: 'M2' }, { data: { label: 'first' } }] });
    expect((await get('/versions')).body).toMatchObject({
      data: {
        versions: [
          { version: 3, savedAt: '2026-03-10T06:00:00.000Z', physicalNodes: 1, virtualNodes: 1, edges: 1, pages: 0 },
          { version: 2 },
          { version: 1 },
        ],
      },
    });
  });

  it('that are not kept are 404, others than numbers 400, and one somebody else has replaced 412', async () => {
    const { post } = await plant();
    await post(graphOf('first'));
    expect(await post({ version: 7 }, {}, '/restore')).toMatchObject({
      status: 404,
      body: { message: 'Version 7 is not kept, allowed are 1 to 1' },
    });
    expect(await post({ version: 'first' }, {}, '/restore')).toMatchObject({
      status: 400,
      body: { status_code: 1430 },
    });
    expect(await post({ version: 1 }, { 'if-match': '"7"' }, '/restore')).toMatchObject({ status: 412 });
  });
});

describe('an id of another industry in a graph', () => {
  it('yields nothing of it: it is answered like one that nobody has', async () => {
    const victim = await works(context, [unit('VICTIMS_METER', 'FLOW_CATEGORY', { displayName: 'Secret bore' })], {
      industryId: mintId('VICTIM'),
    });
    await replaceGraph(
      context,
      victim,
      {
        nodes: [{ id: 'VICTIMS_METER' }, { id: 'VICTIMS_NODE', data: { label: 'Secret sum' } }],
        edges: [{ id: 'e', source: 'VICTIMS_METER', target: 'VICTIMS_NODE' }],
      },
      { by: { ...COMMAND, userId: 'victim' }, expected: null },
    );
    const { post, get } = await plant();
    const bodyWith = (unitId: string, nodeId: string) => ({
      nodes: [
        { id: unitId, nodeType: 'physicalNode' },
        {
          id: 'A',
          nodeType: 'virtualNode',
          meta: {
            calculations: `{${unitId}} + {${nodeId}}#meta#openingStock`,
            units: [unitId],
            referencedNodeId: nodeId,
            graphTag: nodeId,
          },
        },
      ],
      edges: [{ id: 'e', source: nodeId, target: 'A' }],
    });
    const answered = async (unitId: string, nodeId: string) =>
      JSON.stringify(await post(bodyWith(unitId, nodeId)))
        .replaceAll(unitId, 'UNIT')
        .replaceAll(nodeId, 'NODE');
    expect(await answered('VICTIMS_METER', 'VICTIMS_NODE')).toBe(await answered('NOBODYS_METER', 'NOBODYS_NODE'));
    // As an id of a virtual node it is the name of something of one's own.
    expect(
      await post({
        nodes: [{ id: 'VICTIMS_METER' }, { id: 'VICTIMS_NODE', meta: { referencedNodeId: 'VICTIMS_METER' } }],
        edges: [],
      }),
    ).toMatchObject({ status: 200 });
    expect(JSON.stringify(await get())).not.toContain('Secret');
  });
});
