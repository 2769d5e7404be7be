import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import { SAME_REQUEST_MILLISECONDS } from './rules/automated-mails.ts';
import { mailsOfReports, queueMails } from './store/report-mails.ts';
import { findAskedFor, findScheduledReport, holdRequests } from './store/sent-reports.ts';
import { areSettled } from './are-settled.ts';
import { nextRound } from './pick-decisive-mails.ts';
import { coveredBy, keyOfMail, type OneMail } from './report-run.ts';

/*
 * A recorded report that a run finds, because the run was interrupted or is repeated.
 */

export interface RecordedReport {
  readonly reportKey: number;
  readonly reportId: string;
  readonly sentBefore: Date | null;
  /** Mails that were queued when the report was recorded; 0: another run recorded it. */
  readonly queued: number;
}

/** The report that the schedule, or the same request shortly before, has recorded; null: none. */
export async function findRecordedReport(
  { clock }: Pick<DataContext, 'clock'>,
  db: Querier,
  asked: OneMail,
): Promise<RecordedReport | null> {
  const { industry, run } = asked;
  if (run.requestedBy === null) {
    const scheduled = await findScheduledReport(db, industry.industryKey, keyOfMail(asked));
    return scheduled === null ? null : { ...scheduled, sentBefore: null, queued: 0 };
  }
  if (run.isForced === true) return null;
  const isProvisional = !(await areSettled({ clock, database: db }, industry, coveredBy(run)));
  const same = { ...keyOfMail(asked), formats: run.formats, isProvisional };
  const since = new Date(clock.now() - SAME_REQUEST_MILLISECONDS);
  const found = await findAskedFor(db, industry.industryKey, same, since);
  return found === null ? null : { ...found, sentBefore: found.createdAt, queued: 0 };
}

/** Queues mails of a sent report for recipients without a mail, or whose mail has failed. */
export function queueForOthers(
  { database, clock }: Pick<DataContext, 'database' | 'clock'>,
  { industry, recipients }: OneMail,
  reportKey: number,
): Promise<number> {
  const { industryKey } = industry;
  return database.transaction(async (transaction) => {
    await holdRequests(transaction, industryKey);
    const mails = (await mailsOfReports(transaction, industryKey, [reportKey])).filter(
      ({ purpose }) => purpose === 'report',
    );
    const have = namesOf(mails.filter(({ state }) => state !== 'failed').map(({ recipient }) => recipient));
    const others = recipients.filter((recipient) => !have.has(nameOfAddress(recipient)));
    const round = { reportKey, purpose: 'report', round: nextRound(mails), recipients: others, content: null } as const;
    if (others.length > 0) await queueMails(transaction, industryKey, round, new Date(clock.now()));
    return others.length;
  });
}

export const nameOfAddress = (address: string): string => address.toLowerCase();
export const namesOf = (addresses: readonly string[]): ReadonlySet<string> => new Set(addresses.map(nameOfAddress));
