import { createRoute, z } from '@hono/zod-openapi';
import { exportedDocument } from '../../../kernel/document/ids.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import { type ChangesPage, listChanges } from '../../changes/changes.ts';
import { largeAnswer } from '../../../platform/http/large-answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { figure, processedDocument } from '../../../platform/http/schemas/document.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { oneOf, optionalText, targetIndustryHeader, whole } from '../../../platform/http/schemas/parameters.ts';

const MAX_PAGE = 1000;

const query = z.object({
  since: optionalText(2000).openapi({
    description: 'The position to go on from: `next` of the answer before. Absent: from the first change',
  }),
  period: oneOf(['all', 'daily', 'monthly', 'yearly'], 'all').openapi({
    description: 'Which documents. A position belongs to the period it was asked for',
  }),
  limit: whole(100, { min: 1, max: MAX_PAGE }).openapi({ description: 'Changes of a page' }),
});

const change = z
  .object({
    id: z.string().openapi({ description: 'Id of the document' }),
    period: z.enum(['daily', 'monthly', 'yearly']),
    unitId: z.string(),
    start: z.string().openapi({ description: 'DD/MM/YYYY, the first business day of the period' }),
    oldValue: figure.openapi({
      description: 'The main figure before this change; null when it had none, or there was no document',
    }),
    newValue: figure.openapi({ description: 'The main figure now; raw, as in documents' }),
    causes: z.array(z.string()).openapi({
      description:
        'Why it was computed: late reading, correction, configuration, .. (causes of stale days); batch: nobody had marked the day',
    }),
    document: processedDocument
      .nullable()
      .openapi({ description: 'The whole document as `npm run export` prints it; null: remove it from the copy' }),
  })
  .openapi('DocumentChange');

const answer = answerWith(
  z.object({
    changes: z.array(change),
    next: z.string().openapi({ description: 'Ask for `since` with this; also when there is no change yet' }),
    hasMore: z.boolean().openapi({ description: 'Whether there is another page at once' }),
  }),
).openapi('DocumentChanges');

const PERIOD_NAMES = { DAILY: 'daily', MONTHLY: 'monthly', YEARLY: 'yearly' } as const;

const toAnswer = ({ changes, next, hasMore }: ChangesPage): z.infer<typeof answer>['data'] => ({
  changes: changes.map(({ id, period, unitId, periodStart, oldValue, causes, stored }) => ({
    id,
    period: PERIOD_NAMES[period],
    unitId,
    start: formatRequestDate(periodStart),
    oldValue,
    newValue: stored?.document.value ?? null,
    causes: [...causes],
    document: stored === null ? null : exportedDocument(stored),
  })),
  next,
  hasMore,
});

/**
 * GET /api/user/changes. Spec gap: the specification has no such feed; without it a client polls every document to keep
 * a copy.
 */
export const getChanges = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/changes',
    tags: ['device data'],
    summary: 'Changed documents, in order',
    description:
      'Every processed document once, at its newest change, in the order in which changes were stored. Whoever applies the pages in order, from nothing, holds exactly the documents that the export prints; days that have not ended are left out. The old value is that before the newest change, also where a client has missed changes before it.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('A page', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = toAnswer(await listChanges(context, c.get('caller').industry, c.req.valid('query')));
      return largeAnswer(c, { ...done('Changes'), data });
    },
);
