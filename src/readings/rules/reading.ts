import { DAY_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { injectionInName } from '../../platform/login/rules/injection.ts';
import { isOneLine } from '../../kernel/text.ts';

/** A reading that has passed every check but the one whether its unit exists. Figures are raw, in milli-units. */
export interface Reading {
  readonly unitId: string;
  readonly createdOnEpochMs: EpochMillis;
  /** Interval value; null when the reading has none. */
  readonly value: number | null;
  /** Register value (summedValue); null when the reading has none. */
  readonly register: number | null;
  readonly estimated: boolean;
  /** In single precision, as stored. */
  readonly offlineMinutes: number | null;
  /** Parameter to sample; empty when the reading has none. */
  readonly parameters: Readonly<Record<string, number>>;
}

/** Codes of refusals. They are stable, for summaries; sentences are for people. */
export type RefusalCode =
  | 'not_a_reading'
  | 'unknown_field'
  | 'unit_missing'
  | 'unit_unknown'
  | 'unit_virtual'
  | 'unit_mismatch'
  | 'unit_not_of_key'
  | 'instant_missing'
  | 'instant_invalid'
  | 'instant_future'
  | 'instant_too_old'
  | 'value_invalid'
  | 'register_invalid'
  | 'interpolated_invalid'
  | 'offline_period_invalid'
  | 'parameters_invalid'
  | 'no_value'
  | 'period_sealed'
  | 'line_too_long'
  | 'message_too_long'
  | 'not_storable';

export interface RowRefusal {
  readonly unitId: string | null;
  readonly code: RefusalCode;
  /** Names the field, the value given and what is allowed. */
  readonly reason: string;
}

export type ReadingVerdict =
  { readonly ok: true; readonly reading: Reading } | { readonly ok: false; readonly refusal: RowRefusal };

/**
 * Bounds within which sums are exact: 60 interval values an hour in millionths, and parameters in billionths, stay
 * below 2^63. In milli-units 1e11 is a hundred thousand cubic metres in one slot.
 */
export const MAX_INTERVAL_VALUE = 1e11;
export const MAX_REGISTER_VALUE = 1e15;
export const MAX_PARAMETER_VALUE = 9e9;
export const MAX_OFFLINE_MINUTES = 1e9;
export const MAX_PARAMETERS = 64;
const MAX_PARAMETER_NAME_CHARACTERS = 64;
/** A reading from further ahead is refused, because its sender's clock is wrong. */
export const MAX_FUTURE_MILLISECONDS = DAY_MS;
export const FIRST_INSTANT: EpochMillis = Date.UTC(2000, 0, 1);

/** PostgreSQL text holds no NUL, and a lone surrogate would come back as another name. */
const isPrintable = (name: string): boolean =>
  name !== '' && name.length <= MAX_PARAMETER_NAME_CHARACTERS && isOneLine(name) && name.isWellFormed();

function problemOf(name: string): string | null {
  if (!isPrintable(name)) return `must have 1 to ${MAX_PARAMETER_NAME_CHARACTERS} printable characters`;
  const kind = injectionInName(name);
  return kind === null ? null : `looks like ${kind} injection`;
}

/**
 * Problems by name, kept because screening takes a thousand times as long as a look-up, and devices send the same few
 * names for years.
 */
const problems = new Map<string, string | null>();
const MAX_REMEMBERED_NAMES = 10_000;

// Spec gap: what is screened of readings. Their other texts are looked up or parsed, never stored.
/** The reason why a parameter cannot have this name, as the end of a sentence; null when it can. */
export function problemOfParameterName(name: string): string | null {
  const known = problems.get(name);
  if (known !== undefined) return known;
  const problem = problemOf(name);
  if (name.length > MAX_PARAMETER_NAME_CHARACTERS) return problem;
  if (problems.size >= MAX_REMEMBERED_NAMES) problems.clear();
  problems.set(name, problem);
  return problem;
}
