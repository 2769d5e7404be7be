import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphAnswer } from '../../../src/balance/rules/graph-answer.ts';
import { emptyGraph } from '../../../src/balance/rules/graph.ts';
import { parseGraph } from '../../../src/balance/rules/parse-graph.ts';
import { type GraphDocument, nodesOf } from '../../../src/balance/rules/types.ts';
import { anyBody, PLANT_PARTS } from './any-graph.ts';
import { edge, graph, physical, virtual } from './graphs.ts';
import { plant } from './plant.ts';

const works = plant(PLANT_PARTS);
const save = (body: unknown): GraphDocument => parseGraph(JSON.parse(JSON.stringify(body)), works);

describe('the graph as the editor shows it', () => {
  it('has the shape of the specification', () => {
    const saved = graph({
      physical: [physical('M1', { graphTag: 'raw' })],
      virtual: [virtual('SUM', { referencedNodeId: 'M1' }, { label: 'All', type: 'OVAL', rotation: 90 })],
      edges: [edge('M1', 'SUM')],
    });
    expect(graphAnswer(saved, new Map([...works.units].slice(0, 1)))).toEqual({
      nodes: [
        {
          id: 'M1',
          data: { label: 'Unit M1', rotation: 0 },
          position: { x: 0, y: 0 },
          nodeType: 'physicalNode',
          type: 'OVAL',
          meta: saved.nodes.physicalNodes[0]?.editmeta,
        },
        {
          id: 'SUM',
          data: { label: 'All', rotation: 90 },
          position: { x: 0, y: 0 },
          nodeType: 'virtualNode',
          type: 'OVAL',
          meta: saved.nodes.virtualNodes[0]?.editmeta,
        },
      ],
      edges: [
        {
          id: 'M1-SUM',
          source: 'M1',
          target: 'SUM',
          type: 'custom',
          sourceHandle: null,
          targetHandle: null,
          data: { controlPoints: [] },
          markerEnd: null,
          style: null,
        },
      ],
      metadata: { pages: [] },
    });
  });

  // Specification: "Units with no saved layout appear as nodes with random positions in [-100, 100]; with no saved
  // graph edges is empty".
  it('has a node for every unit that nobody has placed, each at its own place inside [-100, 100], the same with every load', () => {
    const shown = graphAnswer(emptyGraph('PLANT'), works.units);
    expect([shown.nodes.map(({ id, nodeType }) => [id, nodeType]), shown.edges]).toEqual([
      [
        ['M1', 'physicalNode'],
        ['M2', 'physicalNode'],
        ['M3', 'physicalNode'],
      ],
      [],
    ]);
    expect(shown).toEqual(graphAnswer(emptyGraph('PLANT'), works.units));
    const many = graphAnswer(
      emptyGraph('PLANT'),
      plant({ units: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`UNIT_${index}`, {}])) }).units,
    ).nodes.flatMap(({ position }) => [position.x, position.y]);
    expect([Math.min(...many) >= -100, Math.max(...many) <= 100, new Set(many).size > 900]).toEqual([true, true, true]);
    // Spread over the whole canvas.
    expect([
      Math.min(...many) < -90,
      Math.max(...many) > 90,
      Math.abs(many.reduce((sum, value) => sum + value, 0) / many.length) < 10,
    ]).toEqual([true, true, true]);
    expect(graphAnswer(emptyGraph('OTHER'), works.units).nodes[0]?.position).not.toEqual(shown.nodes[0]?.position);
  });

  it('has no node of a unit that the industry no longer has, and none of its edges', () => {
    const saved = graph({
      physical: [physical('M1'), physical('REMOVED')],
      virtual: [virtual('SUM')],
      edges: [edge('M1', 'SUM'), edge('REMOVED', 'M1'), edge('REMOVED', 'SUM')],
    });
    const shown = graphAnswer(saved, works.units);
    expect([shown.nodes.map(({ id }) => id), shown.edges.map(({ id }) => id)]).toEqual([
      ['M1', 'M2', 'M3', 'SUM'],
      ['M1-SUM'],
    ]);
    const alone = graphAnswer(
      graph({ physical: [physical('REMOVED')], virtual: [virtual('SUM')], edges: [edge('REMOVED', 'SUM')] }),
      works.units,
    );
    expect(alone.nodes[0]?.meta.disabled).toBe(true);
  });
});

describe('saving', () => {
  it('what was loaded changes nothing', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        // What nobody has placed is placed by the first save.
        const shown = graphAnswer(save(body), works.units);
        const saved = save(shown);
        expect(graphAnswer(saved, works.units)).toEqual(shown);
        expect(save(graphAnswer(saved, works.units))).toEqual(saved);
      }),
    );
  });

  it('and loading leaves all that was saved as it was', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const saved = save(body);
        const again = save(graphAnswer(saved, works.units));
        expect(nodesOf(again)).toEqual(expect.arrayContaining([...nodesOf(saved)]));
        expect({ ...again, nodes: null }).toEqual({ ...saved, nodes: null });
      }),
    );
  });

  it('gives the same graph in whatever order nodes and edges come', () => {
    const once = <T extends { id: string }>(parts: readonly T[]): T[] => [
      ...new Map(parts.map((part) => [part.id, part])).values(),
    ];
    const byId = (saved: GraphDocument) => ({
      ...saved,
      nodes: new Map(nodesOf(saved).map((node) => [node.id, node])),
      edges: new Map(saved.edges.map((each) => [each.id, each])),
    });
    const anyOrders = anyBody
      .map((body) => ({ ...body, nodes: once(body.nodes), edges: once(body.edges) }))
      .chain((body) =>
        fc.tuple(
          fc.constant(body),
          fc.shuffledSubarray(body.nodes, { minLength: body.nodes.length }),
          fc.shuffledSubarray(body.edges, { minLength: body.edges.length }),
        ),
      );
    fc.assert(
      fc.property(anyOrders, ([body, nodes, edges]) => {
        expect(byId(save({ ...body, nodes, edges }))).toEqual(byId(save(body)));
      }),
    );
  });
});
