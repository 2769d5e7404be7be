import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';

/** A mail server on this machine that notes when mails have come whole. */
export interface Mailbox {
  readonly settings: Readonly<Record<'SMTP_URL' | 'MAIL_FROM', string>>;
  /** When the first mail came whose subject begins so, by `performance.now()`. */
  firstAbout(subject: string): number | null;
  /** When each mail came. */
  arrivals(): readonly number[];
}

interface Mail {
  readonly at: number;
  readonly subject: string;
}

/** The libraries come with the development packages, which a bare installation is spared. */
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
        void PostalMime.parse(Buffer.concat(pieces)).then(({ subject = '' }) => mails.push({ at, subject }));
      });
    },
  });
  // A service that is stopped may reset its connection.
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
  };
}
