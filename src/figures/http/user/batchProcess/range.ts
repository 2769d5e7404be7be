import { createRoute, z } from '@hono/zod-openapi';
import { OPERATOR_INDUSTRY_ID } from '../../../../platform/login/rules/caller.ts';
import { ServiceError } from '../../../../kernel/errors.ts';
import { processRange } from '../../../processing/batch.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { batchAnswer, batchAnswerOf, unitIds, updateData, updateOnlyVirtual } from '../../schemas/batch.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { date, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';

const query = z.object({
  startDate: date().openapi({ description: 'DD/MM/YYYY, first business day' }),
  endDate: date().openapi({
    description:
      'DD/MM/YYYY, last business day, included, at most 1,100 days from startDate; before startDate: nothing is done',
  }),
  updateOnlyVirtual: updateOnlyVirtual(),
  updateData: updateData(),
  unitIds: unitIds(),
});

/** The specification's answer (400) where no industry can be resolved. */
export const NO_INDUSTRY =
  'Industry ID not found. Please provide targetIndustryId header or ensure valid authentication.';

/** GET /api/user/batchProcess/range (specification, User: batch processing). Acts although it is a GET. */
export const getBatchProcessRange = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/batchProcess/range',
    tags: ['batch'],
    summary: 'Process a range of business days',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('What was computed and written', batchAnswer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { startDate, endDate, ...flags } = c.req.valid('query');
      const { industry } = c.get('caller');
      // The operators' own tenant has no units: an operator who names no industry has none to process.
      if (industry.industryId === OPERATOR_INDUSTRY_ID) throw new ServiceError(400, NO_INDUSTRY);
      const result = await processRange(context, industry, startDate, endDate, {
        by: actorOf(c),
        daily: true,
        monthly: true,
        yearly: true,
        updateOnlyVirtual: flags.updateOnlyVirtual,
        write: flags.updateData,
        unitIds: flags.unitIds,
      });
      return c.json(batchAnswerOf(result), 200);
    },
);
