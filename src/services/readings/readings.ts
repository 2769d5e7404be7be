import type { Context } from '../../context.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import type { QueueClient } from '../../queue/client.ts';
import { enqueueRebuilds } from '../batch/rebuild-queue.ts';
import { type IngestResult, ingestReadings, type ReadingSource, type RowGroups } from './ingest.ts';

export interface ReadingsService {
  /**
   * Stores rows of one industry, see {@link ingestReadings}; rebuilds of closed days are asked for.
   * @param onProgress told after every commit, with the counts so far.
   */
  ingest(industry: Industry, groups: RowGroups, source: ReadingSource, onProgress?: (result: Readonly<IngestResult>) => void): Promise<IngestResult>;
}

export type Verdict = 'inserted' | 'updated' | 'unchanged' | 'rejected';
/** Counts rows for the metric; called after the last commit of each call. */
export type CountRows = (source: ReadingSource, verdict: Verdict, rows: number) => void;

const VERDICTS: readonly Verdict[] = ['inserted', 'updated', 'unchanged', 'rejected'];
/**
 * Days whose rebuild is asked for at once, the newest ones: what people look at. An import of years leaves the others to the
 * sweep of the stale-day ledger instead of waiting for thousands of jobs to be queued.
 */
const DAYS_REBUILT_AT_ONCE = 62;

export function createReadings(context: Pick<Context, 'database' | 'clock' | 'log'>, queue: QueueClient, countRows: CountRows): ReadingsService {
  const onStaleDays = async (industry: Industry, dates: readonly string[]): Promise<void> => {
    try {
      await enqueueRebuilds(queue, industry, dates.slice(-DAYS_REBUILT_AT_ONCE));
    } catch (error) {
      // The readings are stored and the ledger has the days: the sweep asks for their rebuild within a minute.
      context.log.warn({ industry: industry.industryId, error: error instanceof Error ? error.message : String(error) }, 'rebuilds could not be queued');
    }
  };
  return {
    async ingest(industry, groups, source, onProgress = () => {}) {
      let counted: Readonly<IngestResult> | null = null;
      try {
        return await ingestReadings({ context, onStaleDays }, industry, groups, source, (result) => {
          counted = result;
          onProgress(result);
        });
      } finally {
        const result: Readonly<IngestResult> | null = counted;
        if (result !== null) for (const verdict of VERDICTS) countRows(source, verdict, result[verdict]);
      }
    },
  };
}
