import { describe, expect, it } from 'vitest';
import { audienceOfChannels, audienceOfUsers } from '../../../src/alerts/rules/audience.ts';

const texts = (entries: readonly { channel: string; recipient: string }[]): string[] =>
  entries.map(({ channel, recipient }) => `${channel}:${recipient}`);

describe('the audience of users', () => {
  it('is a message per address, number and device, in the order of channels, each once', () => {
    const users = [
      { emailIds: ['a@x.example', 'b@x.example'], phoneNo: '9876543210', pushTokens: ['T1'] },
      { emailIds: ['A@x.example'], phoneNo: '+4930123456', pushTokens: ['T2', 'T1'] },
      { emailIds: [], phoneNo: null, pushTokens: [] },
    ];
    expect(texts(audienceOfUsers('PLAINS', users, '91'))).toEqual([
      'email:a@x.example',
      'email:b@x.example',
      'sms:+919876543210',
      'sms:+4930123456',
      'chat-messaging:+919876543210',
      'chat-messaging:+4930123456',
      'push:T1',
      'push:T2',
      'web:V2_PLAINS',
    ]);
  });

  it('has the web channel, whoever is named', () => {
    expect(texts(audienceOfUsers('PLAINS', [], '91'))).toEqual(['web:V2_PLAINS']);
  });
});

describe('the audience of a rule', () => {
  it('is what is switched on', () => {
    const channels = {
      email: { enabled: true, recipients: ['a@x.example'] },
      sms: { enabled: false, phoneNumbers: ['9876543210'] },
      chatMessaging: { enabled: true, phoneNumbers: ['9876543210'] },
      chat: { enabled: true, webhookUrl: 'https://chat.example/hook' },
      push: { enabled: true, userIds: ['u'] },
    };
    expect(texts(audienceOfChannels('PLAINS', channels, ['T'], '91'))).toEqual([
      'email:a@x.example',
      'chat-messaging:+919876543210',
      'push:T',
      'web:V2_PLAINS',
      'chat-space:https://chat.example/hook',
    ]);
    expect(texts(audienceOfChannels('PLAINS', { web: { enabled: false } }, [], '91'))).toEqual([]);
  });
});
