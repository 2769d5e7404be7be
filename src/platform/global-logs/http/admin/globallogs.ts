import { entityTag, logSavingHeaders, versionHeader } from '../../../http/schemas/entity-tag.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { LOG_PRIORITIES, LOG_STATUSES } from '../../rules/entry.ts';
import { laterOf, earlierOf, monthOf } from '../../../../kernel/time/business-date.ts';
import { isOperator } from '../../../login/rules/caller.ts';
import { ServiceError } from '../../../../kernel/errors.ts';
import { expectedVersion } from '../../../../kernel/versions/if-match.ts';
import { changeLogEntry, readLogEntries, writeLogEntry } from '../../global-logs.ts';
import { actorOf } from '../../../http/actor.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { shownCaller } from '../../../http/open-endpoint-access.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../http/schemas/envelope.ts';
import {
  daysOfMonth,
  logEntry,
  logEntryOf,
  logMetaText,
  month,
  newLogBody,
  SOURCE_CHARACTERS,
  TITLE_CHARACTERS,
} from '../schemas/globalLog.ts';
import {
  identity,
  jsonBody,
  lineText,
  optional,
  optionalDate,
  optionalOneOf,
  optionalText,
  page,
} from '../../../http/schemas/parameters.ts';
import { validation } from '../../../http/validation.ts';

const written = answerWith(logEntry).openapi('GlobalLogAnswer');

/** POST /api/admin/globallogs/ (specification, Admin: operations). */
export const postGlobalLog = endpoint(
  createRoute({
    method: 'post',
    path: '/api/admin/globallogs',
    tags: ['logs'],
    summary: 'Write a log entry',
    description:
      'A network writes 60 entries an hour and 300 a day. All together write 1,000 a day, or 20,000 where a shared secret is asked for; half of that is for the first 20 entries of each network. An operator who shows his token writes 1,000 a day. A body has 8 KB at most.',
    request: { body: jsonBody(newLogBody) },
    responses: { 200: ok('Written', written), ...errors(400, 401, 429, 503) },
  }),
  (services) => async (c) => {
    const { desc, ...log } = c.req.valid('json');
    const caller = await shownCaller(c, services);
    const by =
      caller !== null && isOperator(caller) ? { operatorId: caller.userId } : { network: c.get('client').network };
    const entry = await writeLogEntry({ ...services.context, limiter: services.limiter }, by, {
      ...log,
      description: desc,
    });
    return c.json({ ...done('Log entry created'), data: logEntryOf(entry) }, 200);
  },
  validation({ missingBodyFields: true }),
);

const moreHeader = {
  headers: z.object({
    Link: z.string().optional().openapi({
      description: 'The next page, where there are more entries',
      example: '</api/admin/globallogs/?limit=500&offset=500>; rel="next"',
    }),
  }),
};

/** The request for the next page. */
function nextPage(url: string, { limit, offset }: { readonly limit: number; readonly offset: number }): string {
  const { pathname, searchParams } = new URL(url);
  // A token that came as a parameter belongs into no header.
  searchParams.delete('jwt');
  searchParams.set('limit', String(limit));
  searchParams.set('offset', String(offset + limit));
  return `${pathname}?${searchParams.toString()}`;
}

/** GET /api/admin/globallogs/. Spec gap: how many entries one answer has */
export const getGlobalLogs = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/globallogs',
    tags: ['logs'],
    summary: 'Log entries, newest first',
    request: {
      query: z.object({
        industryId: optionalText(64).openapi({ description: '`industryId` of its meta', example: 'WORKS' }),
        unitId: optionalText(64).openapi({ description: '`unitId` of its meta' }),
        date: optionalDate(),
        month: optional(month),
        ...page(500, 1000),
      }),
    },
    responses: { 200: { ...ok('Entries', z.array(logEntry)), ...moreHeader }, ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const query = c.req.valid('query');
      const ofMonth = query.month === undefined ? { from: null, to: null } : daysOfMonth(query.month);
      const { date = null } = query;
      const entries = await readLogEntries(context, {
        industryId: query.industryId ?? null,
        unitId: query.unitId ?? null,
        // A date outside of the month leaves nothing.
        from: date === null || ofMonth.from === null ? (date ?? ofMonth.from) : laterOf(date, ofMonth.from),
        to: date === null || ofMonth.to === null ? (date ?? ofMonth.to) : earlierOf(date, ofMonth.to),
        // One entry more than the answer holds tells whether there are more.
        limit: query.limit + 1,
        offset: query.offset,
      });
      return c.json(
        entries.slice(0, query.limit).map(logEntryOf),
        200,
        entries.length > query.limit ? { Link: `<${nextPage(c.req.url, query)}>; rel="next"` } : {},
      );
    },
);

const patchQuery = z.object({
  id: identity().openapi({
    description: 'As the list gives it',
    example: '0b9c7c52-3c3c-4c59-9a1c-0f6d8f0f3a11',
  }),
  owner: optional(lineText(SOURCE_CHARACTERS)).openapi({ description: 'Who sees to it', example: 'asha' }),
  priority: optionalOneOf(LOG_PRIORITIES).openapi({ description: 'Any may follow any' }),
  status: optionalOneOf(LOG_STATUSES).openapi({ description: 'What may follow is above' }),
  date: optionalDate(),
  month: optional(month),
  meta: optional(logMetaText),
  source: optional(lineText(SOURCE_CHARACTERS)).openapi({ description: 'Who told' }),
  title: optional(lineText(TITLE_CHARACTERS)).openapi({ description: 'What it is about' }),
});

/** Parameters that every request may have: the caller, and the industry. */
const OF_EVERY_REQUEST = ['jwt', 'targetIndustryId'];
const MOST_CHARACTERS_SHOWN = 80;

/**
 * Spec gap: fields that no entry has are refused as those of a body are, because this query is what changes. Unknown
 * fields of other queries are passed over.
 * @throws ServiceError 1403
 */
function requireKnownFields(names: readonly string[]): void {
  const known = Object.keys(patchQuery.shape);
  const errors = names
    .filter((name) => !known.includes(name) && !OF_EVERY_REQUEST.includes(name))
    .map((name) => ({
      field: name.slice(0, MOST_CHARACTERS_SHOWN),
      problem: `is not one of the fields ${known.join(', ')}`,
    }));
  const [first] = errors;
  if (first !== undefined) throw new ServiceError(1403, `Invalid '${first.field}': ${first.problem}`, errors);
}

/** PATCH /api/admin/globallogs/ (specification, Admin: operations). */
export const patchGlobalLog = endpoint(
  createRoute({
    method: 'patch',
    path: '/api/admin/globallogs',
    tags: ['logs'],
    summary: 'Change a log entry',
    description:
      'Only what is given changes. `open` may be acknowledged or resolved, `acknowledged` opened again or resolved, `resolved` opened again. `If-Match` takes the version of the entry, in quotes, and is optional.',
    request: {
      headers: z.object(logSavingHeaders),
      query: patchQuery,
    },
    responses: { 200: { ...ok('Changed', written), ...versionHeader }, ...errors(400, 404, 412, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { id, month: first, ...fields } = c.req.valid('query');
      requireKnownFields(Object.keys(c.req.query()));
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const change = { ...given, ...(first === undefined ? {} : { month: monthOf(first) }) };
      const expected = expectedVersion(c.req.header('If-Match'));
      const entry = await changeLogEntry(context, actorOf(c), id, change, expected);
      return c.json({ ...done('Log entry updated'), data: logEntryOf(entry) }, 200, { ETag: entityTag(entry.version) });
    },
);
