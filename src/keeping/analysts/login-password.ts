import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);
/** PostgreSQL's own number of iterations, so that this login costs as much time as any other. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;
/** 24 bytes give 32 characters, none of which a shell or an address reads otherwise. */
const PASSWORD_BYTES = 24;

/** A password nobody has to remember: 192 random bits as 32 letters, digits, `-` and `_`. */
export const newLoginPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

/**
 * The verifier that PostgreSQL stores for a password (RFC 5802):
 * `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`. The verifier is computed here, so that neither the
 * server nor its logs see the password.
 * @param password ASCII, because other text would need the normalisation of RFC 4013
 */
export async function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> {
  const salted = await derive(password, salt, ITERATIONS, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
