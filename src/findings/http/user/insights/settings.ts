import { createRoute, z } from '@hono/zod-openapi';
import { changeSetting, readSettings } from '../../../insights/change-settings.ts';
import { NEVER_TOLD } from '../../../rules/acts.ts';
import { KIND_WORDS } from '../../../rules/kind-words.ts';
import { FINDING_KINDS, KINDS } from '../../../rules/kinds.ts';
import { SEVERITIES } from '../../../../kernel/severity.ts';
import { formatRequestDate, readRequestDate } from '../../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../../kernel/time/types.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { freeText, jsonBody, targetIndustryHeader, text } from '../../../../platform/http/schemas/parameters.ts';

const PATH = '/api/user/insights/settings';
const NEVER = 'never';

const number = z.number().nullable();
const shownMute = z.string().nullable().openapi({
  description: 'DD/MM/YYYY, the first day on which the kind is told again, 31/12/9999 for never; null: it is told',
});
export const settingsObject = z
  .object({
    kinds: z.array(
      z.object({
        kind: z.enum(FINDING_KINDS),
        title: z.string(),
        meaning: z.string(),
        severity: z.enum(SEVERITIES),
        isMailed: z.boolean().openapi({ description: 'The morning mail tells it without any rule' }),
        limit: z
          .object({
            default: number.openapi({ description: "null: the kind's own rule for the unit, as `meaning` has it" }),
            unit: z.string(),
            least: z.number(),
            most: z.number(),
            meaning: z.string(),
          })
          .nullable()
          .openapi({ description: 'null: the kind has none' }),
        value: number.openapi({ description: 'The limit in force for the industry' }),
        mutedUntil: shownMute,
      }),
    ),
    settings: z
      .array(
        z.object({
          kind: z.enum(FINDING_KINDS),
          unitId: z.string().nullable(),
          subCategoryId: z.string().nullable().openapi({ description: 'Both ids null: the industry' }),
          limit: number,
          mutedUntil: shownMute,
          reason: z.string().nullable(),
          setBy: z.string().openapi({ description: 'userId' }),
          setAt: z.string().openapi({ format: 'date-time' }),
        }),
      )
      .openapi({ description: 'What people have set, also mutes that have ended. The narrowest scope decides' }),
  })
  .openapi('FindingSettings');

const muteShown = (date: BusinessDate | null): string | null => (date === null ? null : formatRequestDate(date));

const shownSettings = ({
  kinds,
  settings,
}: Awaited<ReturnType<typeof readSettings>>): z.infer<typeof settingsObject> => ({
  kinds: kinds.map(({ kind, value, mutedUntil }) => {
    const { severity, isMailed, limit } = KINDS[kind];
    const { title, meaning } = KIND_WORDS[kind];
    return {
      kind,
      title: title.en,
      meaning: meaning.en,
      severity,
      isMailed,
      limit:
        limit === null
          ? null
          : {
              default: limit.byDefault,
              unit: limit.unit,
              least: limit.least,
              most: limit.most,
              meaning: limit.meaning.en,
            },
      value,
      mutedUntil: muteShown(mutedUntil),
    };
  }),
  settings: settings.map(({ kind, unitId, subCategoryId, limit, mutedUntil, reason, setBy, setAt }) => ({
    kind,
    unitId,
    subCategoryId,
    limit,
    mutedUntil: muteShown(mutedUntil),
    reason,
    setBy,
    setAt: setAt.toISOString(),
  })),
});

/** GET /api/user/insights/settings. Spec gap: every kind can be switched off, and its limit set. */
export const getUserInsightSettings = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['insights'],
    summary: 'Limits and mutes of kinds of findings',
    description: 'Every kind with its limit and whether it is told, and what was set for a unit or a sub-category.',
    request: { headers: targetIndustryHeader },
    responses: { 200: ok('Settings', answerWith(settingsObject)), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = shownSettings(await readSettings(context, c.get('caller').industry));
      return c.json({ ...done('Settings'), data }, 200);
    },
);

/** The word never, which answers write as a date, or a day. */
const mutedUntil = z
  .string()
  .transform((given, context): BusinessDate => {
    if (given === NEVER || given === formatRequestDate(NEVER_TOLD)) return NEVER_TOLD;
    const read = readRequestDate(given);
    if (read.date !== undefined) return read.date;
    context.addIssue({ code: 'custom', message: `${read.problem}, or ${NEVER}` });
    return z.NEVER;
  })
  .nullish()
  .openapi({
    type: ['string', 'null'],
    description: 'DD/MM/YYYY, the first day on which it is told again, or never; null: it is told',
  });

const setting = z
  .strictObject({
    kind: z.enum(FINDING_KINDS),
    unitId: text(200).nullish(),
    subCategoryId: text(200).nullish().openapi({ description: 'For a limit alone' }),
    limit: z.number().nullish().openapi({ description: 'In the unit of the kind; null: the wider scope decides' }),
    mutedUntil,
    reason: freeText().nullish().openapi({ description: 'For whoever reads it later' }),
  })
  .openapi('FindingSetting', {
    example: { kind: 'silence', unitId: 'CB_BORE_1', limit: 360, mutedUntil: 'never', reason: 'Sends by hand only' },
  });

/** PUT /api/user/insights/settings */
export const putUserInsightSettings = endpoint(
  createRoute({
    method: 'put',
    path: PATH,
    tags: ['insights'],
    summary: 'Set a limit or a mute of a kind',
    description:
      'Of a unit or a sub-category, or of the industry without either. Absent fields stay as they are, and null takes back. After another limit the last four weeks are judged again.',
    request: { headers: targetIndustryHeader, body: jsonBody(setting) },
    responses: { 200: ok('Set', answerWith(settingsObject)), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const { unitId = null, subCategoryId = null, ...change } = c.req.valid('json');
      await changeSetting(context, industry, actorOf(c), { ...change, unitId, subCategoryId });
      return c.json({ ...done('Set'), data: shownSettings(await readSettings(context, industry)) }, 200);
    },
);
