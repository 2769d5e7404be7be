/*
 * The graph of the water balance in the editor: pure changes, undo, and merging of two people's changes. Fields that
 * the editor does not change are kept.
 */

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Nodes without a page of their own are on this one. */
export const MAIN_PAGE = 'physical';

export interface EditedNode {
  readonly id: string;
  readonly data: { readonly label: string; readonly rotation: number };
  readonly position: Point;
  readonly nodeType: 'physicalNode' | 'virtualNode';
  readonly type: string;
  readonly meta: { readonly graphTag: string | null; readonly [field: string]: unknown };
}

export interface EditedEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly [field: string]: unknown;
}

/** The graph of GET and POST /api/user/waterBalance/graphEditor. */
export interface EditedGraph {
  readonly nodes: readonly EditedNode[];
  readonly edges: readonly EditedEdge[];
  readonly metadata: { readonly pages: readonly { readonly id: string; readonly displayName: string }[] };
  readonly [field: string]: unknown;
}

export interface Selection {
  readonly what: 'node' | 'edge';
  readonly id: string;
}

export const nameOf = (graph: EditedGraph, id: string): string =>
  graph.nodes.find((node) => node.id === id)?.data.label ?? id;
export const nodesOfPage = ({ nodes }: EditedGraph, page: string): readonly EditedNode[] =>
  nodes.filter(({ meta }) => (meta.graphTag ?? MAIN_PAGE) === page);

const withNode = (graph: EditedGraph, id: string, change: (node: EditedNode) => EditedNode): EditedGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? change(node) : node)),
});

export const moved = (graph: EditedGraph, id: string, by: Point): EditedGraph =>
  withNode(graph, id, (node) => ({
    ...node,
    position: { x: Math.round(node.position.x + by.x), y: Math.round(node.position.y + by.y) },
  }));

export const renamed = (graph: EditedGraph, id: string, label: string): EditedGraph =>
  withNode(graph, id, (node) => ({ ...node, data: { ...node.data, label } }));

function unusedId(taken: readonly { readonly id: string }[], stem: string): string {
  const ids = new Set(taken.map(({ id }) => id));
  let number = 1;
  while (ids.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}

/** @returns the graph and the id of the new node. */
export function withNewNode(
  graph: EditedGraph,
  page: string | null,
  label: string,
  position: Point,
): { readonly graph: EditedGraph; readonly id: string } {
  const id = unusedId(graph.nodes, 'node');
  const node: EditedNode = {
    id,
    data: { label, rotation: 0 },
    position,
    nodeType: 'virtualNode',
    type: 'RECTANGLE',
    meta: { graphTag: page },
  };
  return { graph: { ...graph, nodes: [...graph.nodes, node] }, id };
}

/** Removes a node's lines, and the node unless it is a unit's, because each unit has one. */
export const withoutNode = (graph: EditedGraph, id: string): EditedGraph => ({
  ...graph,
  nodes: graph.nodes.filter((node) => node.id !== id || node.nodeType === 'physicalNode'),
  edges: graph.edges.filter(({ source, target }) => source !== id && target !== id),
});

/** null: the line exists already, or would lead back to its beginning. */
export function connected(graph: EditedGraph, source: string, target: string): EditedGraph | null {
  if (source === target || graph.edges.some((edge) => edge.source === source && edge.target === target)) return null;
  return { ...graph, edges: [...graph.edges, { id: unusedId(graph.edges, 'line'), source, target, type: 'custom' }] };
}

export const withoutEdge = (graph: EditedGraph, id: string): EditedGraph => ({
  ...graph,
  edges: graph.edges.filter((edge) => edge.id !== id),
});

/** The earlier graphs, the present one, and undone ones. */
export interface Editing {
  readonly past: readonly EditedGraph[];
  readonly present: EditedGraph;
  readonly future: readonly EditedGraph[];
}

const MOST_STEPS = 200;

export const begun = (graph: EditedGraph): Editing => ({ past: [], present: graph, future: [] });

export const withStep = ({ past, present }: Editing, graph: EditedGraph): Editing => ({
  past: [...past, present].slice(-MOST_STEPS),
  present: graph,
  future: [],
});

export function undone(editing: Editing): Editing {
  const before = editing.past.at(-1);
  return before === undefined
    ? editing
    : { past: editing.past.slice(0, -1), present: before, future: [editing.present, ...editing.future] };
}

export function redone(editing: Editing): Editing {
  const [next, ...future] = editing.future;
  return next === undefined ? editing : { past: [...editing.past, editing.present], present: next, future };
}

export const isAlike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const byId = <T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.id, one]));

/** Differences of two graphs, one entry for each thing that a person would name. */
interface GraphDifference {
  readonly kind: 'added' | 'removed' | 'moved' | 'renamed' | 'changed';
  readonly what: 'node' | 'edge';
  readonly id: string;
}

function differencesOf<T extends { readonly id: string }>(
  what: GraphDifference['what'],
  before: readonly T[],
  after: readonly T[],
  kindOf: (before: T, after: T) => GraphDifference['kind'],
): GraphDifference[] {
  const [old, now] = [byId(before), byId(after)];
  return [
    ...after.flatMap((one): GraphDifference[] => {
      const was = old.get(one.id);
      if (was === undefined) return [{ kind: 'added', what, id: one.id }];
      return isAlike(was, one) ? [] : [{ kind: kindOf(was, one), what, id: one.id }];
    }),
    ...before.filter(({ id }) => !now.has(id)).map(({ id }): GraphDifference => ({ kind: 'removed', what, id })),
  ];
}

export const differences = (before: EditedGraph, after: EditedGraph): readonly GraphDifference[] => [
  ...differencesOf('node', before.nodes, after.nodes, (was, one) =>
    was.data.label !== one.data.label ? 'renamed' : isAlike(was.position, one.position) ? 'changed' : 'moved',
  ),
  ...differencesOf('edge', before.edges, after.edges, () => 'changed'),
];

function mergedFields<T extends Readonly<Record<string, unknown>>>(base: T, mine: T, theirs: T): T {
  const own = Object.entries(mine).filter(([field, value]) => !isAlike(value, base[field]));
  return { ...theirs, ...Object.fromEntries(own) };
}

function mergedById<T extends { readonly id: string } & Readonly<Record<string, unknown>>>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): T[] {
  const [was, own] = [byId(base), byId(mine)];
  const kept = theirs.flatMap((one) => {
    const [before, ours] = [was.get(one.id), own.get(one.id)];
    if (ours === undefined) return before === undefined ? [one] : [];
    return [before === undefined ? ours : mergedFields(before, ours, one)];
  });
  const there = byId(theirs);
  // Nodes added here stay, and nodes changed here and removed there: no work of this person is lost.
  const added = mine.filter((one) => !there.has(one.id) && !isAlike(one, was.get(one.id)));
  return [...kept, ...added];
}

/** My changes since `base`, applied to the graph that others have saved meanwhile. */
export function merged(base: EditedGraph, mine: EditedGraph, theirs: EditedGraph): EditedGraph {
  type Plain = EditedNode & Readonly<Record<string, unknown>>;
  const nodes = mergedById<Plain>(
    base.nodes as readonly Plain[], // a node's fields, one by one
    mine.nodes as readonly Plain[],
    theirs.nodes as readonly Plain[],
  );
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = mergedById(base.edges, mine.edges, theirs.edges).filter(
    ({ source, target }) => ids.has(source) && ids.has(target),
  );
  return { ...theirs, nodes, edges };
}
