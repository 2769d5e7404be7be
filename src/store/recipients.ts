import type { Querier } from '../database/database.ts';
import type { Addressee } from '../domain/alerts/audience.ts';

/** A user of the industry as messages reach him now. */
interface Recipient extends Addressee {
  readonly userId: string;
}

/** Those of these users that the industry has and that are not disabled, in the order given. */
export const findRecipients = async (
  db: Querier,
  industryKey: number,
  userIds: readonly string[],
): Promise<Recipient[]> =>
  (
    await db.many<{ user_id: string; email_ids: string[]; phone_no: string | null; push_tokens: string[] }>(
      'recipients.find',
      [industryKey, userIds],
    )
  ).map((row) => ({
    userId: row.user_id,
    emailIds: row.email_ids,
    phoneNo: row.phone_no,
    pushTokens: row.push_tokens,
  }));

/** Those of the devices that are a user's of the industry now. */
export const ownPushTokens = async (
  db: Querier,
  industryKey: number,
  tokens: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.many<{ token: string }>('recipients.own_push_tokens', [industryKey, tokens])).map(({ token }) => token),
  );

/** Forgets devices that the operator of push messages knows no more. */
export const prunePushTokens = async (db: Querier, industryKey: number, tokens: readonly string[]): Promise<void> => {
  await db.many('recipients.prune_push_tokens', [industryKey, tokens]);
};
