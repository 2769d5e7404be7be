import { createRoute, z } from '@hono/zod-openapi';
import { ServiceError } from '../../domain/errors.ts';
import type { Register } from '../route-declaration.ts';
import { batchAnswer, batchAnswerOf } from '../schemas/batch.ts';
import { errors, ok } from '../schemas/envelope.ts';
import { commaList, flag, optionalText } from '../schemas/parameters.ts';

const query = z.object({
  time: optionalText(64).openapi({ description: 'Required. ISO 8601, local to the industry; the day that ends at the shift start of its date is processed', example: '2026-01-16T06:00:00' }),
  industryId: optionalText(64).openapi({ description: 'Required' }),
  dailyEnabled: flag(true),
  monthlyEnabled: flag(true),
  yearlyEnabled: flag(true),
  dailyOldDataEnabled: flag(false),
  updateOnlyVirtual: flag(false),
  updateData: flag(true),
  unitIds: commaList(),
});

/** GET /api/user/batchProcess/ (specification, User: batch processing). Acts although it is a GET. */
export const registerBatchProcess: Register = (app, { batch }) => {
  const route = createRoute({
    method: 'get', path: '/api/user/batchProcess', tags: ['batch'], summary: 'Process the business day that has just ended',
    request: { query }, responses: { 200: ok('What was computed and written', batchAnswer), ...errors(400, 401, 404, 405, 429, 503) },
  });
  app.openapi(route, async (c) => {
    const given = c.req.valid('query');
    // This endpoint has codes and quotes of its own for absent parameters.
    if (given.time === undefined) throw new ServiceError(1402, '`time` missing', [{ field: 'time', problem: 'is required' }]);
    if (given.industryId === undefined) throw new ServiceError(1401, '`industryId` missing', [{ field: 'industryId', problem: 'is required' }]);
    const result = await batch.processTime(given.industryId, given.time, {
      daily: given.dailyEnabled, monthly: given.monthlyEnabled, yearly: given.yearlyEnabled, oldData: given.dailyOldDataEnabled,
      updateOnlyVirtual: given.updateOnlyVirtual, write: given.updateData, unitIds: given.unitIds,
    });
    return c.json(batchAnswerOf(result), 200);
  });
};
