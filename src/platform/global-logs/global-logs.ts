import type { Context, DataContext } from '../../context.ts';
import { invalid, ServiceError, TooManyRequests } from '../../kernel/errors.ts';
import { type LogEntry, type LogFields, metaAfter, requireNextStatus } from './rules/entry.ts';
import { sameJson } from '../../kernel/json.ts';
import { monthOf, utcDateOf } from '../../kernel/time/business-date.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import { type ExpectedVersion, requireVersion } from '../../kernel/versions/if-match.ts';
import type { Actor } from '../login/rules/caller.ts';
import { writeAudit } from '../audit/store/audit.ts';
import { addLog, changeLog, forgetLogs, holdLog, listLogs, type LogFilter, type NewLog } from './store/global-logs.ts';
import type { Limiter } from '../limits/limiter.ts';
import { FIRST_LOGS_FROM_HERE, LOGS_FROM_HERE, LOGS_OF_OPERATOR, logsFromAnywhere } from '../limits/limits.ts';

type LogWriter = { readonly operatorId: string } | { readonly network: string };

type LogChange = Partial<LogFields> & { readonly month?: string };

type Limited = Pick<Context, 'config'> & { readonly limiter: Limiter };

/**
 * Writes down what operators should look at.
 * @param by the operator who has shown his token, or the network of a client who has shown none.
 * @throws ServiceError 429 when the operator, the network, or all networks together have written enough.
 */
export async function writeLogEntry(
  context: DataContext & Limited,
  by: LogWriter,
  log: Omit<NewLog, 'date'>,
): Promise<LogEntry> {
  await takeRoom(context, by);
  const now = context.clock.now();
  return addLog(context.database, { ...log, date: utcDateOf(now) }, new Date(now));
}

async function takeRoom({ config, limiter }: Limited, by: LogWriter): Promise<void> {
  if ('operatorId' in by) return limiter.take(LOGS_OF_OPERATOR, by.operatorId);
  await limiter.take(LOGS_FROM_HERE, by.network);
  const which = (await isFirstOfDay(limiter, by.network)) ? 'first' : 'further';
  await limiter.take(logsFromAnywhere(config.internalSecret !== null, which), 'all');
}

const isFirstOfDay = (limiter: Limiter, network: string): Promise<boolean> =>
  limiter.take(FIRST_LOGS_FROM_HERE, network).then(
    () => true,
    (error: unknown) => {
      if (error instanceof TooManyRequests) return false;
      throw error;
    },
  );

export const readLogEntries = ({ database }: Pick<Context, 'database'>, filter: LogFilter): Promise<LogEntry[]> =>
  listLogs(database, filter);

/**
 * Changes the given fields. An equal value is no change: no version and no audit row.
 * @throws ServiceError 404 for an id that no entry has, 412 when another version is in force than expected, 1403 for a
 * state that cannot follow, for a month that is not that of the date, and for a meta that has become too long.
 */
export const changeLogEntry = (
  { database, clock }: DataContext,
  actor: Actor,
  id: string,
  { month, meta = {}, ...change }: LogChange,
  expected: ExpectedVersion | null,
): Promise<LogEntry> =>
  database.transaction(async (transaction) => {
    const before = await holdLog(transaction, id);
    if (before === null) throw new ServiceError(404, 'There is no such log entry');
    requireVersion(expected, before.version, 'log entry');
    const fields: LogFields = { ...fieldsOf(before), ...change, meta: metaAfter(before.meta, meta) };
    requireNextStatus(before.status, fields.status);
    requireMonth(fields, month);
    if (sameJson(fields, fieldsOf(before))) return before;
    const now = clock.now();
    const after = await changeLog(transaction, id, fields, new Date(now));
    await writeAudit(transaction, {
      at: now,
      actor,
      industryKey: null,
      verb: 'log.change',
      subject: id,
      before: { ...fieldsOf(before) },
      after: { ...fieldsOf(after) },
    });
    return after;
  });

const fieldsOf = ({ source, title, owner, priority, status, date, meta }: LogEntry): LogFields => ({
  source,
  title,
  owner,
  priority,
  status,
  date,
  meta,
});

/** Spec gap: an entry's month is that of its date, so that the two filters never contradict each other. */
function requireMonth({ date }: LogFields, month: string | undefined): void {
  const own = monthOf(date);
  if (month === undefined || month === own) return;
  const problem = `'${month}' is not the month of the entry's date, allowed is ${own}, or a date of ${month} with it`;
  throw invalid(1403, 'month', problem);
}

/** Spec gap: how long entries are kept. */
const KEPT_DAYS = 90;

/** Forgets what nobody has touched for 90 days. */
export const forgetOldLogs = ({ database, clock }: Pick<DataContext, 'database' | 'clock'>): Promise<void> =>
  forgetLogs(database, new Date(clock.now() - KEPT_DAYS * DAY_MS));
