import type { BusinessDate } from '../../kernel/time/types.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Language } from '../../kernel/language.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

/** A written mail to one address. */
interface MailContent {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Writes mails to be sent once the transaction is committed. @param date the morning they tell; null: none */
export async function queuePersonalMails(
  transaction: Querier,
  industryKey: number,
  { date, mails }: { readonly date: BusinessDate | null; readonly mails: readonly MailContent[] },
  at: Date,
): Promise<void> {
  if (mails.length > 0) await transaction.many('mails.queue', { industryKey, date, mails: JSON.stringify(mails), at });
}

/** A mail that only this process sends. */
interface ClaimedMail extends MailContent {
  readonly mailKey: number;
  /** Number of attempts, this one included. */
  readonly attempts: number;
}

/** Claims the next due mail of an industry; null: none waits. */
export const claimPersonalMail = (
  db: Querier,
  industryKey: number,
  { now, overdueBefore }: { readonly now: Date; readonly overdueBefore: Date },
): Promise<ClaimedMail | null> => db.maybeOne<ClaimedMail>('mails.claim', { industryKey, now, overdueBefore });

interface MailOutcome {
  /** 'queued': once more, at `dueAt`. */
  readonly state: 'sent' | 'failed' | 'unconfirmed' | 'queued';
  readonly providerId: string | null;
  readonly problem: string | null;
  readonly dueAt: Date | null;
}

export async function finishPersonalMail(
  db: Querier,
  industryKey: number,
  mailKey: number,
  outcome: MailOutcome,
  now: Date,
): Promise<void> {
  await db.many('mails.finish', { industryKey, mailKey, ...outcome, now });
}

interface GivenUp {
  readonly now: Date;
  readonly startedBefore: Date;
  readonly queuedBefore: Date;
  readonly senderGone: string;
  readonly overdue: string;
}

/** Gives up mails of killed senders and overdue ones; gives the industry and the problem of each. */
export const giveUpPersonalMails = (
  db: Querier,
  given: GivenUp,
): Promise<{ readonly industryKey: number; readonly problem: string }[]> => db.many('mails.give_up', { ...given });

/** Industries with mails to send. */
export const industriesWithMails = async (db: Querier, now: Date): Promise<number[]> =>
  (await db.many<{ industryKey: number }>('mails.industries_due', { now })).map((row) => row.industryKey);

/** Upkeep: mails of no morning that were written before an instant. */
export const forgetMails = async (db: Querier, before: Date): Promise<void> => {
  await db.many('mails.forget', { before });
};

/** A morning that was told, or had nothing to tell. */
interface Morning {
  /** The business day that had just begun. */
  readonly date: BusinessDate;
  /** Findings that were told as over. */
  readonly overFindingKeys: readonly number[];
}

/** The two newest mornings, the newest first. */
export const newestMornings = (db: Querier, industryKey: number): Promise<Morning[]> =>
  db.many<Morning>('morning-mails.newest_mornings', { industryKey });

/** A person of the industry who gets the morning mail. */
interface MorningReader {
  /** null: none is stored. */
  readonly mailLanguage: Language | null;
  readonly addresses: readonly string[];
}

export const morningReaders = (db: Querier, industryKey: number): Promise<MorningReader[]> =>
  db.many<MorningReader>('morning-mails.readers', { industryKey });

/** Takes a morning for good once the transaction is committed; false: it was told already. */
export const beginMorning = async (
  transaction: Querier,
  industryKey: number,
  { date, overFindingKeys }: Morning,
  at: Date,
): Promise<boolean> =>
  (
    await transaction.many('morning-mails.begin', {
      industryKey,
      date,
      at,
      overFindingKeys: plainArray(overFindingKeys),
    })
  ).length > 0;

/** Upkeep: mornings before an instant, with their mails. */
export const forgetMornings = async (db: Querier, before: Date): Promise<void> => {
  await db.many('morning-mails.forget', { before });
};
