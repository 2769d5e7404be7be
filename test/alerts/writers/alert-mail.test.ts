import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertWords } from '../../../src/alerts/rules/content.ts';
import { COLOURS } from '../../../src/kernel/format/colours.ts';
import { alertMailHtml, morningMailHtml } from '../../../src/alerts/writers/alert-mail.ts';
import { morningWords } from '../../../src/alerts/rules/content/morning.ts';
import { factsOf } from '../rules/facts.ts';
import { morningOf } from '../rules/content/mornings.ts';
import { openBrowser } from '../../support/browser.ts';

/* Mails as a browser shows them, on a telephone and on a desk, on light paper and on dark. */

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const HOSTILE = '</td><img src="https://example.com/x.png" onerror="window.ran=true"><script>window.ran=true</script>';

/** Runs in the page. */
const MEASURE = `({
  width: document.documentElement.scrollWidth,
  card: document.querySelector('.g-paper').getBoundingClientRect().width,
  paper: getComputedStyle(document.querySelector('.g-paper')).backgroundColor,
  first: document.querySelector('p').textContent,
  pictures: document.querySelectorAll('img, script').length,
  ran: window.ran === true,
})`;

interface Measured {
  width: number;
  card: number;
  paper: string;
  first: string;
  pictures: number;
  ran: boolean;
}

const rgb = (colour: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`;

const ALERT = alertWords(
  factsOf('quality_threshold', {
    unitName: `${HOSTILE} ${'W'.repeat(200)}`,
    industryName: HOSTILE,
    parameter: HOSTILE,
    title: HOSTILE,
    unit: HOSTILE,
  }),
);
const MORNING = morningWords(
  morningOf(
    { kind: 'quality-outside', unitName: HOSTILE, evidence: { parameter: HOSTILE, parameterUnit: HOSTILE, value: 9 } },
    { kind: 'silence', unitName: 'W'.repeat(200), evidence: { silentSince: null } },
  ),
  'en',
);
const MAILS = [
  { name: 'an alert', action: ALERT.action, html: alertMailHtml(ALERT) },
  { name: 'a morning', action: MORNING?.action, html: MORNING === null ? '' : morningMailHtml(MORNING) },
] as const;
const SCREENS = MAILS.flatMap((mail) => (['light', 'dark'] as const).map((scheme) => ({ ...mail, scheme })));

describe.each([360, 1000])('a mail on a screen of %i px', (width) => {
  it.each(SCREENS)('of $name fits, reads on $scheme paper, runs nothing and asks for nothing', async (mail) => {
    const { scheme, action, html } = mail;
    const page = await browser.newPage({ viewport: { width, height: 700 }, colorScheme: scheme });
    const asked: string[] = [];
    page.on('request', (request) => {
      asked.push(request.url());
    });
    await page.setContent(html);
    const measured = (await page.evaluate(MEASURE)) as Measured; // what the script above gives
    expect(measured).toMatchObject({ width, pictures: 0, ran: false, paper: rgb(COLOURS.paper[scheme]) });
    expect(measured.card).toBeLessThanOrEqual(602);
    expect(measured.first).toBe(action);
    expect(asked).toEqual([]);
  });
});

it('a mail has its colours inline, for readers that leave styles out', () => {
  const html = alertMailHtml(alertWords(factsOf('level_exceed'))).replace(/<style>.*<\/style>/, '');
  expect(html).toContain(`color:${COLOURS.critical.light}`);
  expect(html).toContain(`background-color:${COLOURS.paper.light}`);
});
