import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

export interface QuarantineEntry {
  readonly unitId: string | null;
  /** The row as it was sent, JSON or text. */
  readonly raw: string;
  readonly reasonCode: string;
  readonly reason: string;
}

export interface QuarantineCase extends QuarantineEntry {
  readonly quarantineId: number;
  readonly source: string;
  readonly receivedAt: Date;
  readonly timesReceived: number;
  readonly status: 'held' | 'released' | 'discarded';
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
}

/** PostgreSQL text holds every character but NUL. */
const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD');

export const holdInQuarantine = async (
  db: Querier,
  industryKey: number,
  { cases, isPartial }: { readonly cases: readonly QuarantineEntry[]; readonly isPartial: boolean },
  source: string,
  receivedAt: Date,
): Promise<void> => {
  await db.many('quarantine.hold', {
    industryKey,
    unitIds: cases.map((entry) => (entry.unitId === null ? null : storable(entry.unitId))),
    rawValues: cases.map((entry) => storable(entry.raw)),
    reasonCodes: cases.map((entry) => entry.reasonCode),
    reasons: cases.map((entry) => storable(entry.reason)),
    isPartial,
    source,
    receivedAt,
  });
};

/** One page of held rows, the oldest first, after the given id. */
export async function listQuarantine(
  db: Querier,
  industryKey: number,
  status: QuarantineCase['status'],
  afterId: number,
  limit: number,
): Promise<QuarantineCase[]> {
  const rows = await db.many<RowOf<QuarantineCase, 'receivedAt' | 'decidedAt'>>('quarantine.list', {
    industryKey,
    status,
    afterId,
    limit,
  });
  return rows.map((row) => ({
    ...row,
    receivedAt: new Date(row.receivedAt),
    decidedAt: dateOrNull(row.decidedAt),
  }));
}

export interface HeldCase extends Pick<QuarantineCase, 'quarantineId' | 'raw'> {
  /** The row was a part of a reading. */
  readonly isPartial: boolean;
}

/** Held rows of this industry by id, locked until the transaction ends. */
export const takeHeldCases = (db: Querier, industryKey: number, ids: readonly number[]): Promise<HeldCase[]> =>
  db.many('quarantine.take', { industryKey, ids: plainArray(ids) });

export const decideCases = async (
  db: Querier,
  industryKey: number,
  ids: readonly number[],
  status: 'released' | 'discarded',
  by: string,
  at: Date,
): Promise<number[]> =>
  (
    await db.many<{ quarantineId: number }>('quarantine.decide', { industryKey, ids: plainArray(ids), status, by, at })
  ).map((row) => row.quarantineId);
