import type { Diagram, DiagramNode } from '../../../src/balance/rules/diagram.ts';
import type { DiagramPicture } from '../../../src/balance/drawing/diagram-svg.ts';

/* Pages of a graph in few words, as they are drawn. */

type Data = DiagramNode['data'];
interface Given extends Partial<Omit<Data, 'meta'>> {
  readonly meta?: Partial<Data['meta']>;
}

export const nodeAt = (
  id: string,
  x: number,
  y: number,
  valueNumber: number | null,
  { meta, ...more }: Given = {},
  type = 'OVAL',
): DiagramNode => ({
  id,
  unitId: id,
  type,
  position: { x, y },
  nodeType: 'physicalNode',
  categoryTypeId: null,
  data: {
    label: `Meter ${id}`,
    value: null,
    valueNumber,
    siUnit: 'KL',
    coverage: 1,
    slotsExpected: 24,
    slotsGenuine: 24,
    estimatedShare: 0,
    meters: 1,
    metersMeasured: 1,
    bound: null,
    lastUpdatedTime: null,
    online: true,
    latestReading: null,
    subCategoryId: null,
    rotation: 0,
    ...more,
    meta: { isConsumption: false, limitReached: false, disabled: false, circular: false, ...meta },
  },
});

type Edge = Diagram['edges'][number];
export const lineFrom = (source: string, target: string, more: Partial<Edge> = {}): Edge => ({
  id: `${source}-${target}`,
  source,
  target,
  type: 'custom',
  sourceHandle: null,
  targetHandle: null,
  markerEnd: 'arrowclosed',
  style: null,
  data: { controlPoints: [] },
  ...more,
});

export const pictureWith = (diagram: Diagram, more: Partial<DiagramPicture> = {}): DiagramPicture => ({
  industryName: 'Plains Water',
  title: 'Works',
  dateLine: '15 Jan 2026',
  theme: 'auto',
  language: 'en',
  summary: [],
  isLevel: ({ id }) => id.startsWith('TANK'),
  isMeter: ({ nodeType }) => nodeType === 'physicalNode',
  colourOf: () => null,
  diagram,
  ...more,
});

/** Two bores into a hub, and every state that a node can have. */
export const SMALL: Diagram = {
  nodes: [
    nodeAt('BORE', 0, 0, 300),
    nodeAt('TOWN', 0, 120, 100.5, { estimatedShare: 0.034 }),
    nodeAt('HUB', 320, 60, 400.5, {}, 'RECTANGLE'),
    nodeAt('COOLING', 640, 0, 150, { online: false, coverage: 0.875 }),
    nodeAt('BOILER', 640, 120, 250.5, { meta: { limitReached: true } }),
    nodeAt('SILENT', 640, 240, null, { online: false, coverage: 0 }),
    nodeAt('TANK', 320, 300, 1_234_567.5),
    nodeAt('IDLE', 0, 300, 0),
    nodeAt('ALONE', 960, 0, null, { meta: { disabled: true } }),
    nodeAt('ROUND', 960, 120, 0, { meta: { circular: true } }, 'RECTANGLE'),
  ],
  edges: [
    lineFrom('BORE', 'HUB', { sourceHandle: 'right', targetHandle: 'left' }),
    lineFrom('TOWN', 'HUB'),
    lineFrom('HUB', 'COOLING', { data: { controlPoints: [{ x: 560, y: 20 }] } }),
    lineFrom('HUB', 'BOILER', { markerEnd: null }),
    lineFrom('HUB', 'SILENT'),
    lineFrom('HUB', 'TANK', { sourceHandle: 'bottom', targetHandle: 'top' }),
    lineFrom('IDLE', 'TANK'),
    lineFrom('BOILER', 'ROUND'),
  ],
};
