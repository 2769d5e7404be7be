import { z } from '@hono/zod-openapi';
import { completeness } from '../../../figures/http/schemas/deviceData.ts';
import { graphEdge, graphPage, nullableText, point } from './waterBalanceGraph.ts';

const number = z.number().nullable();
const instant = z.string().openapi({ format: 'date-time' });

const node = z
  .object({
    id: z.string(),
    unitId: nullableText.openapi({
      description: 'The unit whose figures are shown, here or by reference; null for a node of several',
    }),
    type: z.string(),
    position: point,
    nodeType: z.enum(['physicalNode', 'virtualNode']),
    categoryTypeId: nullableText.openapi({ description: "Key of the unit's category" }),
    data: z.object({
      label: z.string(),
      value: nullableText.openapi({
        description: 'Divided by divisionFactor, 2 decimals, with its unit; null without data',
        example: '1235.18 KL',
      }),
      valueNumber: number.openapi({ description: 'The same as a number' }),
      siUnit: nullableText.openapi({
        description: 'null when the parts have none in common; nothing is added up then',
      }),
      ...completeness,
      lastUpdatedTime: instant.nullable().openapi({ description: 'Newest reading the value rests on' }),
      online: z.boolean().openapi({
        description:
          'A reading within 15 minutes by the hour, 60 by one date, 1,800 by several, before the end of the window or now',
      }),
      latestReading: z
        .object({ value: number.openapi({ description: 'As sent' }), createdOn: instant })
        .nullable()
        .openapi({ description: 'Of a node of one unit, when the window ends now' }),
      meta: z.object({
        isConsumption: z.boolean(),
        limitReached: z.boolean(),
        disabled: z.boolean().openapi({ description: 'Without any edge: value is null' }),
        circular: z.boolean().openapi({ description: 'Its formula goes round in a circle: value is 0' }),
      }),
      subCategoryId: nullableText,
      rotation: z.number(),
    }),
  })
  .openapi('WaterBalanceDiagramNode');

const edge = graphEdge
  .extend({
    data: z.object({
      controlPoints: z.array(point).readonly(),
      isConsumption: z.literal(true).optional().openapi({ description: 'To an online consumer, when date1 is today' }),
    }),
  })
  .openapi('WaterBalanceDiagramEdge');

const diagram = z
  .object({ nodes: z.array(node).readonly(), edges: z.array(edge).readonly() })
  .openapi('WaterBalanceDiagram');

const line = z
  .object({
    displayName: z.string(),
    value: number.openapi({ description: 'Divided, 2 decimals' }),
    siUnit: nullableText,
    nodes: z.array(z.string()).readonly().openapi({ description: 'Nodes it is made of' }),
    ...completeness,
  })
  .openapi('WaterBalanceSummaryLine');

const page = graphPage
  .extend({
    diagram,
    pageSummary: z.array(line).readonly(),
    summary: z.union([diagram, z.null()]).openapi({ description: 'The companion page; null without one' }),
    siUnit: nullableText.openapi({ description: 'What the values of the page have in common' }),
  })
  .openapi('WaterBalanceDiagramPage');

/** The graph with its values, whole and by page. */
export const diagramAnswer = {
  ...diagram.shape,
  pages: z.record(z.string(), page).openapi({ description: 'By page id, companions beside their pages' }),
};
