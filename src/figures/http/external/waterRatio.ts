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
import {
  date,
  jsonBody,
  oneOf,
  optionalDate,
  requireOrder,
  targetIndustryHeader,
} from '../../../platform/http/schemas/parameters.ts';
import { formatRequestDate, monthOf } from '../../../kernel/time/business-date.ts';
import type { WaterRatioMonth, WaterRatioRecord } from '../../rules/water-ratio/record.ts';

/** Required time of day HH:MM:SS. */
const time = () =>
  z
    .string()
    .min(1)
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'is not a time HH:MM:SS')
    .openapi({ example: '06:00:00', description: 'HH:MM:SS, local to the industry' });

const recordQuery = z.object({ date: date(), time: time() });

/** figures/water-ratio checks names and values, and its refusal names each field and its problem. */
const fieldsBody = z.record(z.string(), z.unknown()).openapi({
  description:
    'Data fields: name to any value, at most 100 and 16 KiB. date, time, industryId and recordCount are reserved.',
  example: { ratio: 0.82, produced: 1200, consumed: 984 },
});

const recordAnswer = z
  .object({
    date: z.string().openapi({ description: 'DD/MM/YYYY; type=monthly: MM/YYYY', example: '15/01/2026' }),
    time: z.string().nullable().openapi({ description: 'HH:MM:SS; type=monthly: null', example: '06:00:00' }),
    industryId: z.string(),
  })
  .catchall(z.unknown())
  .openapi('WaterRatioRecord');

type RecordAnswer = z.infer<typeof recordAnswer>;

const recordAnswerOf = (industryId: string, record: WaterRatioRecord): RecordAnswer => ({
  ...record.fields,
  date: formatRequestDate(record.date),
  time: record.time,
  industryId,
});

/**
 * Spec gap: what "aggregated per month" does. The mean of every numeric field over the records that have it, and how
 * many records there are.
 */
const monthAnswerOf = (industryId: string, month: WaterRatioMonth): RecordAnswer => ({
  ...month.means,
  date: monthOf(month.month),
  time: null,
  industryId,
  recordCount: month.recordCount,
});

const PATH = '/api/external/waterRatio';
const listQuery = z
  .object({
    startDate: date().openapi({ description: 'DD/MM/YYYY, first date' }),
    endDate: optionalDate().openapi({ description: 'DD/MM/YYYY, last date, included; startDate when absent' }),
    type: oneOf(['daily', 'monthly'], 'daily').openapi({
      description: 'daily: every record; monthly: the mean of every numeric field per month',
    }),
  })
  .superRefine(requireOrder);
const body = jsonBody(fieldsBody);

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
