import type { Querier } from '../database/database.ts';

type MailState = 'queued' | 'sending' | 'sent' | 'failed' | 'unconfirmed';
type MailPurpose = 'report' | 'restatement';

interface MailsToQueue {
  readonly reportKey: number;
  readonly purpose: MailPurpose;
  /** From 1. */
  readonly round: number;
  readonly recipients: readonly string[];
  /** null: those of the report. */
  readonly content: { readonly subject: string; readonly text: string; readonly html: string } | null;
}

/** What the newest mails of a report said that was made anew; null: it never was. */
export async function newestContent(
  db: Querier,
  industryKey: number,
  reportKey: number,
): Promise<MailsToQueue['content']> {
  const row = await db.maybeOne<{ subject: string; body_text: string; body_html: string }>(
    'sent-reports.newest_content',
    [industryKey, reportKey],
  );
  return row === null ? null : { subject: row.subject, text: row.body_text, html: row.body_html };
}

export async function queueMails(
  transaction: Querier,
  industryKey: number,
  mails: MailsToQueue,
  now: Date,
): Promise<void> {
  await transaction.many('sent-reports.queue_mails', [
    industryKey,
    mails.reportKey,
    mails.purpose,
    mails.round,
    mails.recipients,
    now,
    mails.content?.subject ?? null,
    mails.content?.text ?? null,
    mails.content?.html ?? null,
  ]);
}

export interface ReportMail {
  /** Ascending in the order in which mails were queued. */
  readonly mailKey: number;
  readonly reportKey: number;
  readonly purpose: MailPurpose;
  readonly round: number;
  readonly recipient: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly problem: string | null;
  readonly queuedAt: Date;
  readonly finishedAt: Date | null;
}

export const mailsOfReports = async (
  db: Querier,
  industryKey: number,
  reportKeys: readonly number[],
): Promise<ReportMail[]> =>
  (
    await db.many<{
      mail_key: number;
      report_key: number;
      purpose: MailPurpose;
      round: number;
      recipient: string;
      state: MailState;
      attempts: number;
      problem: string | null;
      queued_at: string;
      finished_at: string | null;
    }>('sent-reports.mails', [industryKey, reportKeys])
  ).map((row) => ({
    mailKey: row.mail_key,
    reportKey: row.report_key,
    purpose: row.purpose,
    round: row.round,
    recipient: row.recipient,
    state: row.state,
    attempts: row.attempts,
    problem: row.problem,
    queuedAt: new Date(row.queued_at),
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at),
  }));

/** A mail that is this process's to send. */
export interface ClaimedMail {
  readonly mailKey: number;
  /** The mail of which it is a copy, or its own. */
  readonly messageKey: number;
  readonly purpose: MailPurpose;
  readonly round: number;
  readonly recipient: string;
  /** This one included. */
  readonly attempts: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The next mail of a report that is due and that nobody sends; null: none. */
export async function claimMail(
  db: Querier,
  industryKey: number,
  reportKey: number,
  now: Date,
): Promise<ClaimedMail | null> {
  const row = await db.maybeOne<{
    mail_key: number;
    message_key: number;
    purpose: MailPurpose;
    round: number;
    recipient: string;
    attempts: number;
    subject: string;
    body_text: string;
    body_html: string;
  }>('sent-reports.claim', [industryKey, reportKey, now]);
  return row === null
    ? null
    : {
        mailKey: row.mail_key,
        messageKey: row.message_key,
        purpose: row.purpose,
        round: row.round,
        recipient: row.recipient,
        attempts: row.attempts,
        subject: row.subject,
        text: row.body_text,
        html: row.body_html,
      };
}

export type MailOutcome =
  | { readonly state: 'sent'; readonly providerId: string }
  | { readonly state: 'failed' | 'unconfirmed'; readonly problem: string }
  /** It is tried again. */
  | { readonly state: 'queued'; readonly problem: string; readonly dueAt: Date };

export async function finishMail(
  db: Querier,
  industryKey: number,
  mailKey: number,
  outcome: MailOutcome,
  now: Date,
): Promise<void> {
  await db.many('sent-reports.finish', [
    industryKey,
    mailKey,
    outcome.state,
    outcome.state === 'sent' ? outcome.providerId : null,
    outcome.state === 'sent' ? null : outcome.problem,
    now,
    outcome.state === 'queued' ? outcome.dueAt : null,
  ]);
}

/** Whoever sends a mail is still there. */
export async function beatMail(db: Querier, industryKey: number, mailKey: number, now: Date): Promise<void> {
  await db.many('sent-reports.beat', [industryKey, mailKey, now]);
}

/**
 * Gives up mails of whose sender nothing was heard since an instant: they may have left.
 * @returns their industries, each once.
 */
export const giveUpMails = async (db: Querier, heardBefore: Date, now: Date, problem: string): Promise<number[]> => [
  ...new Set(
    (await db.many<{ industry_key: number }>('sent-reports.give_up', [heardBefore, now, problem])).map(
      (row) => row.industry_key,
    ),
  ),
];

/** A report with mails that wait. */
interface WaitingReport {
  readonly industryId: string;
  readonly industryKey: number;
  readonly reportKey: number;
}

export const reportsWithWaitingMails = async (db: Querier, dueBefore: Date): Promise<WaitingReport[]> =>
  (
    await db.many<{ industry_id: string; industry_key: number; report_key: number }>('sent-reports.waiting_reports', [
      dueBefore,
    ])
  ).map((row) => ({ industryId: row.industry_id, industryKey: row.industry_key, reportKey: row.report_key }));

/** Mails of the installation in each state that there is one of. */
export const countMails = async (db: Querier): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await db.many<{ state: string; mails: number }>('sent-reports.counts')).map(({ state, mails }) => [state, mails]),
  );
