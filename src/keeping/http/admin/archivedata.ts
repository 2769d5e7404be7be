import { createRoute, z } from '@hono/zod-openapi';
import { invalid, ServiceError } from '../../../kernel/errors.ts';
import { monthOf } from '../../../kernel/time/business-date.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { targetIndustryId } from '../../../platform/http/middleware/access.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import {
  flag,
  narrowingTargetHeader,
  optional,
  requiredTargetHeader,
} from '../../../platform/http/schemas/parameters.ts';
import { targetOf } from '../../../platform/http/target.ts';
import { archiveMonths, readArchives, restoreFromArchive } from '../../archive/archives.ts';
import { monthsBetween, readMonth } from '../../rules/archive/months.ts';
import { archivedMonthObject, listedArchiveObject, monthYear, toArchivedMonth } from '../schemas/archive.ts';

/** Months of one request: ten years. Each is written and read twice while the request waits. */
const MOST_MONTHS = 120;

const toBlobQuery = z.object({
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
    request: { query: toBlobQuery, headers: requiredTargetHeader },
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

const toDbHeaders = requiredTargetHeader.extend({
  month: z
    .string()
    .min(1)
    .regex(/^(?:0[1-9]|1[0-2])$/, 'is not a month 01 to 12')
    .openapi({ example: '01', description: '01 to 12' }),
  year: z
    .string()
    .min(1)
    .regex(/^\d{4}$/, 'is not a year of 4 digits')
    .openapi({ example: '2026', description: '4 digits' }),
});

const toDbQuery = z.object({
  deleteBlob: flag(false).openapi({ description: 'true: the files are removed once the month is restored' }),
});

const toDbAnswer = answerWith(
  archivedMonthObject.extend({
    restored: z.boolean().openapi({ description: 'false: the database had all of it' }),
    filesRemoved: z.boolean(),
  }),
).openapi('RestoredMonth');

/**
 * POST /api/admin/archivedata/to_db (specification, Admin: operations). Spec gap: the answer, and that readings in the
 * database which are not those of the archive are left alone.
 */
export const postArchivedataToDb = endpoint(
  createRoute({
    method: 'post',
    path: '/api/admin/archivedata/to_db',
    tags: ['operations'],
    summary: 'Restore a business month from its archive',
    description:
      'The files are proven before anything is stored. The same request again goes on where one was interrupted.',
    request: { query: toDbQuery, headers: toDbHeaders },
    responses: { 200: ok('The month is restored', toDbAnswer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { month, year } = c.req.valid('header');
      const industry = targetOf(c);
      const read = readMonth(`${month}/${year}`);
      if (typeof read === 'string')
        throw new ServiceError(400, `Invalid 'year': ${year} ${read}`, [{ field: 'year', problem: read }]);
      const restored = await restoreFromArchive(context, actorOf(c), industry, read, c.req.valid('query').deleteBlob);
      return c.json(
        {
          ...done(
            restored.isRestored
              ? 'Restored'
              : 'Nothing was restored, because the database has all readings of the month',
          ),
          data: { ...toArchivedMonth(restored), restored: restored.isRestored, filesRemoved: restored.areFilesRemoved },
        },
        200,
      );
    },
);

const listAnswer = answerWith(z.array(listedArchiveObject)).openapi('ArchiveList');

/** GET /api/admin/archivedata. Spec gap: operators see what was archived. */
export const getArchives = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/archivedata',
    tags: ['operations'],
    summary: 'Archived months',
    description: 'Of all industries, or of one; the newest months first.',
    request: { headers: narrowingTargetHeader },
    responses: { 200: ok('The months', listAnswer), ...errors(...TOKEN_ERRORS) },
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
