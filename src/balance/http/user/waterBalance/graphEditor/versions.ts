import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../../platform/http/schemas/parameters.ts';
import { versionAnswer } from '../../../schemas/waterBalanceGraph.ts';
import { listGraphVersions } from '../../../../edit-graph.ts';

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
