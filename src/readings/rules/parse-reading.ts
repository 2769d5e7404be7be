import type { EpochMillis } from '../../kernel/time/types.ts';
import { parseInstant } from '../../kernel/time/instant.ts';
import {
  problemOfParameterName,
  FIRST_INSTANT,
  MAX_FUTURE_MILLISECONDS,
  MAX_INTERVAL_VALUE,
  MAX_OFFLINE_MINUTES,
  MAX_PARAMETER_VALUE,
  MAX_PARAMETERS,
  MAX_REGISTER_VALUE,
  type ReadingVerdict,
  type RefusalCode,
} from './reading.ts';
import { shortenedText } from './json-text.ts';

const FIELDS = new Set([
  'unitId',
  'createdOn',
  'value',
  'summedValue',
  'interpolated',
  'offlinePeriod',
  'paramValue',
  'params',
]);
const NUMBER_TEXT = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * A number or null; undefined for anything else. A plain decimal text counts, because gateways and CSV send numbers as
 * text.
 */
export function toNumber(value: unknown): number | null | undefined {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !NUMBER_TEXT.test(value)) return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

function toFlag(value: unknown): boolean | undefined {
  if (
    value === null
    || value === undefined
    || value === ''
    || value === false
    || value === 'false'
    || value === 0
    || value === '0'
  )
    return false;
  return value === true || value === 'true' || value === 1 || value === '1' ? true : undefined;
}

/** One object for all readings without parameters. */
export const NO_PARAMETERS: Readonly<Record<string, number>> = Object.freeze({});

/** Samples by parameter. An entry of null has no sample and is left out. A string is the reason for a refusal. */
function toParameters(given: unknown): Readonly<Record<string, number>> | string {
  if (given === null || given === undefined || given === '') return NO_PARAMETERS;
  if (typeof given !== 'object' || Array.isArray(given))
    return `${shortenedText(given)} is not an object of parameter to number`;
  const entries = Object.entries(given);
  if (entries.length > MAX_PARAMETERS) return `has ${entries.length} parameters, at most ${MAX_PARAMETERS} are allowed`;
  const parameters: Record<string, number> = {};
  for (const [name, raw] of entries) {
    const problem = problemOfParameterName(name);
    if (problem !== null) return `parameter name ${shortenedText(name)} ${problem}`;
    const value = toNumber(raw);
    if (value === undefined || (value !== null && Math.abs(value) > MAX_PARAMETER_VALUE)) {
      return `${name} is ${shortenedText(raw)}, allowed is a number from ${-MAX_PARAMETER_VALUE} to ${MAX_PARAMETER_VALUE}`;
    }
    if (value !== null) parameters[name] = value;
  }
  return parameters;
}

/**
 * Checks one row as a sender wrote it (specification, Raw reading; docs/reference/api-choices.md, Readings HTTP). The
 * checks are written by hand instead of as a schema, because they run for every reading. Nothing else stands between a
 * device and the tables. `value` of a quality unit may be an object of parameter to number, which means the same as
 * `paramValue`.
 */
