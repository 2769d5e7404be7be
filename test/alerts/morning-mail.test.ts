import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sweepMails } from '../../src/alerts/deliver-mails.ts';
import { MORNING_MAIL_QUEUE, runMorningMail } from '../../src/alerts/morning-mail.ts';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import { requestInsights } from '../../src/findings/store/insights.ts';
import { watchRunningDay } from '../../src/findings/insights/watch-running-day.ts';
import type { Context, Reach } from '../../src/context.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { QueueClient } from '../../src/platform/queue/client.ts';
import { at, dates, process, requireIndustry, send, unit, works } from '../figures/processing/works.ts';
import { mailsReceived, reaching } from '../reports/sending.ts';
import { mintUser } from '../service/support/app-fixture.ts';
import { mintId, testContext, type TestContext } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

/* A new industry, about which nobody has made a rule. */

const FIRST = '2026-02-22';
const BEFORE = '2026-02-28';
const DAY = '2026-03-01';
const PH = {
  params: { pH: { displayName: 'pH <b>', siUnit: '' } },
  meta: { parameterBounds: { pH: { min: 6.5, max: 8.5 } } },
};

let context: TestContext;
let mailing: TestContext & Reach;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  context = await testContext(`${DAY}T20:00:00Z`);
  mailing = reaching({ ...context, config: { ...context.config, publicUrl: 'https://water.example' } }, server);
});
afterEach(() => server.fail(null));
afterAll(() => server.stop());

interface Asked {
  readonly name: string;
  readonly data: unknown;
}
const asked: Asked[] = [];
const queue: QueueClient = {
  send: async (name, data) => {
    asked.push({ name, data });
  },
};
const run = (industry: Industry, by: Context & Reach = mailing, since: number | null = null): Promise<void> =>
  runMorningMail(by, queue, { industryId: industry.industryId, since });

const hours = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** Readings stop, the tank falls to 9 %, and pH is outside its bounds; the day ends. */
async function plant(): Promise<Industry> {
  context.clock.set(`${DAY}T23:58:00Z`);
  const industry = await works(context, [
    unit('TANK', 'STOCK_CATEGORY', { displayName: 'Roof tank', maxCapacity: 100_000, meta: {} }),
    unit('METER', 'FLOW_CATEGORY', { displayName: 'Main <inlet>' }),
    unit('PROBE', 'QUALITY_CATEGORY', { displayName: 'Outlet probe', siUnit: 'pH', ...PH }),
  ]);
  const rows = (unitId: string, date: string, some: number[], row: object) =>
    some.map((hour) => ({ unitId, createdOn: at(industry, date, hour + 0.5), ...row }));
  await send(context, industry, [
    ...dates(FIRST, BEFORE).flatMap((date) => [
      ...rows('TANK', date, hours(0, 24), { value: 60 }),
      ...rows('METER', date, hours(0, 24), { value: 1000 }),
      ...rows('PROBE', date, hours(0, 24), { paramValue: { pH: 7.2 } }),
    ]),
    ...rows('TANK', DAY, hours(0, 6), { value: 60 }),
    ...rows('TANK', DAY, hours(6, 24), { value: 9 }),
    ...rows('METER', DAY, hours(0, 8), { value: 1000 }),
    ...rows('PROBE', DAY, hours(0, 24), { paramValue: { pH: 9.4 } }),
  ]);
  await process(context, industry, FIRST, BEFORE);
  await watchRunningDay(context, industry);
  await nextMorning(industry, DAY, '2026-03-02');
  return industry;
}

/** What runs of its own accord: the day is processed and judged, and twenty minutes later the mail is due. */
async function nextMorning(industry: Industry, ended: string, next: string): Promise<void> {
  context.clock.set(`${next}T00:20:00Z`);
  await process(context, industry, ended, ended);
  await computeInsights(context, industry);
  await watchRunningDay(context, industry);
}

const textsTo = (email: string): string[] =>
  mailsReceived(server, email).map(({ text }) => (text ?? '').replaceAll('\u00a0', ' '));
const linesOf = (text: string | undefined): string[] =>
  (text ?? '').split('\n').filter((line) => / \(.*\)$/.test(line));

