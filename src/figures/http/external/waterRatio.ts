import { createRoute, z } from '@hono/zod-openapi';
import {
  addWaterRatio,
  changeWaterRatio,
  readWaterRatio,
  readWaterRatioMonths,
} from '../../water-ratio/water-ratio.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { date, oneOf, optionalDate, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { fieldsBody, monthAnswerOf, recordAnswer, recordAnswerOf, recordQuery } from '../schemas/water-ratio.ts';

const PATH = '/api/external/waterRatio';
const listQuery = z.object({
  startDate: date().openapi({ description: 'DD/MM/YYYY, first date' }),
  endDate: optionalDate().openapi({ description: 'DD/MM/YYYY, last date, included; startDate when absent' }),
  type: oneOf(['daily', 'monthly'], 'daily').openapi({
    description: 'daily: every record; monthly: the mean of every numeric field per month',
  }),
});
const body = { required: true, content: { 'application/json': { schema: fieldsBody } } };

/** GET /api/external/waterRatio/ (specification, External). */
export const getWaterRatio = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['water ratio'],
    summary: 'Records of a range of dates, or their means per month',
    request: { query: listQuery, headers: targetIndustryHeader },
    responses: { 200: ok('Records, ascending by date', z.array(recordAnswer)), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { startDate, endDate = startDate, type } = c.req.valid('query');
      const { industryKey, industryId } = c.get('caller');
      if (type === 'monthly')
        return c.json(
          (await readWaterRatioMonths(context, industryKey, startDate, endDate)).map((month) =>
            monthAnswerOf(industryId, month),
          ),
          200,
        );
      return c.json(
        (await readWaterRatio(context, industryKey, startDate, endDate)).map((record) =>
          recordAnswerOf(industryId, record),
        ),
        200,
      );
    },
);

/** POST /api/external/waterRatio/ (specification, External). */
export const postWaterRatio = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['water ratio'],
    summary: 'Submit the record of a date and time',
    request: { query: recordQuery, headers: targetIndustryHeader, body },
    responses: { 200: ok('The created record', recordAnswer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industryKey, industryId } = c.get('caller');
      return c.json(
        recordAnswerOf(
          industryId,
          await addWaterRatio(context, { industryKey, ...c.req.valid('query') }, c.req.valid('json'), actorOf(c)),
        ),
        200,
      );
    },
);

/** PUT /api/external/waterRatio/ (specification, External). */
export const putWaterRatio = endpoint(
  createRoute({
    method: 'put',
    path: PATH,
    tags: ['water ratio'],
    summary: 'Change fields of the record of a date and time',
    request: { query: recordQuery, headers: targetIndustryHeader, body },
    responses: { 200: ok('The updated record', recordAnswer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industryKey, industryId } = c.get('caller');
      return c.json(
        recordAnswerOf(
          industryId,
          await changeWaterRatio(context, { industryKey, ...c.req.valid('query') }, c.req.valid('json'), actorOf(c)),
        ),
        200,
      );
    },
);
