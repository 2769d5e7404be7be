import { createRoute, z } from '@hono/zod-openapi';
import { readWorkspace } from '../../workspace/workspace.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';

const answer = z
  .object({
    status: z.literal('success'),
    data: z.array(
      z.object({
        industryId: z.string(),
        industryName: z.string(),
        place: z.string().nullable(),
        isActive: z.boolean(),
        totalUnits: z.number().int().openapi({ description: 'Units as they are now, virtual ones included' }),
        lastUpdated: z.string().nullable().openapi({
          description: 'When the newest reading of its units was taken, ISO 8601 UTC; null: there is none',
        }),
      }),
    ),
  })
  .openapi('Workspace');

/** GET /api/admin/workspace/ (specification, Admin: operations). */
export const getWorkspace = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/workspace',
    tags: ['workspace'],
    summary: 'All industries',
    responses: { 200: ok('Every industry but INTERNAL, by industryId', answer), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const industries = await readWorkspace(context);
      const data = industries.map(({ lastUpdated, ...industry }) => ({
        ...industry,
        lastUpdated: lastUpdated?.toISOString() ?? null,
      }));
      return c.json({ status: 'success', data } as const, 200);
    },
);
