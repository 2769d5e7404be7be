import { isOneLine } from '../../../kernel/text.ts';
import { type ErrorDetail, ServiceError } from '../../../kernel/errors.ts';
import { isObject, isStorable, type JsonValue } from '../../../kernel/json.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';

/** Data fields of a water-ratio record, named by the industry (specification, Water-ratio record). */
export type WaterRatioFields = Readonly<Record<string, JsonValue>>;

/** One record; unique per industry, date and time. */
export interface WaterRatioRecord {
  readonly date: BusinessDate;
  /** HH:MM:SS */
  readonly time: string;
  readonly fields: WaterRatioFields;
}

/** The first day of a month and the means of the numeric fields over its records. */
export interface WaterRatioMonth {
  readonly month: BusinessDate;
  readonly recordCount: number;
  readonly means: Readonly<Record<string, number>>;
}

const RESERVED = new Set(['date', 'time', 'industryId', 'recordCount']);
const MAX_FIELDS = 100;
const MAX_NAME_CHARACTERS = 64;
/** Most bytes of one record as JSON. */
const MAX_BYTES = 16_384;
const MAX_LEVELS = 16;

function problemOfName(name: string): string | null {
  if (RESERVED.has(name)) return 'is reserved';
  if (
    name === ''
    || name.length > MAX_NAME_CHARACTERS
    || name === '__proto__'
    || !isOneLine(name)
    || !isStorable(name)
  ) {
    return `is no field name, allowed are 1 to ${MAX_NAME_CHARACTERS} printable characters`;
  }
  return null;
}

function problemOfValue(value: unknown, level = 1): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'holds a number that is not finite';
  if (typeof value === 'string') return isStorable(value) ? null : 'holds characters that are not text';
  if (value === null || typeof value === 'boolean') return null;
  if (level > MAX_LEVELS) return `is nested deeper than ${MAX_LEVELS} levels`;
  if (Array.isArray(value)) return firstProblem(value, level);
  if (!isObject(value)) return 'is not a value of JSON';
  if (Object.keys(value).some((name) => name === '__proto__' || !isStorable(name)))
    return 'holds a name that cannot be stored';
  return firstProblem(Object.values(value), level);
}

function firstProblem(values: readonly unknown[], level: number): string | null {
  for (const value of values) {
    const problem = problemOfValue(value, level + 1);
    if (problem !== null) return problem;
  }
  return null;
}

const refusal = (details: readonly ErrorDetail[]): ServiceError => {
  const [first] = details;
  return new ServiceError(
    1430,
    first === undefined ? 'Invalid body' : `Invalid 'body': '${first.field}' ${first.problem}`,
    details,
  );
};

/**
 * Data fields as a client sends them, checked: all values of JSON are allowed.
 * @throws ServiceError 1430 naming every field that is reserved, has no proper name, or a value that cannot be stored;
 * also for none at all, for more than 100, and for more than 16 KiB.
 */
export function waterRatioFields(body: Readonly<Record<string, unknown>>): WaterRatioFields {
  const entries = Object.entries(body);
  if (entries.length === 0) throw new ServiceError(1430, "Invalid 'body': it has no data fields");
  requireFew(entries.length);
  const details = entries.flatMap(([name, value]): ErrorDetail[] => {
    const problem = problemOfName(name) ?? problemOfValue(value);
    return problem === null ? [] : [{ field: name.slice(0, 80), problem }];
  });
  if (details.length > 0) throw refusal(details);
  const fields = body as WaterRatioFields; // every value was just found to be one of JSON
  requireSmall(fields);
  return fields;
}

/**
 * The fields given replace those of the same name; the others stay. @throws ServiceError 1430 when they become more
 * than 100, or more than 16 KiB.
 */
export function mergeFields(present: WaterRatioFields, given: WaterRatioFields): WaterRatioFields {
  const merged = { ...present, ...given };
  requireFew(Object.keys(merged).length);
  requireSmall(merged);
  return merged;
}

function requireSmall(fields: WaterRatioFields): void {
  const bytes = Buffer.byteLength(JSON.stringify(fields));
  if (bytes > MAX_BYTES)
    throw new ServiceError(1430, `Invalid 'body': a record has at most ${MAX_BYTES} bytes, this would be ${bytes}`);
}

function requireFew(count: number): void {
  if (count > MAX_FIELDS)
    throw new ServiceError(
      1430,
      `Invalid 'body': a record has at most ${MAX_FIELDS} data fields, this would be ${count}`,
    );
}
