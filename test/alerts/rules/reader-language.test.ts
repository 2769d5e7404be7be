import { expect, it } from 'vitest';
import { type Reader, readerLanguages } from '../../../src/alerts/rules/audience.ts';

const reader = (more: Partial<Reader>): Reader => ({
  ...{ mailLanguage: 'hi', emailIds: [], phoneNo: null, pushTokens: [] },
  ...more,
});

it('a message is in the language of the person whose address it is, however the address is written', () => {
  const languageOf = readerLanguages(
    [reader({ emailIds: ['Asha@Works.example'], phoneNo: '9000000001', pushTokens: ['token-1'] })],
    '91',
  );
  expect(languageOf({ channel: 'email', recipient: 'asha@works.example' })).toBe('hi');
  expect(languageOf({ channel: 'sms', recipient: '+919000000001' })).toBe('hi');
  expect(languageOf({ channel: 'chat-messaging', recipient: '+919000000001' })).toBe('hi');
  expect(languageOf({ channel: 'push', recipient: 'token-1' })).toBe('hi');
  expect(languageOf({ channel: 'push', recipient: 'Token-1' })).toBe('en');
});

it('whom nobody knows, an open page and a chat space are told in English', () => {
  const languageOf = readerLanguages([reader({ emailIds: ['asha@works.example'] })], '91');
  expect(languageOf({ channel: 'email', recipient: 'ravi@works.example' })).toBe('en');
  expect(languageOf({ channel: 'web', recipient: 'V2_WORKS' })).toBe('en');
  expect(languageOf({ channel: 'web', recipient: 'V2_' })).toBe('en');
  expect(languageOf({ channel: 'chat-space', recipient: 'https://chat.example/hook' })).toBe('en');
});

it('of people who share an address the first one counts', () => {
  const emailIds = ['office@works.example'];
  const languageOf = readerLanguages([reader({ mailLanguage: 'en', emailIds }), reader({ emailIds })], '91');
  expect(languageOf({ channel: 'email', recipient: 'office@works.example' })).toBe('en');
});
