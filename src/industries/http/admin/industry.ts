import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { targetIndustryId } from '../../../platform/http/middleware/access.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { bundleBody, changeHeaders, changeQuery, clockRules } from '../schemas/industry.ts';
import { jsonBody, optionalOneOf, optionalText, page } from '../../../platform/http/schemas/parameters.ts';
import { viewOfRule } from '../../rules/provisioning/tenant-view.ts';
import { CHANGE_RESPONSES, changedBody, tagHeaders, changeTermsOf } from './industry/terms.ts';
import { readIndustriesPage } from '../../read-industry.ts';
import { provisionByBundle } from '../../change-industry.ts';

const PATH = '/api/admin/industry';

const query = z.object({
  isActive: optionalOneOf(['true', 'false']).openapi({ description: 'Absent: both' }),
  test: optionalOneOf(['true', 'false']).openapi({ description: 'Trial industries; absent: all' }),
  timezone: optionalText(64).openapi({ description: 'The declared one, exactly as written' }),
  search: optionalText(100).openapi({ description: 'Part of id, name or place, in whatever letters' }),
  ...page(100, 1000),
});

const oneIndustry = z.string().optional().openapi({
  description: 'Only this one. Also taken as a query parameter of this name.',
  example: 'RIVERSIDE',
});

export const listedIndustry = z
  .object({
    industryId: z.string(),
    industryName: z.string(),
    place: z.string().nullable(),
    isActive: z.boolean(),
    test: z.boolean(),
    isDisabled: z.boolean().openapi({ description: 'All of its users are refused' }),
    timezone: z.string(),
    startAt: z.string().openapi({ description: 'Local time at which a business day begins' }),
    daysOffset: z.number().int(),
    clock: clockRules,
    totalUnits: z.number().int(),
    retiredUnits: z.number().int(),
    totalUsers: z.number().int(),
    lastUpdated: z.string().nullable().openapi({ description: 'Newest instant of any reading', format: 'date-time' }),
    createdAt: z.string().openapi({ format: 'date-time' }),
  })
  .openapi('ListedIndustry');

const list = answerWith(z.object({ industries: z.array(listedIndustry), total: z.number().int() })).openapi(
  'IndustryList',
);

const flagOf = (text: 'true' | 'false' | undefined): boolean | null => (text === undefined ? null : text === 'true');

/** GET /api/admin/industry (specification, Admin: operations). Spec gap: its operations are not shown. */
export const getIndustries = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['industries'],
    summary: 'Industries, by id',
    description: 'All of them, or the one that targetIndustryId names.',
    request: { query, headers: z.object({ targetIndustryId: oneIndustry }) },
    responses: { 200: ok('A page', list), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { isActive, test, timezone, search, limit, offset } = c.req.valid('query');
      const filter = {
        industryId: targetIndustryId(c),
        active: flagOf(isActive),
        test: flagOf(test),
        timezone: timezone ?? null,
        search: search ?? null,
      };
      const found = await readIndustriesPage(context, filter, { limit, offset });
      const data = {
        industries: found.industries.map(
          ({ isTest, shiftStartAt, units, users, clock, lastUpdated, createdAt, ...industry }) => ({
            ...industry,
            test: isTest,
            startAt: shiftStartAt,
            clock: clock.map(viewOfRule),
            totalUnits: units,
            totalUsers: users,
            lastUpdated: lastUpdated?.toISOString() ?? null,
            createdAt: createdAt.toISOString(),
          }),
        ),
        total: found.total,
      };
      return c.json({ ...done('Industries'), data }, 200);
    },
);

/**
 * POST /api/admin/industry. Spec gap: the body is the bundle of `npm run provision`. A bundle with users needs
 * `accounts:write`, and the industry INTERNAL needs `admin:*`, because both give rights away.
 */
export const postIndustry = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['industries'],
    summary: 'Create an industry, or replace it by its bundle',
    description:
      'All mistakes are told at once, and nothing is written then. The same bundle again changes nothing. Changed users need accounts:write, the industry INTERNAL needs admin:*.',
    request: { query: changeQuery, headers: changeHeaders, body: jsonBody(bundleBody) },
    responses: CHANGE_RESPONSES,
  }),
  ({ context }) =>
    async (c) => {
      const asked = c.req.valid('query');
      const changed = await provisionByBundle(context, changeTermsOf(c, asked), c.req.valid('json'));
      return c.json(changedBody(changed, asked.dryRun, asked.dryRun), 200, tagHeaders(changed.tag));
    },
);
