import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { EmailSettings } from '../../src/platform/channels/email.ts';

interface ReceivedMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly mail: Email;
}

/** What the server does with the next mails instead of taking them. */
type Mishap =
  | { readonly at: 'recipient' | 'end'; readonly code: number }
  /** Hangs up before the mail is sent, or when it has come and before it is answered. */
  | 'hangs up before'
  | 'hangs up after'
  /** Keeps the mail that has come and answers nothing. */
  | 'is silent after';

/** A mail server on this machine that keeps what it gets. */
export interface MailServer {
  readonly settings: EmailSettings;
  readonly received: readonly ReceivedMail[];
  /** How many connections there have been. */
  opened(): number;
  /** Hangs up on everybody. */
  closeIdle(): void;
  /** null: mails are taken. */
  fail(mishap: Mishap | null): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let mishap: Mishap | null = null;
  let opened = 0;
  const refusal = (at: 'recipient' | 'end', words: string): Error | null =>
    typeof mishap === 'object' && mishap?.at === at
      ? Object.assign(new Error(words), { responseCode: mishap.code })
      : null;
  const hangUp = (remotePort: number): void => {
    for (const connection of server.connections) if (connection.remotePort === remotePort) connection.close();
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onConnect: (_, answer) => {
      opened += 1;
      answer();
    },
    onAuth: ({ username, password }, _, answer) =>
      username === 'water' && password === 'p@ss word'
        ? answer(null, { user: username })
        : answer(Object.assign(new Error('no'), { responseCode: 535 })),
    onRcptTo: ({ address }, session, answer) => {
      if (mishap === 'hangs up before') hangUp(session.remotePort);
      else answer(refusal('recipient', `${address} is not known here`));
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks);
        void PostalMime.parse(text).then((mail) => {
          const problem = refusal('end', text.toString());
          const { mailFrom, rcptTo } = session.envelope;
          if (problem === null)
            received.push({
              sender: mailFrom === false ? '' : mailFrom.address,
              recipients: rcptTo.map(({ address }) => address),
              mail,
            });
          if (mishap === 'hangs up after') hangUp(session.remotePort);
          else if (mishap !== 'is silent after') answer(problem);
        });
      });
    },
  });
  // A client that is hung up on may reset the connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo; // listening on a port, never on a pipe
  return {
    settings: {
      url: `smtp://water:p%40ss%20word@127.0.0.1:${port}`,
      from: { name: 'Water', address: 'water@example.org' },
    },
    received,
    opened: () => opened,
    closeIdle() {
      for (const connection of server.connections) connection.close();
    },
    fail(next) {
      mishap = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
