import { z } from '@hono/zod-openapi';
import { isShortMeta, LOG_PRIORITIES, LOG_STATUSES, type LogEntry, META_CHARACTERS } from '../../rules/entry.ts';
import { isObject, isStorableJson, type JsonValue } from '../../../../kernel/json.ts';
import {
  businessDate,
  formatRequestDate,
  isAskedYear,
  lastOfMonth,
  monthOf,
} from '../../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../../kernel/time/types.ts';
import { freeText, lineText } from '../../../http/schemas/parameters.ts';

/** Spec gap: how long the fields of a log entry may be. */
export const SOURCE_CHARACTERS = 100;
export const TITLE_CHARACTERS = 200;
const DESCRIPTION_CHARACTERS = 4000;
const GROUP_CHARACTERS = 50;

type Meta = Readonly<Record<string, JsonValue>>;

const isMeta = (value: unknown): value is Meta => isObject(value) && isStorableJson(value);

/** Fields that the filters read; other names are free. */
const logMeta = z
  .custom<Meta>((value) => isMeta(value) && isShortMeta(value), {
    error: `is not an object of at most ${META_CHARACTERS} characters as JSON`,
  })
  .openapi({
    type: 'object',
    additionalProperties: true,
    description: 'Free fields. The filters find `industryId` and `unitId` here',
    example: { industryId: 'WORKS', unitId: 'M2' },
  });

/** The field as a parameter, JSON as text. */
export const logMetaText = z
  .string()
  .transform((value, context): Meta => {
    try {
      const parsed: unknown = JSON.parse(value);
      if (isMeta(parsed) && isShortMeta(parsed)) return parsed;
    } catch {
      // A later check refuses it, like every other text that is no such object.
    }
    context.addIssue({
      code: 'custom',
      message: `is not an object of at most ${META_CHARACTERS} characters as JSON`,
    });
    return z.NEVER;
  })
  .openapi({
    type: 'string',
    description: 'JSON object: what is named is changed, null takes a value out, the rest stays (RFC 7396)',
    example: '{"unitId":"M2"}',
  });

/** `MM/YYYY` of the years that are asked for, as its first day. */
export const month = z
  .string()
  .transform((value, context): BusinessDate => {
    const [, monthText = '', year = ''] = /^(0[1-9]|1[0-2])\/(\d{4})$/.exec(value) ?? [];
    if (year !== '' && isAskedYear(Number(year))) return businessDate(`${year}-${monthText}-01`);
    context.addIssue({ code: 'custom', message: 'is not a month MM/YYYY' });
    return z.NEVER;
  })
  .openapi({ type: 'string', pattern: '^\\d{2}/\\d{4}$', description: 'MM/YYYY', example: '01/2026' });

/** The days of a month. */
export const daysOfMonth = (first: BusinessDate) => ({ from: first, to: lastOfMonth(first) });

export const newLogBody = z.strictObject({
  source: lineText(SOURCE_CHARACTERS).openapi({ description: 'Who tells', example: 'gateway-12' }),
  title: lineText(TITLE_CHARACTERS).openapi({ example: 'Clock is off' }),
  desc: freeText(DESCRIPTION_CHARACTERS).openapi({ example: 'The gateway is 7 minutes ahead.' }),
  group: lineText(GROUP_CHARACTERS).openapi({ description: 'Such as reports, batch, alerts', example: 'devices' }),
  priority: z.enum(LOG_PRIORITIES).default('medium'),
  meta: logMeta.default({}),
});

export const logEntry = z
  .object({
    id: z.string(),
    source: z.string(),
    title: z.string(),
    desc: z.string(),
    group: z.string(),
    owner: z.string().nullable(),
    priority: z.enum(LOG_PRIORITIES),
    status: z.enum(LOG_STATUSES),
    date: z.string().openapi({ description: 'DD/MM/YYYY, in UTC' }),
    month: z.string().openapi({ description: 'MM/YYYY, of the date' }),
    meta: logMeta,
    times: z.number().int().openapi({ description: 'How often the service has told of it' }),
    version: z.number().int().openapi({ description: 'For `If-Match`' }),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi('GlobalLog');

export const logEntryOf = ({
  description,
  date,
  createdAt,
  updatedAt,
  ...entry
}: LogEntry): z.infer<typeof logEntry> => ({
  id: entry.id,
  source: entry.source,
  title: entry.title,
  desc: description,
  group: entry.group,
  owner: entry.owner,
  priority: entry.priority,
  status: entry.status,
  date: formatRequestDate(date),
  month: monthOf(date),
  meta: entry.meta,
  times: entry.times,
  version: entry.version,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
