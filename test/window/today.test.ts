import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../support/database.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  PASSWORD,
  testApp,
  type TestApp,
} from '../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../service/support/device-data-works.ts';
import { watchRunningDay } from '../../src/findings/insights/watch-running-day.ts';
import { requireIndustry } from '../figures/processing/works.ts';
import { browserSession } from './support/browser-session.ts';
import { asLoggedIn, type Look } from './support/look.ts';

let context: TestContext;
let app: TestApp;
let works: Works;
let look: Look;
let stranger: Look;

// Half past the fifth hour of 11/06.
beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  app = testApp(context);
  works = await mintWorks(context, app);
  look = await asLoggedIn(app, works);
  stranger = await asLoggedIn(app, await mintWorks(context, app));
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 1_234_000 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 1), value: 2_468_000 },
    { unitId: 'M2', createdOn: atHour('2026-06-11', 2), value: 500_000, interpolated: true },
    { unitId: 'TANK', createdOn: atHour('2026-06-11', 3), value: 50 },
    { unitId: 'RIVER', createdOn: atHour('2026-06-11', 4), paramValue: { pH: 7.25, turbidity: 2 } },
  ]);
  await watchRunningDay(context, await requireIndustry(context, works.industryId));
});

describe('the page Today', () => {
  it('says what came in, against the same hours of the day before, and how whole it is', async () => {
    const page = await look('/app/today');
    expect(page.status).toBe(200);
    // 2,468 + 500 KL of M1 and M2; M1, M2 and SILENT owe five slots each, so no day is told as more than another.
    expect(page.textOf('category-0')).toMatch(/^at least 2 968 KL/);
    expect(page.textOf('category-0-day')).toContain(
      'the day before ( at least 1 234 ), not compared, because less than 90 % of one was measured',
    );
    expect(page.textOf('category-0-day')).not.toContain('+141 %');
    expect(page.textOf('so-far')).not.toContain('against');
    expect(page.textOf('category-0')).toContain('expected readings missing');
    expect(page.text).toContain('what it had until 11:00 is compared with Wed 10 Jun 2026');
    expect(page.textOf('category-0-units')).toMatch(/Unit M1 at least 2 468/);
    expect(page.html).toMatch(/<span class="estimated provisional">500<\/span>/);
  });

  it('shows what is missing as a dash on a hatch and never as 0', async () => {
    const { html, textOf } = await look('/app/today');
    expect(textOf('category-0-units')).toMatch(/Unit SILENT – 0 %/);
    expect(html).toContain('<span class="missing">–</span>');
  });

  it('has the ends of each small course below it', async () => {
    const { html } = await look('/app/today');
    const ends = [...html.matchAll(/<p class="ends muted">(.*?)<\/p>/gs)].map(([, inside = '']) => inside);
    expect(ends.length).toBeGreaterThan(0);
    for (const inside of ends) expect(inside).toBe('<span>10 Jun 2026 06:00</span><span>11 Jun 2026 10:00</span>');
  });

  it('has the hours of its picture as a table, in the same words', async () => {
    const { html, textOf } = await look('/app/today');
    const [, pictured = ''] = /id="usual"([\s\S]*?)<svg class="narrow"/.exec(html) ?? [];
    const titles = [...pictured.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => title);
    expect(titles).toHaveLength(24);
    const rows = textOf('usual-hours');
    for (const title of titles) {
      const [, time = '', figure = ''] = /^(\d\d:00): ([^,]*?)(?: KL)?(?:,|$)/.exec(title) ?? [];
      expect(rows).toContain(`${time} ${figure}`);
    }
    // M2 sent one estimate in the third hour.
    expect(titles.slice(0, 3)).toEqual([
      '06:00: –, nothing sent',
      '07:00: –, nothing sent',
      '08:00: 500 † KL, 0\u00a0% measured, 100\u00a0% estimated',
    ]);
  });

  it('gives each parameter of a quality unit a row of its own', async () => {
    const rows = [...(await look('/app/today')).html.matchAll(/<tr class="parameter">([\s\S]*?)<\/tr>/g)];
    const texts = rows.map(([, row = '']) =>
      row
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    expect(texts).toEqual(['pH 7.25', 'Turbidity, NTU 2.00']);
  });

  it('names silent units among its findings, once, and leads to them and to every unit', async () => {
    const { textOf, html } = await look('/app/today');
    expect(textOf('attention')).toContain('High Unit M1: Has sent nothing since 11 Jun 2026 07:00');
    // Its reading of the day was estimated, and nobody heard it.
    expect(textOf('attention')).toContain('High Unit M2: Has sent nothing since 10 Jun 2026 06:00');
    expect(textOf('attention')).toContain('Low Unit SILENT: Has never sent a reading ');
    expect(textOf('attention').match(/Unit M2/g)).toHaveLength(1);
    expect(html).toMatch(/href="\/app\/finding\?id=[0-9a-f-]{36}"\s*>Unit M2: /);
    expect(html).toContain('href="/app/unit?id=M1&amp;type=HOUR&amp;date=11%2F06%2F2026"');
  });

  it('tells an incident and a finding of one silence once, and whoever takes the entry takes both', async () => {
    const keeper = await mintUser(context, { industryId: works.industryId, permissions: ['alerts:write'] });
    const { token } = await login(app, keeper);
    const as = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const headers = { ...bearer(token), 'content-type': 'application/json' };
      const answer = await app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return ((await answer.json()) as { data: T }).data;
    };
    await as('POST', '/api/user/alerts', {
      ...{ type: 'device', unitId: 'M2', severity: 'low', createdOn: '2026-06-11T05:30:00Z' },
      meta: { alertType: 'device_status', status: 'offline' },
      recipients: [{ userId: keeper.userId }],
    });
    expect((await look('/app/today')).html).not.toContain('name="act"');
    const session = browserSession(app);
    await session.post('/app/login', { username: keeper.username, password: PASSWORD });
    const shown = await (await session.get('/app/today')).text();
    const entry = shown.split('<li>').find((one) => one.includes('Unit M2: ')) ?? '';
    expect(entry).toMatch(/Unit M2: Has sent nothing[^]*Also an incident:/);
    const idOf = (name: string): string => new RegExp(`name="${name}" value="([^"]+)"`).exec(entry)?.[1] ?? '';
    const [alertId, findingId] = [idOf('alertId'), idOf('findingId')];
    const taken = await session.post('/app/today', { act: 'take', alertId, findingId });
    expect(taken.status).toBe(303);
    type Handled = { readonly assigneeId: string | null };
    const { finding } = await as<{ finding: Handled }>('GET', `/api/user/insights/${findingId}`);
    expect([finding.assigneeId, (await as<Handled>('GET', `/api/user/alerts/${alertId}`)).assigneeId]).toEqual([
      keeper.userId,
      keeper.userId,
    ]);
    const refused = await session.post('/app/today', { act: 'take' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('alertId')]);
  });

  it('shows another day as a date field sends it, and says what is wrong with one that is none', async () => {
    const page = await look('/app/today?date=2026-06-10');
    expect(page.title).toBe('10 Jun 2026');
    expect(page.textOf('category-0')).toContain('1 234');
    expect(page.html).toContain('href="/app/alerts?from=2026-06-10&amp;to=2026-06-10#history"');
    expect(page.html).toContain('href="/app/balance?from=2026-06-10&amp;to=2026-06-10"');
    const wrong = await look('/app/today?date=31/02/2026');
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('31/02/2026')]);
  });

  it('says of a day longer ago than findings are told that they are not known any more', async () => {
    const told = (await look('/app/today?date=2025-06-09')).textOf('attention');
    expect(told).toContain('No incident began on this day. The findings of this day are not known any more');
    expect(told).not.toContain('no finding showed');
    expect((await look('/app/today?date=2025-06-10')).textOf('attention')).toContain('no finding showed on it');
  });

  it('shows nothing of another industry, and speaks Hindi', async () => {
    const { text } = await stranger('/app/today?language=hi');
    expect(text).not.toContain('2 468');
    expect(text).toContain('आया');
  });

  it('says of an industry without units that there are none, compares nothing, and leads on', async () => {
    const sessionOf = async ({ username }: MintedUser) => {
      const session = browserSession(app);
      await session.post('/app/login', { username, password: PASSWORD, next: '' });
      return session;
    };
    const internal = { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] } as const;
    const operator = await sessionOf(await mintUser(context, internal));
    const page = async (session: typeof operator) => await (await session.get('/app/today')).text();
    const own = await page(operator);
    expect(own).toContain('No category lists a unit of');
    expect(own).toContain('href="/app/operations">Look at another industry');
    expect(own).not.toMatch(/compared|no open incident|Business day<|operations\/add/);
    const bare = await mintUser(context);
    expect(await page(await sessionOf(bare))).toContain(
      'You do not have the permission to add, change and retire units',
    );
    await operator.post('/app/industry', { industry: bare.industryId });
    expect(await page(operator)).toContain('href="/app/operations/add">Add units by a bundle');
  });

  it('hears of a reading that was sent, and shows it when it looks again', async () => {
    const { industryId } = works;
    const stream = await look.session.get('/app/api/user/stream');
    const reader = stream.body?.getReader();
    const sender = await mintUser(context, { industryId, permissions: ['readings:write'] });
    const { token } = await login(app, sender);
    const sent = await app.request('/api/external/readings', {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify({ readings: [{ unitId: 'M1', createdOn: atHour('2026-06-11', 5), value: 7_000_000 }] }),
    });
    expect(sent.status).toBe(200);
    let heard = '';
    while (!heard.includes('event: reading')) heard += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    const page = await look('/app/today');
    expect(page.textOf('category-0')).toMatch(/9 968 … KL|9 968 KL/);
    // The sixth hour is still running.
    expect(page.textOf('category-0-day')).toContain('Until 11:00: at least 2 968 † the day before ( at least 1 234 )');
  });
});
