/** A place on the canvas, in its own units; x grows to the right, y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Values of a style or marker, as a canvas library has them: `{ "stroke": "#08c", "strokeWidth": 2 }`. */
type FlatObject = Readonly<Record<string, string | number | boolean>>;

/** An arrow from one node to another. Both ends are nodes of the graph, and never the same. */
export interface GraphEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** Drawn form of the edge; 'custom' when the body names none. */
  readonly type: string;
  readonly sourceHandle: string | null;
  readonly targetHandle: string | null;
  readonly controlPoints: readonly Point[];
  readonly markerEnd: string | FlatObject | null;
  readonly style: FlatObject | null;
}

/** Fields of a node besides its place. Every save derives `subGraph` and `disabled` from the edges. */
export interface NodeMeta {
  /** Id of the page the node is on; null: the page 'physical'. */
  readonly graphTag: string | null;
  readonly isConsumption: boolean;
  /** Limit in shown units; null: no limit. */
  readonly limit: number | null;
  readonly backgroundColor: string | null;
  /** Virtual nodes only, [] otherwise: units of the industry whose figures are summed when there is no formula. */
  readonly units: readonly string[];
  /** Virtual nodes only: a formula that parses; an id names a node, else a unit, else a sub-category. */
  readonly calculations: string | null;
  /** Virtual nodes only: the node, else unit, whose figures are shown here. It outranks formula and units. */
  readonly referencedNodeId: string | null;
  /**
   * Number of the node's sub-graph: nodes connected by edges share it. Numbers begin at 0, in order of the smallest id
   * of each sub-graph; null: no edge.
   */
  readonly subGraph: number | null;
  /** true: no edge begins or ends here, so the value is null. */
  readonly disabled: boolean;
}

/** A unit of the industry on the canvas; the id is its unitId. Name and figures are read live. */
export interface PhysicalNode {
  readonly id: string;
  readonly position: Point;
  readonly nodeType: 'physicalNode';
  readonly editmeta: NodeMeta;
}

export interface VirtualNode {
  readonly id: string;
  readonly label: string;
  readonly position: Point;
  readonly nodeType: 'virtualNode';
  /** The drawn form, e.g. RECTANGLE, OVAL, WATER_BALANCE. */
  readonly type: string;
  /** Degrees, clockwise. */
  readonly rotation: number;
  readonly editmeta: NodeMeta;
}

export type GraphNode = PhysicalNode | VirtualNode;

export interface GraphPage {
  readonly id: string;
  readonly displayName: string;
  readonly order: number;
  readonly icon: string | null;
}

/** One line of a page's custom summary. An unknown id in its formula counts as 0. */
interface SummaryEntry {
  readonly id: string | null;
  readonly displayName: string;
  /** A formula that parses. */
  readonly calculations: string;
  readonly siUnit: string | null;
}

/** Lines by page id, or one list for all pages. */
export type CustomSummary = readonly SummaryEntry[] | Readonly<Record<string, readonly SummaryEntry[]>>;

/** Content that older clients keep there. */
export type SummaryGraph = Readonly<Record<string, unknown>> | readonly unknown[];

/**
 * The stored graph of an industry (specification, Water-balance graph document). Edges, nodes of either kind and pages
 * keep the order of the body that saved them. An id that came twice has its last place.
 */
export interface GraphDocument {
  /** `WATERBALANCE_{industryId}` */
  readonly id: string;
  readonly industryId: string;
  readonly type: 'waterBalance';
  readonly edges: readonly GraphEdge[];
  readonly nodes: { readonly physicalNodes: readonly PhysicalNode[]; readonly virtualNodes: readonly VirtualNode[] };
  readonly metadata: { readonly pages: readonly GraphPage[] };
  /** Both are absent unless the last save sent them. */
  readonly customSummary?: CustomSummary;
  readonly summaryGraph?: SummaryGraph;
}

/** A saved graph. Versions of an industry count from 1, and the newest one is in force. */
export interface GraphVersion {
  readonly version: number;
  readonly savedAt: Date;
  /** userId of the person who saved it. */
  readonly savedBy: string;
  readonly document: GraphDocument;
}

/** Spec gap: drawn form of a physical node. The specification keeps none for it. */
export const PHYSICAL_FORM = 'OVAL';

/** The page of nodes without a graphTag. It needs no entry in `pages`. */
export const PHYSICAL_PAGE = 'physical';

/** References longer than this are not followed (specification, Limits). */
export const MAX_REFERENCE_DEPTH = 10;

/** Spec gap: limits of a graph. Nodes of units come on top, because GET answers one for each unit. */
export const GRAPH_LIMITS = {
  nodes: 2000,
  edges: 5000,
  pages: 50,
  controlPoints: 100,
  unitsOfNode: 500,
  summaryEntries: 200,
} as const;

export const nodesOf = ({ nodes }: Pick<GraphDocument, 'nodes'>): readonly GraphNode[] => [
  ...nodes.physicalNodes,
  ...nodes.virtualNodes,
];

/** A custom summary with one list for all pages. */
export const isForAllPages = (summary: CustomSummary): summary is readonly SummaryEntry[] => Array.isArray(summary);

export const pageIdOf = ({ editmeta }: Pick<GraphNode, 'editmeta'>): string => editmeta.graphTag ?? PHYSICAL_PAGE;

/** The id of the summary page beside a page (specification, User: water balance, rule 6). */
export const companionIdOf = (pageId: string): string => (pageId === PHYSICAL_PAGE ? 'summary' : `${pageId}_summary`);

/** Whether a page is the companion of another one. */
export const isCompanion = (pageId: string): boolean =>
  pageId === companionIdOf(PHYSICAL_PAGE) || pageId.endsWith('_summary');
