import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChatMessaging } from '../../../src/platform/channels/channels.ts';
import { type FakeSmsOperator, fakeSmsOperator } from '../../support/sms-operator.ts';

let operator: FakeSmsOperator;
beforeAll(async () => {
  operator = await fakeSmsOperator();
});
afterAll(async () => {
  await operator.stop();
});

const settings = () => ({ ...operator.settings, from: '+14155238886', templates: { fired: 'HX1' } });
const message = { to: '+919000000001', text: 'Main inlet is above its limit.' };
const newest = () => operator.sent.at(-1);

describe('chat messages', () => {
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
