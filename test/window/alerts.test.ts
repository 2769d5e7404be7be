import { beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '../../src/window/texts.ts';
import { endRequests } from '../../src/alerts/store/incident-writes.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { mintUser, type MintedUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { type AlertWorks, mintAlertWorks } from '../alerts/http/user/alerts/support.ts';
import { browserSession } from './support/browser-session.ts';

let context: TestContext;
let app: TestApp;
let alertWorks: AlertWorks;
let keeper: MintedUser;
let reader: MintedUser;
beforeAll(async () => {
  context = await testContext('2026-01-20T03:10:00Z');
  app = testApp(context);
  alertWorks = await mintAlertWorks(context, app);
  const { industryId } = alertWorks.industry;
  keeper = await mintUser(context, { industryId, permissions: ['alerts:write'] });
  reader = await mintUser(context, { industryId });
});

const loggedIn = async ({ username }: Pick<MintedUser, 'username'>) => {
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD, next: '' });
  return session;
};
const pageOf = async (user: MintedUser, path: string): Promise<string> =>
  (await (await loggedIn(user)).get(path)).text();
const orderOf = (page: string, ...texts: readonly string[]): readonly string[] =>
  texts.toSorted((a, b) => page.indexOf(a) - page.indexOf(b));

describe('the page of alerts', () => {
  let critical: string;
  let withoutFigure: string;
  beforeAll(async () => {
    await alertWorks.add('2026-01-20T01:00:00Z', { title: '<script>alert(1)</script>', severity: 'low' });
    critical = await alertWorks.add('2026-01-19T10:00:00Z', {
      title: 'Tank runs over',
      severity: 'critical',
      unitId: 'TANK',
    });
    const over = { state: 'recovered', closedAt: Date.parse('2026-01-15T12:05:00Z') } as const;
    await alertWorks.add('2026-01-15T10:00:00Z', { title: 'Was above', ...over });
    withoutFigure = await alertWorks.add('2026-01-15T10:00:00Z', {
      title: 'Was silent',
      alertType: 'device_status',
      value: null,
      peak: null,
      ...over,
    });
  });

  it('is led to by each incident of Today', async () => {
    const today = await pageOf(keeper, '/app/today');
    const link = /<a href="(\/app\/alerts\/[^"]+)"\s*>Unit TANK: Tank runs over/.exec(today)?.[1] ?? '';
    expect(link).toBe(`/app/alerts/incident?id=${critical}`);
    expect(await pageOf(keeper, link)).toContain('Tank runs over');
  });

  it('tells what is open, worst first, with place, figure, limit and what to do', async () => {
    const page = await pageOf(keeper, '/app/alerts');
    const names = ['Tank runs over', '&lt;script&gt;alert(1)&lt;/script&gt;', 'Was above'];
    expect(orderOf(page, ...names.toReversed())).toEqual(names);
    expect(page).toContain('Unit TANK');
    expect(page).toContain('daily consumption: 120\u00a0KL, limit 100\u00a0KL');
    expect(page).toContain('Look for what takes more than usual today.');
    expect(page).toContain('19 Jan 2026 15:30');
    expect(page).not.toContain('<script>alert');
  });

  it("is narrowed to what is mine and what is nobody's, with their numbers, and stays so after an act", async () => {
    const session = await loggedIn(keeper);
    const openOf = async (path: string) => (await (await session.get(path)).text()).split('id="history"')[0] ?? '';
    expect(await openOf('/app/alerts')).toMatch(/All \(2\)[^]*Mine \(0\)[^]*Unassigned \(2\)/);
    const taken = await session.post('/app/alerts?who=none', { act: 'take', alertId: critical });
    const after = taken.headers.get('location') ?? '';
    expect(after).toBe(`/app/alerts?who=none&done=take&incident=${critical}`);
    expect(await openOf(after)).toMatch(/The incident is assigned to you\. <a href="\/app\/alerts\/incident\?id=/);
    const [mine, unassigned] = [await openOf('/app/alerts?who=me'), await openOf('/app/alerts?who=none')];
    expect(mine).toMatch(/Mine \(1\)[^]*Unassigned \(1\)[^]*Tank runs over/);
    expect(unassigned).not.toContain('Tank runs over');
    await session.post('/app/alerts', { act: 'free', alertId: critical });
  });

  it('shows a figure that is not known as missing, and never as 0', async () => {
    const row = (await pageOf(keeper, '/app/alerts')).split('<tr>').find((one) => one.includes('Was silent')) ?? '';
    expect(row).toContain(withoutFigure);
    expect(row).toContain('<td class="figure missing">–</td>');
  });

  it('looks back by unit, type and days, and says what is wrong with them', async () => {
    const session = await loggedIn(keeper);
    const titles = async (query: string) => {
      const page = (await (await session.get(`/app/alerts?${query}`)).text()).split('id="history"')[1] ?? '';
      return ['Was above', 'Was silent'].filter((title) => page.includes(title));
    };
    expect(await titles('type=device_status')).toEqual(['Was silent']);
    expect(await titles('unit=M2')).toEqual([]);
    expect(await titles('from=2026-01-15&to=2026-01-15')).toEqual(['Was above', 'Was silent']);
    expect(await titles('from=2026-01-16')).toEqual([]);
    const refused = await (await session.get('/app/alerts?from=2026-01-16&to=2026-01-15')).text();
    expect(refused).toContain('startDate cannot be after endDate');
  });

  it('lists all incidents of chosen days, as many as Today counts, and those that are open as open', async () => {
    const history = (await pageOf(keeper, '/app/alerts?from=2026-01-19&to=2026-01-19')).split('id="history"')[1] ?? '';
    const row = history.split('<tr>').find((one) => one.includes('Tank runs over')) ?? '';
    expect(row).toContain('<td>Open</td>');
    expect(await pageOf(keeper, '/app/today?date=2026-01-19')).toContain('1 incident of this day');
  });

  it('lets those acknowledge, snooze and resolve who may, and tells who did', async () => {
    const session = await loggedIn(keeper);
    const act = (act: string, more: Record<string, string> = {}) =>
      session.post('/app/alerts/incident', { act, alertId: critical, ...more });
    expect((await act('acknowledge')).headers.get('location')).toBe(`/app/alerts/incident?id=${critical}`);
    expect((await act('snooze', { until: '2026-01-20T04:10:00.000Z' })).status).toBe(303);
    const page = await (await session.get(`/app/alerts/incident?id=${critical}`)).text();
    expect(page).toContain(`Seen by ${keeper.userId}`);
    expect(page).toContain('Nobody is called until 20 Jan 2026 09:40.');
    expect(page).toContain('Nobody was told.');
    expect(await (await act('snooze', { until: 'soon' })).text()).toContain('until');
    expect((await act('resolve')).status).toBe(303);
    expect((await alertWorks.get(`alerts/${critical}`)).body['data']).toMatchObject({ state: 'resolved' });
  });

  it('offers nothing to those who may not, and refuses what they send', async () => {
    const session = await loggedIn(reader);
    expect(await (await session.get('/app/alerts')).text()).not.toContain('value="resolve"');
    const answer = await session.post('/app/alerts', { act: 'resolve', alertId: withoutFigure });
    expect(await answer.text()).toContain('You do not have the permission to handle alerts and findings');
    expect(await (await session.get('/app/alerts/rule')).text()).not.toContain('id="rule"');
  });

  it('tells what somebody reported as reported, and what to do when the readings deny it', async () => {
    const evidence = { reportedBy: 'gateway', checked: { verdict: 'denied', at: '2026-01-20T02:50:00.000Z' } };
    const title = 'Unit M2: no readings (the readings say otherwise)';
    const denied = { title, alertType: 'device_status', unitId: 'M2', evidence } as const;
    const alertId = await alertWorks.add('2026-01-20T03:00:00Z', denied);
    const told = 'Unit M2: no readings, as reported by gateway (the readings say otherwise)';
    for (const path of [`/app/alerts/incident?id=${alertId}`, '/app/alerts']) {
      const page = await pageOf(keeper, path);
      expect(page).toContain(told);
      expect(page).toContain('Check who sent this alert: the readings say otherwise.');
      expect(page).not.toContain(textsOf('en').alertActions.device_status);
    }
    expect(await pageOf(keeper, '/app/today')).toContain(told);
    const { body } = await alertWorks.get(`alerts/${alertId}`);
    expect(body['data']).toMatchObject({ title, report: { by: 'gateway', verdict: 'denied' } });
    const unheard = await alertWorks.add('2026-01-20T03:05:00Z', {
      ...{ title: 'Pump is loud', evidence: { reportedBy: 'gateway', checked: { verdict: 'unchecked' } } },
    });
    const page = await pageOf(keeper, `/app/alerts/incident?id=${unheard}`);
    expect(page).toContain('Pump is loud, as reported by gateway');
    expect(page).toContain('Look for what takes more than usual today.');
  });

  it('leads to the figures of the business day on which it began', async () => {
    // 02:00 of 1 December, before the day begins at 06:00.
    const night = await alertWorks.add('2025-11-30T20:30:00Z', {
      title: 'At night',
      state: 'resolved',
      closedAt: Date.parse('2025-11-30T21:30:00Z'),
    });
    const page = await pageOf(keeper, `/app/alerts/incident?id=${night}`);
    expect(page).toContain('href="/app/unit?id=M1&amp;type=DAY&amp;date=30%2F11%2F2025"');
  });

  it('is of one industry', async () => {
    const stranger = await mintUser(context, { permissions: ['alerts:write'] });
    const session = await loggedIn(stranger);
    expect(await (await session.get('/app/alerts')).text()).not.toContain('Was above');
    const answer = await session.get(`/app/alerts/incident?id=${withoutFigure}`);
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('Was silent')]);
  });
});

