import { createRoute, z } from '@hono/zod-openapi';
import { V1_TYPES } from '../../rules/figures/span.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { divisionFactor } from '../schemas/deviceData.ts';
import { v1Answer } from '../schemas/deviceDataV1.ts';
import { done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import {
  date,
  flag,
  optionalDate,
  optionalText,
  targetIndustryHeader,
  text,
} from '../../../platform/http/schemas/parameters.ts';
import { readV1 } from '../../device-data/v1.ts';

const query = z.object({
  date1: date(),
  type: z.enum(V1_TYPES).openapi({
    description: 'HOUR: hours of date1; DAY: days of its month; MONTH: months of its year',
    example: 'HOUR',
  }),
  category: text(200).openapi({ description: 'Key of `categories`', example: 'sourceCategory' }),
  date2: optionalDate().openapi({ description: 'DD/MM/YYYY; gives the second series' }),
  subCategory: optionalText(200).openapi({ description: 'Id of a sub-category; all of the category when absent' }),
  divisionFactor: divisionFactor(),
  includeToday: flag(true).openapi({ description: 'Whether each unit carries its newest reading' }),
});

/** GET /api/user/deviceData (specification, User: device data v1). */
export const getDeviceData = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/deviceData',
    tags: ['device data'],
    summary: 'Figures of a category, first generation',
    description:
      'HOUR: hours of date1; DAY: days of its month; MONTH: months of its year; date2 gives a second series. Only `categories` is searched.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Figures', v1Answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { date2, subCategory, ...asked } = c.req.valid('query');
      const data = await readV1(context, c.get('caller').industry, {
        ...asked,
        date2: date2 ?? null,
        subCategory: subCategory ?? null,
      });
      return c.json({ ...done('Device data'), data }, 200);
    },
);
