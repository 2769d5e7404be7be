import { importPKCS8, SignJWT } from 'jose';

/** Account of this service at the operator of push messages. */
export interface PushAccount {
  readonly clientEmail: string;
  readonly privateKey: string;
  /** Another address than the operator's own; null: https://fcm.googleapis.com. */
  readonly baseUrl: string | null;
}

const TOKEN_PATH = '/token';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * A token of the operator for its service account, which the library asks for before the one it has expires. The
 * library's own way knows no other address and no time-out.
 * @throws Error without anything of the answer but its status.
 */
export async function pushLogin({ clientEmail, privateKey, baseUrl }: PushAccount): Promise<{
  access_token: string;
  expires_in: number;
}> {
  const address = new URL(TOKEN_PATH, 'https://oauth2.googleapis.com');
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientEmail)
    .setAudience(address.href)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(privateKey, 'RS256'));
  const response = await fetch(baseUrl === null ? address : new URL(TOKEN_PATH, baseUrl), {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok) throw new Error(`The login of push messages was answered ${response.status}.`);
  // As the operator documents it.
  return (await response.json()) as { access_token: string; expires_in: number };
}
