import { beforeAll, describe, expect, it } from 'vitest';
import { CONDITIONS } from '../../../src/alerts/rules/conditions.ts';
import { ALERT_TYPES } from '../../../src/alerts/rules/types.ts';
import { setInUse } from '../../../src/industries/change-unit.ts';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { MINUTES_FIELDS, settingFields } from '../../../src/window/alerts/rule-fields.ts';
import { textsOf } from '../../../src/window/texts.ts';
import { at, send, unit, works } from '../../figures/processing/works.ts';
import { mintUser, type MintedUser, PASSWORD, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { browserSession } from '../support/browser-session.ts';

let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-01-20T03:10:00Z');
  app = testApp(context);
});

const loggedIn = async ({ username }: Pick<MintedUser, 'username'>) => {
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD, next: '' });
  return session;
};

describe('the form of a rule', () => {
  const FIELDS = { alertType: 'unit_threshold', 'scope.kind': 'unit', 'scope.ids.unit': 'W1', severity: 'high' };
  let owner: MintedUser;
  beforeAll(async () => {
    const industry = await works(context, [unit('W1', 'FLOW_CATEGORY', { displayName: '<b>Well</b>' })]);
    owner = await mintUser(context, { industryId: industry.industryId, permissions: ['alerts:write'] });
    await send(context, industry, [
      { unitId: 'W1', createdOn: at(industry, '2026-01-18', 3), value: 1000 },
      { unitId: 'W1', createdOn: at(industry, '2026-01-19', 3), value: 7000 },
    ]);
  });

  it('has the bounds of the API', () => {
    const bounds = [
      ...MINUTES_FIELDS,
      ...settingFields('unit_threshold'),
      ...settingFields('flow_rate_above_the_range'),
    ];
    expect(bounds.map(({ name, kind, least, most }) => [name, kind, least, most])).toEqual([
      ['holdMinutes', 'whole', '0', '10080'],
      ['recoverMinutes', 'whole', '0', '10080'],
      ['lateAfterMinutes', 'whole', '1', '10080'],
      ['limit', 'number', '0', '1000000000000'],
      ['high', 'number', '0', '1000000000000'],
      ['leaveHigh', 'number', '0', '1000000000000'],
    ]);
  });

  it('has a text for every setting of every type', () => {
    const { alertSettings } = textsOf('hi');
    const names = ALERT_TYPES.flatMap((type) => settingFields(type).map(({ name }) => name));
    expect(names.filter((name) => !Object.hasOwn(alertSettings, name))).toEqual([]);
    for (const type of ALERT_TYPES)
      for (const { name, kind, fallback } of settingFields(type).filter((one) => one.fallback !== ''))
        expect(
          CONDITIONS[type].settings.safeParse({ [name]: kind === 'flag' ? fallback === 'true' : Number(fallback) })
            .error?.issues[0]?.path ?? [],
          `${type} ${name}`,
        ).not.toContain(name);
  });

  it('names every mistake at its field, and keeps what was typed', async () => {
    const session = await loggedIn(owner);
    const saved = async (fields: Record<string, string>) =>
      (await session.post('/app/alerts/rule', { ...FIELDS, 'settings.limit': '-5', ...fields, act: 'save' })).text();
    const page = await saved({ title: '', 'channels.email.enabled': 'on', 'channels.email.recipients': 'nobody' });
    expect(page).toContain('id="title-mistake"');
    expect(page).toContain('id="channels.email.recipients-mistake"');
    // What it watches is looked at once its form is right.
    expect(await saved({ title: 'Too much' })).toContain('id="settings.limit-mistake"');
    expect(page).toMatch(/name="settings\.limit"[^>]*value="-5"/);
    expect(page).toContain('&lt;b&gt;Well&lt;/b&gt;');
    expect(page.match(/Where it is watched/g)).toHaveLength(1);
  });

  it('draws the series with its threshold, and says when the rule would have fired', async () => {
    const session = await loggedIn(owner);
    const page = await (
      await session.post('/app/alerts/rule', {
        ...FIELDS,
        'settings.limit': '5',
        from: '2026-01-17',
        to: '2026-01-19',
        act: 'try',
      })
    ).text();
    expect(page).toContain('From 17 Jan 2026 to 19 Jan 2026 this rule would have fired 1 time (');
    expect(page).toContain('fired 1 time.');
    // Each day of the range is named once, on its axis.
    const axis = [...page.matchAll(/<text x="[\d.]+" y="198">([^<]+)</g)].map(([, text]) => text?.trim());
    expect(axis).toEqual(['17 Jan', '18 Jan', '19 Jan']);
    expect(page).toMatch(/class="threshold"\s+data-field="settings\.limit"/);
    expect(page.match(/class="bar beyond"/g)).toHaveLength(1);
    expect(page.match(/class="unknown"/g)).toHaveLength(1);
    expect(page).toContain('data-value="5"');
  });

  it('says of days on which the rule has no unit that it watches none', async () => {
    const industry = await works(context, [unit('W1', 'FLOW_CATEGORY'), unit('W2', 'FLOW_CATEGORY')]);
    const { industryId } = industry;
    const by = { actor: COMMAND, permissions: [] };
    const request = { industryId, unitId: 'W2', by, reason: null, expected: null, dryRun: false };
    await setInUse({ ...context, queue: noQueue }, request, false);
    const session = await loggedIn(await mintUser(context, { industryId, permissions: ['alerts:write'] }));
    const days = { from: '2026-01-21', to: '2026-01-22', act: 'try' };
    const rule = { ...FIELDS, 'scope.ids.unit': 'W2', 'settings.limit': '5' };
    const page = await (await session.post('/app/alerts/rule', { ...rule, ...days })).text();
    expect(page).toContain('From 21 Jan 2026 to 22 Jan 2026 no unit of this rule was in use.');
  });

  it('keeps a parameter and a retired unit that its rule names, and switches the rule off and on', async () => {
    const industry = await works(context, [
      unit('W1', 'FLOW_CATEGORY'),
      unit('W2', 'FLOW_CATEGORY'),
      unit('LAB', 'QUALITY_CATEGORY', { siUnit: '', params: { ph: { displayName: 'pH', siUnit: '' } } }),
    ]);
    const { industryId } = industry;
    const session = await loggedIn(await mintUser(context, { industryId, permissions: ['alerts:write'] }));
    const listed = async () => (await session.get('/app/alerts/rules')).text();
    const ruleOf = async (title: string) =>
      new RegExp(`rule\\?id=([\\w-]+)">${title}<`).exec(await listed())?.[1] ?? '';
    const opened = async (id: string) => (await session.get(`/app/alerts/rule?id=${id}`)).text();
    const defined = async (fields: readonly (readonly [string, string])[]) => {
      const body = new URLSearchParams({ severity: 'high', isEnabled: 'on', act: 'save' });
      for (const [name, value] of fields) body.append(name, value);
      const answer = await session.send('/app/alerts/rule', {
        method: 'POST',
        headers: { origin: 'http://localhost' },
        body,
      });
      expect(answer.status).toBe(303);
    };
    await defined([
      ['title', 'Salts'],
      ['alertType', 'quality_threshold'],
      ['scope.kind', 'unit'],
      ['scope.ids.unit', 'LAB'],
      ['settings.parameter', 'tds'],
      ['settings.max', '500'],
    ]);
    await defined([
      ['title', 'Both'],
      ['alertType', 'unit_threshold'],
      ['scope.kind', 'unit'],
      ['scope.ids.unit', 'W1'],
      ['scope.ids.unit', 'W2'],
      ['settings.limit', '5'],
    ]);
    await setInUse(
      { ...context, queue: noQueue },
      {
        industryId,
        unitId: 'W2',
        by: { actor: COMMAND, permissions: [] },
        reason: null,
        expected: null,
        dryRun: false,
      },
      false,
    );
    expect(await opened(await ruleOf('Salts'))).toMatch(/<option value="tds" selected>/);
    const id = await ruleOf('Both');
    const form = await opened(id);
    expect(form).toMatch(/<option value="W2" selected>[^<]*out of use/);
    expect(form).not.toContain('This rule cannot be tried yet');
    for (const [isEnabled, told] of [
      ['false', 'Switch on'],
      ['true', 'Switch off'],
    ] as const) {
      expect((await session.post('/app/alerts/rules', { id, isEnabled })).status).toBe(303);
      expect((await listed()).split('Both<')[1]).toContain(told);
    }
    const fresh = { title: 'New', alertType: 'unit_threshold', 'scope.kind': 'unit', 'scope.ids.unit': 'W2' };
    const refused = await session.post('/app/alerts/rule', {
      ...fresh,
      severity: 'high',
      'settings.limit': '5',
      act: 'save',
    });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('id="scope.ids.unit-mistake"'),
    ]);
  });

  it('refuses what was typed into a rule that somebody else has changed since, and its removal', async () => {
    const session = await loggedIn(owner);
    const sent = { ...FIELDS, title: 'Shared', 'settings.limit': '5', isEnabled: 'on' };
    await session.post('/app/alerts/rule', { ...sent, act: 'save' });
    const listed = async () => (await session.get('/app/alerts/rules')).text();
    const path = `/app/alerts/rule?id=${/rule\?id=([\w-]+)">Shared</.exec(await listed())?.[1] ?? ''}`;
    const tagsOf = (page: string) => [...page.matchAll(/name="tag" value="([^"]*)"/g)].map(([, tag]) => tag);
    const seen = tagsOf(await (await session.get(path)).text());
    expect(seen).toEqual(['&quot;1&quot;', '&quot;1&quot;']);
    expect((await session.post(path, { ...sent, tag: '"1"', 'settings.limit': '6', act: 'save' })).status).toBe(303);
    for (const late of [{ ...sent, 'settings.limit': '7', act: 'save' }, { act: 'remove' }]) {
      const refused = await session.post(path, { ...late, tag: '"1"' });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain('The rule was saved by somebody else meanwhile');
    }
    expect(await listed()).toContain('Limit, in the unit’s own measure: 6<');
    expect((await session.post(path, { act: 'remove', tag: '"2"' })).status).toBe(303);
  });

  it('defines a rule, switches it off, changes and deletes it', async () => {
    const session = await loggedIn(owner);
    const sent = { ...FIELDS, title: 'Too much', 'settings.limit': '5', isEnabled: 'on' };
    expect((await session.post('/app/alerts/rule', { ...sent, act: 'save' })).headers.get('location')).toBe(
      '/app/alerts/rules',
    );
    const list = await (await session.get('/app/alerts/rules')).text();
    const id = /rule\?id=([\w-]+)/.exec(list)?.[1] ?? '';
    expect(list).toContain('Limit, in the unit’s own measure: 5<');
    await session.post('/app/alerts/rules', { id, isEnabled: 'false' });
    expect(await (await session.get('/app/alerts/rules')).text()).toContain('Switch on');
    const form = await (await session.get(`/app/alerts/rule?id=${id}`)).text();
    expect(form).toMatch(/name="title"[^>]*value="Too much"/);
    await session.post(`/app/alerts/rule?id=${id}`, { ...sent, 'settings.limit': '6', act: 'save' });
    expect(await (await session.get('/app/alerts/rules')).text()).toContain('Limit, in the unit’s own measure: 6<');
    await session.post(`/app/alerts/rule?id=${id}`, { act: 'remove' });
    expect(await (await session.get('/app/alerts/rules')).text()).toContain('There is no rule yet.');
  });
});