describe('the morning mail', () => {
  it('tells what nobody has made a rule about, once, to the people of the industry alone', async () => {
    const industry = await plant();
    const { industryId } = industry;
    const ann = await mintUser(context, { industryId });
    const off = await mintUser(context, { industryId });
    const guest = await mintUser(context, { industryId, role: 'guest' });
    const disabled = await mintUser(context, { industryId });
    const stranger = await mintUser(context);
    await context.database.execute('INSERT INTO tenant.mail_choice (user_key, gets_morning_mail) VALUES ($1, false)', [
      off.userKey,
    ]);
    await context.database.execute("UPDATE tenant.app_user SET email_ids = '{shift@guest.test}' WHERE user_key = $1", [
      guest.userKey,
    ]);
    await context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', [
      industryId,
      disabled.userId,
    ]);
    await Promise.all([run(industry), run(industry)]);
    const [text = ''] = textsTo(ann.email);
    expect(linesOf(text)).toEqual([
      'High: Outlet probe (Quality outside its bounds, since 01 Mar 2026)',
      'High: Roof tank (Tank low, since 01 Mar 2026)',
      'High: Main <inlet> (Silence, since 01 Mar 2026)',
    ]);
    expect(text).toContain('3 things need your attention, the worst first.');
    expect(text).toContain('Was down to 9 % of its content; at 10 % it is low');
    expect(text).toContain('pH <b> was 9.4, above 8.5');
    expect(text).toContain('Has sent nothing since 01 Mar 2026 07:30');
    expect(text).toMatch(/https:\/\/water\.example\/app\/finding\?id=[0-9a-f-]{36}\n/);
    expect(text).toContain('https://water.example/app/mails');
    const [mail] = mailsReceived(server, ann.email);
    expect(mail?.subject).toBe('Outlet probe: pH <b> was 9.4, above 8.5, and 2 more');
    expect(mail?.html).toContain('Main &lt;inlet&gt;');
    expect(mail?.html).not.toContain('<b>');
    expect([off, disabled, stranger, guest].map(({ email }) => textsTo(email).length)).toEqual([0, 0, 0, 0]);
    expect(textsTo('shift@guest.test')).toHaveLength(1);
    await run(industry);
    context.clock.set('2026-03-02T15:00:00Z');
    await run(industry);
    await sweepMails(mailing);
    expect(textsTo(ann.email)).toHaveLength(1);
  });

  it('leaves out what is muted, rejected or has healed, and is not sent without findings', async () => {
    const industry = await plant();
    const ann = await mintUser(context, { industryId: industry.industryId });
    const { industryKey } = industry;
    await context.database.execute(
      `INSERT INTO operations.finding_setting (industry_key, kind, muted_until, set_by, set_at)
       VALUES ($1, 'tank-low', 'infinity', 'ann', now())`,
      [industryKey],
    );
    const judge = (kind: string, fate: string) =>
      context.database.execute('UPDATE operations.finding SET fate = $3 WHERE industry_key = $1 AND kind = $2', [
        industryKey,
        kind,
        fate,
      ]);
    await judge('silence', 'healed');
    await judge('quality-outside', 'rejected');
    await run(industry);
    expect(textsTo(ann.email)).toEqual([]);
    await judge('quality-outside', 'confirmed');
    await run(industry);
    expect(textsTo(ann.email)).toEqual([]);
    await nextMorning(industry, '2026-03-02', '2026-03-03');
    await judge('silence', 'healed');
    await run(industry);
    expect(textsTo(ann.email).map(linesOf)).toEqual([
      [expect.stringMatching(/^(High|Over): Outlet probe \(Quality outside its bounds/)],
    ]);
  });

  it('tells the end of a finding once', async () => {
    const industry = await plant();
    const ann = await mintUser(context, { industryId: industry.industryId });
    await run(industry);
    await send(
      context,
      industry,
      hours(0, 24).flatMap((hour) => [
        { unitId: 'METER', createdOn: at(industry, '2026-03-02', hour + 0.5), value: 1000 },
        { unitId: 'TANK', createdOn: at(industry, '2026-03-02', hour + 0.5), value: 60 },
        { unitId: 'PROBE', createdOn: at(industry, '2026-03-02', hour + 0.5), paramValue: { pH: 7.2 } },
      ]),
    );
    for (const [ended, next] of [
      ['2026-03-02', '2026-03-03'],
      ['2026-03-03', '2026-03-04'],
    ] as const) {
      await nextMorning(industry, ended, next);
      await context.database.execute(
        "UPDATE operations.finding SET is_open = false WHERE industry_key = $1 AND kind <> 'silence'",
        [industry.industryKey],
      );
      await run(industry);
    }
    const [, second, third] = textsTo(ann.email);
    expect(linesOf(second).filter((line) => line.startsWith('Over: '))).toEqual(
      expect.arrayContaining([
        'Over: Roof tank (Tank low, on 01 Mar 2026)',
        'Over: Outlet probe (Quality outside its bounds, on 01 Mar 2026)',
      ]),
    );
    expect(linesOf(third).filter((line) => line.startsWith('Over: ') && !line.includes('Silence'))).toEqual([]);
  });

  it('is written in the language of its reader, and to each address once', async () => {
    const industry = await plant();
    const address = `${mintId('both')}@hindi.test`.toLowerCase();
    for (const one of [address, address.toUpperCase()]) {
      const { userKey } = await mintUser(context, { industryId: industry.industryId });
      await context.database.execute(
        "INSERT INTO tenant.mail_choice (user_key, gets_morning_mail, mail_language) VALUES ($1, true, 'hi')",
        [userKey],
      );
      await context.database.execute('UPDATE tenant.app_user SET email_ids = ARRAY[$2] WHERE user_key = $1', [
        userKey,
        one,
      ]);
    }
    await run(industry);
    const [text = '', ...others] = textsTo(address);
    expect(text).toContain('3 बातों पर ध्यान देना है, सबसे गंभीर पहले।');
    expect(text).toContain('उच्च: Roof tank (टंकी में कम पानी, 01 मार्च 2026 से)');
    expect(others).toEqual([]);
    expect(mailsReceived(server, address)[0]?.html).toContain('<html lang="hi">');
  });

  it('waits half an hour for the ended day to be judged, and no longer', async () => {
    const industry = await plant();
    const ann = await mintUser(context, { industryId: industry.industryId });
    await requestInsights(context.database, [industry.industryKey], new Date(context.clock.now()));
    asked.length = 0;
    await run(industry);
    const since = context.clock.now();
    expect(asked).toEqual([{ name: MORNING_MAIL_QUEUE, data: { industryId: industry.industryId, since } }]);
    expect(textsTo(ann.email)).toEqual([]);
    context.clock.set('2026-03-02T00:50:00Z');
    await run(industry, mailing, since);
    expect(textsTo(ann.email)).toHaveLength(1);
  });

  it('is written for nobody where no mail server is set up, the industry is excluded or not in use', async () => {
    const industry = await plant();
    await mintUser(context, { industryId: industry.industryId });
    const mornings = () =>
      context.database.execute('SELECT FROM alerting.morning WHERE industry_key = $1', [industry.industryKey]);
    await run(industry, { ...context, channels: reaching(context, { ...server, settings: null } as never).channels });
    const { reports } = mailing.config;
    const excludedIndustries = [industry.industryId];
    await run(industry, { ...mailing, config: { ...mailing.config, reports: { ...reports, excludedIndustries } } });
    await context.database.execute('UPDATE tenant.industry SET is_active = false WHERE industry_key = $1', [
      industry.industryKey,
    ]);
    await run(await requireIndustry(context, industry.industryId));
    expect(await mornings()).toEqual([]);
  });
});

