import { type ErrorDetail, invalid, ServiceError } from '../errors.ts';

/** The versions a save may replace: those named, or whatever there is. */
type Expected<Version> = readonly Version[] | 'any';

/** How a kind of version is written between the quotes of its tag. */
interface TagForm<Version> {
  readonly read: (quoted: string) => Version | null;
  readonly allowed: string;
}

const MAX_CHARACTERS = 500;
const SHOWN_CHARACTERS = 80;

/**
 * The versions that the header If-Match names; null without the header.
 * @throws ServiceError 1403 for one that names no versions.
 */
export function readIfMatch<Version>(
  header: string | undefined,
  { read, allowed }: TagForm<Version>,
): Expected<Version> | null {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  if (text === '*') return 'any';
  const tags = text.length > MAX_CHARACTERS ? [''] : text.split(',');
  return tags.map((tag) => {
    const version = read(/^\s*(?:W\/)?"([^"]*)"\s*$/.exec(tag)?.[1] ?? '');
    if (version !== null) return version;
    const problem = `'${text.slice(0, SHOWN_CHARACTERS)}' names no version, allowed is ${allowed}, several with commas between, or *`;
    throw invalid(1403, 'If-Match', problem);
  });
}

/** Version 0 is a graph that nobody has saved. */
export type ExpectedVersion = Expected<number>;

/** @throws ServiceError 1403 for a header that names no versions. */
export const expectedVersion = (header: string | undefined): ExpectedVersion | null =>
  readIfMatch(header, {
    read: (quoted) => (/^\d{1,9}$/.test(quoted) ? Number(quoted) : null),
    allowed: 'the version in quotes as the header ETag gives it, e.g. "3"',
  });

/**
 * @param saved what was to be replaced.
 * @param changes what somebody else has changed since.
 * @throws ServiceError 412 when the version in force is not one of those expected; both are named.
 */
export function requireVersion(
  expected: ExpectedVersion | null,
  inForce: number,
  saved: 'graph' | 'rule' | 'meter' | 'list of meters' | 'log entry' | 'annotation' | 'source' = 'graph',
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
