import type { DataContext } from '../context.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import { emptyResult, type IngestResult, ingestReadings, type ReadingSource, type RowGroups } from './ingest.ts';
import type { IntakeContext, Verdict } from './intake.ts';
import type { RowRefusal } from './rules/reading.ts';
import { rebuildSoon } from '../ledger/ask-for-rebuilds.ts';

const TAKEN: readonly Verdict[] = ['inserted', 'updated', 'unchanged'];

/**
 * Stores rows of one industry, see {@link ingestReadings}, and asks for rebuilds of closed days.
 * @param onProgress called after every commit, with the counts so far.
 * @param onRow called with each row's refusal, or null, before its commit.
 */
export async function receiveReadings(
  context: IntakeContext,
  industry: Industry,
  groups: RowGroups,
  source: ReadingSource,
  onProgress: (result: Readonly<IngestResult>) => void = () => {},
  onRow: (refusal: RowRefusal | null) => void = () => {},
): Promise<IngestResult> {
  const { tellStored: onStored, countRows } = context;
  const onStaleDays = (of: Industry, dates: readonly string[]): Promise<void> => rebuildSoon(context, of, dates);
  let committed: Readonly<IngestResult> = emptyResult();
  try {
    return await ingestReadings({ context, onStaleDays, onStored, onRow }, industry, groups, source, (result) => {
      committed = result;
      onProgress(result);
    });
  } finally {
    for (const verdict of TAKEN) countRows(source, verdict, committed[verdict]);
    for (const [reason, rows] of Object.entries(committed.reasons)) countRows(source, 'rejected', rows, reason);
  }
}

/**
 * The verdict on rows that are not stored: each transaction is rolled back, so nothing counts and nobody is told. A
 * reading that the rows hold twice counts as new each time where a transaction lies between them.
 */
export const tryReadings = (context: DataContext, industry: Industry, groups: RowGroups): Promise<IngestResult> =>
  ingestReadings({ context, onStaleDays: () => Promise.resolve(), outcome: 'taken back' }, industry, groups, 'csv');

/**
 * Stores rows that somebody of another industry sends, such as an operator. The audit row is written before the first
 * reading, because readings are stored in several transactions.
 */
export async function receiveFromOtherIndustry(
  context: IntakeContext,
  actor: Actor,
  industry: Industry,
  groups: RowGroups,
  onProgress: (result: Readonly<IngestResult>) => void,
): Promise<IngestResult> {
  await writeAudit(context.database, {
    at: context.clock.now(),
    actor,
    industryKey: industry.industryKey,
    verb: 'reading.send',
    subject: industry.industryId,
    before: null,
    after: null,
  });
  return receiveReadings(context, industry, groups, 'http', onProgress);
}

/**
 * Stores rows of an industry by its id, as the industry is now; null when there is no such industry, and nothing is
 * stored.
 */
export async function receiveByIndustryId(
  context: IntakeContext,
  industryId: string,
  groups: RowGroups,
  source: ReadingSource,
): Promise<IngestResult | null> {
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  return industry === null ? null : receiveReadings(context, industry, groups, source);
}
