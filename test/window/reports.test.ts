import { beforeAll, describe, expect, it } from 'vitest';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { recordReport } from '../../src/reports/store/sent-reports.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, send, unit, works } from '../figures/processing/works.ts';
import { type MintedUser, mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { browserSession } from './support/browser-session.ts';

let context: TestContext;
let app: TestApp;
let reader: MintedUser;
beforeAll(async () => {
  context = await testContext('2026-01-20T08:00:00Z');
  app = testApp(context);
  const industry = await works(context, [unit('W1', 'FLOW_CATEGORY', { displayName: '<script>alert(1)</script>' })]);
  await send(context, industry, [{ unitId: 'W1', createdOn: at(industry, '2026-01-19', 3), value: 7000 }]);
  reader = await mintUser(context, { industryId: industry.industryId, permissions: ['reports:read'] });
  const day = businessDate('2026-01-19');
  await recordReport(
    context.database,
    industry.industryKey,
    {
      frequency: 'daily',
      mail: 'consumption',
      firstDate: day,
      lastDate: day,
      origin: 'schedule',
      requestedBy: null,
      due: null,
      mailLanguage: 'en',
      reports: [],
      formats: ['pdf'],
      figures: [],
      isProvisional: true,
      subject: 'Works: 7 KL <b>',
      text: '',
      html: '',
    },
    [],
    new Date('2026-01-20T02:00:00Z'),
  );
  await context.database.execute(
    `INSERT INTO reporting.restatement (industry_key, report_key, state, days, causes, changes, due_at, decided_at)
     SELECT industry_key, report_key, 'told', '{2026-01-19}', '{late reading}',
            '[{"name": "Source", "unit": "KL", "was": 8, "is": 7}, {"name": "Tank", "unit": "KL", "was": null, "is": 2}, {"name": "Total", "unit": "KL", "was": 1240, "is": 1240.3}, {"name": "Bore", "unit": "KL", "was": 24, "is": 25, "wasBound": "at least"}, {"name": "pH", "unit": "", "was": 7.2, "is": 7.4, "hasShare": false}]',
            now(), '2026-01-20T05:00:00Z'
     FROM reporting.sent_report WHERE industry_key = $1`,
    [industry.industryKey],
  );
});

const loggedIn = async ({ username }: MintedUser) => {
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD, next: '' });
  return session;
};
const ASKED = 'service=water&reportType=daily&startDate=2026-01-19';

