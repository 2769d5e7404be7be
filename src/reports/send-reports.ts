import type { Context, DataContext } from '../context.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import {
  type AutomatedMail,
  configuredRecipients,
  coveredBy,
  eachAddressOnce,
  mailsOf,
  nameOfAddress,
  namesOf,
} from './rules/automated-mails.ts';
import { restsOnSince, restatementDue, watchedSince } from './rules/restatement.ts';
import { mailsOfReports, queueMails, type ReportMail } from './store/report-mails.ts';
import { holdRequests, recordReport, reportFileNames } from './store/sent-reports.ts';
import { type Delivery, deliverMails } from './deliver-mails.ts';
import { areSettled, keyOfMail, type OneMail, type ReportRun } from './report-run.ts';
import { makeMail, type ReportMaker } from './make-mail.ts';
import { decisiveMails, findRecordedReport, queueForOthers, type RecordedReport } from './find-recorded-report.ts';
import type { Querier } from '../platform/database/database.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { changesOfDays, markRestatements } from './store/restatements.ts';

/*
 * Changes of days while a report is being made, which takes seconds. A day that settles meanwhile finds no recorded
 * report to restate, so the recorder of the report looks for such days.
 */

interface Covered {
  readonly industryKey: number;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** Marks a report for restatement where its days have changed since {@link watchDayChanges} began. */
type MarkChanges = (db: Querier) => Promise<void>;

/** Longest possible transaction that settles days. */
const LONGEST_SETTLING_MS = DAY_MS;

/**
 * Remembers the newest event before figures are read. Later changes are recognised by their events, because clocks of
 * processes differ.
 */
async function watchDayChanges(
  { database, clock }: DataContext,
  { industryKey, from, to }: Covered,
): Promise<MarkChanges> {
  const range = { from, to, since: new Date(clock.now() - LONGEST_SETTLING_MS) };
  const known = new Set((await changesOfDays(database, industryKey, range)).map(({ eventKey }) => eventKey));
  return async (db) => {
    const days = (await changesOfDays(db, industryKey, range)).filter(({ eventKey }) => !known.has(eventKey));
    if (days.length === 0) return;
    const now = new Date(clock.now());
    await markRestatements(db, industryKey, { days, dueAt: restatementDue(now), since: watchedSince(now) });
  };
}

/** One mail of a run and where it stands. */
export interface RunMail {
  /** Null: a test. */
  readonly reportId: string | null;
  readonly mail: AutomatedMail['mail'];
  /** Names of attached files; empty once the files are removed. */
  readonly files: readonly string[];
  readonly recipients: readonly Pick<ReportMail, 'recipient' | 'state' | 'problem'>[];
  /** Time of an equal earlier request, because nobody gets a report twice; null: none. */
  readonly sentBefore: Date | null;
  /** Number of mails that this run has queued. */
  readonly queued: number;
  /** Reason for a missing mail, because the industry has units for none of its reports; null: the mail exists. */
  readonly leftOut: string | null;
}

type Sender = Delivery & Pick<Context, 'config'>;

/**
 * Makes the reports of a run, records their printed figures, and sends them. A broken-off run goes on where it was:
 * recorded reports are not made again, and sent mails are not sent again. An equal request shortly after is treated
 * alike. A mail without any report is left out and delays no other.
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
    const going = run.isTest ? makeTestMail(sender, maker, asked) : sendRunMail(sender, maker, asked);
    sent.push(await going.catch((error: unknown) => leaveOut(mail, error)));
  }
  if (sent.every(({ leftOut }) => leftOut !== null))
    throw new ServiceError(1401, sent.map(({ leftOut }) => leftOut).join(' '));
  return sent;
}

function leaveOut({ mail }: AutomatedMail, error: unknown): RunMail {
  if (!(error instanceof ServiceError) || error.code !== 1401) throw error;
  return { ...NOT_SENT, mail, leftOut: error.message };
}

const NOT_SENT = { reportId: null, files: [], recipients: [], sentBefore: null, queued: 0, leftOut: null } as const;

async function makeTestMail(sender: Sender, maker: ReportMaker, asked: OneMail): Promise<RunMail> {
  const { files } = await makeRunMail(sender, maker, asked);
  return { ...NOT_SENT, mail: asked.mail.mail, files: files.map(({ filename }) => filename) };
}

/** Makes one mail, records it and sends it, as far as that has not been done. */
export async function sendRunMail(sender: Sender, maker: ReportMaker, asked: OneMail): Promise<RunMail> {
  const { industryKey } = asked.industry;
  const known = await findRecordedReport(sender, sender.database, asked);
  const { reportKey, reportId, sentBefore, ...made } = known ?? (await record(sender, maker, asked));
  const queued = sentBefore === null ? made.queued : await queueForOthers(sender, asked, reportKey);
  await deliverMails(sender, industryKey, reportKey);
  const files = await reportFileNames(sender.database, industryKey, reportKey);
  const mails = decisiveMails(await mailsOfReports(sender.database, industryKey, [reportKey]));
  const names = namesOf(asked.recipients);
  const recipients =
    asked.run.requestedBy === null ? mails : mails.filter(({ recipient }) => names.has(nameOfAddress(recipient)));
  return { reportId, mail: asked.mail.mail, files, recipients, sentBefore, queued, leftOut: null };
}

/** A mail of a run as it stands now, and whether its days have still to settle. */
export async function makeRunMail(
  sender: Pick<Sender, 'database' | 'clock'>,
  maker: ReportMaker,
  { industry, run, mail }: OneMail,
) {
  const covered = coveredBy(run);
  const isProvisional = !(await areSettled(sender, industry, covered));
  const { formats, language = 'en' } = run;
  const made = await makeMail(maker, industry, { mail, covered, language, formats, isProvisional, restated: null });
  return { isProvisional, ...made };
}

/** Makes the reports, and stores them with a mail to each recipient in one transaction. */
async function record(sender: Sender, maker: ReportMaker, asked: OneMail): Promise<RecordedReport> {
  const { industry, run, mail, recipients } = asked;
  const covered = coveredBy(run);
  const markChanges = await watchDayChanges(sender, {
    industryKey: industry.industryKey,
    from: restsOnSince(mail.reports, covered.from),
    to: covered.to,
  });
  const { files, figures, isProvisional, content } = await makeRunMail(sender, maker, asked);
  const now = new Date(sender.clock.now());
  const recorded = await sender.database.transaction(async (transaction): Promise<RecordedReport> => {
    await holdRequests(transaction, industry.industryKey);
    // Another worker, or an equal request at the same moment, was faster.
    const theirs = await findRecordedReport(sender, transaction, asked);
    if (theirs !== null) return theirs;
    const report = await recordReport(
      transaction,
      industry.industryKey,
      {
        ...keyOfMail(asked),
        lastDate: covered.to,
        origin: run.due !== undefined ? 'subscription' : run.requestedBy === null ? 'schedule' : 'request',
        requestedBy: run.requestedBy,
        due: run.due ?? null,
        mailLanguage: run.language ?? 'en',
        reports: mail.reports,
        formats: run.formats,
        figures,
        isProvisional,
        ...content,
      },
      files,
      now,
    );
    if (report === null) throw new Error('A report that stands in the way is not there.');
    const mails = { reportKey: report.reportKey, purpose: 'report', round: 1, recipients, content: null } as const;
    await queueMails(transaction, industry.industryKey, mails, now);
    await markChanges(transaction);
    return { ...report, sentBefore: null, queued: recipients.length };
  });
  // Days that settled before the commit saw no report. Days that settle later do.
  await markChanges(sender.database);
  return recorded;
}

const recipientsOf = ({ config }: Sender, industry: Industry, { emails }: ReportRun): readonly string[] =>
  eachAddressOnce([...configuredRecipients(config.reports, industry), ...emails]);
