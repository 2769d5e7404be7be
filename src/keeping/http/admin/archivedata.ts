import { createRoute, z } from '@hono/zod-openapi';
import { monthOf } from '../../../kernel/time/business-date.ts';
import { readArchives } from '../../archive/archives.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { targetIndustryId } from '../../../platform/http/middleware/access.ts';
import { listedArchiveObject } from '../schemas/archive.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { narrowingTargetHeader } from '../../../platform/http/schemas/parameters.ts';

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
          data: listed.map(({ month, writtenAt, sealedAt, restoredAt, removalBeganAt, ...archive }) => ({
            ...archive,
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