describe('the page of reports', () => {
  it('offers the types that a service has, and no others', async () => {
    const page = await (await (await loggedIn(reader)).get('/app/reports?service=rain_water&reportType=hourly')).text();
    const types = /name="reportType">([\s\S]*?)<\/select>/.exec(page)?.[1] ?? '';
    expect([...types.matchAll(/value="(\w+)"/g)].map(([, type]) => type)).toEqual([
      'daily',
      'monthly',
      'granular',
      'weekly',
      'summary',
    ]);
    expect(page).not.toContain('<script>alert');
  });

  it('offers what the industry has units for, and says of the rest that there is no unit for it', async () => {
    const page = await (await (await loggedIn(reader)).get('/app/reports')).text();
    const options = [...page.matchAll(/<option value="(water|energy|quality)" (\w*)\s*>\s*([^<]+?)\s*</g)];
    expect(options.map(([, service, state, name]) => [service, state, name?.includes('no unit for it')])).toEqual([
      ['water', 'selected', false],
      ['energy', 'disabled', true],
      ['quality', 'disabled', true],
    ]);
  });

  it('holds the report in a frame that may lead to the login and do nothing else', async () => {
    const answer = await (await loggedIn(reader)).get(`/app/reports?${ASKED}&show=yes`);
    expect(answer.headers.get('content-security-policy')).toContain("frame-src 'self'");
    expect(await answer.text()).toMatch(
      /<iframe[^>]*\ssandbox="allow-top-navigation-by-user-activation"\s[^>]*src="\/app\/reports\/preview\?[^"]*service=water/,
    );
  });

  it('lets our own page hold a preview, and nobody hold anything else', async () => {
    const session = await loggedIn(reader);
    const framedBy = async (path: string) => {
      const { headers, status } = await session.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      return [status, /frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get('x-frame-options')];
    };
    expect(await framedBy(`/app/reports/preview?${ASKED}`)).toEqual([200, "'self'", 'SAMEORIGIN']);
    const parameters = 'service=water&startDate=19/01/2026';
    for (const path of [`/app/api/user/report?${parameters}`, '/app/reports', '/app/today', '/app/login'])
      expect(await framedBy(path), path).toEqual([200, "'none'", 'DENY']);
    const policy = (await session.get(`/app/reports/preview?${ASKED}`)).headers.get('content-security-policy');
    expect(policy).not.toContain('script-src');
  });

  it('gives files, and says in its own frame why there is none', async () => {
    const session = await loggedIn(reader);
    const file = await session.get(`/app/reports/file?${ASKED}&reportFormat=csv`);
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/^attachment/)]);
    expect(await file.text()).toContain('7');
    const refused = await session.get('/app/reports/file?service=water&startDate=31/02/2026&reportFormat=csv');
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('startDate')]);
    const preview = await session.get('/app/reports/preview?service=energy');
    expect([preview.status, await preview.text()]).toEqual([404, expect.stringContaining('role="alert"')]);
  });

  it('says in the frame that nobody is logged in any more, and leads to the login in the whole window', async () => {
    const session = await loggedIn(reader);
    for (const name of ['access', 'renewal']) session.cookies.set(name, 'eyJhbGciOiJIUzI1NiJ9.e30.eA');
    const answer = await session.get(`/app/reports/preview?${ASKED}`);
    const page = await answer.text();
    expect([answer.status, page]).toEqual([440, expect.stringContaining('You were logged out')]);
    const [, next = ''] = /<a [^>]*href="\/app\/login\?next=([^"]+)"[^>]*target="_top"/.exec(page) ?? [];
    expect(decodeURIComponent(next)).toBe(`/app/reports?${ASKED}&show=yes`);
    // Without rights the frame has no origin, so what gives it its looks is for everybody.
    for (const [, address = ''] of page.matchAll(/rel="stylesheet" href="([^"]+)"/g))
      expect((await app.request(address)).headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('has a long report made in the background, and follows it', async () => {
    const session = await loggedIn(reader);
    const started = await session.post('/app/reports', {
      service: 'water',
      reportType: 'daily',
      startDate: '2026-01-19',
      reportFormat: 'xlsx',
    });
    const address = started.headers.get('location') ?? '';
    expect([started.status, address]).toEqual([303, expect.stringMatching(/^\/app\/reports\?.*job=[\w-]{36}/)]);
    expect(await (await session.get(address)).text()).toContain('id="job"');
    expect(await (await session.get('/app/reports?job=nothing')).text()).toContain('no longer kept');
  });

  it('gives files and previews of what its one form says when a button is pressed', async () => {
    const page = await (await (await loggedIn(reader)).get('/app/reports')).text();
    const form = /<form action="\/app\/reports">[\s\S]*?<\/form>/.exec(page)?.[0] ?? '';
    for (const name of ['service', 'reportType', 'startDate', 'endDate', 'unitId', 'layout'])
      expect(form, name).toMatch(new RegExp(`<(select|input)[^>]* name="${name}"`));
    expect(form).not.toContain('type="hidden"');
    for (const button of [
      'formaction="/app/reports/file" name="reportFormat" value="pdf"',
      'formaction="/app/reports/preview"',
      'formmethod="post" name="reportFormat" value="xlsx"',
    ])
      expect(form.replaceAll(/\s+/g, ' ')).toContain(button);
  });

  it('says on its page why a report is not made, and keeps what was chosen', async () => {
    const asked = { service: 'water', reportType: 'daily', startDate: '2026-02-31', layout: 'v2' };
    const refused = await (await loggedIn(reader)).post('/app/reports', { ...asked, reportFormat: 'pdf' });
    const page = (await refused.text()).replaceAll(/\s+/g, ' ');
    expect([refused.status, page]).toEqual([400, expect.stringContaining('role="alert"')]);
    expect(page).toMatch(/<option value="v2" selected/);
    expect(page).toContain('name="startDate" value="2026-02-31"');
  });

  it('tells what was mailed, and what has been restated since, by how much and why', async () => {
    const page = (await (await (await loggedIn(reader)).get('/app/reports')).text()).split('id="history"')[1] ?? '';
    expect(page).toContain('Works: 7 KL &lt;b&gt;');
    expect(page).toContain('The report was sent before all its days had settled.');
    expect(page).toContain('Changed since: 19 Jan 2026. Why: late readings.');
    expect(page).toContain('−12.5\u00a0%');
    expect(page).toMatch(/Total<\/td>\s*<td class="figure">1.240\.0<\/td>\s*<td class="figure">1.240\.3<\/td>/);
    expect(page).toMatch(/Bore<\/td>\s*<td class="figure">at least 24\.0<\/td>\s*<td class="figure">25\.0<\/td>/);
    expect(page).toMatch(/<td class="figure">7\.40<\/td>\s*<td class="figure">\+0\.20<\/td>/);
    const tank = page.split('<tr>').find((row) => row.includes('Tank')) ?? '';
    expect(tank.match(/class="figure missing"/g)).toHaveLength(2);
  });

  it('is for those who may read reports, of their own industry', async () => {
    const stranger = await mintUser(context, { permissions: ['reports:read'] });
    const answer = await (await loggedIn(stranger)).get('/app/reports');
    expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining('7 KL')]);
    const unable = await loggedIn(await mintUser(context, { industryId: reader.industryId }));
    expect(await (await unable.get('/app/reports')).text()).toContain(
      'You do not have the permission to make and download reports',
    );
    const today = await unable.get('/app/today');
    expect([today.status, await today.text()]).toEqual([200, expect.not.stringContaining('href="/app/reports"')]);
  });
});
