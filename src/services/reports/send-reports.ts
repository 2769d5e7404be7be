import type { Context } from '../../context.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import {
  type AutomatedFrequency,
  type AutomatedMail,
  eachAddressOnce,
  mailsOf,
  reportRecipientsOf,
} from '../../domain/reports/automated.ts';
import type { ReportFormat } from '../../domain/reports/terms.ts';
import { businessDateOf } from '../../domain/time/business-clock.ts';
import { firstOfMonth, formatRequestDate, lastOfMonth } from '../../domain/time/business-date.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { mailsOfReports, queueMails, type ReportMail } from '../../store/report-mails.ts';
import { findScheduledReport, recordReport, reportFileNames } from '../../store/sent-reports.ts';
import { type Delivery, deliverMails } from './deliver-mails.ts';
import { areSettled } from './are-settled.ts';
import { watchChanges } from './changed-meanwhile.ts';
import { makeMail, type ReportMaker } from './make-mail.ts';

/** A run of automated reports of an industry. */
export interface ReportRun {
  readonly frequency: AutomatedFrequency;
  /** The day, or any day of the month. */
  readonly date: BusinessDate;
  readonly formats: readonly ReportFormat[];
  /** Besides the support address and, of a run that counts, the industry's own. */
  readonly emails: readonly string[];
  /** Reports are made, and nothing is sent or kept. */
  readonly isTest: boolean;
  /** userId; null: by schedule, which sends each mail once. */
  readonly requestedBy: string | null;
}

/** One mail of a run and where it stands. */
export interface RunMail {
  /** null: a test. */
  readonly reportId: string | null;
  readonly mail: AutomatedMail['mail'];
  /** Attached; empty once they are forgotten. */
  readonly files: readonly string[];
  readonly recipients: readonly Pick<ReportMail, 'recipient' | 'state' | 'problem'>[];
  /** Why there is no such mail, because the industry has units for none of its reports; null: there is. */
  readonly leftOut: string | null;
}

type Sender = Delivery & Pick<Context, 'config'>;

/**
 * Makes the reports of a run, records what they print, and sends them. A run that is broken off goes on where it was:
 * what has been recorded is not made again, and what has been sent is not sent again. A mail without any report is
 * left out, and holds up no other.
 * @throws ServiceError 1401 when the industry has nothing to report on in any mail, 400 when there is nobody to send it
 * to.
 */
export async function sendReports(
  sender: Sender,
  maker: ReportMaker,
  industry: Industry,
  run: ReportRun,
): Promise<readonly RunMail[]> {
  const recipients = run.isTest ? [] : recipientsOf(sender, industry, run);
  if (recipients.length === 0 && !run.isTest)
    throw new ServiceError(400, 'Nobody to send reports to: the industry has no meta.reports.emailIds', [
      { field: 'emails', problem: 'is empty, and neither the industry nor SUPPORT_EMAIL names a recipient' },
    ]);
  const mails = mailsOf(run.frequency, industry);
  if (mails.length === 0)
    throw new ServiceError(1401, `No ${run.frequency} report is enabled in meta.reports.services of the industry`);
  const sent: RunMail[] = [];
  for (const mail of mails) {
    const asked = { industry, run, mail, recipients };
    const going = run.isTest ? tryOut(sender, maker, asked) : sendOne(sender, maker, asked);
    sent.push(await going.catch((error: unknown) => leaveOut(mail, error)));
  }
  if (sent.every(({ leftOut }) => leftOut !== null))
    throw new ServiceError(1401, sent.map(({ leftOut }) => leftOut).join(' '));
  return sent;
}

function leaveOut({ mail }: AutomatedMail, error: unknown): RunMail {
  if (!(error instanceof ServiceError) || error.code !== 1401) throw error;
  return { reportId: null, mail, files: [], recipients: [], leftOut: error.message };
}

interface OneMail {
  readonly industry: Industry;
  readonly run: ReportRun;
  readonly mail: AutomatedMail;
  readonly recipients: readonly string[];
}

