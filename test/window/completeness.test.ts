import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ingestReadings } from '../../src/readings/ingest.ts';
import { findIndustry } from '../../src/platform/directory/store/industries.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../service/support/device-data-works.ts';
import { browserSession } from './support/browser-session.ts';

let context: TestContext;
let app: TestApp;
let works: Works;

const NOON = '2026-06-11T06:30:00Z';

/** 10/06/2026 is closed. Everything comes at noon of 11/06/2026, which is after it. */
beforeAll(async () => {
  context = await testContext(NOON);
  app = testApp(context);
  works = await mintWorks(context, app);
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 1000 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 1), value: 500 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 2), value: 250, interpolated: true },
  ]);
  await works.process('2026-06-10', '2026-06-10');
  await works.send([{ unitId: 'M1', createdOn: atHour('2026-06-10', 3), value: 2000 }]);
  const industry = await findIndustry(context.database, works.industryId, context.clock.now());
  if (industry === null) throw new Error('The works are gone.');
  const rows = [5, 6].map((hour) => ({ row: { unitId: 'M1', createdOn: atHour('2026-06-10', hour), value: 'much' } }));
  await ingestReadings({ context, onStaleDays: async () => {} }, industry, [rows], 'http');
});

const page = async (path: string, language = 'en'): Promise<{ status: number; text: string }> => {
  const session = browserSession(app);
  const username = works.industryId.slice(-20).toLowerCase();
  await session.post('/app/login', { username, password: PASSWORD, next: '' });
  const answer = await session.send(path, { headers: { 'accept-language': language } });
  // Templates break lines inside of sentences.
  return { status: answer.status, text: (await answer.text()).replaceAll(/\s+/g, ' ') };
};

const ofDay = async (query: string) => (await works.get(`completeness?${query}`)) as { status: number; body: unknown };

describe('GET /api/user/completeness', () => {
  it('tells what came late, what was rejected and why the figure was written last', async () => {
    expect(await ofDay('unitId=M1&date=10/06/2026')).toMatchObject({
      status: 200,
      body: {
        data: {
          // Three were measured; what was estimated is not late.
          late: { readings: 3, firstReceivedAt: '2026-06-11T06:30:00.000Z' },
          held: { reasons: [{ readings: 2 }], undated: 0, isComplete: true },
          change: { causes: ['late reading'], oldValue: null, newValue: 1.75 },
          edits: [],
        },
      },
    });
  });

  it('tells what people did to readings of the day, and of no other day', async () => {
    const { industryKey } = (await findIndustry(context.database, works.industryId, context.clock.now())) ?? {};
    await context.database.execute(
      `INSERT INTO telemetry.reading_edit (industry_key, unit_key, kind, reason, made_by, made_at, readings)
       SELECT $1, unit_key, 'edit', 'Read by hand', 'asha', '2026-06-11T06:00:00Z',
              '[{"createdOn": "2026-06-10T00:30:00.000Z"}, {"createdOn": "2026-06-11T00:30:00.000Z"}]'
       FROM tenant.unit WHERE industry_key = $1 AND unit_id = 'M1'`,
      [industryKey],
    );
    const edits = [{ kind: 'edit', readings: 1, madeAt: '2026-06-11T06:00:00.000Z', undoneAt: null }];
    expect(await ofDay('unitId=M1&date=10/06/2026')).toMatchObject({ body: { data: { edits } } });
    expect(await ofDay('unitId=M1&date=12/06/2026')).toMatchObject({ body: { data: { edits: [] } } });
  });

  it('answers 404 for a unit of somebody else', async () => {
    expect((await ofDay('unitId=NOBODYS&date=10/06/2026')).status).toBe(404);
  });
});

describe('GET /api/user/staleDays', () => {
  it('lists closed days that wait, and why', async () => {
    const { body } = await works.get('staleDays?startDate=01/06/2026&endDate=30/06/2026');
    expect(body).toMatchObject({ data: [{ date: '10/06/2026', causes: { 'late reading': 1 }, units: 1 }] });
    expect((await works.get('staleDays?startDate=11/06/2026')).body).toMatchObject({ data: [] });
  });

  it.each([
    ['startDate=10/06/2026&endDate=09/06/2026', 'startDate cannot be after endDate'],
    [
      'startDate=01/01/2020&endDate=01/01/2026',
      "Invalid 'endDate': '01/01/2026' is 2193 days from startDate, allowed are 1100",
    ],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await works.get(`staleDays?${query}`);
    expect([status, body]).toMatchObject([400, { message }]);
  });
});

