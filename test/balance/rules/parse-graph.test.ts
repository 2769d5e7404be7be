import { describe, expect, it } from 'vitest';
import { parseGraph } from '../../../src/balance/rules/parse-graph.ts';
import { nodesOf } from '../../../src/balance/rules/types.ts';
import { edge, mistakesOf, virtual, works } from './posted-graphs.ts';

const at = { x: 1, y: 2 };

const read = (body: Record<string, unknown>) => parseGraph({ nodes: [], edges: [], ...body }, works);

describe('a body of the graph editor', () => {
  // Specification: "only id, position, nodeType and editmeta are kept for physical nodes".
  it('leaves id, position, nodeType and editmeta of a physical node', () => {
    const { nodes } = read({
      nodes: [
        {
          id: 'M1',
          position: at,
          nodeType: 'physicalNode',
          type: 'OVAL',
          data: { label: 'Bore', rotation: 90, value: '1 KL' },
          meta: { graphTag: 'physical', limit: 5 },
          width: 40,
        },
      ],
    });
    expect(nodes.physicalNodes).toEqual([
      {
        id: 'M1',
        position: at,
        nodeType: 'physicalNode',
        editmeta: {
          graphTag: 'physical',
          isConsumption: false,
          limit: 5,
          backgroundColor: null,
          units: [],
          calculations: null,
          referencedNodeId: null,
          subGraph: null,
          disabled: true,
        },
      },
    ]);
  });

  it('keeps label, form and rotation of a virtual node', () => {
    const { nodes } = read({
      nodes: [
        {
          id: 'SUM',
          position: at,
          nodeType: 'virtualNode',
          type: 'OVAL',
          data: { label: 'All bores', rotation: 90 },
          meta: { calculations: '{M1} + {M2}', units: ['M1', 'M1'], isConsumption: true, backgroundColor: '#e8f4ff' },
        },
      ],
    });
    expect(nodes.virtualNodes).toEqual([
      {
        id: 'SUM',
        label: 'All bores',
        position: at,
        nodeType: 'virtualNode',
        type: 'OVAL',
        rotation: 90,
        editmeta: {
          graphTag: null,
          isConsumption: true,
          limit: null,
          backgroundColor: '#e8f4ff',
          units: ['M1'],
          calculations: '{M1} + {M2}',
          referencedNodeId: null,
          subGraph: null,
          disabled: true,
        },
      },
    ]);
  });

  it('takes a node for physical when its id is a unit of the industry, else for virtual', () => {
    const { nodes } = read({
      nodes: [
        { id: 'M1', position: at },
        { id: 'SUM', position: at },
      ],
    });
    expect([
      nodes.physicalNodes.map(({ id }) => id),
      nodes.virtualNodes.map(({ id, label, type, rotation }) => [id, label, type, rotation]),
    ]).toEqual([['M1'], [['SUM', 'SUM', 'RECTANGLE', 0]]]);
  });

  it('reads the stored names as well as those of GET', () => {
    const saved = read({
      nodes: [{ id: 'SUM', label: 'All', rotation: 45, editmeta: { units: ['M1'] } }, { id: 'M1' }],
      edges: [{ ...edge('M1', 'SUM'), controlPoints: [{ x: 3, y: 4, active: true }] }],
    });
    expect(saved.nodes.virtualNodes[0]).toMatchObject({ label: 'All', rotation: 45, editmeta: { units: ['M1'] } });
    expect(saved.edges[0]?.controlPoints).toEqual([{ x: 3, y: 4 }]);
  });

  it('puts a node without a position where its id says, inside [-100, 100]', () => {
    const [first, again] = [read({ nodes: [{ id: 'M1' }] }), read({ nodes: [{ id: 'M1' }] })].map(
      ({ nodes }) => nodes.physicalNodes[0]?.position,
    );
    expect(first).toEqual(again);
    expect(Math.max(Math.abs(first?.x ?? 101), Math.abs(first?.y ?? 101))).toBeLessThanOrEqual(100);
  });

  // Specification: "edges and nodes deduplicated by id (last wins)".
  it('leaves the last of several nodes and edges with one id', () => {
    const saved = read({
      nodes: [
        { id: 'SUM', data: { label: 'first' } },
        { id: 'M1', position: { x: 0, y: 0 } },
        { id: 'SUM', data: { label: 'last' } },
        { id: 'M1', position: at },
      ],
      edges: [
        { ...edge('M1', 'SUM'), type: 'first' },
        { ...edge('M1', 'SUM'), type: 'last' },
      ],
    });
    expect(nodesOf(saved).map((node) => (node.nodeType === 'virtualNode' ? node.label : node.position))).toEqual([
      at,
      'last',
    ]);
    expect(saved.edges.map(({ type }) => type)).toEqual(['last']);
  });

  it('finds no mistake in a node that another of the same id replaces', () => {
    expect(
      mistakesOf([virtual('SUM', { calculations: '{NOBODY}' }), virtual('SUM', { calculations: '{M1}' })]),
    ).toEqual({});
  });

  // Specification: "edges merge connected sub-graphs; nodes without edges are marked disabled".
  it('numbers what hangs together by edges, and disables what has none', () => {
    const nodes = ['E', 'D', 'C', 'B', 'A', 'ALONE'].map((id) => ({ id }));
    const saved = read({ nodes, edges: [edge('B', 'D'), edge('E', 'A'), edge('C', 'D')] });
    expect(nodesOf(saved).map(({ id, editmeta }) => [id, editmeta.subGraph, editmeta.disabled])).toEqual([
      ['E', 0, false],
      ['D', 1, false],
      ['C', 1, false],
      ['B', 1, false],
      ['A', 0, false],
      ['ALONE', null, true],
    ]);
  });

  // Specification: "metadata is taken from the body (default empty)"; edges are of type 'custom'.
  it('has defaults for all that a node, an edge or a page may leave out', () => {
    expect(read({ nodes: [{ id: 'M1' }, { id: 'M2' }], edges: [edge('M1', 'M2')] })).toMatchObject({
      id: 'WATERBALANCE_PLANT',
      industryId: 'PLANT',
      type: 'waterBalance',
      metadata: { pages: [] },
      edges: [
        {
          id: 'M1-M2',
          source: 'M1',
          target: 'M2',
          type: 'custom',
          sourceHandle: null,
          targetHandle: null,
          controlPoints: [],
          markerEnd: null,
          style: null,
        },
      ],
    });
    expect(
      read({ metadata: { pages: [{ id: 'reuse' }, { id: 'raw', displayName: 'Raw', order: 7, icon: 'drop' }] } })
        .metadata.pages,
    ).toEqual([
      { id: 'reuse', displayName: 'reuse', order: 0, icon: null },
      { id: 'raw', displayName: 'Raw', order: 7, icon: 'drop' },
    ]);
  });

  // Specification: "customSummary and summaryGraph are lost unless resent".
  it('keeps customSummary and summaryGraph only when it sends them', () => {
    const entry = { id: 'a', displayName: 'All', calculations: '{GONE} + {SUM}', siUnit: 'KL' };
    expect(read({ customSummary: { physical: [entry] }, summaryGraph: { nodes: [1] } })).toMatchObject({
      customSummary: { physical: [entry] },
      summaryGraph: { nodes: [1] },
    });
    expect(read({ customSummary: [{ displayName: 'All', calculations: '{SUM}' }] }).customSummary).toEqual([
      { id: null, displayName: 'All', calculations: '{SUM}', siUnit: null },
    ]);
    expect(Object.keys(read({}))).not.toContain('customSummary');
  });

  it('takes what a form leaves empty for absent', () => {
    expect(
      read({
        nodes: [
          virtual('SUM', {
            graphTag: '',
            calculations: ' ',
            referencedNodeId: '',
            backgroundColor: null,
            units: null,
            limit: null,
            isConsumption: null,
          }),
        ],
      }).nodes.virtualNodes[0]?.editmeta,
    ).toMatchObject({
      graphTag: null,
      calculations: null,
      referencedNodeId: null,
      units: [],
      limit: null,
      isConsumption: false,
    });
  });
});
