import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChatMessaging, createSms } from '../../../src/platform/channels/twilio.ts';
import { type FakeSmsOperator, fakeSmsOperator } from '../../support/sms-operator.ts';

let operator: FakeSmsOperator;
beforeAll(async () => {
  operator = await fakeSmsOperator();
});
afterAll(async () => {
  await operator.stop();
});

const newest = () => operator.sent.at(-1);

describe('text messages', () => {
  const message = { to: '+919000000001', text: '123456 is your login code.' };

  it('are handed to the operator with account, sender and text', async () => {
    const { providerId } = await createSms(operator.settings).send(message);
    expect(providerId).toMatch(/^SM\d+$/);
    expect(newest()).toEqual({
      path: '/2010-04-01/Accounts/AC00000000000000000000000000000000/Messages.json',
      authorization: `Basic ${Buffer.from('AC00000000000000000000000000000000:token-of-the-tests').toString('base64')}`,
      to: '+919000000001',
      from: '+15005550006',
      text: '123456 is your login code.',
      contentSid: '',
      contentVariables: '',
    });
  });

  it('without settings fail, and say so before', async () => {
    const sms = createSms(null);
    expect(sms.isSetUp).toBe(false);
    await expect(sms.send(message)).rejects.toMatchObject({ name: 'ChannelError', kind: 'not set up' });
  });

  it('that the operator refuses fail with its code and without their text', async () => {
    operator.refuseWith(400);
    await expect(createSms(operator.settings).send(message)).rejects.toMatchObject({
      kind: 'refused',
      message: 'The text message operator answered 400, code 21211',
    });
    operator.refuseWith(null);
  });

  it('fail when the operator cannot be reached', async () => {
    const gone = await fakeSmsOperator();
    await gone.stop();
    await expect(createSms(gone.settings).send(message)).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'The text message operator cannot be reached (ECONNREFUSED)',
    });
  });
});

describe('chat messages', () => {
  const settings = () => ({ ...operator.settings, from: '+14155238886', templates: { fired: 'HX1' } });
  const message = { to: '+919000000001', text: 'Main inlet is above its limit.' };

  it('that name an approved text are sent as that, with its blanks filled', async () => {
    const template = { name: 'fired', variables: { 1: 'Main inlet', 2: '"12" KL' } };
    const { providerId } = await createChatMessaging(settings()).send({ ...message, template });
    expect(providerId).toMatch(/^SM\d+$/);
    expect(newest()).toMatchObject({
      to: 'whatsapp:+919000000001',
      from: 'whatsapp:+14155238886',
      text: '',
      contentSid: 'HX1',
      contentVariables: '{"1":"Main inlet","2":"\\"12\\" KL"}',
    });
  });

  it('without an approved text of that name are sent as plain text', async () => {
    await createChatMessaging(settings()).send({ ...message, template: { name: 'other', variables: {} } });
    expect(newest()).toMatchObject({ text: 'Main inlet is above its limit.', contentSid: '' });
  });

  it('without settings fail, and say so before', async () => {
    expect(createChatMessaging(null).isSetUp).toBe(false);
    await expect(createChatMessaging(null).send(message)).rejects.toMatchObject({ kind: 'not set up' });
  });

  it.each([
    [400, 'refused'],
    [429, 'unreachable'],
    [503, 'unreachable'],
    [502, 'unconfirmed'],
  ])('answered %i are %s, and nothing of them is repeated', async (status, kind) => {
    operator.refuseWith(status);
    await expect(createChatMessaging(settings()).send(message)).rejects.toMatchObject({
      kind,
      message: `The chat message operator answered ${status}, code 21211`,
    });
    operator.refuseWith(null);
  });
});
