import type { DataContext } from '../../context.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { eachAddressOnce } from '../../domain/reports/automated.ts';
import { writeAudit } from '../../store/audit.ts';
import { WATCHED_DAYS, watchedSince } from '../../domain/reports/restatement.ts';
import { mailsOfReports, queueMails, type ReportMail } from '../../store/report-mails.ts';
import { holdReport, listReports, listRestatements } from '../../store/sent-reports.ts';
import { type Delivery, deliverMails } from './deliver-mails.ts';

/** What was sent of an industry, the newest first, with every recipient's mail and what has been restated since. */
export async function reportHistory(
  { database }: Pick<DataContext, 'database'>,
  { industryKey }: Pick<Industry, 'industryKey'>,
  page: { readonly before: Date; readonly limit: number },
) {
  const reports = await listReports(database, industryKey, page);
  const keys = reports.map(({ reportKey }) => reportKey);
  const mails = Map.groupBy(await mailsOfReports(database, industryKey, keys), ({ reportKey }) => reportKey);
  const restatements = Map.groupBy(await listRestatements(database, industryKey, keys), ({ reportKey }) => reportKey);
  return reports.map((report) => ({
    ...report,
    mails: mails.get(report.reportKey) ?? [],
    restatements: restatements.get(report.reportKey) ?? [],
  }));
}

interface Resend {
  readonly reportId: string;
  /** Empty: everybody whose mail has failed or is unconfirmed. */
  readonly emails: readonly string[];
}

/**
 * Sends a report again, with the files and figures it had.
 * @throws ServiceError 404 when the industry has no such report or its files are forgotten, 400 when every mail of it
 * has arrived.
 */
export async function resendReport(
  delivery: Delivery,
  { industryKey }: Pick<Industry, 'industryKey'>,
  { reportId, emails }: Resend,
  by: Actor,
): Promise<readonly ReportMail[]> {
  const { database, clock } = delivery;
  const again = await database.transaction(async (transaction) => {
    const now = new Date(clock.now());
    const report = await holdReport(transaction, industryKey, reportId);
    if (report === null) throw new ServiceError(404, `There is no report ${reportId} of this industry`);
    const { reportKey, createdAt } = report;
    if (createdAt < watchedSince(now))
      throw new ServiceError(
        404,
        `The files of report ${reportId} are no longer there; they are kept for ${WATCHED_DAYS} days`,
      );
    const mails = (await mailsOfReports(transaction, industryKey, [reportKey])).filter(
      ({ purpose }) => purpose === 'report',
    );
    const recipients = emails.length > 0 ? eachAddressOnce(emails) : notReached(mails);
    if (recipients.length === 0)
      throw new ServiceError(400, 'Every recipient has this report or is still to get it', [
        { field: 'emails', problem: 'is empty, and no mail of the report has failed' },
      ]);
    const round = 1 + Math.max(0, ...mails.map((mail) => mail.round));
    await queueMails(transaction, industryKey, { reportKey, purpose: 'report', round, recipients, content: null }, now);
    await writeAudit(transaction, {
      at: now.getTime(),
      actor: by,
      industryKey,
      verb: 'report.resend',
      subject: reportId,
      before: null,
      after: { recipients },
    });
    return { reportKey, round };
  });
  await deliverMails(delivery, industryKey, again.reportKey);
  return (await mailsOfReports(database, industryKey, [again.reportKey])).filter(
    ({ purpose, round }) => purpose === 'report' && round === again.round,
  );
}

/** Recipients none of whose mails has arrived or is on its way. */
function notReached(mails: readonly ReportMail[]): readonly string[] {
  const reached = new Set(
    mails
      .filter(({ state }) => state === 'sent' || state === 'queued' || state === 'sending')
      .map((mail) => mail.recipient),
  );
  return [...new Set(mails.map(({ recipient }) => recipient).filter((recipient) => !reached.has(recipient)))];
}
