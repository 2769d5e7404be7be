import { entityTag, graphSavingHeaders, versionHeader } from '../../../../platform/http/schemas/entity-tag.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { expectedVersion } from '../../../../kernel/versions/if-match.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { flag, jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { editorGraphAnswer, editorGraphBody, savedAnswer } from '../../schemas/waterBalanceGraph.ts';
import { readGraphToEdit, replaceGraph } from '../../../edit-graph.ts';

const PATH = '/api/user/waterBalance/graphEditor';
const query = z.object({
  propose: flag(false).openapi({
    description:
      'true: of an industry without a graph a draft, made of its categories and virtual units; it is not saved until it is posted',
  }),
});

/** GET /api/user/waterBalance/graphEditor (specification, User: water balance). */
export const getWaterBalanceGraphEditor = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['water balance'],
    summary: 'The saved graph, without values',
    description:
      'Units that nobody has placed appear as physical nodes inside [-100, 100]. What is answered can be posted as it is.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: { ...ok('The graph', editorGraphAnswer), ...versionHeader }, ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const { propose } = c.req.valid('query');
      const { version, graph } = await readGraphToEdit(context, industry, { propose });
      return c.json({ ...graph, ...(propose ? { draft: version === 0 } : {}) }, 200, { ETag: entityTag(version) });
    },
);

/**
 * POST /api/user/waterBalance/graphEditor (specification, User: water balance). Spec gap: If-Match, so that nobody
 * overwrites a version that he has not seen.
 */
export const postWaterBalanceGraphEditor = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['water balance'],
    summary: 'Replace the graph',
    description:
      'Of nodes or edges with one id the last counts. All mistakes are told at once, and nothing is written then. customSummary and summaryGraph are lost unless sent.',
    request: { headers: targetIndustryHeader.extend(graphSavingHeaders), body: jsonBody(editorGraphBody) },
    responses: { 200: { ...ok('Saved', savedAnswer), ...versionHeader }, ...errors(400, 412, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const version = await replaceGraph(context, industry, c.req.valid('json'), {
        by: actorOf(c),
        expected: expectedVersion(c.req.header('If-Match')),
      });
      return c.json({ status: 'success', message: 'data saved' } as const, 200, { ETag: entityTag(version) });
    },
);
