import type { Querier } from '../../database/database.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/**
 * Notes that a code is being sent; false when the one before was sent less than `waitSeconds` ago. Exact over all
 * processes.
 */
export async function beginOneTimePassword(
  db: Querier,
  userKey: number,
  sentAt: EpochMillis,
  waitSeconds: number,
): Promise<boolean> {
  return (await db.many('one-time-passwords.begin', { userKey, sentAt: new Date(sentAt), waitSeconds })).length > 0;
}

interface SentPassword {
  readonly sentAt: EpochMillis;
}

/** null: the user never asked for one. */
export async function newestOneTimePassword(db: Querier, userKey: number): Promise<SentPassword | null> {
  const row = await db.maybeOne<{ sentAt: number }>('one-time-passwords.newest', { userKey });
  return row === null ? null : { sentAt: row.sentAt };
}

/** true for the first caller only, over all processes. */
export async function useOneTimePassword(
  db: Querier,
  userKey: number,
  sentAt: EpochMillis,
  now: EpochMillis,
): Promise<boolean> {
  return (
    (await db.many('one-time-passwords.use', { userKey, sentAt: new Date(sentAt), now: new Date(now) })).length > 0
  );
}

export async function forgetOneTimePassword(db: Querier, userKey: number, sentAt: EpochMillis): Promise<void> {
  await db.many('one-time-passwords.forget', { userKey, sentAt: new Date(sentAt) });
}