export function parseReading(raw: unknown, now: EpochMillis): ReadingVerdict {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return refuse(
      null,
      'not_a_reading',
      `${shortenedText(raw)} is not a reading, allowed is an object with unitId and createdOn`,
    );
  }
  const row = raw as Record<string, unknown>; // an object that is not an array: its keys are checked one by one below
  for (const key in row) {
    if (!FIELDS.has(key))
      return refuse(
        unitIdOf(row),
        'unknown_field',
        `'${key.slice(0, 80)}' is not a field of a reading, allowed are ${[...FIELDS].join(', ')}`,
      );
  }
  const unitId = row['unitId'];
  if (typeof unitId !== 'string' || unitId === '')
    return refuse(
      null,
      'unit_missing',
      `unitId is ${unitId === undefined ? 'missing' : shortenedText(unitId)}, allowed is the id of a unit`,
    );

  const createdOnEpochMs = instantOf(unitId, row['createdOn'], now);
  if (typeof createdOnEpochMs !== 'number') return createdOnEpochMs;

  const isNamed = typeof row['value'] === 'object' && row['value'] !== null;
  const value = isNamed ? null : toNumber(row['value']);
  if (value === undefined || (value !== null && Math.abs(value) > MAX_INTERVAL_VALUE)) {
    return refuse(
      unitId,
      'value_invalid',
      `value is ${shortenedText(row['value'])}, allowed is a number from ${-MAX_INTERVAL_VALUE} to ${MAX_INTERVAL_VALUE}`,
    );
  }
  const register = toNumber(row['summedValue']);
  if (register === undefined || (register !== null && Math.abs(register) > MAX_REGISTER_VALUE)) {
    return refuse(
      unitId,
      'register_invalid',
      `summedValue is ${shortenedText(row['summedValue'])}, allowed is a number from ${-MAX_REGISTER_VALUE} to ${MAX_REGISTER_VALUE}`,
    );
  }
  const estimated = toFlag(row['interpolated']);
  if (estimated === undefined)
    return refuse(
      unitId,
      'interpolated_invalid',
      `interpolated is ${shortenedText(row['interpolated'])}, allowed is true or false`,
    );
  const offlineMinutes = toNumber(row['offlinePeriod']);
  if (
    offlineMinutes === undefined
    || (offlineMinutes !== null && (offlineMinutes < 0 || offlineMinutes > MAX_OFFLINE_MINUTES))
  ) {
    return refuse(
      unitId,
      'offline_period_invalid',
      `offlinePeriod is ${shortenedText(row['offlinePeriod'])}, allowed is a number of minutes, 0 or more`,
    );
  }
  const parameters = parametersOf(isNamed ? row['value'] : null, row);
  if (typeof parameters === 'string') return refuse(unitId, 'parameters_invalid', parameters);
  if (value === null && register === null && Object.keys(parameters).length === 0) {
    return refuse(unitId, 'no_value', 'none of value, summedValue and paramValue is given, at least one is needed');
  }
  return {
    ok: true,
    reading: {
      unitId,
      createdOnEpochMs,
      value,
      register,
      estimated,
      offlineMinutes: offlineMinutes === null ? null : Math.fround(offlineMinutes),
      parameters,
    },
  };
}

function instantOf(unitId: string, createdOn: unknown, now: EpochMillis): EpochMillis | ReadingVerdict {
  if (createdOn === undefined || createdOn === null || createdOn === '')
    return refuse(unitId, 'instant_missing', 'createdOn is missing, allowed is an ISO 8601 instant with offset');
  const createdOnEpochMs = parseInstant(createdOn);
  if (createdOnEpochMs === null)
    return refuse(
      unitId,
      'instant_invalid',
      `createdOn is ${shortenedText(createdOn)}, allowed is an ISO 8601 instant with offset, e.g. 2026-01-15T06:00:00+13:00`,
    );
  if (createdOnEpochMs > now + MAX_FUTURE_MILLISECONDS)
    return refuse(
      unitId,
      'instant_future',
      `createdOn is ${shortenedText(createdOn)}, more than 24 hours in the future`,
    );
  return createdOnEpochMs < FIRST_INSTANT
    ? refuse(unitId, 'instant_too_old', `createdOn is ${shortenedText(createdOn)}, before the year 2000`)
    : createdOnEpochMs;
}

/**
 * @param value an object that stands in `value`; null: none does.
 * @returns a string: the reason for a refusal.
 */
function parametersOf(value: unknown, row: Record<string, unknown>): Readonly<Record<string, number>> | string {
  const named = [value, row['paramValue'], row['params']].filter(
    (given) => given !== null && given !== undefined && given !== '',
  );
  if (named.length > 1)
    return 'parameters are given twice, allowed is one of value (as an object), paramValue and params';
  const parameters = toParameters(named[0]);
  return typeof parameters === 'string' ? `paramValue: ${parameters}` : parameters;
}

const unitIdOf = (row: Record<string, unknown>): string | null =>
  typeof row['unitId'] === 'string' ? row['unitId'].slice(0, 200) : null;

const refuse = (unitId: string | null, code: RefusalCode, reason: string): ReadingVerdict => ({
  ok: false,
  refusal: { unitId: unitId === null ? null : unitId.slice(0, 200), code, reason },
});

/** A flag of a readings file as readings have it. Spreadsheets write TRUE and FALSE. */
export const flagIn = (text: string): string => (/^(true|false)$/i.test(text) ? text.toLowerCase() : text);

export const NO_PARAMETERS_OBJECT = 'params is not a JSON object of parameter to number';

/** Parameters of a reading in a readings file, written as JSON; undefined: they are no JSON. */
export function parametersIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
