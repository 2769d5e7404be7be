import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type CryptoKey, type JWK, type JWTPayload, SignJWT } from 'jose';

interface Key {
  readonly kid: string;
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
  readonly published: JWK;
}

const makeKey = async (alg: string, kid: string): Promise<Key> => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, publicKey, privateKey, published: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
};

interface Claims {
  readonly issuer?: string;
  readonly audience?: string;
  readonly expiresInSeconds?: number | null;
  readonly notBeforeInSeconds?: number;
  readonly claims?: JWTPayload;
}

/** An identity provider on this machine that publishes its keys over HTTP and signs tokens with the newest. */
export interface FakeProvider {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string;
  /** How often the keys were asked for. */
  readonly asked: () => number;
  /** A token as the provider would issue it now. */
  sign(claims?: Claims): Promise<string>;
  /** The same, signed by a key under the published key's name. */
  signWith(key: CryptoKey | Uint8Array, alg: string, claims?: Claims, kid?: string): Promise<string>;
  /** From now on there is another key; the one before is no longer published. */
  rotate(): Promise<void>;
  /** The published key as PEM, as an attacker would have it. */
  publicPem(): Promise<string>;
  kid(): string;
  /** null: keys; otherwise what is answered instead. */
  failWith(status: number | 'not keys' | null): void;
  stop(): Promise<void>;
}

export async function fakeProvider(now: () => number): Promise<FakeProvider> {
  let key = await makeKey('RS256', 'key-1');
  let made = 1;
  let asked = 0;
  let failure: number | 'not keys' | null = null;
  const server = createServer((_, response) => {
    asked += 1;
    response.statusCode = typeof failure === 'number' ? failure : 200;
    response.setHeader('content-type', 'application/json');
    response.end(failure === null ? JSON.stringify({ keys: [key.published] }) : '{"no":"keys"}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // listen() on a port gives an address of this form.
  const { port } = server.address() as AddressInfo;
  const jwksUrl = `http://127.0.0.1:${port}/keys`;
  const issuer = `https://identity-${port}.example/v2.0`;
  const audience = 'client-of-the-tests';

  const signWith: FakeProvider['signWith'] = (signingKey, alg, options = {}, kid = key.kid) => {
    const seconds = Math.floor(now() / 1000);
    const expiresIn = options.expiresInSeconds === undefined ? 300 : options.expiresInSeconds;
    const token = new SignJWT({
      iss: options.issuer ?? issuer,
      aud: options.audience ?? audience,
      iat: seconds,
      ...options.claims,
    }).setProtectedHeader({ alg, kid });
    if (expiresIn !== null) token.setExpirationTime(seconds + expiresIn);
    if (options.notBeforeInSeconds !== undefined) token.setNotBefore(seconds + options.notBeforeInSeconds);
    return token.sign(signingKey);
  };
  return {
    issuer,
    jwksUrl,
    audience,
    asked: () => asked,
    sign: (options) => signWith(key.privateKey, 'RS256', options),
    signWith,
    async rotate() {
      key = await makeKey('RS256', `key-${(made += 1)}`);
    },
    publicPem: () => exportSPKI(key.publicKey),
    kid: () => key.kid,
    failWith(status) {
      failure = status;
    },
    stop: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
