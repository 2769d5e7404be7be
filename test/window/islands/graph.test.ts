import { describe, expect, it } from 'vitest';
import {
  begun,
  connected,
  differences,
  withStep,
  type EditedGraph,
  type EditedNode,
  merged,
  moved,
  redone,
  renamed,
  undone,
  withNewNode,
  withoutEdge,
  withoutNode,
} from '../../../src/window/islands/graph.ts';
import { NODE_BOX, spread } from '../../../src/window/islands/graph-spread.ts';

const node = (id: string, nodeType: EditedNode['nodeType'] = 'virtualNode'): EditedNode => ({
  id,
  data: { label: `Node ${id}`, rotation: 0 },
  position: { x: 0, y: 0 },
  nodeType,
  type: 'OVAL',
  meta: { graphTag: null, calculations: '{M1} * 2' },
});
const BASE: EditedGraph = {
  nodes: [node('M1', 'physicalNode'), node('A'), node('B')],
  edges: [{ id: 'e', source: 'M1', target: 'A', style: { stroke: 'red' } }],
  metadata: { pages: [] },
  customSummary: [],
};
const nodeOf = (graph: EditedGraph, id: string): EditedNode | undefined => graph.nodes.find((one) => one.id === id);

describe('a graph that is edited', () => {
  it('keeps what the editor does not know of', () => {
    const graph = renamed(moved(BASE, 'A', { x: 20.4, y: -8 }), 'A', 'Cooling');
    expect(nodeOf(graph, 'A')).toEqual({
      ...node('A'),
      data: { label: 'Cooling', rotation: 0 },
      position: { x: 20, y: -8 },
    });
    expect([graph.edges, graph['customSummary']]).toEqual([BASE.edges, []]);
  });

  it('gives a new node an id that no other has', () => {
    const first = withNewNode(BASE, 'page 2', 'New', { x: 1, y: 2 });
    const second = withNewNode(first.graph, null, 'New', { x: 1, y: 2 });
    expect([first.id, second.id]).toEqual(['node-1', 'node-2']);
    expect(nodeOf(second.graph, 'node-1')?.meta.graphTag).toBe('page 2');
  });

  it('has no line twice and none to itself', () => {
    expect(connected(BASE, 'M1', 'A')).toBeNull();
    expect(connected(BASE, 'A', 'A')).toBeNull();
    expect(connected(BASE, 'A', 'M1')?.edges).toHaveLength(2);
  });

  it('loses the lines of a node that is removed, and no node of a unit', () => {
    expect(withoutNode(BASE, 'A')).toMatchObject({ nodes: [{ id: 'M1' }, { id: 'B' }], edges: [] });
    expect(withoutNode(BASE, 'M1')).toMatchObject({ nodes: BASE.nodes, edges: [] });
    expect(withoutEdge(BASE, 'e').edges).toEqual([]);
  });

  it('is what it was after undo, and what it became after redo, until something else is done', () => {
    const [one, two] = [renamed(BASE, 'A', 'one'), renamed(BASE, 'A', 'two')];
    const editing = withStep(withStep(begun(BASE), one), two);
    expect(undone(undone(editing)).present).toBe(BASE);
    expect(undone(undone(undone(editing))).present).toBe(BASE);
    expect(redone(undone(editing)).present).toBe(two);
    expect(redone(withStep(undone(editing), BASE)).present).toBe(BASE);
  });
});

describe('two people who have changed the same graph', () => {
  const theirs = renamed(withoutEdge(withoutNode(BASE, 'B'), 'e'), 'A', 'Theirs');

  it('are told what the other one did', () => {
    expect(
      differences(BASE, moved(withNewNode(theirs, null, 'New', { x: 0, y: 0 }).graph, 'M1', { x: 1, y: 0 })),
    ).toEqual([
      { kind: 'moved', what: 'node', id: 'M1' },
      { kind: 'renamed', what: 'node', id: 'A' },
      { kind: 'added', what: 'node', id: 'node-1' },
      { kind: 'removed', what: 'node', id: 'B' },
      { kind: 'removed', what: 'edge', id: 'e' },
    ]);
  });

  it('lose nothing when one puts his changes on top: fields that only one has changed are that one’s', () => {
    const mine = connected(moved(moved(BASE, 'A', { x: 5, y: 5 }), 'B', { x: 9, y: 9 }), 'A', 'B') ?? BASE;
    const both = merged(BASE, mine, theirs);
    expect(nodeOf(both, 'A')).toMatchObject({ data: { label: 'Theirs' }, position: { x: 5, y: 5 } });
    // Removed there and moved here: it stays.
    expect(nodeOf(both, 'B')?.position).toEqual({ x: 9, y: 9 });
    expect(both.edges).toMatchObject([{ source: 'A', target: 'B' }]);
  });

  it('have what one removed removed, and no line that leads nowhere', () => {
    const mine = withoutNode(BASE, 'A');
    const others = connected(BASE, 'B', 'A') ?? BASE;
    expect(merged(BASE, mine, others)).toMatchObject({ nodes: [{ id: 'M1' }, { id: 'B' }], edges: [] });
  });

  it('have one graph when only one has changed it', () => {
    expect(merged(BASE, BASE, theirs)).toEqual(theirs);
    expect(merged(BASE, theirs, BASE)).toEqual(theirs);
  });
});

describe('units that nobody has placed', () => {
  const at = (id: string, x: number, y: number, more: Partial<EditedNode> = {}): EditedNode => ({
    ...node(id, 'physicalNode'),
    position: { x, y },
    ...more,
  });
  const graphOf = (nodes: readonly EditedNode[], edges: EditedGraph['edges'] = []): EditedGraph => ({
    ...BASE,
    nodes,
    edges,
  });
  const placesOf = ({ nodes }: EditedGraph) => nodes.map(({ position }) => position);

  it('stand in rows below the others, none upon another', () => {
    const hidden = Array.from({ length: 9 }, (_, index) => at(`N${index}`, index * 9, -index * 8));
    const found = spread(graphOf([at('PLACED', 300, 400), ...hidden]));
    expect(nodeOf(found, 'PLACED')?.position).toEqual({ x: 300, y: 400 });
    expect(nodeOf(found, 'N0')?.position).toEqual({ x: 300, y: 504 });
    expect(nodeOf(found, 'N5')?.position).toEqual({ x: 524, y: 608 });
    for (const [index, one] of found.nodes.entries())
      for (const other of found.nodes.slice(index + 1)) {
        const [x, y] = [one.position.x - other.position.x, one.position.y - other.position.y];
        expect(Math.abs(x) >= NODE_BOX.width || Math.abs(y) >= NODE_BOX.height, `${one.id} ${other.id}`).toBe(true);
      }
  });

  it.each([
    ['with a line', graphOf([at('A', 0, 0), at('B', 10, 10)], [{ id: 'e', source: 'A', target: 'B' }])],
    ['that are virtual', graphOf([node('A'), node('B')])],
    ['on pages of their own', graphOf([at('A', 0, 0), at('B', 10, 10, { meta: { graphTag: 'other' } })])],
    ['beside one another', graphOf([at('A', -99, 0), at('B', 99, 0)])],
    ['far from the origin', graphOf([at('A', 500, 0), at('B', 510, 0)])],
  ])('are not confused with nodes %s', (_, graph) => {
    expect(placesOf(spread(graph))).toEqual(placesOf(graph));
  });
});
