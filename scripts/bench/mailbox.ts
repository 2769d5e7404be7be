import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';

/** A mail server on this machine that notes the arrival of whole mails. */
export interface Mailbox {
  readonly settings: Readonly<Record<'SMTP_URL' | 'MAIL_FROM', string>>;
  /** Arrival of the first mail with such a beginning of its subject, by `performance.now()`; null: none yet. */
  firstAbout(subject: string): number | null;
  /** Arrival of each mail. */
  arrivals(): readonly number[];
  /** Plain text of each mail. */
  texts(): readonly string[];
}

interface Mail {
  readonly at: number;
  readonly subject: string;
  readonly text: string;
}

/** Loads the libraries when called, because a bare installation lacks the development packages. */
export async function openMailbox(closeLater: (close: () => Promise<void>) => void): Promise<Mailbox> {
  const [{ SMTPServer }, { default: PostalMime }] = [await import('smtp-server'), await import('postal-mime')];
  const mails: Mail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, answer) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const at = performance.now();
        answer();
        void PostalMime.parse(Buffer.concat(pieces)).then(({ subject = '', text = '' }) =>
          mails.push({ at, subject, text }),
        );
      });
    },
  });
  // A stopping service may reset its connection.
  server.on('error', () => {});
  closeLater(() => new Promise((resolve) => server.close(() => resolve())));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo; // listening on a port, never on a pipe
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Water <water@bench.example>' },
    firstAbout: (subject) => mails.find((mail) => mail.subject.startsWith(subject))?.at ?? null,
    arrivals: () => mails.map(({ at }) => at),
    texts: () => mails.map(({ text }) => text),
  };
}
