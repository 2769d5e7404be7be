import type { Querier } from '../../platform/database/database.ts';

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
  const row = await db.maybeOne<{ subject: string; bodyText: string; bodyHtml: string }>(
    'sent-reports.newest_content',
    [industryKey, reportKey],
  );
  return row === null ? null : { subject: row.subject, text: row.bodyText, html: row.bodyHtml };
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
      mailKey: number;
      reportKey: number;
      purpose: MailPurpose;
      round: number;
      recipient: string;
      state: MailState;
      attempts: number;
      problem: string | null;
      queuedAt: string;
      finishedAt: string | null;
    }>('sent-reports.mails', [industryKey, reportKeys])
  ).map((row) => ({
    mailKey: row.mailKey,
    reportKey: row.reportKey,
    purpose: row.purpose,
    round: row.round,
    recipient: row.recipient,
    state: row.state,
    attempts: row.attempts,
    problem: row.problem,
    queuedAt: new Date(row.queuedAt),
    finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
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
    mailKey: number;
    messageKey: number;
    purpose: MailPurpose;
    round: number;
    recipient: string;
    attempts: number;
    subject: string;
    bodyText: string;
    bodyHtml: string;
  }>('sent-reports.claim', [industryKey, reportKey, now]);
  return row === null
    ? null
    : {
        mailKey: row.mailKey,
        messageKey: row.messageKey,
        purpose: row.purpose,
        round: row.round,
        recipient: row.recipient,
        attempts: row.attempts,
        subject: row.subject,
        text: row.bodyText,
        html: row.bodyHtml,
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
    (await db.many<{ industryKey: number }>('sent-reports.give_up', [heardBefore, now, problem])).map(
      (row) => row.industryKey,
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
    await db.many<{ industryId: string; industryKey: number; reportKey: number }>('sent-reports.waiting_reports', [
      dueBefore,
    ])
  ).map((row) => ({ industryId: row.industryId, industryKey: row.industryKey, reportKey: row.reportKey }));

/** Mails of the installation in each state that there is one of. */
export const countMails = async (db: Querier): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await db.many<{ state: string; mails: number }>('sent-reports.counts')).map(({ state, mails }) => [state, mails]),
  );
