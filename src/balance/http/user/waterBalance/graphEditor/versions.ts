import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../../../platform/http/schemas/parameters.ts';
import { versionAnswer } from '../../../schemas/waterBalanceGraph.ts';
import { listGraphVersions, restoreGraph } from '../../../../edit-graph.ts';
import { entityTag, graphSavingHeaders, versionHeader } from '../../../../../platform/http/schemas/entity-tag.ts';
import { expectedVersion } from '../../../../../kernel/versions/if-match.ts';
import { actorOf } from '../../../../../platform/http/actor.ts';

const version = z.number().int().min(1).max(999_999_999);
const body = z
  .object({ version: version.openapi({ description: 'One of GET ../versions', example: 1 }) })
  .openapi('WaterBalanceRestoreRequest');
const restoreAnswer = answerWith(
  z.object({
    version: z.number().int().openapi({ description: 'The new version, which is in force' }),
    restoredVersion: z.number().int(),
  }),
).openapi('WaterBalanceRestored');

/**
 * POST /api/user/waterBalance/graphEditor/restore. Spec gap: the specification's save replaces everything, so earlier
 * versions can be restored.
 */
export const postWaterBalanceGraphEditorRestore = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/waterBalance/graphEditor/restore',
    tags: ['water balance'],
    summary: 'Save an earlier version anew',
    description: 'Its graph becomes the newest version; no version is lost by it, but for the oldest of 20.',
    request: { headers: targetIndustryHeader.extend(graphSavingHeaders), body: jsonBody(body) },
    responses: {
      200: { ...ok('Restored', restoreAnswer), ...versionHeader },
      ...errors(400, 404, 412, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const restoredVersion = c.req.valid('json').version;
      const newest = await restoreGraph(context, industry, restoredVersion, {
        by: actorOf(c),
        expected: expectedVersion(c.req.header('If-Match')),
      });
      return c.json({ ...done('Version restored'), data: { version: newest, restoredVersion } }, 200, {
        ETag: entityTag(newest),
      });
    },
);

const answer = answerWith(z.object({ versions: z.array(versionAnswer) })).openapi('WaterBalanceVersions');

/** GET /api/user/waterBalance/graphEditor/versions. Spec gap: versions that can be restored. */
export const getWaterBalanceGraphEditorVersions = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/waterBalance/graphEditor/versions',
    tags: ['water balance'],
    summary: 'The last 20 saves, the newest first',
    request: { headers: targetIndustryHeader },
    responses: { 200: ok('Versions', answer), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const versions = await listGraphVersions(context, c.get('caller').industry);
      return c.json(
        {
          ...done('Versions of the water-balance graph'),
          data: {
            versions: versions.map(({ savedAt, ...version }) => ({ ...version, savedAt: savedAt.toISOString() })),
          },
        },
        200,
      );
    },
);
