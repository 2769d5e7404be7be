import { dependencyOrder } from '../../kernel/formula/dependency-order.ts';
import { parseFormula } from '../../kernel/formula/parse.ts';
import { type Formula, FormulaError } from '../../kernel/formula/types.ts';
import { buildUseGraph, type FormulaUser } from '../../kernel/formula/use-graph.ts';
import { type GraphDocument, type GraphNode, nodesOf } from './types.ts';

/** Uses among the nodes of a graph. */
interface NodeUses {
  /** All nodes, each behind the nodes that it uses. Nodes of a circle are next to each other. */
  readonly order: readonly string[];
  /** Nodes that use themselves, directly or through others: a list for each circle, ids in alphabetical order. */
  readonly circles: readonly (readonly string[])[];
}

/**
 * Nodes that a node uses: its reference, else the nodes that its formula names, else (without units) the nodes whose
 * edges end in it. A disabled node has no value and uses nothing. The walk takes linear time and does not recurse.
 */
export function nodeUses(document: Pick<GraphDocument, 'nodes' | 'edges'>): NodeUses {
  const sources = incomingOf(document.edges);
  const graph = buildUseGraph({
    users: nodesOf(document).map((node) => formulaUserOf(node, sources.get(node.id) ?? [])),
    leafIds: [],
    groups: new Map(),
  });
  const idsOf = (members: readonly number[]): string[] => members.flatMap((member) => graph.idOf[member] ?? []);
  const groups = dependencyOrder(graph.uses);
  const isCircle = (members: readonly number[]): boolean =>
    members.length > 1 || members.some((member) => graph.uses[member]?.includes(member) === true);
  return {
    order: idsOf(groups.flat()),
    circles: groups.filter(isCircle).map((members) => idsOf(members).toSorted()),
  };
}

/** Nodes whose edges end in a node, each once, by that node. */
export function incomingOf(edges: GraphDocument['edges']): ReadonlyMap<string, readonly string[]> {
  const sources = new Map<string, Set<string>>();
  for (const { source, target } of edges) sources.set(target, (sources.get(target) ?? new Set()).add(source));
  return new Map([...sources].map(([target, ids]) => [target, [...ids]]));
}

function formulaUserOf({ id, nodeType, editmeta }: GraphNode, sources: readonly string[]): FormulaUser {
  if (nodeType === 'physicalNode' || editmeta.disabled) return { id, formula: null };
  if (editmeta.referencedNodeId !== null) return { id, formula: null, usedIds: [editmeta.referencedNodeId] };
  if (editmeta.calculations !== null) return { id, formula: storedFormula(editmeta.calculations) };
  return { id, formula: null, usedIds: editmeta.units.length > 0 ? [] : sources };
}

/** The parsed formula; null for a stored one that is older than the present grammar and does not parse. */
export function storedFormula(text: string): Formula | null {
  try {
    return parseFormula(text);
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}
