import { type ErrorDetail, ServiceError } from '../errors.ts';
import { isStorable } from '../json.ts';

/** Data fields of a water-ratio record: whatever an industry calls them (specification, Water-ratio record). */
export type WaterRatioFields = Readonly<Record<string, number | string>>;

const RESERVED = new Set(['date', 'time', 'industryId', 'recordCount']);
export const MAX_FIELDS = 100;
const MAX_NAME_CHARACTERS = 64;
const MAX_TEXT_CHARACTERS = 1000;
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

function problemOfName(name: string): string | null {
  if (RESERVED.has(name)) return 'is reserved';
  if (name === '' || name.length > MAX_NAME_CHARACTERS || name === '__proto__' || CONTROL_CHARACTERS.test(name) || !isStorable(name)) {
    return `is no field name, allowed are 1 to ${MAX_NAME_CHARACTERS} printable characters`;
  }
  return null;
}

function problemOfValue(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'is not a finite number';
  if (typeof value !== 'string') return 'is not a number or text';
  if (value.length > MAX_TEXT_CHARACTERS) return `is longer than ${MAX_TEXT_CHARACTERS} characters`;
  return isStorable(value) ? null : 'holds characters that are not text';
}

const refusal = (details: readonly ErrorDetail[]): ServiceError => {
  const [first] = details;
  return new ServiceError(1430, first === undefined ? 'Invalid body' : `Invalid 'body': '${first.field}' ${first.problem}`, details);
};

/**
 * Data fields as a client sends them, checked.
 * @throws ServiceError 1430 naming every field that is reserved, has no proper name, or is neither number nor text; also for none at
 * all and for more than 100.
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
  return body as WaterRatioFields; // every value was just found to be a number or text
}

/** The fields given replace those of the same name; the others stay. @throws ServiceError 1430 when they become more than 100. */
export function mergeFields(present: WaterRatioFields, given: WaterRatioFields): WaterRatioFields {
  const merged = { ...present, ...given };
  requireFew(Object.keys(merged).length);
  return merged;
}

function requireFew(count: number): void {
  if (count > MAX_FIELDS) throw new ServiceError(1430, `Invalid 'body': a record has at most ${MAX_FIELDS} data fields, this would be ${count}`);
}