describe('the course of an incident', () => {
  it('calls closed by hand only what somebody has closed so', async () => {
    const own = await mintAlertWorks(context, app);
    const { industryId, industryKey } = own.industry;
    const session = await loggedIn(await mintUser(context, { industryId, permissions: ['alerts:write'] }));
    const pageOfIncident = async (id: string): Promise<string> =>
      (await session.get(`/app/alerts/incident?id=${id}`)).text();
    const [expired, byHand] = [await own.add('2026-01-18T01:00:00Z'), await own.add('2026-01-20T01:00:00Z')];
    await endRequests(context.database, industryKey, context.clock.now());
    await session.post(`/app/alerts/incident?id=${byHand}`, { alertId: byHand, act: 'resolve', text: 'Valve shut' });
    expect(await pageOfIncident(byHand)).toContain('Resolved by hand');
    const page = await pageOfIncident(expired);
    expect(page).toContain('Closed, because a reported incident counts for 24 hours');
    expect(page).not.toContain('by hand');
    expect(await (await session.get('/app/alerts')).text()).not.toContain('by hand');
  });
});

describe('who was told of an incident', () => {
  it('is not called nobody where it is not kept any more', async () => {
    const own = await mintAlertWorks(context, app);
    const reading = await mintUser(context, { industryId: own.industry.industryId });
    const over = (iso: string) => ({ state: 'recovered', closedAt: Date.parse(iso) }) as const;
    const old = await own.add('2024-12-10T00:00:00Z', over('2024-12-11T00:00:00Z'));
    const newer = await own.add('2025-06-10T00:00:00Z', over('2025-06-11T00:00:00Z'));
    expect(await pageOf(reading, `/app/alerts/incident?id=${newer}`)).toContain('Nobody was told.');
    const page = await pageOf(reading, `/app/alerts/incident?id=${old}`);
    expect(page).toContain('Who was told is kept for 400 days after the end.');
    expect(page).not.toContain('Nobody was told');
  });
});
