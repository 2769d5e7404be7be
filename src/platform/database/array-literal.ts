import type { BusinessDate } from '../../kernel/time/types.ts';

/**
 * PostgreSQL array literals for bulk parameters. `pg` quotes and escapes every element of an array; numbers, booleans
 * and timestamps need neither, and readings come by the ten thousand. Never for text of a user.
 */
type PlainElement = number | boolean | null;

export const plainArray = (elements: readonly PlainElement[]): string =>
  `{${elements.map((element) => element ?? 'NULL').join(',')}}`;

/** Timestamps and dates made by this program, e.g. `2026-01-15 06:00:00.000`: digits and separators only. */
export const timestampArray = (elements: readonly (string | null)[]): string =>
  `{${elements.map((element) => element ?? 'NULL').join(',')}}`;

/** Elements of an array that a statement cast to text, when PostgreSQL writes them without quotes: numbers, dates. */
const textsOf = (literal: string): string[] => literal.slice(1, -1).split(',');

/** The business dates of such an array of dates, written as the driver writes them. */
export const datesOf = (literal: string): BusinessDate[] => textsOf(literal) as BusinessDate[];

/** The numbers of such an array, null where it has NULL: a tenth of the time of `pg`'s own parser. */
export const numbersOf = (literal: string): (number | null)[] =>
  textsOf(literal).map((text) => (text === 'NULL' ? null : Number(text)));
