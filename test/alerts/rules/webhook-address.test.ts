import { describe, expect, it } from 'vitest';
import type { RuleChannels } from '../../../src/alerts/rules/rule.ts';
import { shownChannels, shownWebhook, withStoredWebhooks } from '../../../src/alerts/rules/webhook-address.ts';

const [FIRST, SECOND] = ['https://chat.example/hook?key=1', 'https://chat.example/hook?key=2'];
const [SHOWN, SECOND_SHOWN] = [shownWebhook(FIRST), shownWebhook(SECOND)];
const chat = (webhookUrl: string | null): RuleChannels => ({ chat: { enabled: true, webhookUrl } });
const rule = (url: string, ...steps: string[]) => ({
  channels: chat(url),
  escalation: steps.map((step, index) => ({ afterMinutes: index + 1, channels: chat(step) })),
});

describe('the address of a chat space', () => {
  it('shows scheme, host and a mark, and nothing of its key', () => {
    expect(SHOWN).toMatch(/^https:\/\/chat\.example\/\.\.[0-9a-f]{8}$/);
    expect(SECOND_SHOWN).not.toBe(SHOWN);
  });

  it('that is sent back as it was shown is the stored one, though its step has moved or another one is gone', () => {
    expect(withStoredWebhooks(rule(SHOWN, SECOND_SHOWN), rule(FIRST, SECOND))).toEqual(rule(FIRST, SECOND));
    expect(withStoredWebhooks(rule(SECOND_SHOWN, SHOWN), rule(FIRST, SECOND))).toEqual(rule(SECOND, FIRST));
    expect(withStoredWebhooks(rule(SECOND_SHOWN), rule(FIRST, SECOND))).toEqual(rule(SECOND));
    expect(withStoredWebhooks(rule('https://other.example/new', SHOWN), rule(FIRST))).toEqual(
      rule('https://other.example/new', FIRST),
    );
  });

  it.each([
    [null, SHOWN, `Invalid 'body': 'channels.chat.webhookUrl' is "${SHOWN}", allowed is the whole address`],
    [rule(SECOND), SHOWN, 'none like it is stored'],
    [rule(FIRST), 'https://chat.example/..', 'none like it is stored'],
  ])('that is shown and not stored is refused: %j, %s', (stored, given, message) => {
    expect(() => withStoredWebhooks(rule(given), stored)).toThrow(message);
  });
});

describe('channels of a rule', () => {
  const channels: RuleChannels = {
    email: { enabled: true, recipients: ['asha@works.example', 'ravi@works.example'] },
    sms: { enabled: false, phoneNumbers: ['+919800000000'] },
    ...chat(FIRST),
    push: { enabled: true, userIds: ['u1'] },
    web: { enabled: true },
  };

  it('show whoever may not change them how many recipients there are, and none of them', () => {
    expect(shownChannels(channels, false)).toEqual({
      email: { enabled: true, count: 2 },
      sms: { enabled: false, count: 1 },
      chat: { enabled: true },
      push: { enabled: true, count: 1 },
      web: { enabled: true },
    });
  });

  it('show everybody else recipients, and of a chat space no key', () => {
    expect(shownChannels(channels, true)).toEqual({ ...channels, ...chat(SHOWN) });
    expect(shownChannels(chat(null), true)).toEqual(chat(null));
  });
});
