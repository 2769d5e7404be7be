import type { Querier } from '../../platform/database/database.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Withdrawal, WithdrawalReason } from '../rules/wrong-estimates.ts';
import type { ReadingChange } from './reading-edits.ts';

/** The span of an act's estimates, both ends included. */
export interface EstimateSpan {
  readonly unitKey: number;
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
}

/** The given spans in which an act in force has estimates. */
export const estimateSpans = (
  db: Querier,
  industryKey: number,
  spans: readonly EstimateSpan[],
): Promise<EstimateSpan[]> =>
  db.many<EstimateSpan>('reading-edits.estimate_spans', {
    industryKey,
    unitKeys: spans.map(({ unitKey }) => unitKey),
    froms: spans.map(({ fromEpochMs }) => new Date(fromEpochMs)),
    untils: spans.map(({ toEpochMs }) => new Date(toEpochMs)),
  });

/** Locks the estimates of these units until the transaction ends. */
export async function holdEstimates(db: Querier, unitKeys: readonly number[]): Promise<void> {
  await db.many('reading-edits.hold_estimates', { unitKeys });
}

interface EstimateAct {
  readonly editId: string;
  readonly readings: readonly ReadingChange[];
}

/** Acts in force of which estimates of the unit stand between two instants, the oldest first. */
export const estimateActs = (db: Querier, industryKey: number, span: EstimateSpan): Promise<EstimateAct[]> =>
  db.many<EstimateAct>('reading-edits.estimate_acts', {
    industryKey,
    unitKey: span.unitKey,
    fromAt: new Date(span.fromEpochMs),
    toAt: new Date(span.toEpochMs),
  });

/** Records that an act's estimates of these instants, as acts write them, were withdrawn. */
export const withdrawFromAct = async (
  db: Querier,
  industryKey: number,
  editId: string,
  createdOn: readonly string[],
  { atEpochMs, cause, besideEpochMs }: WithdrawalReason,
): Promise<void> => {
  await db.many('reading-edits.withdraw', {
    industryKey,
    editId,
    createdOn,
    at: new Date(atEpochMs),
    cause,
    beside: new Date(besideEpochMs),
  });
};

/** An act of which estimates were withdrawn. */
export interface WithdrawnAct {
  readonly editId: string;
  readonly madeBy: string;
  readonly reason: string;
  readonly withdrawn: Withdrawal;
}

/**
 * Acts in force of which estimates of the unit were withdrawn, the last withdrawal first. Acts are left out among whose
 * withdrawn estimates somebody has estimated since.
 */
export const withdrawnActs = (
  db: Querier,
  industryKey: number,
  unitKey: number,
  limit: number,
): Promise<WithdrawnAct[]> => db.many<WithdrawnAct>('reading-edits.withdrawn_acts', { industryKey, unitKey, limit });
