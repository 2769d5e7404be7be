import type { DataContext } from '../../context.ts';
import { readCursor, writeCursor } from '../../kernel/document/ids.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { type DocumentChange, newestChange, readChanges } from '../store/changes.ts';
import type { Period } from '../store/document-rows.ts';

/** Periods of documents that a request may name. */
const CHANGED_PERIODS = {
  all: ['DAILY', 'MONTHLY', 'YEARLY'],
  daily: ['DAILY'],
  monthly: ['MONTHLY'],
  yearly: ['YEARLY'],
} as const satisfies Record<string, readonly Period[]>;

export interface AskedChanges {
  /** `next` of an earlier page; undefined: from the first change. */
  readonly since?: string | undefined;
  readonly period: keyof typeof CHANGED_PERIODS;
  readonly limit: number;
}

export interface ChangesPage {
  /** Changes in the order of their commits. */
  readonly changes: readonly DocumentChange[];
  /** The position after the page. */
  readonly next: string;
  readonly hasMore: boolean;
}

/**
 * The feed of changed documents. A copy that applies it in order from nothing equals the export.
 * @throws ServiceError 1403 when `since` is no position of this feed.
 */
export async function listChanges(
  { database }: Pick<DataContext, 'database'>,
  industry: Pick<Industry, 'industryKey' | 'industryId'>,
  { since, period, limit }: AskedChanges,
): Promise<ChangesPage> {
  const after = since === undefined ? 0 : positionOf(industry.industryId, period, since);
  const found = await readChanges(database, industry, after, CHANGED_PERIODS[period], limit + 1);
  // Numbers only grow, so nothing but another database has been further.
  if (found.length === 0 && after > (await newestChange(database, industry.industryKey)))
    throw wrongSince(since, 'is ahead of the newest change, as after the restore of a backup');
  const changes = found.slice(0, limit);
  return {
    changes,
    next: writeCursor({ industryId: industry.industryId, period, changeNo: changes.at(-1)?.changeNo ?? after }),
    hasMore: found.length > limit,
  };
}

function positionOf(industryId: string, period: string, since: string): number {
  const position = readCursor(since);
  if (position?.industryId !== industryId) throw wrongSince(since, 'is not a position in this feed');
  if (position.period !== period)
    throw wrongSince(since, `is a position in the feed with period=${position.period}, not ${period}`);
  return position.changeNo;
}

function wrongSince(since: string | undefined, what: string): ServiceError {
  const problem = `'${since?.slice(0, 80)}' ${what}: allowed is \`next\` of an earlier answer to the same period, or nothing to begin anew`;
  return invalid(1403, 'since', problem);
}
