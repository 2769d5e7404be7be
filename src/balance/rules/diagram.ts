import { isoOf } from '../../kernel/time/iso.ts';
import type { Completeness } from '../../kernel/document/completeness.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { completenessOfNode, NO_FIGURE, type NodeFigure, roundedValue, shownValue, valueText } from './node-figure.ts';
import type { NodeValues } from './node-values.ts';
import type { UnitPlacement } from './placement.ts';
import { followReferences } from './references.ts';
import { type GraphDocument, type GraphEdge, type GraphNode, nodesOf, PHYSICAL_FORM } from './types.ts';

/** The newest reading of a unit. Its value is as it was sent, null for parameters. */
export interface UnitReading {
  readonly createdOnEpochMs: EpochMillis;
  readonly value: number | null;
}

export interface DiagramNode {
  readonly id: string;
  /** The unit whose figures the node shows, its own or a referenced one; null for nodes of several units. */
  readonly unitId: string | null;
  readonly type: string;
  readonly position: GraphNode['position'];
  readonly nodeType: GraphNode['nodeType'];
  /** Key of the unit's category. */
  readonly categoryTypeId: string | null;
  readonly data: DiagramNodeData;
}

interface DiagramNodeData extends Completeness {
  readonly label: string;
  /** `12.35 KL`; null without data. */
  readonly value: string | null;
  /** The value as a number of 2 decimals. */
  readonly valueNumber: number | null;
  readonly siUnit: string | null;
  /** ISO 8601 UTC instant of the newest reading that the value uses. */
  readonly lastUpdatedTime: string | null;
  readonly online: boolean;
  /**
   * The newest raw reading of a node of one unit, in windows that end now. Spec gap: the reading stands beside the
   * value and replaces no bucket, because a running hour ends with it already.
   */
  readonly latestReading: { readonly value: number | null; readonly createdOn: string } | null;
  readonly meta: {
    readonly isConsumption: boolean;
    readonly limitReached: boolean;
    readonly disabled: boolean;
    readonly circular: boolean;
  };
  readonly subCategoryId: string | null;
  readonly rotation: number;
}

interface DiagramEdge extends Pick<
  GraphEdge,
  'id' | 'source' | 'target' | 'type' | 'sourceHandle' | 'targetHandle' | 'markerEnd' | 'style'
> {
  readonly data: { readonly controlPoints: GraphEdge['controlPoints']; readonly isConsumption?: true };
}

export interface Diagram {
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

export interface DiagramInput {
  readonly document: GraphDocument;
  readonly values: NodeValues;
  /** Name of a unit; undefined: no unit of the industry. */
  readonly nameOf: (unitId: string) => string | undefined;
  readonly placementOf: (unitId: string) => UnitPlacement;
  /** Newest readings by unitId. A virtual unit has the newest one of the units it uses. */
  readonly latest: ReadonlyMap<string, UnitReading>;
  /** A unit whose newest reading is newer than this instant is online (specification, States: Unit). */
  readonly onlineAfter: EpochMillis;
  /** The window ends with the running business day. */
  readonly isLive: boolean;
  /** date1 is the running business day. */
  readonly isToday: boolean;
}

/** The whole graph with its values, names and states (specification, User: water balance, rules 4, 5 and 8). */
export function diagramOf(input: DiagramInput): Diagram {
  const all = nodesOf(input.document);
  const byId = new Map(all.map((node) => [node.id, node]));
  const circular = new Set(input.values.circles.flat());
  const nodes = all.map((node) => diagramNode(node, input, { byId, circular }));
  const consuming = new Set(nodes.filter(({ data }) => data.online && data.meta.isConsumption).map(({ id }) => id));
  const edges = input.document.edges.map(({ controlPoints, ...edge }): DiagramEdge => ({
    ...edge,
    data: { controlPoints, ...(input.isToday && consuming.has(edge.target) ? { isConsumption: true as const } : {}) },
  }));
  return { nodes, edges };
}

interface Graph {
  readonly byId: ReadonlyMap<string, GraphNode>;
  readonly circular: ReadonlySet<string>;
}

function diagramNode(
  node: GraphNode,
  { values, nameOf, placementOf, latest, onlineAfter, isLive }: DiagramInput,
  { byId, circular }: Graph,
): DiagramNode {
  const figure = values.figures.get(node.id) ?? NO_FIGURE;
  const unitId = unitShown(node, byId, (id) => nameOf(id) !== undefined);
  const readings = [...new Set([...(unitId === null ? [] : [unitId]), ...figure.units.keys()])].flatMap(
    (id) => latest.get(id) ?? [],
  );
  const newest = readings.reduce<UnitReading | null>(
    (a, b) => (a === null || b.createdOnEpochMs > a.createdOnEpochMs ? b : a),
    null,
  );
  const own = unitId === null ? undefined : latest.get(unitId);
  const placement = unitId === null ? { categoryKey: null, subCategoryId: null } : placementOf(unitId);
  return {
    id: node.id,
    unitId,
    type: node.nodeType === 'virtualNode' ? node.type : PHYSICAL_FORM,
    position: node.position,
    nodeType: node.nodeType,
    categoryTypeId: placement.categoryKey,
    data: {
      label: node.nodeType === 'virtualNode' ? node.label : (nameOf(node.id) ?? node.id),
      value: valueText(figure),
      valueNumber: roundedValue(shownValue(figure)),
      siUnit: figure.siUnit,
      ...completenessOfNode(figure),
      lastUpdatedTime: newest === null ? null : isoOf(newest.createdOnEpochMs),
      online: newest !== null && newest.createdOnEpochMs > onlineAfter,
      latestReading: isLive && own !== undefined ? { value: own.value, createdOn: isoOf(own.createdOnEpochMs) } : null,
      meta: {
        isConsumption: node.editmeta.isConsumption,
        limitReached: isLimitReached(node, figure),
        disabled: node.editmeta.disabled,
        circular: circular.has(node.id),
      },
      subCategoryId: placement.subCategoryId,
      rotation: node.nodeType === 'virtualNode' ? node.rotation : 0,
    },
  };
}

function unitShown(
  node: GraphNode,
  nodes: ReadonlyMap<string, GraphNode>,
  isUnit: (id: string) => boolean,
): string | null {
  if (node.nodeType === 'physicalNode') return node.id;
  const end = followReferences(node, nodes, isUnit);
  if (end.kind === 'unit') return end.unitId;
  return end.kind === 'node' && end.node.nodeType === 'physicalNode' ? end.node.id : null;
}

/**
 * Whether a node's figure has reached its limit. Spec gap: the limit is the node's own, in shown units, and a figure
 * equal to it has reached it.
 */
function isLimitReached({ editmeta: { limit } }: GraphNode, figure: NodeFigure): boolean {
  const value = shownValue(figure);
  return limit !== null && value !== null && value >= limit;
}
