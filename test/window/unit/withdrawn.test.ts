import { beforeAll, describe, expect, it } from 'vitest';
import { mintUser, PASSWORD, testApp } from '../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../service/support/device-data-works.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { asLoggedIn, type Look } from '../support/look.ts';
import { browserSession } from '../support/browser-session.ts';

let context: TestContext;
let works: Works;
/** May look, and no more. */
let look: Look;
let editor: ReturnType<typeof browserSession>;

const PAGE = '/app/unit?id=M1&type=HOUR&date=11/06/2026';
/** M1 gains 1,000 litres an hour; the register is 1,000,000 before hour 0. */
const hourly = (hour: number, more = 0) => ({
  unitId: 'M1',
  createdOn: atHour('2026-06-11', hour),
  value: 1000,
  summedValue: 1_000_000 + 1000 * (hour + 1) + more,
});

beforeAll(async () => {
  context = await testContext('2026-06-12T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  look = await asLoggedIn(app, works);
  const { username } = await mintUser(context, { industryId: works.industryId, permissions: ['readings:edit'] });
  editor = browserSession(app);
  await editor.post('/app/login', { username, password: PASSWORD, next: '' });
  await works.send([0, 1, 2, 6, 7, 8].map((hour) => hourly(hour)));
});

const inEditor = async (path: string) => {
  const html = await (await editor.get(path)).text();
  return { html, text: html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') };
};
const fieldOf = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

describe('the page of a unit whose estimates no longer fit', () => {
  it('says which, whose and why, and lays them again by its button, for those who may', async () => {
    const filled = await editor.send('/app/api/user/readings/interpolate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({
        unitId: 'M1',
        from: atHour('2026-06-11', 0),
        to: atHour('2026-06-11', 9),
        reason: 'The logger was off.',
      }),
    });
    expect(filled.status).toBe(200);
    expect((await look(PAGE)).textOf('withdrawn')).toBe('');
    // Three estimates, of 09:00 to 11:00. The late reading of 10:00 is 500 litres above their line.
    await works.send([hourly(4, 500)]);
    const seen = await look(PAGE);
    expect(seen.textOf('withdrawn')).toMatch(
      /^Unit M1: 2 estimates were withdrawn, made by \S+ for 11 Jun 2026 09:00 to 11 Jun 2026 11:00\. A reading of 11 Jun 2026 10:00 came later and does not fit what was estimated\. The gap is open again: its figures are missing, not 0\.$/,
    );
    expect(seen.html).not.toContain('Make the estimates again');
    expect(seen.textOf('periods')).toMatch(/09:00 – 0 % .*10:00 .*11:00 – 0 %/);
    const { html } = await inEditor(PAGE);
    expect(html).toContain('Make the estimates again');
    const answer = await editor.post(PAGE, { from: fieldOf(html, 'from'), to: fieldOf(html, 'to') });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('laid=2')]);
    const after = await inEditor(answer.headers.get('location') ?? '');
    expect(after.text).toContain('2 estimates were made again.');
    expect(after.html).not.toContain('Make the estimates again');
    // 1,003,000 to 1,005,500 less 1,000: 1,500 in hour 3. 1,005,500 to 1,007,000 less 1,000: 500 in hour 5.
    expect(after.text).toMatch(/09:00 1\.50.*10:00 1\.00.*11:00 0\.50/);
  });

  it('says why no estimate is made, and what was wrong with the request', async () => {
    const nothing = await editor.post(PAGE, { from: atHour('2026-06-11', 1), to: atHour('2026-06-11', 3) });
    expect([nothing.status, await nothing.text()]).toEqual([
      200,
      expect.stringContaining('No estimate was made: the gap has its readings by now.'),
    ]);
    const wrong = await editor.post(PAGE, { from: 'yesterday', to: '' });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('yesterday')]);
  });
});
