import { beforeAll, describe, expect, it } from 'vitest';
import type { KeptMail } from '../../src/window/demonstration.ts';
import { demonstrationOf, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { testContext } from '../support/database.ts';

const MAILS: readonly KeptMail[] = [
  {
    to: 'first@works.example',
    subject: 'First <b>',
    text: 'Text <i> alone',
    sentAt: Date.parse('2026-11-26T18:00:00Z'),
    attachments: [],
  },
  {
    to: 'second@works.example',
    subject: 'Second',
    text: 'text',
    html: '<html><head></head><body><a href="/app/today">Today</a></body></html>',
    sentAt: Date.parse('2026-11-27T18:00:00Z'),
    attachments: [
      { filename: 'water "a".csv', contentType: 'text/csv', content: new TextEncoder().encode('Unit,KL\n') },
    ],
  },
];

let app: TestApp;
let plain: TestApp;
beforeAll(async () => {
  const context = await testContext();
  app = testApp(context, {}, undefined, { demonstration: demonstrationOf([], MAILS) });
  plain = testApp(context);
});

const get = (path: string) => app.request(path);

describe('the mailbox of a demonstration', () => {
  it('lists the newest mail first, with its reader and time, and texts stay texts', async () => {
    const page = await (await get('/app/mailbox')).text();
    expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First &lt;b&gt;'));
    expect(page).toContain('first@works.example · 26 Nov 2026 18:00 UTC');
  });

  it('shows a mail of plain text as it is', async () => {
    expect(await (await get('/app/mailbox?mail=0')).text()).toContain('Text &lt;i&gt; alone');
  });

  it('shows a mail in a frame without rights, whose links lead out of it', async () => {
    expect(await (await get('/app/mailbox?mail=1')).text()).toMatch(
      /<iframe[^>]*sandbox="allow-top-navigation-by-user-activation"[^>]*src="\/app\/mailbox\/preview\?mail=1"/s,
    );
    const preview = await get('/app/mailbox/preview?mail=1');
    expect(await preview.text()).toContain('<base target="_top">');
    expect(preview.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(preview.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('gives an attached file to keep', async () => {
    const file = await get('/app/mailbox/file?mail=1&file=0');
    expect(await file.text()).toBe('Unit,KL\n');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="water_a_.csv"');
  });

  it.each(['/app/mailbox?mail=2', '/app/mailbox?mail=x', '/app/mailbox/file?mail=1&file=1'])(
    'has no %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('is not there where a service works for somebody', async () => {
    expect((await plain.request('/app/mailbox')).status).toBe(404);
  });
});