async function tryOut(sender: Sender, maker: ReportMaker, asked: OneMail): Promise<RunMail> {
  const { files } = await make(sender, maker, asked);
  return {
    reportId: null,
    mail: asked.mail.mail,
    files: files.map(({ filename }) => filename),
    recipients: [],
    leftOut: null,
  };
}

async function sendOne(sender: Sender, maker: ReportMaker, asked: OneMail): Promise<RunMail> {
  const { industryKey } = asked.industry;
  const known =
    asked.run.requestedBy === null ? await findScheduledReport(sender.database, industryKey, nameOf(asked)) : null;
  const { reportKey, reportId } = known ?? (await record(sender, maker, asked));
  await deliverMails(sender, industryKey, reportKey);
  const files = await reportFileNames(sender.database, industryKey, reportKey);
  const recipients = await mailsOfReports(sender.database, industryKey, [reportKey]);
  return { reportId, mail: asked.mail.mail, files, recipients, leftOut: null };
}

const nameOf = ({ run, mail }: OneMail) => ({
  frequency: run.frequency,
  mail: mail.mail,
  firstDate: coveredBy(run).from,
});

async function make(sender: Sender, maker: ReportMaker, { industry, run, mail }: OneMail) {
  const isProvisional = !(await areSettled(sender, industry, coveredBy(run)));
  return {
    isProvisional,
    ...(await makeMail(maker, industry, { mail, date: run.date, formats: run.formats, isProvisional, restated: null })),
  };
}

/** Makes the reports, and keeps them with a mail to each recipient in one transaction. */
async function record(sender: Sender, maker: ReportMaker, asked: OneMail) {
  const { industry, run, mail, recipients } = asked;
  const markChanges = await watchChanges(sender, { industryKey: industry.industryKey, ...coveredBy(run) });
  const { files, figures, isProvisional, content } = await make(sender, maker, asked);
  const now = new Date(sender.clock.now());
  const recorded = await sender.database.transaction(async (transaction) => {
    const report = await recordReport(
      transaction,
      industry.industryKey,
      {
        ...nameOf(asked),
        lastDate: coveredBy(run).to,
        origin: run.requestedBy === null ? 'schedule' : 'request',
        requestedBy: run.requestedBy,
        reports: mail.reports,
        figures,
        isProvisional,
        ...content,
      },
      files,
      now,
    );
    if (report === null) {
      // Another worker was faster.
      const theirs = await findScheduledReport(transaction, industry.industryKey, nameOf(asked));
      if (theirs === null) throw new Error('A report that stands in the way is not there.');
      return theirs;
    }
    const mails = { reportKey: report.reportKey, purpose: 'report', round: 1, recipients, content: null } as const;
    await queueMails(transaction, industry.industryKey, mails, now);
    await markChanges(transaction);
    return report;
  });
  // What settled before the commit saw no report. What settles from here on does.
  await markChanges(sender.database);
  return recorded;
}

/** Days of a run, both included. */
export const coveredBy = ({
  frequency,
  date,
}: Pick<ReportRun, 'frequency' | 'date'>): { readonly from: BusinessDate; readonly to: BusinessDate } =>
  frequency === 'daily' ? { from: date, to: date } : { from: firstOfMonth(date), to: lastOfMonth(date) };

const recipientsOf = ({ config }: Sender, industry: Industry, { emails }: ReportRun): readonly string[] =>
  eachAddressOnce([
    ...(config.reports.supportEmail === null ? [] : [config.reports.supportEmail]),
    ...emails,
    ...reportRecipientsOf(industry),
  ]);

/** @throws ServiceError 1403 for a day or a month that has not begun. */
export function requireBegun(
  industry: Industry,
  { date, frequency }: Pick<ReportRun, 'date' | 'frequency'>,
  now: number,
): void {
  const today = businessDateOf(industry.clock, now);
  if ((frequency === 'daily' ? date : firstOfMonth(date)) <= today) return;
  throw new ServiceError(1403, `Invalid 'date': the ${frequency === 'daily' ? 'day' : 'month'} has not begun`, [
    { field: 'date', problem: `is after ${formatRequestDate(today)}, the running business day` },
  ]);
}
