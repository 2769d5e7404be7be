import { createRoute, z } from '@hono/zod-openapi';
import { formatRequestDate } from '../../../../kernel/time/business-date.ts';
import { PROCESSED_STATES } from '../../../validation/check-processed.ts';
import { reportProcessed } from '../../../validation/validation.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { optionalTargetOf } from '../../../../platform/http/target.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { date, narrowingTargetHeader } from '../../../../platform/http/schemas/parameters.ts';
import { reportGroup } from '../../schemas/validation.ts';
import { validation } from '../../../../platform/http/validation.ts';

const answer = z
  .object({
    status: z.literal('success'),
    message: z.string(),
    data: z.object({
      date: z.string(),
      industries: z.array(
        z.object({
          industryId: z.string(),
          industryName: z.string(),
          state: z.enum(PROCESSED_STATES).openapi({
            description:
              'missing: the day was not processed. waiting: it waits for a rebuild. incomplete: units that had begun to send have no document. running: the day has not ended',
          }),
          unitsWithoutDocument: z.array(z.string()),
          unitsWithoutData: z.array(z.string()).openapi({ description: 'Their document says that there is no data' }),
        }),
      ),
    }),
  })
  .openapi('ProcessedDataReport');

/**
 * GET /api/admin/validate/batchProcessing (specification, Admin: operations). The request acts although it is a GET.
 */
export const getValidateBatchProcessing = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/validate/batchProcessing',
    tags: ['validation'],
    summary: 'Which industries miss processed data of a day',
    description:
      'All active industries, or the one that targetIndustryId names. The report is posted to the chat group, and answered.',
    request: {
      query: z.object({
        groupId: reportGroup(),
        date: date().openapi({ description: 'DD/MM/YYYY, business day' }),
      }),
      headers: narrowingTargetHeader,
    },
    responses: { 200: ok('Posted', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context, channels }) =>
    async (c) => {
      const query = c.req.valid('query');
      const { message, report } = await reportProcessed({ ...context, channels }, actorOf(c), {
        ...query,
        industryId: optionalTargetOf(c),
      });
      const industries = report.map(({ industryId, industryName, state, unitsWithoutDocument, unitsWithoutData }) => ({
        industryId,
        industryName,
        state,
        unitsWithoutDocument: [...unitsWithoutDocument],
        unitsWithoutData: [...unitsWithoutData],
      }));
      return c.json(
        { status: 'success', message, data: { date: formatRequestDate(query.date), industries } } as const,
        200,
      );
    },
  validation({ parameterCode: 400 }),
);
