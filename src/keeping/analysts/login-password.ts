import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);
/** PostgreSQL's own number, so that a login costs what every other one does. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;
/** 24 bytes are 32 characters without any that a shell or an address would read otherwise. */
const PASSWORD_BYTES = 24;

/** A password nobody has to remember: 192 random bits as 32 letters, digits, `-` and `_`. */
export const newLoginPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

/**
 * What PostgreSQL stores of a password (RFC 5802): `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`.
 * Computed here, so that neither the server nor its logs ever see the password.
 *
 * @param password ASCII: other text would need the normalisation of RFC 4013 first
 */
export async function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> {
  const salted = await derive(password, salt, ITERATIONS, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