describe('a mail server that is away', () => {
  const states = (industry: Industry) =>
    context.database.execute<{ state: string; problem: string | null }>(
      'SELECT state, problem FROM alerting.mail WHERE industry_key = $1',
      [industry.industryKey],
    );

  it('gets the mail once it is back', async () => {
    const industry = await plant();
    const ann = await mintUser(context, { industryId: industry.industryId });
    server.fail({ at: 'recipient', code: 451 });
    await run(industry);
    expect(await states(industry)).toEqual([{ state: 'queued', problem: 'The mail server answered 451' }]);
    server.fail(null);
    await sweepMails(mailing);
    expect(textsTo(ann.email)).toEqual([]);
    context.clock.set('2026-03-02T00:23:00Z');
    await sweepMails(mailing);
    expect(textsTo(ann.email)).toHaveLength(1);
  });

  it('is given up after six hours, and operators are told', async () => {
    const industry = await plant();
    await mintUser(context, { industryId: industry.industryId });
    server.fail({ at: 'recipient', code: 451 });
    await run(industry);
    context.clock.set('2026-03-02T06:21:00Z');
    await sweepMails(mailing);
    expect(await states(industry)).toEqual([{ state: 'failed', problem: 'The mail server answered 451' }]);
    expect(
      await context.database.execute('SELECT title FROM operations.global_log WHERE subject = $1', [
        `alerts mails ${industry.industryKey}`,
      ]),
    ).toEqual([{ title: 'Mails were given up' }]);
  });

  it('is sent no second time what it had got when its sender was killed', async () => {
    const industry = await plant();
    const ann = await mintUser(context, { industryId: industry.industryId });
    server.fail({ at: 'recipient', code: 451 });
    await run(industry);
    server.fail(null);
    await context.database.execute(
      "UPDATE alerting.mail SET state = 'sending', started_at = '2026-03-02T00:20:00Z' WHERE industry_key = $1",
      [industry.industryKey],
    );
    context.clock.set('2026-03-02T00:30:00Z');
    await sweepMails(mailing);
    expect((await states(industry)).map(({ state }) => state)).toEqual(['unconfirmed']);
    expect(textsTo(ann.email)).toEqual([]);
  });
});
