import type { Querier } from '../../platform/database/database.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { ReadingChange } from './reading-edits.ts';

/** The span of an act's estimates, both ends included. */
export interface EstimateSpan {
  readonly unitKey: number;
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
}

/** Those of the given spans in which an act that is in force has estimates. */
export const estimateSpans = (
  db: Querier,
  industryKey: number,
  spans: readonly EstimateSpan[],
): Promise<EstimateSpan[]> =>
  db.many<EstimateSpan>('reading-edits.estimate_spans', {
    industryKey,
    unitKeys: spans.map(({ unitKey }) => unitKey),
    fromEpochsMs: spans.map(({ fromEpochMs }) => new Date(fromEpochMs)),
    toEpochsMs: spans.map(({ toEpochMs }) => new Date(toEpochMs)),
  });

/** Locks the estimates of these units until the transaction ends. */
export async function holdEstimates(db: Querier, unitKeys: readonly number[]): Promise<void> {
  for (const unitKey of unitKeys.toSorted((one, other) => one - other))
    await db.many('reading-edits.hold_estimates', { unitKey });
}

interface EstimateAct {
  readonly editId: string;
  readonly readings: readonly ReadingChange[];
}

/** Acts in force that have estimates of the unit between two instants, the oldest first. */
export const estimateActs = (db: Querier, industryKey: number, span: EstimateSpan): Promise<EstimateAct[]> =>
  db.many<EstimateAct>('reading-edits.estimate_acts', {
    industryKey,
    unitKey: span.unitKey,
    fromAt: new Date(span.fromEpochMs),
    toAt: new Date(span.toEpochMs),
  });

/** Records the present estimates of an act. */
export const restateAct = async (
  db: Querier,
  industryKey: number,
  editId: string,
  changes: readonly ReadingChange[],
): Promise<void> => {
  await db.many('reading-edits.restate_act', { industryKey, editId, changes: JSON.stringify(changes) });
};
