import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SmsSettings } from '../../src/platform/channels/twilio.ts';

interface SentSms {
  readonly path: string;
  readonly authorization: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
  /** The approved text and what fills its blanks; empty without one. */
  readonly contentSid: string;
  readonly contentVariables: string;
}

/** A text message operator on this machine: what the library calls, without the telephones. */
export interface FakeSmsOperator {
  readonly settings: SmsSettings;
  readonly sent: readonly SentSms[];
  /** The code in the newest message to that number. */
  codeTo(number: string): string;
  /** null: messages are taken. */
  refuseWith(status: number | null): void;
  stop(): Promise<void>;
}

export async function fakeSmsOperator(): Promise<FakeSmsOperator> {
  const sent: SentSms[] = [];
  let refusal: number | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const message = {
        path: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        to: form.get('To') ?? '',
        from: form.get('From') ?? '',
        text: form.get('Body') ?? '',
        contentSid: form.get('ContentSid') ?? '',
        contentVariables: form.get('ContentVariables') ?? '',
      };
      response.setHeader('content-type', 'application/json');
      response.statusCode = refusal ?? 201;
      if (refusal === null) sent.push(message);
      response.end(
        JSON.stringify(
          refusal === null
            ? { sid: `SM${sent.length}` }
            : { status: refusal, code: 21211, message: `Invalid: ${message.to} ${message.text}` },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // listen() on a port gives an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      accountSid: 'AC00000000000000000000000000000000',
      authToken: 'token-of-the-tests',
      from: '+15005550006',
      baseUrl: `http://127.0.0.1:${port}`,
    },
    sent,
    codeTo(number) {
      const code = /\b\d{6}\b/.exec(sent.findLast(({ to }) => to === number)?.text ?? '')?.[0];
      if (code === undefined) throw new Error(`No code was sent to ${number}.`);
      return code;
    },
    refuseWith(status) {
      refusal = status;
    },
    stop: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
