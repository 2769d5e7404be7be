import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { reasonOf } from '../src/kernel/reason-of.ts';

const problem = (env: Record<string, string>): string => {
  try {
    parseConfig(env);
  } catch (error) {
    return reasonOf(error);
  }
  return 'accepted';
};

describe('the settings of channels and identity providers', () => {
  it('takes the settings of text messages together or not at all, naming what is absent', () => {
    const all = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'hunter2', TWILIO_FROM: '+15005550006' };
    expect(parseConfig(all).sms).toEqual({
      accountSid: 'AC1',
      authToken: 'hunter2',
      from: '+15005550006',
      baseUrl: null,
    });
    expect(problem({ TWILIO_AUTH_TOKEN: 'hunter2' })).toBe(
      'TWILIO_ACCOUNT_SID, TWILIO_FROM: must be set too, because text messages need TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM together.',
    );
  });

  it('takes an account with a sender of chat messages and none of text messages', () => {
    const account = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'hunter2' };
    const chat = { TWILIO_WHATSAPP_FROM: '+14155238886', TWILIO_WHATSAPP_TEMPLATES: '{"fired": "HX1"}' };
    expect(parseConfig({ ...account, ...chat })).toMatchObject({
      sms: null,
      chatMessaging: {
        accountSid: 'AC1',
        authToken: 'hunter2',
        from: '+14155238886',
        templates: { fired: 'HX1' },
        baseUrl: null,
      },
    });
    expect(problem(chat)).toBe(
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN: must be set too, because chat messages need TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_WHATSAPP_FROM together.',
    );
  });

  it('reads the service account of push messages from the variable or from a file', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const account = JSON.stringify({ project_id: 'water', client_email: 'a@b', private_key: privateKey });
    const folder = mkdtempSync(join(tmpdir(), 'water-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'account.json');
    writeFileSync(path, account);
    const expected = { projectId: 'water', clientEmail: 'a@b', privateKey, baseUrl: null };
    expect(parseConfig({ FIREBASE_CREDENTIALS: account }).push).toEqual(expected);
    expect(parseConfig({ FIREBASE_CREDENTIALS: path }).push).toEqual(expected);
  });

  it('names the webhook without a name the default chat group', () => {
    const groups = { default: 'https://a.example/x', ops: 'https://b.example/y' };
    const { default: CHAT_WEBHOOK_URL, ops } = groups;
    expect(parseConfig({ CHAT_WEBHOOK_URL, CHAT_GROUPS: JSON.stringify({ ops }) }).chatSpace).toEqual({
      groups,
      allowPrivate: false,
    });
  });

  it('reads the sender of mails with a name or without', () => {
    const from = (sender: string) => parseConfig({ SMTP_URL: 'smtps://u:p@mail', MAIL_FROM: sender }).email?.from;
    expect([from('water@example.com'), from('Water works <a.b@example.com>'), from('"Water" <w@example.com>')]).toEqual(
      [
        { name: '', address: 'water@example.com' },
        { name: 'Water works', address: 'a.b@example.com' },
        { name: 'Water', address: 'w@example.com' },
      ],
    );
    expect(problem({ SMTP_URL: 'smtp://mail' })).toBe(
      'MAIL_FROM: must be set too, because mails need SMTP_URL and MAIL_FROM together.',
    );
  });

  it('reads identity providers', () => {
    const entry = {
      provider: 'entra',
      kind: 'enterprise',
      issuer: 'https://login.example/{tid}',
      audience: 'app',
      jwksUrl: 'https://login.example/{tid}/keys',
      tenants: ['t-1'],
      industryIds: ['INTERNAL'],
    };
    expect(parseConfig({ IDENTITY_PROVIDERS: JSON.stringify([entry]) }).identityProviders).toEqual([
      { ...entry, audience: ['app'], companyIndustryId: null },
    ]);
  });
});
