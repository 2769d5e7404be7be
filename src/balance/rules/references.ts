import { type GraphNode, MAX_REFERENCE_DEPTH } from './types.ts';

/**
 * End of a node's chain of references. `path` begins with the node itself. The path of a circle ends with the id that
 * it comes back to.
 */
export type ReferenceEnd =
  | { readonly kind: 'node'; readonly node: GraphNode; readonly path: readonly string[] }
  /** A unit of the industry that has no node of its own in the graph. */
  | { readonly kind: 'unit'; readonly unitId: string; readonly path: readonly string[] }
  | { readonly kind: 'unknown' | 'circle' | 'tooDeep'; readonly path: readonly string[] };

/**
 * Follows the references of a node (specification, User: water balance, rule 4): an id names a node, else a unit. A
 * node without a reference ends at itself. A circle ends the walk, so it never hangs.
 */
export function followReferences(
  node: GraphNode,
  nodes: ReadonlyMap<string, GraphNode>,
  isUnit: (id: string) => boolean,
): ReferenceEnd {
  const path = [node.id];
  const seen = new Set(path);
  let last = node;
  for (let next = last.editmeta.referencedNodeId; next !== null; next = last.editmeta.referencedNodeId) {
    path.push(next);
    if (seen.has(next)) return { kind: 'circle', path };
    seen.add(next);
    const target = nodes.get(next);
    if (target === undefined)
      return isUnit(next) ? bounded({ kind: 'unit', unitId: next, path }) : { kind: 'unknown', path };
    last = target;
  }
  return bounded({ kind: 'node', node: last, path });
}

const bounded = (end: ReferenceEnd): ReferenceEnd =>
  end.path.length - 1 > MAX_REFERENCE_DEPTH ? { kind: 'tooDeep', path: end.path } : end;
