import type { Querier } from '../../database/database.ts';

/** The application of one user on one device. */
interface PushRegistration {
  readonly userKey: number;
  readonly deviceId: string;
  readonly token: string;
  /** The login by which it is registered. */
  readonly sid: string;
  readonly at: Date;
}

/** Most devices of a user. Every alert that names a user goes to each of them. */
const MOST_DEVICES = 20;

/**
 * Gives the user's messages to the device by this token from now on, and no other user's. Call it in a transaction.
 * Spec gap: the owner of a token is not stated. A token counts in all industries, because it addresses one application
 * on one device. A device id counts within its industry, because the client chooses it. A user keeps the newest 20
 * devices. Two users who register one token at the same moment meet at its unique index: one of them is refused.
 */
export async function registerPushToken(
  db: Querier,
  { userKey, deviceId, token, sid, at }: PushRegistration,
): Promise<void> {
  await db.many('push-tokens.release', { userKey, deviceId, token });
  await db.many('push-tokens.register', { userKey, deviceId, token, sid, at });
  await db.many('push-tokens.keep_newest', { userKey, deviceId, mostDevices: MOST_DEVICES });
}

/**
 * Stops push messages to the devices that a login registered. Spec gap: an ended login is silent, because whoever holds
 * the device next is not its user. A login that has only expired still gets them.
 */
export async function forgetPushTokens(
  db: Querier,
  login: { readonly industryId: string; readonly userId: string; readonly sid: string },
): Promise<void> {
  await db.many('push-tokens.forget', login);
}
