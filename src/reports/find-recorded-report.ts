import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import { coveredBy, nameOfAddress, namesOf, SAME_REQUEST_MILLISECONDS } from './rules/automated-mails.ts';
import { mailsOfReports, queueMails, type ReportMail } from './store/report-mails.ts';
import {
  findAskedFor,
  findScheduledReport,
  findSubscribedReport,
  newestOfSubscriptions,
  holdRequests,
  listReports,
  listRestatements,
  forgetReportFiles,
  forgetSentReports,
} from './store/sent-reports.ts';
import { areSettled, keyOfMail, type OneMail } from './report-run.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { withRetired } from '../kernel/industry/retired.ts';
import { changedPlaces, watchedSince } from './rules/restatement.ts';
import { DAY_MS } from '../kernel/time/durations.ts';

/** Sent reports of an industry, the newest first, with the mails of every recipient and all restatements. */
export async function reportHistory(
  { database }: Pick<DataContext, 'database'>,
  industry: Industry,
  page: { readonly before: Date; readonly limit: number },
) {
  return withMails(database, industry, await listReports(database, industry.industryKey, page));
}

/** The newest report of each subscription, likewise. */
export const newestReports = async (
  { database }: Pick<DataContext, 'database'>,
  industry: Industry,
  subscriptionKeys: readonly number[],
) => withMails(database, industry, await newestOfSubscriptions(database, industry.industryKey, subscriptionKeys));

async function withMails(database: Querier, industry: Industry, reports: Awaited<ReturnType<typeof listReports>>) {
  const { industryKey } = industry;
  const keys = reports.map(({ reportKey }) => reportKey);
  const mails = Map.groupBy(await mailsOfReports(database, industryKey, keys), ({ reportKey }) => reportKey);
  const restatements = Map.groupBy(await listRestatements(database, industryKey, keys), ({ reportKey }) => reportKey);
  const mailsOf = ({ reportKey }: (typeof reports)[number]) => mails.get(reportKey) ?? [];
  return reports.map((report) => ({
    ...report,
    mails: mailsOf(report),
    decisiveMails: decisiveMails(mailsOf(report)),
    restatements: (restatements.get(report.reportKey) ?? []).map(({ unitKeys, ...restatement }) => ({
      ...restatement,
      places: changedPlaces(withRetired(industry), unitKeys).map(({ current }) => current),
    })),
  }));
}

/** Spec gap: time for which the history keeps printed figures and recipients of automated reports. */
const KEPT_MILLISECONDS = 1_100 * DAY_MS;

/** Removes files of reports that are watched no longer, and later their printed figures and recipients. */
export async function forgetReports({ database, clock }: Pick<DataContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await forgetReportFiles(database, watchedSince(new Date(now)));
  await forgetSentReports(database, new Date(now - KEPT_MILLISECONDS));
}

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

/** The report that the schedule, the subscription or the same request shortly before, has recorded; null: none. */
export async function findRecordedReport(
  { clock }: Pick<DataContext, 'clock'>,
  db: Querier,
  asked: OneMail,
): Promise<RecordedReport | null> {
  const { industry, run } = asked;
  if (run.due !== undefined) {
    const subscribed = await findSubscribedReport(db, industry.industryKey, run.due);
    return subscribed === null ? null : { ...subscribed, sentBefore: null, queued: 0 };
  }
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

/** Fields of the mail that decides how far a recipient has been reached. */
type DecisiveMail = Pick<ReportMail, 'mailKey' | 'purpose' | 'recipient' | 'state' | 'problem'>;

const LOST: readonly ReportMail['state'][] = ['failed', 'unconfirmed'];
/** Problem of a mail whose recipient was not to get it any more when it was to leave. */
export const NO_LONGER_GETS_IT = 'whoever it was for does not get the report any more';

/** Whether a mail has not reached somebody who is still to get it. */
export const isLost = ({ state, problem }: Pick<ReportMail, 'state' | 'problem'>): boolean =>
  LOST.includes(state) && problem !== NO_LONGER_GETS_IT;

/**
 * The decisive mail of each recipient: the newest mail with a report. A recipient who has the note of a restatement but
 * not its report is decided by his last report.
 */
export function decisiveMails<Mail extends DecisiveMail>(mails: readonly Mail[]): readonly Mail[] {
  const ordered = mails.toSorted((one, other) => one.mailKey - other.mailKey);
  return [...Map.groupBy(ordered, ({ recipient }) => recipient)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, own]) => {
      const reports = own.filter(({ purpose }) => purpose === 'report');
      return (reports.some((mail) => !isLost(mail)) ? own.at(-1) : reports.at(-1)) ?? [];
    });
}

/** Recipients without the present report, to whom no mail is on its way and who are still to get it. */
export const notReached = (mails: readonly DecisiveMail[]): readonly string[] =>
  decisiveMails(mails)
    .filter(isLost)
    .map(({ recipient }) => recipient);

/** Number of the next round of a report's mails. */
export const nextRound = (mails: readonly Pick<ReportMail, 'purpose' | 'round'>[]): number =>
  1 + Math.max(0, ...mails.filter(({ purpose }) => purpose === 'report').map(({ round }) => round));
