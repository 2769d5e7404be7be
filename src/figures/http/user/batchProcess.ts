import { createRoute, z } from '@hono/zod-openapi';
import { ServiceError } from '../../../kernel/errors.ts';
import { processTime, processTimeUnseen } from '../../processing/batch.ts';
import { shownActor } from '../../../platform/http/actor.ts';
import type { HttpContext } from '../../../platform/http/environment.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { hasIndustryAccess, shownCaller } from '../../../platform/http/open-endpoint-access.ts';
import { batchAnswer, batchAnswerOf, unitIds, updateData, updateOnlyVirtual } from '../schemas/batch.ts';
import { errors, ok } from '../../../platform/http/schemas/envelope.ts';
import { flag, text } from '../../../platform/http/schemas/parameters.ts';
import { validation } from '../../../platform/http/validation.ts';

const query = z.object({
  time: text(64).openapi({
    description:
      'ISO 8601, local to the industry unless it has an offset; the day that ends at the shift start of its date is processed',
    example: '2026-01-16T06:00:00',
  }),
  industryId: text(64).openapi({ description: 'The industry to process', example: 'WORKS' }),
  dailyEnabled: flag(true).openapi({ description: 'Process the day' }),
  monthlyEnabled: flag(true).openapi({ description: 'Process its month' }),
  yearlyEnabled: flag(true).openapi({ description: 'Process its year' }),
  dailyOldDataEnabled: flag(false).openapi({
    description:
      'Rebuild the stale days before it, too, the newest 1,100 of them; staleDaysLeft says how many are left',
  }),
  updateOnlyVirtual: updateOnlyVirtual(),
  updateData: updateData(),
  unitIds: unitIds(),
});

/** Refuses absent parameters with this endpoint's own codes and quotes, before any wrong value. */
function requireParameters(c: HttpContext): void {
  if (!c.req.query('time')) throw new ServiceError(1402, '`time` missing', [{ field: 'time', problem: 'is required' }]);
  if (!c.req.query('industryId'))
    throw new ServiceError(1401, '`industryId` missing', [{ field: 'industryId', problem: 'is required' }]);
}

/** `2026-01-01T06:00:00 05:30`: a '+' that was not escaped arrives as a blank. */
const withOffsetSign = (time: string): string =>
  time.replace(/^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*) (\d\d:?\d\d)$/, '$1+$2');

const answer = batchAnswer.partial({ data: true }).openapi('BatchProcessAnswer', {
  description: '`data` only for a caller with a token for the industry, or the shared secret',
});

/** GET /api/user/batchProcess/ (specification, User: batch processing). Acts although it is a GET. */
export const getBatchProcess = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/batchProcess',
    tags: ['batch'],
    summary: 'Process the business day that has just ended',
    description:
      'Whoever shows neither the shared secret nor a token for the industry hears the same, at once, whether or not there is such an industry: the run begins after the answer.',
    request: { query },
    responses: { 200: ok('What was computed and written', answer), ...errors(400, 401, 404, 429, 503) },
  }),
  (services) => async (c) => {
    const given = c.req.valid('query');
    const time = withOffsetSign(given.time);
    const flags = {
      daily: given.dailyEnabled,
      monthly: given.monthlyEnabled,
      yearly: given.yearlyEnabled,
      oldData: given.dailyOldDataEnabled,
      updateOnlyVirtual: given.updateOnlyVirtual,
      write: given.updateData,
      unitIds: given.unitIds,
    };
    if (!(await hasIndustryAccess(c, services, given.industryId))) {
      processTimeUnseen(services.context, given.industryId, time, flags);
      return c.json({ status: 'success' } as const, 200);
    }
    const by = shownActor(c, await shownCaller(c, services));
    const result = await processTime(services.context, given.industryId, time, { by, ...flags });
    return c.json(batchAnswerOf(result), 200);
  },
  (result, c) => {
    requireParameters(c);
    return validation()(result, c);
  },
);
