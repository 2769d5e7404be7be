import { createRoute, z } from '@hono/zod-openapi';
import { V2_TYPES } from '../../../rules/figures/span.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { compareAnswer, divisionFactor } from '../../schemas/deviceData.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import {
  date,
  oneOf,
  optionalDate,
  repeated,
  targetIndustryHeader,
  text,
} from '../../../../platform/http/schemas/parameters.ts';
import { compareDeviceData } from '../../../device-data/compare.ts';

const query = z.object({
  dateA1: date().openapi({ description: 'DD/MM/YYYY, range A' }),
  dateB1: date().openapi({ description: 'DD/MM/YYYY, range B', example: '14/01/2026' }),
  ids1: repeated('required').openapi({
    description: 'Units or sub-categories of range A, one parameter each',
    example: ['CB_BORE_1'],
  }),
  ids2: repeated('required').openapi({ description: 'The same for range B', example: ['CB_BORE_1'] }),
  category: text(200).openapi({
    description: 'Key of categories, categoriesV2 or standardCategories',
    example: 'ID_SOURCE',
  }),
  dateA2: optionalDate().openapi({
    description: 'DD/MM/YYYY, end of range A with type=CUSTOM, otherwise a second chart of side A',
  }),
  dateB2: optionalDate().openapi({
    description: 'DD/MM/YYYY, end of range B with type=CUSTOM, otherwise a second chart of side B',
  }),
  divisionFactor: divisionFactor(),
  type: oneOf(V2_TYPES, 'DAY').openapi({ description: 'As in deviceDataV2' }),
  by: oneOf(['UNIT', 'SUB_CATEGORY'], 'UNIT').openapi({ description: 'What ids1 and ids2 are' }),
});

/**
 * GET /api/user/deviceDataV2/compare (specification, User: device data v2). Spec gap: the second date of a side that is
 * no CUSTOM range is what date2 is to deviceDataV2.
 */
export const getDeviceDataV2Compare = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/deviceDataV2/compare',
    tags: ['device data'],
    summary: 'Two ranges side by side',
    description:
      'Range A with ids1 beside range B with ids2; dateA2 and dateB2 end CUSTOM ranges; with another type they add a second chart to their side as `comparison`. by=UNIT: ids are units of your industry; by=SUB_CATEGORY: sub-categories of the category. Unknown ids are left out; units among them are named in `notFound`.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Both sides', compareAnswer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { dateA1, dateA2, dateB1, dateB2, ids1, ids2, ...asked } = c.req.valid('query');
      const compared = await compareDeviceData(context, c.get('caller').industry, {
        ...asked,
        a: { from: dateA1, to: dateA2 ?? null, ids: ids1 },
        b: { from: dateB1, to: dateB2 ?? null, ids: ids2 },
      });
      return c.json(compared, 200);
    },
);
