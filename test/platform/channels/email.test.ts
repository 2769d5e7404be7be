import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEmail } from '../../../src/platform/channels/email.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterEach(() => server.fail(null));
afterAll(async () => {
  await server.stop();
});

const message = { to: 'ann@example.com', title: 'Main inlet', text: 'Flow is above its limit.' };
const newest = () => server.received.at(-1);

describe('mails', () => {
  it('go to their one recipient as plain text, html and attachments under the identity that was given', async () => {
    const bytes = new Uint8Array([0, 255, 13, 10, 46]);
    const { providerId } = await createEmail(server.settings).send({
      ...message,
      title: 'Zähler „Süd" über dem Limit',
      html: '<p>Flow is <b>above</b> its limit.</p>',
      messageId: 'incident-7.1.ann',
      attachments: [{ filename: 'day.csv', contentType: 'text/csv', content: bytes }],
    });
    expect(providerId).toBe('<incident-7.1.ann@example.org>');
    expect(newest()).toMatchObject({
      sender: 'water@example.org',
      recipients: ['ann@example.com'],
      mail: {
        from: { name: 'Water', address: 'water@example.org' },
        to: [{ address: 'ann@example.com' }],
        subject: 'Zähler „Süd" über dem Limit',
        messageId: '<incident-7.1.ann@example.org>',
        text: 'Flow is above its limit.\n',
        html: '<p>Flow is <b>above</b> its limit.</p>\n',
        attachments: [{ filename: 'day.csv', mimeType: 'text/csv' }],
      },
    });
    const [attachment] = newest()?.mail.attachments ?? [];
    expect(new Uint8Array(attachment?.content as ArrayBuffer)).toEqual(bytes);
  });

  it('keep a line end in a subject from becoming a header', async () => {
    await createEmail(server.settings).send({ ...message, title: 'Inlet\r\nBcc: eve@example.com' });
    expect(newest()?.recipients).toEqual(['ann@example.com']);
    expect(newest()?.mail.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
  });

  it.each(['ann@example.com, eve@example.com', 'ann', 'ann@example.com\nBcc: eve@example.com', '<ann@example.com>'])(
    'to %j are refused, because it is not one address',
    async (to) => {
      const before = server.received.length;
      await expect(createEmail(server.settings).send({ ...message, to })).rejects.toMatchObject({ kind: 'refused' });
      expect(server.received.length).toBe(before);
    },
  );

  it('without settings fail, and say so before', async () => {
    expect(createEmail(null).isSetUp).toBe(false);
    await expect(createEmail(null).send(message)).rejects.toMatchObject({ name: 'ChannelError', kind: 'not set up' });
  });

  it.each([
    [{ at: 'recipient', code: 550 }, 'refused', 'The mail server answered 550'],
    [{ at: 'recipient', code: 450 }, 'unreachable', 'The mail server answered 450'],
    [{ at: 'end', code: 554 }, 'refused', 'The mail server answered 554'],
    [{ at: 'end', code: 451 }, 'unreachable', 'The mail server answered 451'],
    ['hangs up before', 'unreachable', 'The mail server cannot be reached (ECONNECTION)'],
    ['hangs up after', 'unconfirmed', 'The mail server did not answer (ECONNECTION)'],
  ] as const)('with %j are %s, and nothing of them is repeated', async (mishap, kind, sentence) => {
    server.fail(mishap);
    await expect(createEmail(server.settings).send(message)).rejects.toMatchObject({ kind, message: sentence });
  });

  it('follow one another on one connection, and on another one where the server has closed it', async () => {
    const email = createEmail(server.settings);
    const before = server.received.length;
    const opened = server.opened();
    for (let sent = 0; sent < 3; sent += 1) await email.send(message);
    expect(server.opened()).toBe(opened + 1);
    server.closeIdle();
    await email.send(message);
    expect(server.opened()).toBe(opened + 2);
    expect(server.received.length).toBe(before + 4);
    server.fail('hangs up before');
    await expect(email.send(message)).rejects.toMatchObject({ kind: 'unreachable' });
    server.fail('hangs up after');
    await email.send({ ...message, to: 'bob@example.com' }).catch(() => {});
    expect(server.received.filter(({ recipients }) => recipients[0] === 'bob@example.com')).toHaveLength(1);
  });

  it('fail when the login is not taken, and when nobody is there', async () => {
    const stranger = { ...server.settings, url: server.settings.url.replace('water:', 'eve:') };
    await expect(createEmail(stranger).send(message)).rejects.toMatchObject({
      kind: 'refused',
      message: 'The mail server answered 535',
    });
    const gone = await startMailServer();
    await gone.stop();
    await expect(createEmail(gone.settings).send(message)).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'The mail server cannot be reached (ECONNREFUSED)',
    });
  });
});
