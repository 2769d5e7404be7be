import { type ErrorDetail, ServiceError } from '../errors.ts';

/** The versions a save may replace: those named, or whatever there is. Version 0 is a graph that nobody has saved. */
export type ExpectedVersion = readonly number[] | 'any';

const ALLOWED =
  'allowed is the version in quotes as the header ETag gives it, e.g. "3", several with commas between, or *';
const MAX_CHARACTERS = 200;

/**
 * What the header If-Match asks for; null without the header.
 * @throws ServiceError 1403 for one that names no versions.
 */
export function expectedVersion(header: string | undefined): ExpectedVersion | null {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  if (text === '*') return 'any';
  const versions =
    text.length > MAX_CHARACTERS ? [] : text.split(',').map((tag) => /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(tag)?.[1]);
  const numbers = versions.flatMap((version) => (version === undefined ? [] : [Number(version)]));
  if (numbers.length === 0 || numbers.length < versions.length) {
    const problem = `'${text.slice(0, 80)}' names no version, ${ALLOWED}`;
    throw new ServiceError(1403, `Invalid 'If-Match': ${problem}`, [{ field: 'If-Match', problem }]);
  }
  return numbers;
}

/**
 * @param saved what was to be replaced.
 * @param changes what somebody else has changed since.
 * @throws ServiceError 412 when the version in force is not one of those expected; both are named.
 */
export function requireVersion(
  expected: ExpectedVersion | null,
  inForce: number,
  saved: 'graph' | 'rule' | 'meter' | 'list of meters' | 'log entry' = 'graph',
  changes: readonly ErrorDetail[] = [],
): void {
  if (expected === null || (expected === 'any' ? inForce > 0 : expected.includes(inForce))) return;
  const asked = expected === 'any' ? 'any saved version' : `version ${expected.join(' or ')}`;
  const problem = `asks for ${asked}, in force is version ${inForce}${inForce === 0 ? ': nobody has saved a graph' : ''}`;
  throw new ServiceError(412, `The ${saved} was saved by somebody else meanwhile: 'If-Match' ${problem}`, [
    { field: 'If-Match', problem },
    ...changes,
  ]);
}
