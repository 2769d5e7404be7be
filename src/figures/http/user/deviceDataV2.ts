import { createRoute, z } from '@hono/zod-openapi';
import { V2_TYPES } from '../../rules/figures/span.ts';
import { readV2, type V2Answer } from '../../device-data/v2.ts';
import { largeAnswer } from '../../../platform/http/large-answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { divisionFactor, v2Answer } from '../schemas/deviceData.ts';
import { done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import {
  date,
  flag,
  oneOf,
  optionalDate,
  optionalText,
  targetIndustryHeader,
} from '../../../platform/http/schemas/parameters.ts';

const query = z.object({
  date1: date(),
  // An absent category is ID_SOURCE, an empty one is missing.
  category: z.string().min(1).max(200, 'is longer than 200 characters').default('ID_SOURCE').openapi({
    description:
      'Key of categories, categoriesV2 or standardCategories; or ALL_CATEGORIES_V2 followed by a standardCategoryId',
    example: 'ID_SOURCE',
  }),
  date2: optionalDate().openapi({
    description: 'DD/MM/YYYY; end of a CUSTOM range, otherwise a second chart to compare with',
  }),
  divisionFactor: divisionFactor(),
  type: oneOf(V2_TYPES, 'DAY').openapi({
    description:
      'HOUR: hours of date1; DAY: days of its month; MONTH: months of its year; CUSTOM: every day from date1 to date2',
  }),
  unitId: optionalText(200).openapi({
    description:
      'Narrows the answer to this unit; when it is not in the category, the answer is the full one and says unitFound: false',
  }),
  formattedOutput: flag(true).openapi({
    description: 'false: rows {unitId, timestamp, value} without the time of the newest reading',
  }),
  v2: flag(false).openapi({ description: 'Adds energy saved (kWh) and electrical parameters to energy units' }),
});

const wrapped = <T>(data: T) => ({ ...done('Device data'), data });

/**
 * The specification prints raw rows and the aggregate without an envelope. Spec gap: the full answer in place of a unit
 * that is not found is easily taken for the unit's, so it says so.
 */
function bodyOf(answer: V2Answer): z.input<typeof v2Answer> {
  const notFound = answer.unitFound ? {} : { unitFound: false as const };
  switch (answer.form) {
    case 'category':
      return { ...wrapped(answer.data), ...notFound };
    case 'unit':
      return wrapped(answer.data);
    case 'raw':
      return { data: answer.data, ...notFound };
    case 'aggregate':
      return { categories: answer.categories, total: answer.total, ...notFound };
  }
}

/** GET /api/user/deviceDataV2 (specification, User: device data v2). */
export const getDeviceDataV2 = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/deviceDataV2',
    tags: ['device data'],
    summary: 'Figures of a category',
    description:
      'HOUR: hours of date1; DAY: days of its month; MONTH: months of its year; CUSTOM: every day from date1 to date2, at most 1,100. '
      + 'date2 with another type adds a second chart as `comparison`. category ALL_CATEGORIES_V2 followed by a standardCategoryId gives every such categoriesV2 entry and their total.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Figures', v2Answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId, date2, v2, ...asked } = c.req.valid('query');
      const answer = await readV2(context, c.get('caller').industry, {
        ...asked,
        unitId: unitId ?? null,
        date2: date2 ?? null,
        energyDetail: v2,
      });
      return largeAnswer(c, bodyOf(answer));
    },
);
