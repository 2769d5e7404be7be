import { appendFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Channel, Message } from '../../src/platform/channels/channel.ts';
import type { Clock } from '../../src/context.ts';
import type { Demonstration, KeptMail } from '../../src/window/demonstration.ts';

/** A mail as a line of the file; contents of attachments are base64. */
type Line = Omit<KeptMail, 'attachments'> & {
  readonly attachments: readonly (Omit<KeptMail['attachments'][number], 'content'> & { readonly content: string })[];
};

const mailOf = ({ attachments, ...mail }: Line): KeptMail => ({
  ...mail,
  attachments: attachments.map((file) => ({ ...file, content: Buffer.from(file.content, 'base64') })),
});

export interface DemoMailbox extends Pick<Demonstration, 'mails'> {
  /** The channel that marks mails with the time of a clock. */
  readonly emailBy: (clock: Clock) => Channel;
}

/**
 * Takes the place of the mail server: mails are kept in `mails.jsonl` of the directory, where its owner alone may read
 * them, because some hold links of accounts.
 */
export function openDemoMailbox(dataDir: string): DemoMailbox {
  const file = join(dataDir, 'mails.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const mails = lines.map((line) => mailOf(JSON.parse(line) as Line)); // lines of this function
  const send = async (clock: Clock, message: Message): Promise<{ providerId: string }> => {
    const { to, title, text, html, attachments = [] } = message;
    const line: Line = {
      to,
      subject: title ?? '',
      sentAt: clock.now(),
      text,
      ...(html === undefined ? {} : { html }),
      attachments: attachments.map(({ content, ...one }) => ({
        ...one,
        content: Buffer.from(content).toString('base64'),
      })),
    };
    await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    mails.push(mailOf(line));
    return { providerId: randomUUID() };
  };
  return {
    emailBy: (clock) => ({ name: 'email', settings: [], isSetUp: true, send: (message) => send(clock, message) }),
    mails: () => mails,
  };
}
