import { describe, expect, it } from 'vitest';
import { type DiagramInput, diagramOf } from '../../../src/balance/rules/diagram.ts';
import { type FigureSource, nodeValues } from '../../../src/balance/rules/node-values.ts';
import { customSummary, legacySummary } from '../../../src/balance/rules/page-summary.ts';
import { diagramPages } from '../../../src/balance/rules/pages.ts';
import type { GraphDocument, GraphPage } from '../../../src/balance/rules/types.ts';
import { figuresOf } from './figures.ts';
import { edge, graph, physical, virtual } from './graphs.ts';

const NOON = Date.UTC(2026, 0, 15, 12);

function diagram(document: GraphDocument, source: FigureSource, given: Partial<DiagramInput> = {}) {
  return diagramOf({
    document,
    values: nodeValues(document, source),
    isLive: true,
    isToday: true,
    onlineAfter: NOON - 15 * 60_000,
    nameOf: (unitId) => (source.unit(unitId) === undefined ? undefined : `Unit ${unitId}`),
    placementOf: (unitId) => ({ categoryKey: 'ID_SOURCE', subCategoryId: `S_${unitId}` }),
    latest: new Map(),
    ...given,
  });
}

const page = (id: string, order = 0): GraphPage => ({ id, displayName: `Page ${id}`, order, icon: null });

describe('a node of the diagram', () => {
  it('of a unit carries its name, place, category and the newest reading', () => {
    const document = graph({ physical: [physical('M1', { limit: 1.5 })] });
    const { nodes } = diagram(document, figuresOf({ M1: 1500 }), {
      latest: new Map([['M1', { createdOnEpochMs: NOON - 60_000, value: 20 }]]),
    });
    expect(nodes[0]).toMatchObject({
      id: 'M1',
      unitId: 'M1',
      type: 'OVAL',
      nodeType: 'physicalNode',
      categoryTypeId: 'ID_SOURCE',
      data: {
        label: 'Unit M1',
        value: '1.5 KL',
        valueNumber: 1.5,
        siUnit: 'KL',
        online: true,
        lastUpdatedTime: '2026-01-15T11:59:00.000Z',
        latestReading: { value: 20, createdOn: '2026-01-15T11:59:00.000Z' },
        meta: { limitReached: true },
        subCategoryId: 'S_M1',
        coverage: 1,
      },
    });
  });

  it('that refers to a unit shows its data at a place and under a label of its own', () => {
    const reference = {
      ...virtual('R', { referencedNodeId: 'M1' }, { label: 'Main, again' }),
      position: { x: 40, y: -8 },
    };
    const { nodes } = diagram(graph({ physical: [physical('M1')], virtual: [reference] }), figuresOf({ M1: 1500 }));
    expect(nodes[1]).toMatchObject({
      unitId: 'M1',
      position: { x: 40, y: -8 },
      data: { label: 'Main, again', value: '1.5 KL', subCategoryId: 'S_M1' },
    });
  });

  it('is offline once no reading is newer than the threshold', () => {
    const latest = (minutes: number) => ({
      latest: new Map([['M1', { createdOnEpochMs: NOON - minutes * 60_000, value: null }]]),
    });
    const document = graph({ physical: [physical('M1')] });
    const online = [14, 15].map(
      (minutes) => diagram(document, figuresOf({ M1: 1 }), latest(minutes)).nodes[0]?.data.online,
    );
    expect(online).toEqual([true, false]);
  });

  it('has not reached its limit just below it, without data, and without a limit', () => {
    const document = graph({
      physical: [physical('BELOW', { limit: 1.501 }), physical('SILENT', { limit: 0 }), physical('FREE')],
    });
    const { nodes } = diagram(document, figuresOf({ BELOW: 1500, SILENT: null, FREE: 9e9 }));
    expect(nodes.map(({ data }) => data.meta.limitReached)).toEqual([false, false, false]);
  });
});

describe('an edge', () => {
  const document = graph({
    physical: [physical('IN'), physical('USE', { isConsumption: true }), physical('LOST', { isConsumption: true })],
    edges: [edge('IN', 'USE'), edge('IN', 'LOST')],
  });
  const latest = new Map([['USE', { createdOnEpochMs: NOON, value: null }]]);
  const tagged = (isToday: boolean) =>
    diagram(document, figuresOf({ IN: 1, USE: 1, LOST: 1 }), { latest, isToday }).edges.map(
      ({ data }) => data.isConsumption,
    );

  // Specification, rule 5: "tagged isConsumption only when date1 is today".
  it('to an online consumer is a consumption when date1 is today, and not when only the end of the window is', () => {
    expect({ today: tagged(true), earlier: tagged(false) }).toEqual({
      today: [true, undefined],
      earlier: [undefined, undefined],
    });
  });
});

