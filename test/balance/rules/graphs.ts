import type {
  GraphDocument,
  GraphEdge,
  GraphPage,
  NodeMeta,
  PhysicalNode,
  VirtualNode,
} from '../../../src/balance/rules/types.ts';

/*
 * Graphs as they are stored, in few words: `graph({ physical: [physical('M1')], virtual: [virtual('SUM', {
 * calculations: '{M1}' })] })`. A node is not disabled and in no sub-graph unless the test says so.
 */

const PLAIN: NodeMeta = {
  graphTag: null,
  isConsumption: false,
  limit: null,
  backgroundColor: null,
  units: [],
  calculations: null,
  referencedNodeId: null,
  subGraph: null,
  disabled: false,
};

export const physical = (id: string, meta: Partial<NodeMeta> = {}): PhysicalNode => ({
  id,
  position: { x: 0, y: 0 },
  nodeType: 'physicalNode',
  editmeta: { ...PLAIN, ...meta },
});

export const virtual = (
  id: string,
  meta: Partial<NodeMeta> = {},
  shown: Partial<Pick<VirtualNode, 'label' | 'type' | 'rotation'>> = {},
): VirtualNode => ({
  id,
  label: id,
  position: { x: 0, y: 0 },
  nodeType: 'virtualNode',
  type: 'RECTANGLE',
  rotation: 0,
  ...shown,
  editmeta: { ...PLAIN, ...meta },
});

/** `edge('A', 'B')` points from A to B. */
export const edge = (source: string, target: string): GraphEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  type: 'custom',
  sourceHandle: null,
  targetHandle: null,
  controlPoints: [],
  markerEnd: null,
  style: null,
});

interface Parts {
  readonly physical?: readonly PhysicalNode[];
  readonly virtual?: readonly VirtualNode[];
  readonly edges?: readonly GraphEdge[];
  readonly pages?: readonly GraphPage[];
}

export const graph = ({
  physical: physicalNodes = [],
  virtual: virtualNodes = [],
  edges = [],
  pages = [],
}: Parts): GraphDocument => ({
  id: 'WATERBALANCE_PLANT',
  industryId: 'PLANT',
  type: 'waterBalance',
  edges,
  nodes: { physicalNodes, virtualNodes },
  metadata: { pages },
});
