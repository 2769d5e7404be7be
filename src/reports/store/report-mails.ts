import type { Querier, RowOf } from '../../platform/database/database.ts';

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
export const newestContent = (db: Querier, industryKey: number, reportKey: number): Promise<MailsToQueue['content']> =>
  db.maybeOne<NonNullable<MailsToQueue['content']>>('sent-reports.newest_content', { industryKey, reportKey });

export async function queueMails(
  transaction: Querier,
  industryKey: number,
  mails: MailsToQueue,
  now: Date,
): Promise<void> {
  await transaction.many('sent-reports.queue_mails', {
    industryKey,
    reportKey: mails.reportKey,
    purpose: mails.purpose,
    round: mails.round,
    recipients: mails.recipients,
    now,
    subject: mails.content?.subject ?? null,
    text: mails.content?.text ?? null,
    html: mails.content?.html ?? null,
  });
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
  (await db.many<RowOf<ReportMail, 'queuedAt' | 'finishedAt'>>('sent-reports.mails', { industryKey, reportKeys })).map(
    (row) => ({
      ...row,
      queuedAt: new Date(row.queuedAt),
      finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
    }),
  );

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
export const claimMail = (
  db: Querier,
  industryKey: number,
  reportKey: number,
  now: Date,
): Promise<ClaimedMail | null> => db.maybeOne<ClaimedMail>('sent-reports.claim', { industryKey, reportKey, now });

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
  await db.many('sent-reports.finish', {
    industryKey,
    mailKey,
    state: outcome.state,
    providerId: outcome.state === 'sent' ? outcome.providerId : null,
    problem: outcome.state === 'sent' ? null : outcome.problem,
    now,
    dueAt: outcome.state === 'queued' ? outcome.dueAt : null,
  });
}

/** Whoever sends a mail is still there. */
export async function beatMail(db: Querier, industryKey: number, mailKey: number, now: Date): Promise<void> {
  await db.many('sent-reports.beat', { industryKey, mailKey, now });
}

/**
 * Gives up mails of whose sender nothing was heard since an instant: they may have left.
 * @returns their industries, each once.
 */
export const giveUpMails = async (db: Querier, heardBefore: Date, now: Date, problem: string): Promise<number[]> => [
  ...new Set(
    (await db.many<{ industryKey: number }>('sent-reports.give_up', { heardBefore, now, problem })).map(
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

export const reportsWithWaitingMails = (db: Querier, dueBefore: Date): Promise<WaitingReport[]> =>
  db.many<WaitingReport>('sent-reports.waiting_reports', { dueBefore });

/** Mails of the installation in each state that there is one of. */
export const countMails = async (db: Querier): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await db.many<{ state: string; mails: number }>('sent-reports.counts')).map(({ state, mails }) => [state, mails]),
  );