describe('pages', () => {
  const document = graph({
    physical: [physical('A'), physical('B', { graphTag: 'EAST' })],
    virtual: [
      virtual('SUM', { graphTag: 'summary' }),
      virtual('E', { graphTag: 'EAST_summary' }),
      virtual('X', { graphTag: 'EAST' }),
    ],
    edges: [edge('A', 'B'), edge('X', 'B'), edge('A', 'SUM')],
    pages: [page('EAST', 2), page('physical', 1), page('EAST_summary', 3), page('WEST', 3)],
  });
  const pages = diagramPages(document, diagram(document, figuresOf({ A: 1000, B: 2000 })), () => []);

  it('hold the nodes of their tag and the edges between them, in their order; a node without a tag is on the page physical', () => {
    expect(
      Object.values(pages).map(({ id, diagram: { nodes, edges } }) => [
        id,
        nodes.map((node) => node.id),
        edges.map((each) => each.id),
      ]),
    ).toEqual([
      ['physical', ['A'], []],
      ['EAST', ['B', 'X'], ['X-B']],
      ['WEST', [], []],
    ]);
  });

  it('have their companion beside them: summary of the page physical, {page}_summary of others, null without one', () => {
    expect(Object.values(pages).map(({ summary }) => summary?.nodes.map(({ id }) => id) ?? null)).toEqual([
      ['SUM'],
      ['E'],
      null,
    ]);
  });

  it('are one where none was saved', () => {
    const plain = graph({ physical: [physical('A')] });
    expect(Object.keys(diagramPages(plain, diagram(plain, figuresOf({ A: 1 })), () => []))).toEqual(['physical']);
  });

  it('are the page physical, too, where it has a companion only', () => {
    const plain = graph({ virtual: [virtual('SUM', { graphTag: 'summary' })], pages: [page('EAST')] });
    expect(
      Object.values(diagramPages(plain, diagram(plain, figuresOf({})), () => [])).map(({ id, summary }) => [
        id,
        summary?.nodes.length,
      ]),
    ).toEqual([
      ['physical', 1],
      ['EAST', undefined],
    ]);
  });

  it('of an empty graph are none', () => {
    const empty = graph({});
    expect(diagramPages(empty, diagram(empty, figuresOf({})), () => [])).toEqual({});
  });
});

describe('the summary of a page', () => {
  const source = figuresOf({ IN1: 1_000_000, IN2: 234_567, OUT: 900_000, TANK: 50_000, LATE: null });
  const document = graph({
    physical: ['IN1', 'IN2', 'OUT', 'TANK', 'LATE'].map((id) => physical(id)),
    virtual: [virtual('AGAIN', { referencedNodeId: 'IN1' })],
  });
  const values = nodeValues(document, source);
  const listed: Record<string, readonly string[]> = {
    ID_SOURCE: ['IN1', 'IN2', 'LATE'],
    ID_CONSUMPTION: ['OUT'],
    ID_RAW_WATER_STOCK: ['TANK'],
  };
  const nodes = [
    ...['IN1', 'IN2', 'OUT', 'TANK', 'LATE'].map((id) => ({ id, unitId: id })),
    { id: 'AGAIN', unitId: 'IN1' },
  ];
  const legacy = (isLive: boolean) =>
    legacySummary({ nodes, values, unitsListed: (key) => new Set(listed[key]), isLive });

  it('adds up source, consumption and stock nodes, each unit once', () => {
    expect(legacy(true)).toMatchObject([
      { displayName: 'Total Source', value: 1234.57, siUnit: 'KL', nodes: ['IN1', 'IN2', 'LATE', 'AGAIN'] },
      { displayName: 'Total Consumption', value: 900, nodes: ['OUT'] },
      { displayName: 'Total Stock Available', value: 50, nodes: ['TANK'] },
    ]);
  });

  it('takes the figure of a unit from the node that has edges, wherever the other one stands', () => {
    const twice = graph({
      physical: [physical('IN1')],
      virtual: [virtual('AGAIN', { referencedNodeId: 'IN1', disabled: true })],
    });
    const lines = legacySummary({
      nodes: [
        { id: 'IN1', unitId: 'IN1' },
        { id: 'AGAIN', unitId: 'IN1' },
      ],
      values: nodeValues(twice, source),
      unitsListed: (key) => new Set(listed[key]),
      isLive: true,
    });
    expect(lines[0]).toMatchObject({ displayName: 'Total Source', value: 1000, siUnit: 'KL', nodes: ['IN1'] });
  });

  it('names the stock of a past day its closing stock', () => {
    expect(legacy(false)[2]?.displayName).toBe('Closing Stock');
  });

  it('of its own formulas is in shown units; an id that names nothing counts as 0', () => {
    // 1000 + 234.567 KL, less 34.567; {NOBODY} is 0.
    const summary = {
      physical: [
        { id: null, displayName: 'Net', calculations: '{IN1} + {IN2} - 34.567', siUnit: null },
        { id: null, displayName: 'None', calculations: '{NOBODY}', siUnit: 'KL' },
        { id: null, displayName: 'Silent', calculations: '{LATE}', siUnit: null },
      ],
    };
    expect(customSummary(summary, 'physical', values, source)).toMatchObject([
      { displayName: 'Net', value: 1200, siUnit: 'KL', nodes: ['IN1', 'IN2'] },
      { displayName: 'None', value: 0, siUnit: 'KL', nodes: [] },
      { displayName: 'Silent', value: null },
    ]);
  });

  it('of formulas that go round in a circle is 0 for the nodes involved', () => {
    const circle = graph({ virtual: [virtual('A', { calculations: '{B}' }), virtual('B', { calculations: '{A}' })] });
    const lines = customSummary(
      [{ id: null, displayName: 'Both', calculations: '{A} + {B} + {M}', siUnit: null }],
      'physical',
      nodeValues(circle, figuresOf({ M: 3000 })),
      figuresOf({ M: 3000 }),
    );
    expect(lines?.[0]?.value).toBe(3);
  });

  it('falls back to the sums on a page without formulas of its own', () => {
    expect(customSummary({ EAST: [] }, 'physical', values, source)).toBeNull();
    for (const pageId of ['constructor', 'toString', '__proto__'])
      expect(customSummary({ EAST: [] }, pageId, values, source)).toBeNull();
  });
});
