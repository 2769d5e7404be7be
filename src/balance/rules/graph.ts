import {
  type GraphDocument,
  type GraphEdge,
  type GraphNode,
  nodesOf,
  type NodeMeta,
  type PhysicalNode,
  type Point,
} from './types.ts';

/** A node's relation to the edges: its sub-graph, and whether any edge begins or ends at it. */
type Place = Pick<NodeMeta, 'subGraph' | 'disabled'>;

/**
 * Joins nodes that edges connect, in either direction, to sub-graphs (specification, User: water balance, POST
 * graphEditor). Spec gap: the specification does not say how sub-graphs merge. They are numbered by the smallest id
 * among their nodes, so the order of nodes and edges does not matter.
 */
export function subGraphsOf(
  nodeIds: readonly string[],
  edges: readonly Pick<GraphEdge, 'source' | 'target'>[],
): (nodeId: string) => Place {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    // Each node on the way is linked to its root, so that the next search is short.
    for (let at = id; at !== root;) {
      const parent = parents.get(at) ?? root;
      parents.set(at, root);
      at = parent;
    }
    return root;
  };
  const connected = new Set<string>();
  for (const { source, target } of edges) {
    connected.add(source).add(target);
    const [one, other] = [rootOf(source), rootOf(target)];
    // The smallest id is the root of its sub-graph.
    if (one !== other) parents.set(one < other ? other : one, one < other ? one : other);
  }
  const roots = [...new Set(nodeIds.filter((id) => connected.has(id)).map(rootOf))].sort();
  const numbers = new Map(roots.map((root, index) => [root, index]));
  return (nodeId) => {
    const isConnected = connected.has(nodeId);
    return { subGraph: isConnected ? (numbers.get(rootOf(nodeId)) ?? null) : null, disabled: !isConnected };
  };
}

export const PLAIN_META: NodeMeta = {
  graphTag: null,
  isConsumption: false,
  limit: null,
  backgroundColor: null,
  units: [],
  calculations: null,
  referencedNodeId: null,
  subGraph: null,
  disabled: true,
};

/** The graph before anybody has saved one. */
export const emptyGraph = (industryId: string): GraphDocument => ({
  id: `WATERBALANCE_${industryId}`,
  industryId,
  type: 'waterBalance',
  edges: [],
  nodes: { physicalNodes: [], virtualNodes: [] },
  metadata: { pages: [] },
});

/** The graph without nodes of units that the industry no longer has, and without their edges. */
export function presentGraph(document: GraphDocument, units: ReadonlyMap<string, unknown>): GraphDocument {
  const gone = new Set(document.nodes.physicalNodes.filter(({ id }) => !units.has(id)).map(({ id }) => id));
  if (gone.size === 0) return document;
  const edges = document.edges.filter(({ source, target }) => !gone.has(source) && !gone.has(target));
  const isPresent = ({ id }: GraphNode): boolean => !gone.has(id);
  const nodeIds = nodesOf(document).flatMap((node) => (isPresent(node) ? node.id : []));
  const placeOf = subGraphsOf(nodeIds, edges);
  const placed = <N extends GraphNode>(node: N): N => ({
    ...node,
    editmeta: { ...node.editmeta, ...placeOf(node.id) },
  });
  return {
    ...document,
    edges,
    nodes: {
      physicalNodes: document.nodes.physicalNodes.filter(isPresent).map(placed),
      virtualNodes: document.nodes.virtualNodes.map(placed),
    },
  };
}

/** Nodes for units without a saved node. */
export function unplacedNodes(document: GraphDocument, unitIds: Iterable<string>): readonly PhysicalNode[] {
  const placed = new Set(nodesOf(document).map(({ id }) => id));
  return [...unitIds]
    .filter((unitId) => !placed.has(unitId))
    .map((id) => ({
      id,
      position: positionOf(document.industryId, id),
      nodeType: 'physicalNode',
      editmeta: PLAIN_META,
    }));
}

/**
 * Place of a node that nobody has placed, in [-100, 100] as the specification asks. Spec gap: the place follows from
 * the id, because nobody can follow nodes that move with every reload.
 */
export const positionOf = (industryId: string, nodeId: string): Point => ({
  x: coordinate(`x ${industryId} ${nodeId}`),
  y: coordinate(`y ${industryId} ${nodeId}`),
});

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Number of hundredths from -100 to 100, both included. */
const STEPS = 20_001;

function coordinate(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  // Hashes of texts that differ in their last letter only are close to one another until their bits are mixed.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((((hash ^ (hash >>> 16)) >>> 0) % STEPS) - 10_000) / 100;
}
