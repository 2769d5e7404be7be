import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import type { AutomatedFrequency, AutomatedMail, AutomatedReport, ReportFrequency } from '../rules/automated-mails.ts';
import type { Language } from '../../kernel/language.ts';
import type { PrintedFigure, RestatedFigure } from '../rules/printed-figures.ts';
import { REPORT_FORMATS, type ReportFormat } from '../rules/terms.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

/** A mail as all its recipients get it, with the printed figures of its reports. */
interface ReportToSend {
  readonly frequency: ReportFrequency;
  readonly mail: AutomatedMail['mail'];
  readonly firstDate: BusinessDate;
  readonly lastDate: BusinessDate;
  readonly origin: 'schedule' | 'request' | 'subscription';
  /** userId of the person who asked; null: nobody did. */
  readonly requestedBy: string | null;
  /** Null: no subscription has asked. */
  readonly due: { readonly subscriptionKey: number; readonly at: Date } | null;
  readonly mailLanguage: Language;
  readonly reports: readonly AutomatedReport[];
  /** Formats asked for. */
  readonly formats: readonly ReportFormat[];
  readonly figures: readonly PrintedFigure[];
  readonly isProvisional: boolean;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface ReportFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

interface ReportIdentity {
  readonly reportKey: number;
  readonly reportId: string;
}

/** Records a report; null: a schedule or subscription has recorded this mail before. */
export async function recordReport(
  transaction: Querier,
  industryKey: number,
  report: ReportToSend,
  files: readonly ReportFile[],
  now: Date,
): Promise<ReportIdentity | null> {
  const row = await transaction.maybeOne<ReportIdentity>('sent-reports.record', {
    ...report,
    industryKey,
    reports: JSON.stringify(report.reports),
    figures: JSON.stringify(report.figures),
    now,
    formats: formatsOf(report),
    subscriptionKey: report.due?.subscriptionKey ?? null,
    dueAt: report.due?.at ?? null,
  });
  if (row === null) return null;
  await addReportFiles(transaction, industryKey, { reportKey: row.reportKey, round: 1 }, files);
  return row;
}

/** A round of a report's mails. */
interface MailRound {
  readonly reportKey: number;
  readonly round: number;
}

/** Stores the files that mails have attached from this round on. */
export async function addReportFiles(
  transaction: Querier,
  industryKey: number,
  { reportKey, round }: MailRound,
  files: readonly ReportFile[],
): Promise<void> {
  for (const [index, { filename, contentType, content }] of files.entries())
    await transaction.many('sent-reports.add_file', {
      industryKey,
      reportKey,
      round,
      ordinal: index,
      filename,
      contentType,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    });
}

/** The request of a report whose recipients have been told of other figures. */
interface RestatedReport {
  readonly mail: AutomatedMail;
  readonly firstDate: BusinessDate;
  readonly lastDate: BusinessDate;
  readonly sentAt: Date;
  /** Formats of the files that were sent. */
  readonly formats: readonly ReportFormat[];
  readonly mailLanguage: Language;
}

/** Null: no printed figure of the report has been restated. */
export async function restatedReport(
  db: Querier,
  industryKey: number,
  reportId: string,
): Promise<RestatedReport | null> {
  const row = await db.maybeOne<{
    mail: AutomatedMail['mail'];
    firstDate: BusinessDate;
    lastDate: BusinessDate;
    reports: AutomatedReport[];
    createdAt: string;
    formats: string[] | null;
    mailLanguage: Language;
  }>('sent-reports.restated', { industryKey, reportId });
  return row === null
    ? null
    : {
        mail: { mail: row.mail, reports: row.reports },
        firstDate: row.firstDate,
        lastDate: row.lastDate,
        sentAt: new Date(row.createdAt),
        formats: REPORT_FORMATS.filter((format) => row.formats?.includes(format)),
        mailLanguage: row.mailLanguage,
      };
}

/** The mail that a schedule has recorded before. */
export const findScheduledReport = (
  db: Querier,
  industryKey: number,
  { frequency, mail, firstDate }: Pick<ReportToSend, 'frequency' | 'mail' | 'firstDate'>,
): Promise<ReportIdentity | null> =>
  db.maybeOne<ReportIdentity>('sent-reports.find_scheduled', { industryKey, frequency, mail, firstDate });

/** The report that a subscription has recorded for a time before. */
export const findSubscribedReport = (
  db: Querier,
  industryKey: number,
  { subscriptionKey, at }: NonNullable<ReportToSend['due']>,
): Promise<ReportIdentity | null> =>
  db.maybeOne<ReportIdentity>('sent-reports.find_subscribed', { industryKey, subscriptionKey, dueAt: at });

/** Locks the industry against other requests of reports, until the transaction ends. */
export async function holdRequests(transaction: Querier, industryKey: number): Promise<void> {
  await transaction.many('sent-reports.hold_requests', { industryKey });
}

/** The newest report that the same request has sent since an instant, unless its figures are outdated. */
export async function findAskedFor(
  db: Querier,
  industryKey: number,
  asked: Pick<ReportToSend, 'frequency' | 'mail' | 'firstDate' | 'formats' | 'isProvisional'>,
  since: Date,
): Promise<(ReportIdentity & { readonly createdAt: Date }) | null> {
  const row = await db.maybeOne<ReportIdentity & { createdAt: string }>('sent-reports.find_asked_for', {
    ...asked,
    industryKey,
    since,
    asked: formatsOf(asked),
  });
  return row === null ? null : { ...row, createdAt: new Date(row.createdAt) };
}

/** Formats in a fixed order, so that lists of the same formats are equal. */
const formatsOf = ({ formats }: Pick<ReportToSend, 'formats'>): readonly ReportFormat[] =>
  REPORT_FORMATS.filter((format) => formats.includes(format));

/** First day of the newest report that a schedule has sent; null: none. */
export const newestScheduled = async (
  db: Querier,
  industryKey: number,
  frequency: AutomatedFrequency,
): Promise<BusinessDate | null> =>
  (await db.one<{ firstDate: BusinessDate | null }>('sent-reports.newest_scheduled', { industryKey, frequency }))
    .firstDate;

/** Files in the order of attachment; empty once they are removed. */
export const reportFiles = (db: Querier, industryKey: number, { reportKey, round }: MailRound): Promise<ReportFile[]> =>
  db.many<ReportFile>('sent-reports.files', { industryKey, reportKey, round });

/** Names of files that are still stored. */
export const reportFileNames = async (db: Querier, industryKey: number, reportKey: number): Promise<string[]> =>
  (await db.many<{ fileName: string }>('sent-reports.file_names', { industryKey, reportKey })).map(
    (row) => row.fileName,
  );

/** Locks a report against other requests of more mails; null: the industry has no such report. */
export async function holdReport(
  transaction: Querier,
  industryKey: number,
  reportId: string,
): Promise<{ readonly reportKey: number; readonly createdAt: Date } | null> {
  const row = await transaction.maybeOne<{ reportKey: number; createdAt: string }>('sent-reports.hold_report', {
    industryKey,
    reportId,
  });
  return row === null ? null : { ...row, createdAt: new Date(row.createdAt) };
}

interface SentReport
  extends
    ReportIdentity,
    Omit<ReportToSend, 'reports' | 'formats' | 'figures' | 'text' | 'html' | 'due' | 'mailLanguage'> {
  readonly createdAt: Date;
  /** Null: no subscription has asked. */
  readonly subscriptionKey: number | null;
}

type SentRow = RowOf<SentReport, 'createdAt'>;
const toSent = (row: SentRow): SentReport => ({ ...row, createdAt: new Date(row.createdAt) });

/** Reports made before an instant, newest first. */
export const listReports = async (
  db: Querier,
  industryKey: number,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<SentReport[]> => (await db.many<SentRow>('sent-reports.list', { industryKey, before, limit })).map(toSent);

/** The newest report of each subscription. */
export const newestOfSubscriptions = async (
  db: Querier,
  industryKey: number,
  subscriptionKeys: readonly number[],
): Promise<SentReport[]> =>
  (await db.many<SentRow>('sent-reports.newest_of_subscriptions', { industryKey, subscriptionKeys })).map(toSent);

/** Removes files of reports made before an instant. Printed figures and recipients stay. */
export async function forgetReportFiles(db: Querier, before: Date): Promise<void> {
  await db.many('sent-reports.forget_files', { before });
}

/** Removes reports made before an instant, with their mails. */
export async function forgetSentReports(db: Querier, before: Date): Promise<void> {
  await db.many('sent-reports.forget', { before });
}

/** A change of a report since it was sent. */
interface ListedRestatement {
  readonly reportKey: number;
  readonly state: 'waiting' | 'told';
  readonly days: readonly BusinessDate[];
  readonly causes: readonly string[];
  readonly unitKeys: readonly number[];
  readonly changes: readonly RestatedFigure[];
  readonly decidedAt: Date | null;
}

/** Waiting restatements and those that recipients were told of, oldest first. */
export const listRestatements = async (
  db: Querier,
  industryKey: number,
  reportKeys: readonly number[],
): Promise<ListedRestatement[]> =>
  (await db.many<RowOf<ListedRestatement, 'decidedAt'>>('sent-reports.restatements', { industryKey, reportKeys })).map(
    (row) => ({ ...row, decidedAt: dateOrNull(row.decidedAt) }),
  );
