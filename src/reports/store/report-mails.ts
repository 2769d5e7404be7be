import type { Language } from '../../kernel/language.ts';
import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';

type MailState = 'queued' | 'sending' | 'sent' | 'failed' | 'unconfirmed';
type MailPurpose = 'report' | 'restatement';

interface MailsToQueue {
  readonly reportKey: number;
  readonly purpose: MailPurpose;
  /** Number of the round, from 1. */
  readonly round: number;
  readonly recipients: readonly string[];
  /** Subject and text of the round; null: those of the report. */
  readonly content: { readonly subject: string; readonly text: string; readonly html: string } | null;
}

/** Content of the newest round that was made again; null: no round was. */
export const newestContent = (db: Querier, industryKey: number, reportKey: number): Promise<MailsToQueue['content']> =>
  db.maybeOne<NonNullable<MailsToQueue['content']>>('sent-reports.newest_content', { industryKey, reportKey });

export async function queueMails(
  transaction: Querier,
  industryKey: number,
  mails: MailsToQueue,
  now: Date,
): Promise<void> {
  await transaction.many('sent-reports.queue_mails', {
    ...mails,
    industryKey,
    now,
    subject: mails.content?.subject ?? null,
    text: mails.content?.text ?? null,
    html: mails.content?.html ?? null,
  });
}

export interface ReportMail {
  /** Key of the mail, ascending in the order of queueing. */
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
      finishedAt: dateOrNull(row.finishedAt),
    }),
  );

/** A mail that only this process sends. */
export interface ClaimedMail {
  readonly mailKey: number;
  /** Key of the mail that this one copies, or its own. */
  readonly messageKey: number;
  /** Null: no subscription has asked for its report. */
  readonly subscriptionKey: number | null;
  readonly mailLanguage: Language;
  /** Of the industry. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Its configuration alone has named the recipient. */
  readonly isConfigured: boolean;
  readonly purpose: MailPurpose;
  readonly round: number;
  readonly recipient: string;
  /** Number of attempts, this one included. */
  readonly attempts: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Claims the next due mail of a report that nobody sends; null: none. */
export const claimMail = (
  db: Querier,
  industryKey: number,
  reportKey: number,
  now: Date,
): Promise<ClaimedMail | null> => db.maybeOne<ClaimedMail>('sent-reports.claim', { industryKey, reportKey, now });

export type MailOutcome =
  | { readonly state: 'sent'; readonly providerId: string }
  | { readonly state: 'failed' | 'unconfirmed'; readonly problem: string }
  /** The mail is tried again at `dueAt`. */
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

/** Notes that the sender of a mail is still there. */
export async function beatMail(db: Querier, industryKey: number, mailKey: number, now: Date): Promise<void> {
  await db.many('sent-reports.beat', { industryKey, mailKey, now });
}

/**
 * Gives up mails whose sender has not been heard since an instant, because they may have left.
 * @returns their industries, each once.
 */
export const giveUpMails = async (db: Querier, heardBefore: Date, now: Date, problem: string): Promise<number[]> => [
  ...new Set(
    (await db.many<{ industryKey: number }>('sent-reports.give_up', { heardBefore, now, problem })).map(
      (row) => row.industryKey,
    ),
  ),
];

/** A report with waiting mails. */
interface WaitingReport {
  readonly industryId: string;
  readonly industryKey: number;
  readonly reportKey: number;
}

export const reportsWithWaitingMails = (db: Querier, dueBefore: Date): Promise<WaitingReport[]> =>
  db.many<WaitingReport>('sent-reports.waiting_reports', { dueBefore });

/** Counts of mails by state, over the whole installation. */
export const countMails = async (db: Querier): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await db.many<{ state: string; mails: number }>('sent-reports.counts')).map(({ state, mails }) => [state, mails]),
  );
