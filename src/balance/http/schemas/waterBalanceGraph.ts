import { z } from '@hono/zod-openapi';
import { customSummaryBody, edgeBody, nodeBody, pageBody } from '../../rules/body-schema.ts';
import { GRAPH_LIMITS } from '../../rules/types.ts';

export const nullableText = z.string().nullable();
export const point = z.object({ x: z.number(), y: z.number() });
const flatObject = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const meta = z
  .object({
    graphTag: nullableText.openapi({ description: 'Id of the page; null: the page physical' }),
    isConsumption: z.boolean(),
    limit: z.number().nullable().openapi({ description: 'In shown units' }),
    backgroundColor: nullableText,
    units: z
      .array(z.string())
      .readonly()
      .openapi({ description: 'Virtual nodes: units whose figures are summed when there is no formula' }),
    calculations: nullableText.openapi({
      description: 'Virtual nodes: a formula; an id names a node, else a unit, else a sub-category',
    }),
    referencedNodeId: nullableText.openapi({
      description: 'Virtual nodes: the node, else unit, whose figures are shown here',
    }),
    subGraph: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'The same for nodes that hang together by edges; not read from bodies' }),
    disabled: z.boolean().openapi({ description: 'Without any edge; not read from bodies' }),
  })
  .openapi('WaterBalanceNodeMeta');

const node = z
  .object({
    id: z.string().openapi({ description: 'Of a physical node the unitId' }),
    data: z.object({ label: z.string(), rotation: z.number() }),
    position: point,
    nodeType: z.enum(['physicalNode', 'virtualNode']),
    type: z.string().openapi({ description: 'Drawn form, e.g. OVAL, RECTANGLE' }),
    meta,
  })
  .openapi('WaterBalanceNode');

export const graphEdge = z
  .object({
    id: z.string(),
    source: z.string(),
    target: z.string(),
    type: z.string(),
    sourceHandle: nullableText,
    targetHandle: nullableText,
    data: z.object({ controlPoints: z.array(point).readonly() }),
    markerEnd: z.union([z.string(), flatObject]).nullable(),
    style: flatObject.nullable(),
  })
  .openapi('WaterBalanceEdge');

export const graphPage = z
  .object({ id: z.string(), displayName: z.string(), order: z.number(), icon: nullableText })
  .openapi('WaterBalancePage');

const summaryEntries = z
  .array(z.object({ id: nullableText, displayName: z.string(), calculations: z.string(), siUnit: nullableText }))
  .readonly();

export const editorGraphAnswer = z
  .object({
    nodes: z.array(node).readonly(),
    edges: z.array(graphEdge).readonly(),
    metadata: z.object({ pages: z.array(graphPage).readonly() }),
    customSummary: z
      .union([summaryEntries, z.record(z.string(), summaryEntries)])
      .optional()
      .openapi({ description: 'When the last save sent it' }),
    summaryGraph: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown()).readonly()])
      .optional()
      .openapi({ description: 'When the last save sent it' }),
    retiredUnits: z
      .array(z.object({ nodeId: z.string(), unitIds: z.array(z.string()).readonly() }))
      .readonly()
      .optional()
      .openapi({ description: 'Nodes that name retired units, and which; absent when none does. Ignored when posted' }),
    draft: z
      .boolean()
      .optional()
      .openapi({ description: 'With propose=true: whether this is a draft that nobody has saved' }),
  })
  .openapi('WaterBalanceGraph');

/** A part as JSON Schema, from the schema that reads it. Names of the stored document are taken, too, and not shown. */
function partOf(schema: z.ZodType) {
  const { $schema: _draft, ...shown } = z.toJSONSchema(schema, { io: 'input' });
  return shown as { type?: 'object' }; // OpenAPI 3.1 takes what JSON Schema takes
}

/** The body of a save. rules/body-schema.ts checks its parts and reports every mistake at once. */
export const editorGraphBody = z.record(z.string(), z.unknown()).openapi('WaterBalanceGraphBody', {
  type: 'object',
  required: ['nodes', 'edges'],
  description: 'As GET answers. A node needs its id only, an edge id, source and target.',
  properties: {
    nodes: {
      type: 'array',
      items: partOf(nodeBody.omit({ label: true, rotation: true, editmeta: true })),
      description: `One for each unit, and at most ${GRAPH_LIMITS.nodes} more`,
    },
    edges: { type: 'array', maxItems: GRAPH_LIMITS.edges, items: partOf(edgeBody.omit({ controlPoints: true })) },
    metadata: {
      type: 'object',
      properties: { pages: { type: 'array', maxItems: GRAPH_LIMITS.pages, items: partOf(pageBody) } },
    },
    customSummary: {
      ...partOf(customSummaryBody),
      description: 'Lines {id, displayName, calculations, siUnit}: one list for all pages, or lists by page id',
    },
    summaryGraph: {},
  },
  example: {
    nodes: [
      { id: 'CB_BORE_1', position: { x: 0, y: 0 }, nodeType: 'physicalNode', meta: { graphTag: 'physical' } },
      { id: 'M2', position: { x: 0, y: 120 }, nodeType: 'physicalNode', meta: { graphTag: 'physical' } },
      {
        id: 'SUPPLY',
        data: { label: 'Supply', rotation: 0 },
        position: { x: 320, y: 60 },
        nodeType: 'virtualNode',
        type: 'RECTANGLE',
        meta: { graphTag: 'physical', units: ['CB_BORE_1', 'M2'] },
      },
      {
        id: 'WORKS_USE',
        data: { label: 'Use', rotation: 0 },
        position: { x: 640, y: 60 },
        nodeType: 'virtualNode',
        type: 'OVAL',
        meta: { graphTag: 'physical', calculations: '{SUPPLY} * 0.9', isConsumption: true },
      },
    ],
    edges: [
      {
        id: 'bore-1',
        source: 'CB_BORE_1',
        target: 'SUPPLY',
        type: 'custom',
        sourceHandle: 'right',
        targetHandle: 'left',
        data: { controlPoints: [{ x: 160, y: 30 }] },
      },
      { id: 'bore-2', source: 'M2', target: 'SUPPLY', type: 'custom' },
      { id: 'use', source: 'SUPPLY', target: 'WORKS_USE', type: 'custom' },
    ],
    metadata: { pages: [{ id: 'physical', displayName: 'Water balance', order: 0, icon: 'drop' }] },
  },
});

export const savedAnswer = z
  .object({ status: z.literal('success'), message: z.literal('data saved') })
  .openapi('WaterBalanceSaved');

export const versionAnswer = z
  .object({
    version: z.number().int(),
    savedAt: z.string().openapi({ format: 'date-time' }),
    savedBy: z.string().openapi({ description: 'userId' }),
    physicalNodes: z.number().int(),
    virtualNodes: z.number().int(),
    edges: z.number().int(),
    pages: z.number().int(),
  })
  .openapi('WaterBalanceVersion');
