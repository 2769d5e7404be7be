import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { mintUser, PASSWORD, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { browserSession } from '../support/browser-session.ts';
import { EVIL, findingIds, foundWorks, NOW } from './support/found-works.ts';

let context: TestContext;
let app: TestApp;
let industry: Industry;
let ids: ReadonlyMap<string, string>;
let manager: Awaited<ReturnType<typeof sessionOf>>;

async function sessionOf(permissions: readonly string[], industryId = industry.industryId) {
  const { username, userId } = await mintUser(context, { industryId, permissions });
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD });
  const read = async (path: string) => {
    const answer = await session.get(path);
    const html = await answer.text();
    const text = html.replace(/<[^>]*>/g, ' ').replace(/[\s\u202f\u00a0]+/g, ' ');
    return { status: answer.status, html, text };
  };
  return { ...session, read, userId };
}
const pathOf = (kind: string): string => `/app/finding?id=${ids.get(kind)}`;

beforeAll(async () => {
  context = await testContext(NOW);
  app = testApp(context);
  industry = await foundWorks(context);
  ids = await findingIds(context, industry);
  manager = await sessionOf(['alerts:write']);
});

describe('the page of a finding', () => {
  it('tells what is wrong, since when, how sure that is, what it costs and in which shape it is', async () => {
    const { text } = await manager.read(pathOf('leak'));
    expect(text).toContain('4.8 KL a day flows on beyond the usual, 46 % of the usual use.');
    expect(text).toContain('Open · since 20 Feb 2026, still there on 28 Feb 2026 · 98 % sure');
    expect(text).toContain('About 4.8 KL a day · altogether 43.2 KL');
  });

  it('shows the days around it with its own marked, the usual as a line, and facts by names', async () => {
    const { html, text } = await manager.read(pathOf('leak'));
    expect(text).toContain('usual 10.4');
    expect(text).toContain('Marked: the finding, 20 Feb 2026 to 28 Feb 2026.');
    expect(text).toContain('More than usual in an hour 0.2 KL');
    expect(text).not.toContain('excessPerHour');
    expect(html.match(/class="marked"/g)).toHaveLength(2);
  });

  it('shows hours where it is of three days at most, and the limits of a tank and of a parameter', async () => {
    expect((await manager.read(pathOf('burst'))).text).toContain('usually at most 1.10');
    const tank = (await manager.read(pathOf('tank-low'))).text;
    expect(tank).toContain('limit 10');
    expect(tank).toContain('Limit: 10 %, content at or below which a tank is low. Nobody has set another one.');
    expect((await manager.read(pathOf('quality-outside'))).text).toMatch(/at least 6.5.*at most 8.5/);
  });

  it('leaves a name that is markup as text, and is told in Hindi, too', async () => {
    const { html } = await manager.read(pathOf('leak'));
    expect(html).not.toContain(EVIL);
    expect(html).toContain('&lt;i&gt;Leaky&lt;/i&gt;');
    const hindi = await manager.read(`${pathOf('tank-low')}&language=hi`);
    expect(hindi.text).toContain('टंकी में कम पानी');
    expect(hindi.text).toContain('भराव जिस पर या जिससे नीचे टंकी में पानी कम है');
    await manager.read('/app/today?language=en');
  });

  it('of another industry, and of an id that is none, is not there', async () => {
    const stranger = await sessionOf(['alerts:write'], (await mintUser(context)).industryId);
    for (const path of [pathOf('leak'), '/app/finding?id=%27', '/app/finding'])
      expect([(await stranger.read(path)).status, (await stranger.read(path)).text]).toEqual([
        404,
        expect.stringContaining('This industry has no such finding.'),
      ]);
  });
});

