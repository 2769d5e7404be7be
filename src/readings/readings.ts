import type { Context } from '../context.ts';
import type { Actor } from '../platform/login/rules/actor.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { emptyResult, type IngestResult, ingestReadings, type ReadingSource, type RowGroups } from './ingest.ts';
import { rebuildSoon } from '../ledger/rebuild-soon.ts';
import { createStoredTeller } from './tell-stored.ts';

export interface ReadingsService {
  /**
   * Stores rows of one industry, see {@link ingestReadings}; rebuilds of closed days are asked for.
   * @param onProgress told after every commit, with the counts so far.
   */
  ingest(
    industry: Industry,
    groups: RowGroups,
    source: ReadingSource,
    onProgress?: (result: Readonly<IngestResult>) => void,
  ): Promise<IngestResult>;
  /**
   * The same for somebody of another industry. Its audit row is written before the first reading, because readings are
   * stored some at a time.
   */
  ingestByForeigner(
    actor: Actor,
    industry: Industry,
    groups: RowGroups,
    onProgress: (result: Readonly<IngestResult>) => void,
  ): Promise<IngestResult>;
  /** The same for an industry by its id, as it is now; null, and nothing stored, when there is none. */
  ingestFor(industryId: string, groups: RowGroups, source: ReadingSource): Promise<IngestResult | null>;
}

type Verdict = 'inserted' | 'updated' | 'unchanged' | 'rejected';
/**
 * Counts rows for the metrics; called after the last commit of each call. Rows that were not taken come with the
 * reason's code.
 */
export type CountRows = (source: ReadingSource, verdict: Verdict | 'dropped', rows: number, reason?: string) => void;

const TAKEN: readonly Verdict[] = ['inserted', 'updated', 'unchanged'];

export function createReadings(
  context: Pick<Context, 'database' | 'clock' | 'log'>,
  queue: QueueClient,
  countRows: CountRows,
): ReadingsService {
  const onStaleDays = (industry: Industry, dates: readonly string[]): Promise<void> =>
    rebuildSoon({ ...context, queue }, industry, dates);
  const onStored = createStoredTeller(context, queue);
  const ingest: ReadingsService['ingest'] = async (industry, groups, source, onProgress = () => {}) => {
    let committed: Readonly<IngestResult> = emptyResult();
    try {
      return await ingestReadings({ context, onStaleDays, onStored }, industry, groups, source, (result) => {
        committed = result;
        onProgress(result);
      });
    } finally {
      for (const verdict of TAKEN) countRows(source, verdict, committed[verdict]);
      for (const [reason, rows] of Object.entries(committed.reasons)) countRows(source, 'rejected', rows, reason);
    }
  };
  return {
    ingest,
    async ingestByForeigner(actor, industry, groups, onProgress) {
      await writeAudit(context.database, {
        at: context.clock.now(),
        actor,
        industryKey: industry.industryKey,
        verb: 'reading.send',
        subject: industry.industryId,
        before: null,
        after: null,
      });
      return ingest(industry, groups, 'http', onProgress);
    },
    async ingestFor(industryId, groups, source) {
      const industry = await findIndustry(context.database, industryId, context.clock.now());
      return industry === null ? null : ingest(industry, groups, source);
    },
  };
}
