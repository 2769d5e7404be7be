import { createRoute, z } from '@hono/zod-openapi';
import { invalid } from '../../../../kernel/errors.ts';
import { writeIso } from '../../../../kernel/time/iso.ts';
import { askedInstant } from '../../../http/schemas/instant.ts';
import { OPERATOR_INDUSTRY_ID } from '../../../login/rules/caller.ts';
import { AUDIT_VERBS } from '../../../login/rules/audit-verbs.ts';
import { type AuditRow, readAudit } from '../../audit.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../http/schemas/envelope.ts';
import { optional, optionalText, whole } from '../../../http/schemas/parameters.ts';

const facts = z.record(z.string(), z.unknown()).nullable();

export const auditRow = z
  .object({
    id: z.number().int(),
    at: z.string().openapi({ format: 'date-time', description: 'ISO 8601 UTC' }),
    industryId: z.string().nullable().openapi({ description: 'null: no single industry' }),
    actor: z.object({
      userId: z.string().openapi({ description: '`command`: whoever ran a command on the machine' }),
      industryId: z.string(),
      address: z.string().nullable().openapi({ description: 'Network of the client; null for a command' }),
    }),
    verb: z.string().openapi({ description: Object.keys(AUDIT_VERBS).join(', ') }),
    subject: z.string().openapi({ description: 'What it was done to' }),
    reason: z.string().nullable(),
    before: facts.openapi({
      description: 'What changed, as it was; null where there was nothing',
      additionalProperties: true,
    }),
    after: facts.openapi({
      description: 'What changed, as it is; null where there is nothing',
      additionalProperties: true,
    }),
  })
  .openapi('AuditRow');

const instant = () => optional(askedInstant()).openapi({ type: 'string', format: 'date-time' });

const query = z.object({
  verb: optionalText(60).openapi({ description: 'Only this act' }),
  subject: optionalText(200).openapi({ description: 'Only what was done to this' }),
  from: instant().openapi({ description: 'Included' }),
  to: instant().openapi({ description: 'Excluded' }),
  before: whole(0, { min: 0 }).openapi({ description: 'Ids below; `next` of the page before. 0: from the newest on' }),
  limit: whole(100, { min: 1, max: 500 }).openapi({ description: 'Rows of a page' }),
});

const rowOf = ({ auditKey, at, ...same }: AuditRow): z.infer<typeof auditRow> => ({
  id: auditKey,
  at: at.toISOString(),
  ...same,
});

/** GET /api/admin/audit. Spec gap: the specification has no audit; acts of operators are written and can be read. */
export const getAudit = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/audit',
    tags: ['operations'],
    summary: 'Who did what, the newest first',
    description: 'Of the industry that targetIndustryId names; without one, of all industries.',
    request: {
      query,
      headers: z.object({
        targetIndustryId: z.string().optional().openapi({
          description: 'The industry; without one, rows of all. Also taken as a query parameter of this name.',
          example: 'WORKS',
        }),
      }),
    },
    responses: {
      200: ok(
        'A page',
        answerWith(
          z.object({
            rows: z.array(auditRow),
            next: z.number().int().nullable().openapi({ description: 'Ask for `before` with this; null: no more' }),
          }),
        ),
      ),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { verb, subject, from, to, before, limit } = c.req.valid('query');
      if (from !== undefined && to !== undefined && to <= from)
        throw invalid(1403, 'to', `'${writeIso(to)}' is not after from`);
      const { industryId, industryKey } = c.get('caller');
      const filter = {
        industryKey: industryId === OPERATOR_INDUSTRY_ID ? null : industryKey,
        verb: verb ?? null,
        subject: subject ?? null,
        from: from === undefined ? null : new Date(from),
        to: to === undefined ? null : new Date(to),
        before: before === 0 ? null : before,
      };
      const found = await readAudit(context, filter, limit + 1);
      const page = found.slice(0, limit);
      const next = found.length > limit ? (page.at(-1)?.auditKey ?? null) : null;
      return c.json({ ...done('Audit'), data: { rows: page.map(rowOf), next } }, 200);
    },
);
