import type { Industry } from '../../kernel/industry/industry.ts';
import { isInUse } from '../../kernel/industry/retired.ts';
import { presentGraph, unplacedNodes } from './graph.ts';
import {
  type CustomSummary,
  type GraphDocument,
  type GraphEdge,
  type GraphNode,
  type GraphPage,
  type NodeMeta,
  PHYSICAL_FORM,
  type Point,
  type SummaryGraph,
  nodesOf,
} from './types.ts';
import { operandsOf } from '../../kernel/formula/evaluate.ts';
import { storedFormula } from './node-uses.ts';

/** A node that stands for retired units or names them. Its values lack them on days behind their retirement. */
interface RetiredUse {
  readonly nodeId: string;
  readonly unitIds: readonly string[];
}

/** Nodes that name retired units, in the order of the document. */
function retiredUses(document: GraphDocument, units: Industry['units']): readonly RetiredUse[] {
  const isRetired = (id: string): boolean => {
    const unit = units.get(id);
    return unit !== undefined && !isInUse(unit);
  };
  return nodesOf(document).flatMap(({ id, nodeType, editmeta }): RetiredUse[] => {
    const formula = editmeta.calculations === null ? null : storedFormula(editmeta.calculations);
    const { ids, openingStockIds } = formula === null ? NOTHING : operandsOf(formula);
    const named = [
      ...(nodeType === 'physicalNode' ? [id] : []),
      ...(editmeta.referencedNodeId === null ? [] : [editmeta.referencedNodeId]),
      ...editmeta.units,
      ...ids,
      ...openingStockIds,
    ];
    const unitIds = [...new Set(named)].filter(isRetired);
    return unitIds.length === 0 ? [] : [{ nodeId: id, unitIds }];
  });
}

const NOTHING = { ids: [], openingStockIds: [] };

interface EditorNode {
  readonly id: string;
  readonly data: { readonly label: string; readonly rotation: number };
  readonly position: Point;
  readonly nodeType: GraphNode['nodeType'];
  readonly type: string;
  readonly meta: NodeMeta;
}

interface EditorEdge extends Omit<GraphEdge, 'controlPoints'> {
  readonly data: Pick<GraphEdge, 'controlPoints'>;
}

/** A graph as GET graphEditor gives it, without values. The answer can be posted as it is. */
export interface GraphAnswer {
  readonly nodes: readonly EditorNode[];
  readonly edges: readonly EditorEdge[];
  readonly metadata: { readonly pages: readonly GraphPage[] };
  readonly customSummary?: CustomSummary;
  readonly summaryGraph?: SummaryGraph;
  /** Absent: no node names a retired unit. */
  readonly retiredUnits?: readonly RetiredUse[];
}

/**
 * The graph for the editor. Units in use without a saved node get one. Spec gap: nodes of retired units stay, because
 * earlier days are drawn with them, and the answer says which nodes name a retired unit.
 * @param units retired ones included
 */
export function graphAnswer(document: GraphDocument, units: Industry['units']): GraphAnswer {
  const present = presentGraph(document, units);
  const inUse = [...units].flatMap(([unitId, unit]) => (isInUse(unit) ? [unitId] : []));
  const retired = retiredUses(present, units);
  const { metadata, customSummary, summaryGraph } = present;
  const nameOf = (unitId: string): string => units.get(unitId)?.current.displayName ?? unitId;
  return {
    // The order is the one in which a save of this very graph stores them.
    nodes: [...present.nodes.physicalNodes, ...unplacedNodes(present, inUse), ...present.nodes.virtualNodes].map(
      (node) => editorNode(node, nameOf),
    ),
    edges: present.edges.map(({ controlPoints, ...edge }) => ({ ...edge, data: { controlPoints } })),
    metadata,
    ...(customSummary === undefined ? {} : { customSummary }),
    ...(summaryGraph === undefined ? {} : { summaryGraph }),
    ...(retired.length === 0 ? {} : { retiredUnits: retired }),
  };
}

function editorNode(node: GraphNode, nameOf: (unitId: string) => string): EditorNode {
  const { id, position, nodeType, editmeta: meta } = node;
  if (node.nodeType === 'physicalNode')
    return { id, data: { label: nameOf(id), rotation: 0 }, position, nodeType, type: PHYSICAL_FORM, meta };
  return { id, data: { label: node.label, rotation: node.rotation }, position, nodeType, type: node.type, meta };
}
