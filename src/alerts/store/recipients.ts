import type { Querier } from '../../platform/database/database.ts';
import type { Addressee, Reader } from '../rules/audience.ts';

/** A user of the industry as messages reach him now. */
interface Recipient extends Addressee {
  readonly userId: string;
}

/** Users of the industry among these who are not disabled, in the order given. */
export const findRecipients = (db: Querier, industryKey: number, userIds: readonly string[]): Promise<Recipient[]> =>
  db.many<Recipient>('recipients.find', { industryKey, userIds });

export const readersWithLanguage = (db: Querier, industryKey: number): Promise<Reader[]> =>
  db.many<Reader>('recipients.readers', { industryKey });

/** Devices among these that belong to a user of the industry now. */
export const ownPushTokens = async (
  db: Querier,
  industryKey: number,
  tokens: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.many<{ token: string }>('recipients.own_push_tokens', { industryKey, tokens })).map(({ token }) => token),
  );

/** Forgets devices that the operator of push messages knows no more. */
export const prunePushTokens = async (db: Querier, industryKey: number, tokens: readonly string[]): Promise<void> => {
  await db.many('recipients.prune_push_tokens', { industryKey, tokens });
};
