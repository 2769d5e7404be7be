import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../support/database.ts';
import { PASSWORD, testApp } from '../service/support/app-fixture.ts';
import { sampleWithBore } from '../figures/processing/sample-bore.ts';
import { atHour, mintWorks, type Works } from '../service/support/device-data-works.ts';
import { asLoggedIn, type Look } from './support/look.ts';

let context: TestContext;
let works: Works;
let look: Look;

beforeAll(async () => {
  context = await testContext('2026-06-12T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  look = await asLoggedIn(app, works);
  // 96 to 110 KL in the hours of 29/05. Silent. 147 to 152 KL on 11/06: 37 KL passed meanwhile.
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-05-29', 4), value: 4000, summedValue: 100_000 },
    { unitId: 'M1', createdOn: atHour('2026-05-29', 5), value: 10_000, summedValue: 110_000 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 0), value: 3000, summedValue: 150_000 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 1), value: 2000, summedValue: 152_000 },
  ]);
  await works.process('2026-05-29', '2026-06-11');
});

const SINCE = 'from 29 May 2026 11:00 to 11 Jun 2026 06:00';

describe('what passed while a meter was silent', () => {
  it.each(['HOUR', 'DAY', 'MONTH', 'YEAR'])('is told on the page of the unit by %s', async (type) => {
    const page = await look(`/app/unit?id=M1&type=${type}&date=11/06/2026`);
    expect(page.textOf('unheard')).toMatch(
      new RegExp(`^37(\\.0+)? KL passed while nothing was sent, ${SINCE}\\. No hour and no total has it\\.$`),
    );
  });

  it('is not told of a month in which the meter was not heard again', async () => {
    expect((await look('/app/unit?id=M1&type=DAY&date=29/05/2026')).textOf('unheard')).toBe('');
  });

  it('is added up in short: the hours and the silence are the difference of the registers printed above', async () => {
    const page = await look('/app/explain?unitId=M1&date=11/06/2026');
    expect(page.textOf('in-short')).toContain('The register stood at 110 before, and at 152 at the end');
    expect(page.textOf('in-short')).toContain(
      `5.0 KL in the hours + 37.0 KL that passed while nothing was sent, ${SINCE} = 42.0 KL, the difference of the two registers.`,
    );
  });

  it('is listed among the events of the register, on both pages', async () => {
    const line = `Silence: 29 May 2026 11:00 to 11 Jun 2026 06:00. The register stood at 110 and went on at 147. No hour and no total has what passed meanwhile.`;
    expect((await look('/app/unit?id=M1&type=DAY&date=11/06/2026')).textOf('events')).toContain(line);
    expect((await look('/app/explain?unitId=M1&date=11/06/2026')).text).toContain(line);
    const answer = await look.session.get(
      '/app/api/user/registerEvents?unitId=M1&startDate=01/06/2026&endDate=12/06/2026',
    );
    const { data } = (await answer.json()) as { data: { events: readonly Record<string, unknown>[] } };
    expect(data.events).toEqual([
      expect.objectContaining({
        kind: 'silence',
        action: 'keep',
        from: atHour('2026-05-29', 5),
        to: atHour('2026-06-11', 0),
        registerBefore: 110_000,
        registerDuring: null,
        registerAfter: 147_000,
        readingCount: 0,
      }),
    ]);
  });

  it('is in the file of figures', async () => {
    const csv = await (
      await look.session.get('/app/api/user/figures?unitIds=M1&period=monthly&from=01/05/2026&to=30/06/2026&format=csv')
    ).text();
    const lines = csv.split('\r\n');
    expect(lines[0]).toContain(
      'unheardValue,unheardFrom,unheardTo,unheardSilences,unheardSilentValue,unheardSilentFrom,unheardSilentTo',
    );
    // May lacks its silent days, and June what passed in them.
    expect(lines[1]).toMatch(/,,,,,,,,at least,1,1$/);
    expect(lines[2]).toMatch(/,at least,1,1$/);
    expect(lines[2]).toContain(
      `,37,${atHour('2026-05-29', 5)},${atHour('2026-06-11', 0)},1,37,${atHour('2026-05-29', 5)},${atHour('2026-06-11', 0)},`,
    );
  });

  it('is told by the balance, in its answer and on its page, of the unit that it passed', async () => {
    const answer = await look.session.get('/app/api/user/waterBalance?startDate=01/06/2026&endDate=11/06/2026');
    const { data } = (await answer.json()) as { data: { unheard: readonly Record<string, unknown>[] } };
    expect(data.unheard).toEqual([
      {
        unitId: 'M1',
        displayName: 'Unit M1',
        siUnit: 'KL',
        side: 'sources',
        value: 37,
        from: atHour('2026-05-29', 5),
        to: atHour('2026-06-11', 0),
        times: 1,
        silences: 1,
      },
    ]);
    expect((await look('/app/balance?from=2026-06-01&to=2026-06-11')).text).toMatch(
      new RegExp(`Unit M1: 37(\\.0+)? KL passed while nothing was sent, ${SINCE}\\. No hour and no total has it\\.`),
    );
  });
});

describe('CB_BORE_1 of the sample industry, which counted on over the end of July', () => {
  let bore: Look;
  beforeAll(async () => {
    const later = await testContext('2026-11-21T00:00:00Z');
    const industry = await sampleWithBore(later, (bundle) => {
      const username = bundle.industry.industryId.slice(-20).toLowerCase();
      Object.assign(bundle.users[0] ?? {}, { username, password: PASSWORD });
    });
    bore = await asLoggedIn(testApp(later), industry);
  });

  const PASSED =
    /2 878(\.0+)? KL passed while nothing was sent, from 07 Jul 2026 23:45 to 01 Aug 2026 06:15\. No hour and no total has it\./;

  it.each(['DAY', 'MONTH', 'YEAR'])('says "at least" of August once in each figure, by %s', async (type) => {
    const page = await bore(`/app/unit?id=CB_BORE_1&type=${type}&date=01/08/2026`);
    expect(page.textOf('unheard')).toMatch(PASSED);
    expect(page.textOf('periods')).toContain('at least');
    expect(page.text).not.toMatch(/at least\s+at least/);
    for (const [cell] of page.html.matchAll(/<td[^>]*>[\s\S]*?<\/td>/g))
      expect(cell.replaceAll(/title="[^"]*"/g, '').split('at least').length).toBeLessThanOrEqual(2);
  });

  it('says "at least" of the month alone that lacks it, as the file of figures and the explanation of its day do', async () => {
    const page = await bore('/app/unit?id=CB_BORE_1&type=MONTH&date=01/08/2026');
    expect(page.textOf('periods')).toMatch(/August 2026 at least /);
    const csv = await (
      await bore.session.get(
        '/app/api/user/figures?unitIds=CB_BORE_1&period=monthly&from=01/08/2026&to=31/08/2026&format=csv',
      )
    ).text();
    expect(csv.split('\r\n')[1]).toMatch(/,at least,1,1$/);
    const explained = await bore('/app/explain?unitId=CB_BORE_1&date=01/08/2026');
    expect(explained.text).toMatch(/at least 1 238(\.0+)? KL/);
    expect(explained.text.split('at least')).toHaveLength(2);
    expect(explained.textOf('in-short')).toContain('that passed while nothing was sent');
  });
});
