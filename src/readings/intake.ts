import type { Context, DataContext, WithQueue } from '../context.ts';
import type { ReadingSource, TellStored } from './ingest.ts';

export type Verdict = 'inserted' | 'updated' | 'unchanged' | 'rejected';
/**
 * Counts rows for the metrics; called after the last commit of each call. Rows that were not taken come with the
 * reason's code.
 */
export type CountRows = (source: ReadingSource, verdict: Verdict | 'dropped', rows: number, reason?: string) => void;

/** Who hears of readings. A process has one, because news of a second is gathered. */
export interface Intake {
  readonly tellStored: TellStored;
  readonly countRows: CountRows;
}

/** What a verb needs that changes stored readings. */
export type ChangeContext = DataContext & Pick<Context, 'log'> & WithQueue & Pick<Intake, 'tellStored'>;

/** What a verb needs that takes readings in. */
export type IntakeContext = ChangeContext & Intake;
