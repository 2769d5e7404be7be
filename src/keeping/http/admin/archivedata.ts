import { createRoute, z } from '@hono/zod-openapi';
import { monthOf } from '../../../kernel/time/business-date.ts';
import { readArchives, archiveMonths } from '../../archive/archives.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { targetIndustryId } from '../../../platform/http/middleware/access.ts';
import { listedArchiveObject, archivedMonthObject, monthYear, toArchivedMonth } from '../schemas/archive.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import {
  narrowingTargetHeader,
  flag,
  optional,
  requiredTargetHeader,
} from '../../../platform/http/schemas/parameters.ts';
import { monthsBetween } from '../../rules/archive/months.ts';
import { invalid } from '../../../kernel/errors.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { targetOf } from '../../../platform/http/target.ts';

/** Months of one request: ten years. Each is written and read twice while the request waits. */
const MOST_MONTHS = 120;

const query = z.object({
  fromMonthYear: monthYear(),
  toMonthYear: optional(monthYear()).openapi({
    type: 'string',
    example: '01/2026',
    description: 'MM/YYYY; fromMonthYear when absent',
  }),
  deleteData: flag(false).openapi({
    description: 'true: the readings are removed once the archive was read back, and the month is sealed',
  }),
});

const toBlobAnswer = answerWith(z.array(archivedMonthObject)).openapi('ArchivedMonths');

/**
 * POST /api/admin/archivedata/to_blob (specification, Admin: operations). Spec gap: the answer, what a sealed month is,
 * and that months without readings are left out.
 */
export const postArchivedataToBlob = endpoint(
  createRoute({
    method: 'post',
    path: '/api/admin/archivedata/to_blob',
    tags: ['operations'],
    summary: 'Archive business months',
    description: `Up to ${MOST_MONTHS} months that have ended, one after the other. Of a sealed month documents and rollups stay as they are, late readings are held in quarantine, and nothing is computed anew.`,
    request: { query, headers: requiredTargetHeader },
    responses: {
      200: ok('What became of each month with readings', toBlobAnswer),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { fromMonthYear, toMonthYear = fromMonthYear, deleteData } = c.req.valid('query');
      const industry = targetOf(c);
      const months = monthsBetween(fromMonthYear, toMonthYear);
      if (months.length === 0)
        throw invalid(400, 'toMonthYear', `${monthOf(toMonthYear.from)} lies before fromMonthYear`);
      if (months.length > MOST_MONTHS)
        throw invalid(400, 'toMonthYear', `the range has ${months.length} months, allowed are ${MOST_MONTHS}`);
      const archived = await archiveMonths(context, actorOf(c), industry, months, deleteData);
      return c.json({ ...done('Archived'), data: archived.map(toArchivedMonth) }, 200);
    },
);

const answer = answerWith(z.array(listedArchiveObject)).openapi('ArchiveList');

/** GET /api/admin/archivedata. Spec gap: operators see what was archived. */
export const getArchives = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/archivedata',
    tags: ['operations'],
    summary: 'Archived months',
    description: 'Of all industries, or of one; the newest months first.',
    request: { headers: narrowingTargetHeader },
    responses: { 200: ok('The months', answer), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const listed = await readArchives(context, targetIndustryId(c) === null ? null : industry.industryKey);
      return c.json(
        {
          ...done('Archived months'),
          data: listed.map(({ month, files, writtenAt, sealedAt, restoredAt, removalBeganAt, ...archive }) => ({
            ...archive,
            files: [...files],
            month: monthOf(month),
            writtenAt: writtenAt.toISOString(),
            sealedAt: sealedAt?.toISOString() ?? null,
            restoredAt: restoredAt?.toISOString() ?? null,
            removalBeganAt: removalBeganAt?.toISOString() ?? null,
          })),
        },
        200,
      );
    },
);
