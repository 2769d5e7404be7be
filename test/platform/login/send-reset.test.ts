import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLOURS } from '../../../src/kernel/format/colours.ts';
import { invitationWords, linkMailHtml, linkMailText, resetWords } from '../../../src/platform/login/send-reset.ts';
import { openBrowser } from '../../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const HOSTILE = '</td><img src="https://example.com/x.png" onerror="window.ran=true"><script>window.ran=true</script>';
const WORDS = {
  username: HOSTILE,
  link: `https://water.example/api/user/password/form?token=${'t'.repeat(43)}`,
  minutes: 30,
  askedAt: '21 Nov 2026 17:30 (Asia/Kolkata)',
  expiresAt: '21 Nov 2026 18:00 (Asia/Kolkata)',
};

/** Runs in the page. */
const MEASURE = `({
  width: document.documentElement.scrollWidth,
  paper: getComputedStyle(document.querySelector('.g-paper')).backgroundColor,
  link: document.querySelector('a').href,
  pictures: document.querySelectorAll('img, script').length,
  ran: window.ran === true,
})`;

const rgb = (colour: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`;

describe.each([360, 1000])('the mail with the link, on a screen of %i px', (width) => {
  it.each([
    ['light', 'en'],
    ['dark', 'en'],
    ['light', 'hi'],
  ] as const)('fits, reads on %s paper, runs nothing and asks for nothing, in %s', async (scheme, language) => {
    const page = await browser.newPage({ viewport: { width, height: 700 }, colorScheme: scheme });
    const asked: string[] = [];
    page.on('request', (request) => {
      asked.push(request.url());
    });
    await page.setContent(linkMailHtml(resetWords(WORDS, language)));
    const folder = process.env['PICTURES'];
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/reset-${width}-${scheme}-${language}.png`, fullPage: true });
    expect(await page.evaluate(MEASURE)).toEqual({
      width,
      paper: rgb(COLOURS.paper[scheme]),
      link: WORDS.link,
      pictures: 0,
      ran: false,
    });
    expect(asked).toEqual([]);
  });
});

it('says the same as plain text', () => {
  const text = linkMailText(resetWords({ ...WORDS, username: 'asha.rao' }, 'en'));
  expect(text).toContain(`\n${WORDS.link}\n`);
  expect(text).toContain('account asha.rao on 21 Nov 2026 17:30 (Asia/Kolkata)');
});

const INVITED = {
  username: 'ravi.n',
  link: WORDS.link,
  industryName: 'Acme Works',
  invitedBy: 'asha.rao',
  expiresAt: '28 Nov 2026 17:30 (Asia/Kolkata)',
};

it('whoever has chosen Hindi reads no English, in html and as plain text', () => {
  const words = [resetWords({ ...WORDS, username: 'asha.rao' }, 'hi'), invitationWords(INVITED, 'hi')];
  for (const one of words) {
    const text = `${linkMailText(one)} ${one.button} ${one.footer}`;
    const ours = [WORDS.link, 'asha.rao', 'ravi.n', 'Acme Works', ...(text.match(/\d.*?\(Asia\/Kolkata\)/g) ?? [])];
    expect(ours.reduce((rest, name) => rest.replaceAll(name, ''), text)).not.toMatch(/[A-Za-z]{2}/);
    expect(linkMailHtml(one)).toContain('<html lang="hi"');
  }
});

it('the invitation says who invites, to what, under which name and until when', () => {
  const words = invitationWords(INVITED, 'en');
  expect(linkMailText(words)).toBe(
    [
      'You are invited to Acme Works',
      'asha.rao invites you to the water figures of Acme Works. Your username is ravi.n. Set your password by this link:',
      WORDS.link,
      'The link works once, until 28 Nov 2026 17:30 (Asia/Kolkata). Afterwards the person who invited you can send another one.',
      'If you do not know why you get this mail, do nothing. Nobody can log in before a password is set.',
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n',
  );
});
