import { z } from '@hono/zod-openapi';
import { isStorable } from '../../../kernel/json.ts';
import { isOneLine, isPlainText } from '../../../kernel/text.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import { readRequestDate } from '../../../kernel/time/business-date.ts';

/*
 * Parameters as text, read into what services take. A required one that is absent or empty becomes "'<name>' missing";
 * an optional one that is empty counts as absent. Order of the schema's keys is the order in which absent ones are
 * reported.
 */

const orAbsent = (value: unknown): unknown => (value === '' ? undefined : value);

/** A schema of text whose empty value counts as absent. */
export const optional = <S extends z.ZodType>(schema: S) => z.preprocess(orAbsent, schema.optional());

/** Required text, at most `maxCharacters`. */
export const text = (maxCharacters = 500) =>
  z.string().min(1).max(maxCharacters, `is longer than ${maxCharacters} characters`);

/** Text of a name or a title, in one line. */
export const lineText = (maxCharacters: number) =>
  text(maxCharacters).refine(isStorable, 'holds half a character').refine(isOneLine, 'holds control characters');

/** Text that people write for others to read, in several lines where they like. */
export const freeText = (maxCharacters = 500) =>
  text(maxCharacters).refine(isStorable, 'holds half a character').refine(isPlainText, 'holds control characters');

/** Why somebody does something, kept in the audit row. */
export const optionalReason = () => optional(freeText()).openapi({ description: 'Kept in the audit row' });

/** Optional text; undefined when absent or empty. */
export const optionalText = (maxCharacters = 500) => optional(text(maxCharacters));

/**
 * Required date DD/MM/YYYY, read into a BusinessDate.
 * @param exactMessage the whole message where the specification fixes it, e.g. 'Invalid date format. Use DD/MM/YYYY'.
 */
export const date = (exactMessage?: string) =>
  z
    .string()
    .min(1)
    .openapi({ example: '15/01/2026', pattern: '^\\d{2}/\\d{2}/\\d{4}$', description: 'DD/MM/YYYY' })
    .transform((value, context): BusinessDate => {
      const read = readRequestDate(value);
      if (read.date !== undefined) return read.date;
      // A date of another year has the right format.
      const isExact = exactMessage !== undefined && !read.isOtherYear;
      context.addIssue({ code: 'custom', message: isExact ? exactMessage : read.problem, params: { exact: isExact } });
      return z.NEVER;
    });

/** Optional date DD/MM/YYYY. */
export const optionalDate = () => optional(date());

/** Refuses a range whose dates are out of order, in the words of the specification. */
export function requireOrder(
  { startDate, endDate }: { startDate?: BusinessDate | undefined; endDate?: BusinessDate | undefined },
  context: z.RefinementCtx,
): void {
  if (startDate !== undefined && endDate !== undefined && startDate > endDate)
    context.addIssue({
      code: 'custom',
      path: ['startDate'],
      message: 'startDate cannot be after endDate',
      params: { exact: true },
    });
}

/** `true` or `false`, upper and lower case alike. */
export const flag = (fallback: boolean) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? orAbsent(value.toLowerCase()) : value),
      z.enum(['true', 'false']).default(fallback ? 'true' : 'false'),
    )
    .transform((value) => value === 'true')
    .openapi({ type: 'boolean', default: fallback });

/** Optional flag; undefined when absent or empty. */
export const optionalFlag = () =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? orAbsent(value.toLowerCase()) : value),
      z.enum(['true', 'false']).optional(),
    )
    .transform((value) => (value === undefined ? undefined : value === 'true'))
    .openapi({ type: 'boolean' });

/** A whole number; `fallback` when absent. */
export const whole = (
  fallback: number,
  { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
) =>
  z
    .preprocess((value) => orAbsent(value) ?? String(fallback), z.string())
    .transform((value, context): number => {
      const parsed = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
      if (Number.isSafeInteger(parsed) && parsed >= min && parsed <= max) return parsed;
      context.addIssue({ code: 'custom', message: wholeText(min, max) });
      return z.NEVER;
    })
    .openapi({
      type: 'integer',
      default: fallback,
      ...(min === Number.MIN_SAFE_INTEGER ? {} : { minimum: min }),
      ...(max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }),
    });

const wholeText = (min: number, max: number): string => {
  if (max !== Number.MAX_SAFE_INTEGER) return `is not a whole number from ${min} to ${max}`;
  return min === Number.MIN_SAFE_INTEGER ? 'is not a whole number' : `is not a whole number of ${min} or more`;
};

/** One of the values, exactly as written; `fallback` when absent. */
export const oneOf = <const V extends readonly [string, ...string[]]>(values: V, fallback: V[number]) =>
  z
    .preprocess((value) => orAbsent(value) ?? fallback, z.enum(values))
    .openapi({ type: 'string', enum: [...values], default: fallback });

const ID = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;

/** Identity of an alert, a notification or the like, as lists give it. */
export const identity = () =>
  z.string().min(1).regex(ID, 'is not an id, which has the form 01234567-89ab-4cde-8f01-23456789abcd');

/** Rows of a page; further ones are asked for by `offset`. */
export const page = (rows: number, max: number) => ({
  limit: whole(rows, { min: 1, max }).openapi({ description: 'Rows of a page' }),
  offset: whole(0, { min: 0, max: 1_000_000 }).openapi({ description: 'Rows to pass over' }),
});

/** One of the values, exactly as written; undefined when absent. */
export const optionalOneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  optional(z.enum(values)).openapi({ type: 'string', enum: [...values] });

/** A list sent as repeated parameters, `ids1=A&ids1=B`; at least one when required. Empty values are dropped. */
export const repeated = (required: 'required' | 'optional') =>
  z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]).filter((item) => item !== ''),
    required === 'required' ? z.array(z.string()).min(1) : z.array(z.string()),
  );

/**
 * A list in one parameter, split on commas: `unitIds=A,B`. Absent: an empty list. Blanks around items and empty items
 * are dropped.
 */
export const commaList = () =>
  z
    .preprocess((value) => value ?? '', z.string())
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .openapi({ type: 'string', description: 'Comma-separated; all when absent' });

/** List in one parameter, where every item is one of the values. */
export const commaListOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  commaList()
    .transform((items, context): V[number][] => {
      const unknown = items.find((item) => !values.includes(item));
      // includes has just said so.
      if (unknown === undefined) return items as V[number][];
      const allowed = values.join(', ');
      const message =
        items.length === 1 ? `is none of ${allowed}` : `has '${unknown.slice(0, 80)}', which is none of ${allowed}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .openapi({ type: 'string', description: `Comma-separated, of ${values.join(', ')}; all when absent` });

/**
 * Header by which operators choose the industry to act on; the request check has resolved it before the handler runs.
 */
export const targetIndustryHeader = z.object({
  targetIndustryId: z.string().optional().openapi({
    description:
      'Operators only: the industry to act on; others may name their own. Also taken as a query parameter of this name.',
  }),
});

/** Header of a target that narrows an answer about all industries. */
export const narrowingTargetHeader = z.object({
  targetIndustryId: z.string().optional().openapi({
    description: 'This industry alone; all active ones when absent. Also taken as a query parameter of this name.',
    example: 'WORKS',
  }),
});

/**
 * Header of a target that an operator has to name. The endpoint checks its presence, because it may come as a query
 * parameter.
 */
export const requiredTargetHeader = z.object({
  targetIndustryId: z.string().optional().openapi({
    description: 'Required: the industry to act on. Also taken as a query parameter of this name.',
    example: 'WORKS',
  }),
});

/** The JSON body that a request has to have. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});
