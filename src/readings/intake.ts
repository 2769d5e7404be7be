import type { Context, DataContext, WithQueue } from '../context.ts';
import type { ReadingSource, TellStored } from './ingest.ts';

export type Verdict = 'inserted' | 'updated' | 'unchanged' | 'rejected';
/**
 * Counts rows for the metrics, after the last commit of each call. Rejected rows come with the code of their reason.
 */
export type CountRows = (source: ReadingSource, verdict: Verdict | 'dropped', rows: number, reason?: string) => void;

/**
 * Listeners of stored readings. A process has one such object, because stored readings are gathered for a second before
 * anybody is told.
 */
export interface Intake {
  readonly tellStored: TellStored;
  readonly countRows: CountRows;
}

/** Context of verbs that change stored readings. */
export type ChangeContext = DataContext & Pick<Context, 'log'> & WithQueue & Pick<Intake, 'tellStored'>;

/** Context of verbs that take readings in. */
export type IntakeContext = ChangeContext & Intake;
