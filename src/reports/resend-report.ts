import type { Context, Reach } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { instantText } from '../kernel/format/date-text.ts';
import { eachAddressOnce } from './rules/automated-mails.ts';
import { WATCHED_DAYS, watchedSince } from './rules/restatement.ts';
import { ruleOn } from '../kernel/time/business-clock.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import { mailsOfReports, newestContent, queueMails, type ReportMail } from './store/report-mails.ts';
import { keepPrintedFigures } from './store/restatements.ts';
import { addReportFiles, holdReport, restatedReport } from './store/sent-reports.ts';
import { areSettled, type ReportRun, requireBegun } from './report-run.ts';
import { type Delivery, deliverMails } from './deliver-mails.ts';
import { nextRound, notReached } from './find-recorded-report.ts';
import { makeMail, type MadeMail, type ReportMaker } from './make-mail.ts';
import { type RunMail, sendReports } from './send-reports.ts';

interface Resend {
  readonly reportId: string;
  /** Empty: everybody whose mail, or whose newest note of a restatement, has failed or is unconfirmed. */
  readonly emails: readonly string[];
}

/**
 * Sends a report again, with its files and figures. Spec gap: a report whose recipients were told of other figures is
 * made again and says so. Each round of mails keeps its own files.
 * @throws ServiceError 404 when the industry has no such report or its files were removed, 400 when every mail of it
 * has arrived.
 */
export async function resendReport(
  delivery: Delivery,
  maker: ReportMaker,
  industry: Industry,
  { reportId, emails }: Resend,
  by: Actor,
): Promise<readonly ReportMail[]> {
  const { database, clock } = delivery;
  const { industryKey } = industry;
  await holdReportWithRecipients(database, clock, industryKey, { reportId, emails });
  const made = await makeRestatedMail(delivery, maker, industry, reportId);
  const again = await database.transaction(async (transaction) => {
    const now = new Date(clock.now());
    const { reportKey, mails, recipients } = await holdReportWithRecipients(transaction, clock, industryKey, {
      reportId,
      emails,
    });
    const round = nextRound(mails);
    // A round without files uses those of the newest round before it, whose text belongs to them.
    const content =
      made === 'gone' ? await newestContent(transaction, industryKey, reportKey) : (made?.content ?? null);
    await queueMails(transaction, industryKey, { reportKey, purpose: 'report', round, recipients, content }, now);
    if (made !== null && made !== 'gone') {
      await addReportFiles(transaction, industryKey, { reportKey, round }, made.files);
      await keepPrintedFigures(transaction, industryKey, { reportKey, purpose: 'report', round }, made.figures, now);
    }
    await writeAudit(transaction, {
      at: now.getTime(),
      actor: by,
      industryKey,
      verb: 'report.resend',
      subject: reportId,
      before: null,
      after: { recipients, restated: content !== null },
    });
    return { reportKey, round };
  });
  await deliverMails(delivery, industryKey, again.reportKey);
  return (await mailsOfReports(database, industryKey, [again.reportKey])).filter(
    ({ purpose, round }) => purpose === 'report' && round === again.round,
  );
}

/**
 * The report, locked until the transaction ends, and its recipients. The caller asks before the report is made, and
 * again afterwards.
 */
async function holdReportWithRecipients(
  db: Querier,
  clock: Context['clock'],
  industryKey: number,
  { reportId, emails }: Resend,
) {
  const report = await holdReport(db, industryKey, reportId);
  if (report === null) throw new ServiceError(404, `There is no report ${reportId} of this industry`);
  const { reportKey, createdAt } = report;
  if (createdAt < watchedSince(new Date(clock.now())))
    throw new ServiceError(
      404,
      `The files of report ${reportId} are no longer there; they are kept for ${WATCHED_DAYS} days`,
    );
  const mails = await mailsOfReports(db, industryKey, [reportKey]);
  const recipients = emails.length > 0 ? eachAddressOnce(emails) : notReached(mails);
  if (recipients.length === 0)
    throw new ServiceError(400, 'Every recipient has this report or is still to get it', [
      { field: 'emails', problem: 'is empty, and no mail of the report has failed' },
    ]);
  return { reportKey, mails, recipients };
}

type RestatedMail = Pick<MadeMail, 'content' | 'files' | 'figures'>;

/**
 * Present mail and files of a report that was restated; null: the sent ones still hold. 'gone': the units of the report
 * are gone, so nothing can be made and the newest sent files are used.
 */
async function makeRestatedMail(
  { database, clock }: Delivery,
  maker: ReportMaker,
  industry: Industry,
  reportId: string,
): Promise<RestatedMail | 'gone' | null> {
  const restated = await restatedReport(database, industry.industryKey, reportId);
  // Formats are known by the files alone, and those may have been removed.
  if (restated === null || restated.formats.length === 0) return null;
  const { mail, firstDate, lastDate, sentAt, formats, mailLanguage } = restated;
  const covered = { from: firstDate, to: lastDate };
  const { timezone } = ruleOn(industry.clock, firstDate);
  const timeText = (epochMs: number): string => instantText(epochMs, timezone, mailLanguage);
  const toMake = {
    mail,
    covered,
    language: mailLanguage,
    formats,
    isProvisional: !(await areSettled({ database, clock }, industry, covered)),
    restated: { on: timeText(clock.now()), sentOn: timeText(sentAt.getTime()) },
  };
  try {
    return await makeMail(maker, industry, toMake);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 1401) return 'gone';
    throw error;
  }
}

/**
 * Makes and sends the reports of a run that an operator asks for.
 * @throws ServiceError 1403 for a day that has not begun, and as {@link sendReports} says.
 */
export async function sendRequestedReports(
  context: Pick<Context, 'database' | 'clock' | 'config'> & Reach,
  maker: ReportMaker,
  industry: Industry,
  run: Omit<ReportRun, 'requestedBy'>,
  by: Actor,
): Promise<readonly RunMail[]> {
  const now = context.clock.now();
  requireBegun(industry, run, now);
  const { frequency, formats, emails, isTest, isForced } = run;
  if (!isTest)
    await writeAudit(context.database, {
      at: now,
      actor: by,
      industryKey: industry.industryKey,
      verb: 'report.send',
      subject: `${frequency} ${run.date}`,
      before: null,
      after: { formats, emails, ...(isForced === true ? { force: true } : {}) },
    });
  return sendReports(context, maker, industry, { ...run, requestedBy: by.userId });
}
