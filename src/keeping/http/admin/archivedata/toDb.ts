import { createRoute, z } from '@hono/zod-openapi';
import { readMonth } from '../../../rules/archive/months.ts';
import { ServiceError } from '../../../../kernel/errors.ts';
import { restoreFromArchive } from '../../../archive/archives.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { archivedMonthObject, toArchivedMonth } from '../../schemas/archive.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { flag, requiredTargetHeader } from '../../../../platform/http/schemas/parameters.ts';
import { targetOf } from '../../../../platform/http/target.ts';

const headers = requiredTargetHeader.extend({
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

const query = z.object({
  deleteBlob: flag(false).openapi({ description: 'true: the files are removed once the month is restored' }),
});

const answer = answerWith(
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
    request: { query, headers },
    responses: { 200: ok('The month is restored', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
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
