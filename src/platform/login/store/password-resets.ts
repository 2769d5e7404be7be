import { dateOrNull, type Querier } from '../../database/database.ts';
import type { Language } from '../../../kernel/language.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** A person who may get a link. */
export interface ResetPerson {
  readonly userKey: number;
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly industryKey: number;
  readonly industryId: string;
  readonly industryName: string;
  readonly timezone: string;
  /** null: the person has chosen none. */
  readonly mailLanguage: Language | null;
}

/** null when the user was removed or is disabled. */
export const findResetPerson = (db: Querier, userKey: number): Promise<ResetPerson | null> =>
  db.maybeOne<ResetPerson>('password-resets.person', { userKey });

/** The former link of the user is void from now on. */
export async function beginReset(
  db: Querier,
  userKey: number,
  tokenHash: Buffer,
  {
    askedAt,
    expiresAt,
    requestId,
  }: { readonly askedAt: EpochMillis; readonly expiresAt: EpochMillis; readonly requestId: string | null },
): Promise<void> {
  await db.many('password-resets.begin', {
    userKey,
    tokenHash,
    expiresAt: new Date(expiresAt),
    askedAt: new Date(askedAt),
    requestId,
  });
}

/** true once the person needs no mail of the request any more. */
export const isRequestServed = async (
  db: Querier,
  userKey: number,
  { requestId, askedAt, isInvitation }: { requestId: string; askedAt: EpochMillis; isInvitation: boolean },
): Promise<boolean> =>
  (
    await db.one<{ isServed: boolean }>('password-resets.is_served', {
      userKey,
      requestId,
      askedAt: new Date(askedAt),
      isInvitation,
    })
  ).isServed;

/** The outcome of the mail: when it was taken, or why not. */
export async function recordResetMail(
  db: Querier,
  userKey: number,
  tokenHash: Buffer,
  { sentAt, problem }: { readonly sentAt: EpochMillis | null; readonly problem: string | null },
): Promise<void> {
  await db.many('password-resets.record_mail', {
    userKey,
    tokenHash,
    sentAt: dateOrNull(sentAt),
    problem,
  });
}

/** Why another link was not sent. The one before, if there is any, stays as it is. */
export async function recordUnsentReset(db: Querier, userKey: number, problem: string): Promise<void> {
  await db.many('password-resets.record_unsent', { userKey, problem });
}

/** The person whom a link is for; null: the link is void. */
export const readerOfReset = (
  db: Querier,
  tokenHash: Buffer,
  now: EpochMillis,
): Promise<Pick<ResetPerson, 'mailLanguage'> | null> =>
  db.maybeOne('password-resets.reader', { tokenHash, now: new Date(now) });

/** User of the link; null when it is not valid, or somebody was faster. */
export const useReset = (
  db: Querier,
  tokenHash: Buffer,
  now: EpochMillis,
): Promise<Pick<ResetPerson, 'userKey' | 'userId' | 'industryKey' | 'industryId'> | null> =>
  db.maybeOne('password-resets.use', { tokenHash, now: new Date(now) });

/** Stores the hash of another password and ends every session of the user. */
export async function setPassword(db: Querier, userKey: number, passwordHash: string, now: EpochMillis): Promise<void> {
  await db.many('password-resets.replace_hash', { userKey, passwordHash });
  await db.many('password-resets.sign_out', { userKey, now: new Date(now) });
}
