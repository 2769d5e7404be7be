import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSms } from '../../../src/platform/channels/sms.ts';
import { type FakeSmsOperator, fakeSmsOperator } from '../../support/sms-operator.ts';

let operator: FakeSmsOperator;
beforeAll(async () => {
  operator = await fakeSmsOperator();
});
afterAll(async () => {
  await operator.stop();
});

const message = { to: '+919000000001', text: '123456 is your login code.' };

describe('text messages', () => {
  it('are handed to the operator with account, sender and text', async () => {
    const { providerId } = await createSms(operator.settings).send(message);
    expect(providerId).toBe('SM1');
    expect(operator.sent).toEqual([
      {
        path: '/2010-04-01/Accounts/AC00000000000000000000000000000000/Messages.json',
        authorization: `Basic ${Buffer.from('AC00000000000000000000000000000000:token-of-the-tests').toString('base64')}`,
        to: '+919000000001',
        from: '+15005550006',
        text: '123456 is your login code.',
        contentSid: '',
        contentVariables: '',
      },
    ]);
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
