import type { Language } from '../../kernel/language.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import type { Querier } from '../../platform/database/database.ts';

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
interface Reader {
  /** null: none is stored. */
  readonly mailLanguage: Language | null;
  readonly addresses: readonly string[];
}

export const morningReaders = (db: Querier, industryKey: number): Promise<Reader[]> =>
  db.many<Reader>('morning-mails.readers', { industryKey });

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