describe('the page Completeness', () => {
  it('shows each day of a unit as the API tells it; what is missing is an en dash and never 0', async () => {
    const { text } = await page('/app/completeness?month=2026-06');
    // Three of 24 readings were measured, one more is an estimate.
    expect(text).toContain('title="Unit M1, 10 Jun 2026: 13 % measured; 25 % of the readings estimated"');
    expect(text).toMatch(/Unit M1, 10 Jun 2026[^>]*><i>13<\/i>†<\/a>/);
    expect(text).toMatch(/Unit SILENT, 10 Jun 2026: nothing measured">–<\/a>/);
    expect(text).not.toMatch(/<a [^>]*>0<\/a>/);
  });

  it('begins with the units that the newest ended day lacks, the least measured first, and shows no day to come', async () => {
    const { text } = await page('/app/completeness?month=2026-06');
    const [lacking = ''] = /Not measured whole on 10 Jun 2026[^]*?<\/ul>/.exec(text) ?? [];
    const names = [...lacking.matchAll(/>([^<>]+)<\/a>: (\S+)/g)].map(([, name, share]) => `${name} ${share}`);
    expect(names).toHaveLength(5);
    expect(new Set(names.map((name) => name.split(' ').at(-1)))).toEqual(new Set(['0']));
    expect(lacking).toMatch(/and \d more/);
    expect(text.indexOf(lacking)).toBeLessThan(text.indexOf('<table'));
    expect(text).toContain('<th scope="col">11</th>');
    expect(text).not.toContain('<th scope="col">12</th>');
  });

  it('shows the month before on the first of a month, whose newest ended day is there', async () => {
    onTestFinished(() => context.clock.set(NOON));
    context.clock.set('2026-07-01T06:30:00Z');
    const { text } = await page('/app/completeness');
    expect(text).toContain('Not measured whole on 30 Jun 2026');
    expect(text).toContain('/app/completeness?month=2026-07" rel="next"');
  });

  it('names days that wait, and why', async () => {
    const { text } = await page('/app/completeness?month=2026-06');
    expect(text).toMatch(/10\*<\/th>/);
    expect(text).toMatch(
      /<th scope="row">10 Jun 2026<\/th> <td>late readings<\/td> <td class="moment">11 Jun 2026 12:00<\/td>/,
    );
    expect((await page('/app/completeness?month=2026-05')).text).toContain('None. Every stored figure');
  });

  it.each([
    ['month=June', '‘June’ is not a month that has begun, such as 2026-06'],
    ['month=2199-01', '‘2199-01’ is not a month that has begun'],
    ['page=9', '‘9’ is not a page, allowed are 1 to 1'],
    ['month=%3Cscript%3Ealert(1)%3C/script%3E', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ])('says what is wrong with %s', async (query, sentence) => {
    expect((await page(`/app/completeness?${query}`)).text).toContain(sentence);
  });
});

describe('the page of a day', () => {
  it('says why it is not complete: silent, estimated, rejected, late, and what waits', async () => {
    const { status, text } = await page('/app/completeness/day?unitId=M1&date=10/06/2026');
    expect(status).toBe(200);
    for (const sentence of [
      '3 of 24 expected readings were measured, 13 %.',
      '1 of 4 readings are estimates, 25 %.',
      'value is &quot;much&quot;',
      'Readings that came after the day had ended: 3, 11 Jun 2026 12:00.',
      'href="/app/explain?unitId=M1&amp;date=10%2F06%2F2026"',
      'The day has been waiting to be computed again since 11 Jun 2026 12:00: late readings.',
      '(late readings): 1.75 KL.',
    ])
      expect(text).toContain(sentence);
  });

  it('says in the language of the reader why readings were rejected', async () => {
    const { text } = await page('/app/completeness/day?unitId=M1&date=10/06/2026', 'hi');
    expect(text).toContain('value &quot;much&quot; है');
  });

  it('of a virtual unit leads to the units it is computed from', async () => {
    const { text } = await page('/app/completeness/day?unitId=BOTH&date=10/06/2026');
    expect(text).toContain('/app/completeness/day?unitId=M1&amp;date=10%2F06%2F2026');
  });

  it.each([
    ['unitId=M1&date=10.06.2026', 400, 'it has ‘10.06.2026’, allowed is a date DD/MM/YYYY'],
    ['unitId=NOBODYS&date=10/06/2026', 404, 'Invalid unitId NOBODYS'],
    ['unitId=M1&date=12/06/2026', 404, 'business day 12/06/2026 has not begun'],
  ])('says what is wrong with %s', async (query, status, sentence) => {
    const answer = await page(`/app/completeness/day?${query}`);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(sentence)]);
  });
});
