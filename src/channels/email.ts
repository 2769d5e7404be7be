import type { SendMailOptions } from 'nodemailer';
import { isMailAddress } from '../domain/access/mail-address.ts';
import { type Channel, ChannelError, type Message, propertyOf } from './channel.ts';

export interface EmailSettings {
  /** `smtp://` or `smtps://`, with login and password where the server asks for them. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
}

const CONNECT_MILLISECONDS = 10_000;
/** Without a byte from the server. It may look through a large mail before it answers. */
const SILENCE_MILLISECONDS = 30_000;

/** Mails by SMTP, each on a connection of its own: a kept one that broke would have its mail sent again. */
export function createEmail(settings: EmailSettings | null): Channel {
  return {
    name: 'email',
    settings: ['SMTP_URL', 'MAIL_FROM'],
    isSetUp: settings !== null,
    async send(message) {
      if (settings === null) throw new ChannelError('not set up', 'Mails are not set up on this server');
      if (!isMailAddress(message.to)) throw new ChannelError('refused', 'The recipient is not a mail address');
      let hasLeft = false;
      const transport = await openTransport(settings, () => {
        hasLeft = true;
      });
      try {
        const { messageId } = await transport.sendMail(mailOf(message, settings));
        return { providerId: messageId };
      } catch (error) {
        throw failure(error, hasLeft);
      }
    },
  };
}

/**
 * The library is loaded with the first mail, which a service without mails is spared.
 * @param left is called when the whole mail has gone out. A server drops what it did not get whole.
 */
async function openTransport({ url }: EmailSettings, left: () => void) {
  const { createTransport } = await import('nodemailer');
  const silent = (): void => {};
  return createTransport({
    url,
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
        if (propertyOf(entry, 'tnx') === 'message') left();
      },
      warn: silent,
      error: silent,
      fatal: silent,
    },
  });
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
  // Answering machines leave such mails alone.
  headers: { 'Auto-Submitted': 'auto-generated' },
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
    );
  const shown = ` (${String(propertyOf(error, 'originalCode') ?? code)})`;
  return hasLeft
    ? new ChannelError('unconfirmed', `The mail server did not answer${shown}`)
    : new ChannelError('unreachable', `The mail server cannot be reached${shown}`);
}
