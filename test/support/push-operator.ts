import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushSettings } from '../../src/platform/channels/push.ts';

interface SentPush {
  readonly path: string;
  readonly authorization: string;
  readonly message: Readonly<Record<string, unknown>> & { readonly token: string };
}

/** The operator of push messages on this machine: what the library calls, its login included. */
export interface PushOperator {
  readonly settings: PushSettings;
  readonly sent: readonly SentPush[];
  /** The most requests that were open at once. */
  mostAtOnce(): number;
  /** Answers for single tokens; the others are taken. */
  answer(token: string, status: number, code: string): void;
  stop(): Promise<void>;
}

export async function startPushOperator(): Promise<PushOperator> {
  const sent: SentPush[] = [];
  const refusals = new Map<string, { status: number; code: string }>();
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    open += 1;
    most = Math.max(most, open);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      open -= 1;
      response.setHeader('content-type', 'application/json');
      const path = request.url ?? '';
      if (path === '/token')
        return void response.end(JSON.stringify({ access_token: 'of-the-tests', expires_in: 3600 }));
      // What the library sends.
      const { message } = JSON.parse(Buffer.concat(chunks).toString()) as Pick<SentPush, 'message'>;
      const refusal = refusals.get(message.token);
      if (refusal !== undefined) {
        response.statusCode = refusal.status;
        const error = { status: refusal.code, message: `Not taken: ${JSON.stringify(message)}`, code: refusal.status };
        return void response.end(
          JSON.stringify({
            error: {
              ...error,
              details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: refusal.code }],
            },
          }),
        );
      }
      sent.push({ path, authorization: request.headers.authorization ?? '', message });
      response.end(JSON.stringify({ name: `projects/water/messages/${sent.length}` }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // listening on a port, never on a pipe
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return {
    settings: {
      projectId: 'water',
      clientEmail: `${randomUUID()}@water.example`,
      privateKey,
      baseUrl: `http://127.0.0.1:${port}`,
    },
    sent,
    mostAtOnce: () => most,
    answer: (token, status, code) => refusals.set(token, { status, code }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
