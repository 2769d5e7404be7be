import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../../kernel/errors.ts';
import type { Industry } from '../../../kernel/industry/industry.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/*
 * A device key is one text, `mwk_<key id>_<secret>`. The prefix is fixed, so that scanners of repositories and logs
 * find keys that got lost.
 */

const PREFIX = 'mwk_';
const KEY_ID = /^[0-9a-f]{16}$/;
const SECRET = /^[\w-]{43}$/;
const WRITTEN = /mwk_([0-9a-f]{16})_[\w-]{43}/g;
const KEY_ID_BYTES = 8;
/** 256 random bits cannot be tried out, so a fast hash of them keeps them secret. */
const SECRET_BYTES = 32;

/** The key that a sender shows. */
export interface PresentedKey {
  readonly keyId: string;
  readonly secret: string;
}

/** A key that was shown with its secret, and is in force. */
export interface OpenKey {
  readonly keyId: string;
  readonly industry: Industry;
  /** null: all units of the industry. */
  readonly unitIds: ReadonlySet<string> | null;
  /** The source whose messages alone it sends; null: the key is of no source. */
  readonly sourceKey: number | null;
}

/**
 * Opens a key for one request, which counts against the key's limit.
 * @param network what the sender is counted by.
 * @throws ServiceError 420 for a key that does not exist, has another secret, has ended, or whose industry is disabled;
 * TooManyRequests beyond the limit, and for one wrong key too many of the network.
 */
export type OpenForRequest = (key: PresentedKey, network: string) => Promise<OpenKey>;

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const newDeviceKey = (): PresentedKey => ({
  keyId: randomBytes(KEY_ID_BYTES).toString('hex'),
  secret: randomBytes(SECRET_BYTES).toString('base64url'),
});

export const deviceKeyText = ({ keyId, secret }: PresentedKey): string => `${PREFIX}${keyId}_${secret}`;

export const isKeyId = (text: string): boolean => KEY_ID.test(text);

/** True for a text that is meant as a device key, well written or not. */
export const isLikeDeviceKey = (text: string): boolean => text.startsWith(PREFIX);

/** Parts of a device key; null for any other text. */
export function readDeviceKey(text: string): PresentedKey | null {
  if (!isLikeDeviceKey(text)) return null;
  const [keyId = '', ...rest] = text.slice(PREFIX.length).split('_');
  const secret = rest.join('_');
  return KEY_ID.test(keyId) && SECRET.test(secret) ? { keyId, secret } : null;
}

/**
 * A user name and a password as MQTT has them: key id and secret. The whole key in place of the secret is taken, too.
 */
export function readKeyLogin(username: string, password: string): PresentedKey | null {
  const key = readDeviceKey(isLikeDeviceKey(password) ? password : `${PREFIX}${username}_${password}`);
  return key?.keyId === username ? key : null;
}

/** The text with the secret of every device key in it taken out. */
export const withoutKeySecrets = (text: string): string => text.replace(WRITTEN, `${PREFIX}$1_[removed]`);

/** A comparison in constant time. `hash` null: there is no such key, which takes as long. */
export function isSecretOf(secret: string, hash: Buffer | null): boolean {
  const given = hashOfSecret(secret);
  return timingSafeEqual(given, hash ?? given) && hash !== null;
}

/** End of a key, past or future. */
export interface KeyTerm {
  /** null: never. */
  readonly expiresAt: EpochMillis | null;
  readonly revokedAt: EpochMillis | null;
}

export const keyStateOf = ({ expiresAt, revokedAt }: KeyTerm, now: EpochMillis): 'active' | 'expired' | 'revoked' => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
};

/** State of a key for the request check, beside whether the secret is right. */
export interface KeyStanding extends KeyTerm {
  /** The industry is on the disabled list. */
  readonly isDisabled: boolean;
}

/** Why a key is not taken any more; null: it is in force. `standing` null: there is no such key. */
export function refusalOfKey(standing: KeyStanding | null, now: EpochMillis): ServiceError | null {
  if (standing === null) return new ServiceError(420, 'Invalid device key');
  if (standing.isDisabled) return new ServiceError(420, 'Invalid device key: its industry is disabled');
  const state = keyStateOf(standing, now);
  if (state === 'active') return null;
  return new ServiceError(420, state === 'revoked' ? 'Device key was revoked' : 'Device key has expired');
}
