/**
 * Password check of database logins against the verifier PostgreSQL keeps in pg_authid (RFC 5802 and 7677; the format
 * is `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`).
 */
import { createHash, createHmac, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);
const VERIFIER_PATTERN = /^SCRAM-SHA-256\$(\d+):([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+):[A-Za-z0-9+/=]+$/;
/** The verifier of an unknown name, so that such a name takes the time of a wrong password. */
const nobodysVerifier = `SCRAM-SHA-256$4096:${'A'.repeat(22)}==$${'A'.repeat(43)}=:${'A'.repeat(43)}=`;

/** True when `password` belongs to `verifier`. A missing or foreign verifier never matches. */
export async function passwordMatches(password: string, verifier: string | null): Promise<boolean> {
  const known = VERIFIER_PATTERN.exec(verifier ?? '');
  const [, iterations = '4096', salt = '', storedKey = ''] = known ?? VERIFIER_PATTERN.exec(nobodysVerifier) ?? [];
  const salted = await derive(
    password.normalize('NFKC'),
    Buffer.from(salt, 'base64'),
    Number(iterations),
    32,
    'sha256',
  );
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const computed = createHash('sha256').update(clientKey).digest();
  const expected = Buffer.from(storedKey, 'base64');
  return expected.length === computed.length && timingSafeEqual(expected, computed) && known !== null;
}
