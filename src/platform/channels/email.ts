import type { SendMailOptions } from 'nodemailer';
import { isMailAddress } from '../login/rules/login-name.ts';
import { type Channel, ChannelError, type Message, propertyOf } from './channel.ts';

export interface EmailSettings {
  /** `smtp://` or `smtps://`, with login and password where the server asks for them. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
}

const CONNECT_MILLISECONDS = 10_000;
/** Longest silence of the server, which may look through a large mail before it answers. */
const SILENCE_MILLISECONDS = 30_000;

/** A connection is kept for the next mail of a storm. Servers greet slowly, so a new one costs more than its mail. */
const IDLE_MILLISECONDS = 500;
const MOST_IDLE = 16;

/** A connection that sends one mail at a time, opened with its first mail and again after it was idle. */
interface Line {
  readonly send: (mail: SendMailOptions) => Promise<{ readonly messageId: string }>;
  readonly close: () => void;
  /** True when the whole of its newest mail has gone out. A server drops a mail that it did not get whole. */
  hasLeft: boolean;
  isUsed: boolean;
}

/** Mails by SMTP. */
export function createEmail(settings: EmailSettings | null): Channel {
  const idle: Line[] = [];
  const sendOn = async (line: Line, mail: SendMailOptions): Promise<string> => {
    line.hasLeft = false;
    try {
      const { messageId } = await line.send(mail);
      line.isUsed = true;
      if (idle.length < MOST_IDLE) idle.push(line);
      else line.close();
      return messageId;
    } catch (error) {
      line.close();
      throw error;
    }
  };
  return {
    name: 'email',
    settings: ['SMTP_URL', 'MAIL_FROM'],
    isSetUp: settings !== null,
    async send(message) {
      if (settings === null) throw new ChannelError('not set up', 'Mails are not set up on this server');
      if (!isMailAddress(message.to)) throw new ChannelError('refused', 'The recipient is not a mail address');
      const mail = mailOf(message, settings);
      let line = idle.pop() ?? (await openLine(settings));
      try {
        return { providerId: await sendOn(line, mail) };
      } catch (error) {
        if (!line.isUsed || line.hasLeft || !isClosed(error)) throw failure(error, line.hasLeft);
      }
      // The server has closed a connection that was idle, before it got the mail.
      line = await openLine(settings);
      try {
        return { providerId: await sendOn(line, mail) };
      } catch (error) {
        throw failure(error, line.hasLeft);
      }
    },
  };
}

const CLOSING_DOWN = 421;
const isClosed = (error: unknown): boolean => {
  const answered = propertyOf(error, 'responseCode');
  return typeof answered !== 'number' || answered === CLOSING_DOWN;
};

/** The library is loaded with the first mail, which a service without mails is spared. */
async function openLine({ url }: EmailSettings): Promise<Line> {
  const { createTransport } = await import('nodemailer');
  const silent = (): void => {};
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // The library does not know whether a mail has left, so it must not send it again.
    maxRequeues: 0,
    idleTimeout: IDLE_MILLISECONDS,
    connectionTimeout: CONNECT_MILLISECONDS,
    greetingTimeout: CONNECT_MILLISECONDS,
    dnsTimeout: CONNECT_MILLISECONDS,
    socketTimeout: SILENCE_MILLISECONDS,
    // Text that users wrote must not name a file or an address to be sent.
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: {
      level: silent,
      trace: silent,
      debug: silent,
      info: (entry: unknown) => {
        if (propertyOf(entry, 'tnx') === 'message') line.hasLeft = true;
      },
      warn: silent,
      error: silent,
      fatal: silent,
    },
  });
  const line: Line = {
    send: (mail) => transport.sendMail(mail),
    close: () => transport.close(),
    hasLeft: false,
    isUsed: false,
  };
  return line;
}

const mailOf = (message: Message, { from }: EmailSettings): SendMailOptions => ({
  from,
  to: { name: '', address: message.to },
  subject: message.title ?? '',
  text: message.text,
  ...(message.html === undefined ? {} : { html: message.html }),
  ...(message.messageId === undefined ? {} : { messageId: `<${message.messageId}@${domainOf(from.address)}>` }),
  attachments: (message.attachments ?? []).map(({ filename, contentType, content }) => ({
    filename,
    contentType,
    content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  })),
  headers: {
    // The header keeps machines from answering.
    'Auto-Submitted': 'auto-generated',
    ...(message.unsubscribeUrl === undefined
      ? {}
      : {
          'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
  },
});

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Codes 4xx of SMTP mean `later`, and greylisting servers give one to every first try. */
function failure(error: unknown, hasLeft: boolean): ChannelError {
  const answered = propertyOf(error, 'responseCode');
  const code = propertyOf(error, 'code');
  if (typeof answered === 'number')
    return new ChannelError(
      answered < 500 && code !== 'EAUTH' ? 'unreachable' : 'refused',
      `The mail server answered ${answered}`,
      answered,
    );
  const shown = ` (${String(propertyOf(error, 'originalCode') ?? code)})`;
  return hasLeft
    ? new ChannelError('unconfirmed', `The mail server did not answer${shown}`)
    : new ChannelError('unreachable', `The mail server cannot be reached${shown}`);
}
