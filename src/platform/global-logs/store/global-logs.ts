import type { Querier, RowOf } from '../../database/database.ts';
import type { LogEntry, LogFields } from '../rules/entry.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';

type LogRow = RowOf<LogEntry, 'createdAt' | 'updatedAt'>;

const toEntry = (row: LogRow): LogEntry => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});

export type NewLog = Pick<LogEntry, 'source' | 'title' | 'description' | 'group' | 'priority' | 'date' | 'meta'>;

const valuesOf = (log: NewLog) => ({ ...log, meta: JSON.stringify(log.meta) });

export const addLog = async (db: Querier, log: NewLog, now: Date): Promise<LogEntry> =>
  toEntry(await db.one<LogRow>('global-logs.add', { ...valuesOf(log), now }));

/**
 * One entry for one subject until it is resolved.
 * @param industryKey is named in the entry; null: its meta says all.
 */
export async function addServiceLog(
  db: Querier,
  log: NewLog,
  { subject, industryKey, now }: { readonly subject: string; readonly industryKey: number | null; readonly now: Date },
): Promise<void> {
  await db.many('global-logs.add_of_service', { ...valuesOf(log), subject, industryKey, now });
}

/** Filters; null: none. Both dates are included. */
export interface LogFilter {
  readonly industryId: string | null;
  readonly unitId: string | null;
  readonly from: BusinessDate | null;
  readonly to: BusinessDate | null;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first. */
export const listLogs = async (
  db: Querier,
  { industryId, unitId, from, to, limit, offset }: LogFilter,
): Promise<LogEntry[]> =>
  (await db.many<LogRow>('global-logs.list', { industryId, unitId, from, to, limit, offset })).map(toEntry);

/** The entry, held to the end of the transaction; null: there is none of that id. */
export async function holdLog(transaction: Querier, id: string): Promise<LogEntry | null> {
  const row = await transaction.maybeOne<LogRow>('global-logs.hold', { id });
  return row === null ? null : toEntry(row);
}

export const changeLog = async (transaction: Querier, id: string, fields: LogFields, now: Date): Promise<LogEntry> =>
  toEntry(
    await transaction.one<LogRow>('global-logs.change', {
      ...fields,
      id,
      meta: JSON.stringify(fields.meta),
      now,
    }),
  );

export async function forgetLogs(db: Querier, before: Date): Promise<void> {
  await db.many('global-logs.forget', { before });
}