describe('what people do about a finding', () => {
  const act = async (kind: string, fields: Record<string, string>) => {
    const answer = await manager.post(pathOf(kind), fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${pathOf(kind)}&done=yes`]);
    return (await manager.read(pathOf(kind))).text;
  };

  it('is there for people who may write alert rules alone', async () => {
    const reader = await sessionOf([]);
    const { html } = await reader.read(pathOf('leak'));
    expect(html).not.toContain('id="handling"');
    expect(html).not.toContain('/app/alerts/rule?');
    const answer = await reader.post(pathOf('leak'), { act: 'acknowledge', text: '' });
    expect(answer.status).toBe(401);
  });

  it('is acknowledged, taken, commented and judged, each in the history with its words', async () => {
    expect(await act('leak', { act: 'acknowledge', text: EVIL })).toContain('Seen by');
    expect(await act('leak', { act: 'take', person: '' })).toContain(`assigned to ${manager.userId}`);
    await act('leak', { act: 'comment', text: 'The cistern runs' });
    const judged = await act('leak', { act: 'judge', verdict: 'confirmed', text: 'Seen on site' });
    expect(judged).toMatch(/Confirmed by \S+ at 01 Mar 2026 09:10. Seen on site/);
    expect(judged).toContain('People confirmed 1 of the 1 findings of this kind that they judged (100 %).');
    const history = judged.slice(judged.indexOf('What happened'));
    expect(history).toMatch(
      /Acknowledged.*&lt;i&gt;Leaky.*Assigned.*Commented.*The cistern runs.*Confirmed.*Seen on site/,
    );
    expect(await act('leak', { act: 'free', person: '' })).toContain('No longer assigned');
    expect((await manager.read(pathOf('leak'))).html).not.toContain(EVIL);
  });

  it('is muted for the unit until a day, switched off for the industry, and told again', async () => {
    const [kind, unit] = ['burst', 'BOILER'];
    const muted = await act(kind, { act: 'mute', kind, unit, until: '2026-03-20', text: 'Tests' });
    expect(muted).toContain('Over, muted until 20 Mar 2026');
    expect(muted).toContain('Burst of Boiler: muted until 20 Mar 2026 Tests');
    expect(await act(kind, { act: 'switchOff', kind, unit })).toContain('Burst of the whole industry: switched off');
    await act(kind, { act: 'tellUnit', kind, unit });
    expect(await act(kind, { act: 'tellIndustry', kind, unit })).not.toContain('switched off');
  });

  it('is listed beside settings of kinds, whose forms leave what the list was narrowed to', async () => {
    const list = '/app/operations/insights?unit=BOILER&days=90&who=none';
    expect((await manager.read(list)).html).toContain(`action="${list.replaceAll('&', '&amp;')}"`);
    const answer = await manager.post(list, { act: 'tell', kind: 'burst', where: 'unit:BOILER' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${list}&done=yes`]);
  });

  it('leads to the form of a rule that is filled with what the finding tells', async () => {
    const { html } = await manager.read(pathOf('tank-low'));
    const [, address = ''] = /href="(\/app\/alerts\/rule\?[^"]+)"/.exec(html) ?? [];
    const form = await manager.read(address.replaceAll('&amp;', '&'));
    expect(form.html).toMatch(/name="title"[^>]*value="Tank low: Roof tank"/);
    expect(form.html).toMatch(/name="settings.low"[^>]*value="10"/);
    expect(form.html).toMatch(/<option value="TANK" selected/);
  });

  it('says what is wrong with a form, on the same page', async () => {
    const late = { act: 'mute', kind: 'burst', unit: 'BOILER', until: '2026-02-01', text: '' };
    const answer = await manager.post(pathOf('burst'), late);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('a day after 01/03/2026')]);
    const nobody = await manager.post(pathOf('burst'), { act: 'assign', person: 'stranger' });
    expect([nobody.status, await nobody.text()]).toEqual([400, expect.stringContaining('not a user of your industry')]);
    expect((await manager.post(pathOf('burst'), { act: 'constructor' })).status).toBe(400);
  });
});

describe('open findings', () => {
  it('stand on the page of their unit and on Today, each once, and lead to their page', async () => {
    for (const path of ['/app/unit?id=LEAKY', '/app/today']) {
      const { html } = await manager.read(path);
      expect(html.split(`href="/app/finding?id=${ids.get('leak')}"`)).toHaveLength(2);
    }
    expect((await manager.read('/app/unit?id=BOILER')).html).not.toContain('/app/finding');
  });

  it('of a day that is over are those that showed on it', async () => {
    expect((await manager.read('/app/today?date=2026-02-27')).text).toMatch(/Boiler: Up to 4 KL.*findings of this day/);
    expect((await manager.read('/app/today?date=2026-02-26')).text).not.toContain('Boiler: Up to');
  });
});
