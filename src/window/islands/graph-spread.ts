import type { EditedGraph, EditedNode } from './graph.ts';

/* Units that nobody has placed come somewhere near the origin, one upon another. The editor shows each by itself. */

export const NODE_BOX = { width: 184, height: 64 } as const;
const GAP = 40;
const IN_A_ROW = 4;
/** Distance from the origin within which the service puts unplaced nodes. */
const NEAR = 100;

const pageOf = ({ meta }: EditedNode): string | null => meta.graphTag;

const overlap = (one: EditedNode, other: EditedNode): boolean =>
  pageOf(one) === pageOf(other)
  && Math.abs(one.position.x - other.position.x) < NODE_BOX.width
  && Math.abs(one.position.y - other.position.y) < NODE_BOX.height;

/** The graph with rows below all other nodes for nodes without a line that lie near the origin and overlap. */
export function spread(graph: EditedGraph): EditedGraph {
  const lined = new Set(graph.edges.flatMap(({ source, target }) => [source, target]));
  const isHidden = (node: EditedNode): boolean =>
    node.nodeType === 'physicalNode'
    && !lined.has(node.id)
    && Math.abs(node.position.x) <= NEAR
    && Math.abs(node.position.y) <= NEAR
    && graph.nodes.some((other) => other !== node && overlap(node, other));
  const hidden = graph.nodes.filter(isHidden);
  const ids = new Set(hidden.map(({ id }) => id));
  const placeOf = (node: EditedNode): EditedNode['position'] => {
    const others = graph.nodes.filter((other) => !ids.has(other.id) && pageOf(other) === pageOf(node));
    const left = others.reduce((least, { position }) => Math.min(least, position.x), others[0]?.position.x ?? 0);
    const lowest = others.reduce((most, { position }) => Math.max(most, position.y), others[0]?.position.y ?? 0);
    const at = hidden.filter((other) => pageOf(other) === pageOf(node)).indexOf(node);
    const row = Math.floor(at / IN_A_ROW) + (others.length === 0 ? 0 : 1);
    return { x: left + (at % IN_A_ROW) * (NODE_BOX.width + GAP), y: lowest + row * (NODE_BOX.height + GAP) };
  };
  return {
    ...graph,
    nodes: graph.nodes.map((node) => (ids.has(node.id) ? { ...node, position: placeOf(node) } : node)),
  };
}
