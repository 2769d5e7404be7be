import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { testContext } from '../../support/database.ts';
import { testApp } from '../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../service/support/device-data-works.ts';
import { asLoggedIn, type Look } from '../support/look.ts';
import { setInUse } from '../../../src/industries/change-unit.ts';

/*
 * M1 counts a thousand litres an hour, and is silent from 12:00 to 15:00 of the 9th, while its register goes on. It is
 * retired on 10/06 at 14:00, eight readings into its day. Now is the 12th.
 */
let works: Works;
let look: Look;

beforeAll(async () => {
  const context = await testContext('2026-06-10T08:30:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  const hours = Array.from({ length: 32 }, (_, hour) => hour).filter((hour) => hour < 6 || hour > 8);
  await works.send(
    hours.map((hour) => ({
      unitId: 'M1',
      createdOn: atHour('2026-06-09', hour),
      value: 1000,
      summedValue: 100_000 + hour * 1000,
    })),
  );
  await setInUse(
    { ...context, queue: noQueue },
    {
      industryId: works.industryId,
      unitId: 'M1',
      by: { actor: COMMAND, permissions: [] },
      reason: null,
      expected: null,
      dryRun: false,
    },
    false,
  );
  context.clock.set('2026-06-12T06:00:00Z');
  await works.process('2026-06-09', '2026-06-11');
  look = await asLoggedIn(app, works);
});

describe('the page of a unit that is out of use', () => {
  it('shows the figures and events of the days before, and offers them as files', async () => {
    const page = await look('/app/unit?id=M1&type=HOUR&date=09/06/2026');
    expect([page.status, page.textOf('facts')]).toEqual([200, expect.stringContaining('Out of use since 10 Jun 2026')]);
    expect(page.textOf('periods')).toMatch(/^06:00 1\.00 100 % 99\.00 100\.00 07:00 1\.00 100 % 100\.00 101\.00/);
    expect(page.textOf('unheard')).toMatch(/3(\.0+)? KL/);
    expect(page.textOf('events')).toContain('Silence: 09 Jun 2026');
    const links = [...page.html.matchAll(/href="(\/app\/api\/user\/figures[^"]+)"/g)].map(([, link = '']) => link);
    const csv = await (await look.session.get((links[0] ?? '').replaceAll('&amp;', '&'))).text();
    expect(csv).toContain('M1,Unit M1,FLOW_CATEGORY,2026-06-09');
  });

  it.each(['DAY', 'MONTH', 'YEAR'])(
    'shows them by %s also where the span goes on behind its last day',
    async (type) => {
      const page = await look(`/app/unit?id=M1&type=${type}&date=12/06/2026`);
      expect([page.status, page.textOf('chart')]).toEqual([200, expect.stringContaining('KL')]);
    },
  );

  it('opens on its last day, which is that of its retirement', async () => {
    const page = await look('/app/unit?id=M1');
    expect(page.textOf('span')).toContain('10 Jun 2026');
    expect(page.textOf('periods')).toMatch(/06:00 1\.00 100 %/);
  });

  it('says of a day behind it since when it is out of use, and leads to the day before', async () => {
    const page = await look('/app/unit?id=M1&type=HOUR&date=11/06/2026');
    expect([page.status, page.textOf('facts')]).toEqual([200, expect.stringContaining('Out of use since 10 Jun 2026')]);
    expect(page.html).not.toContain('id="periods"');
    expect(page.html).toContain('href="/app/unit?id=M1&amp;type=HOUR&amp;date=10%2F06%2F2026"');
  });
});

it('stands among the units with the day from which it is out of use', async () => {
  expect((await look('/app/units?state=retired')).textOf('units')).toMatch(
    /^Unit M1 M1 10 Jun 2026 \d\d:\d\d KL Out of use since 10 Jun 2026/,
  );
  expect((await look('/app/units?state=inUse')).textOf('units')).not.toContain('M1 M1');
});

it('has a row on the map of its months, up to its last day', async () => {
  const { html, textOf } = await look('/app/completeness?month=2026-06');
  expect(html).toContain('title="Unit M1, 09 Jun 2026: 88\u00a0% measured"');
  expect(html).toContain('title="Unit M1, 10 Jun 2026: ');
  expect(html).not.toContain('title="Unit M1, 11 Jun 2026');
  expect(textOf('map-says')).toMatch(/^10 units, 01 Jun 2026 to 12 Jun 2026/);
});

it('leads on from a day of it to the next, and from its last day to none', async () => {
  const nextOf = async (date: string) =>
    /rel="next"/.test((await look(`/app/completeness/day?unitId=M1&date=${date}`)).html);
  expect([await nextOf('09/06/2026'), await nextOf('10/06/2026')]).toEqual([true, false]);
});

it('can be chosen for a report of its days', async () => {
  expect((await look('/app/reports?startDate=2026-06-09')).html).toMatch(/<option value="M1"[^>]*>Unit M1</);
});

describe('the events of the register of a unit that is out of use', () => {
  const of = (from: string, to: string) =>
    works.get(`registerEvents?unitId=M1&startDate=${from}&endDate=${to}`).then(({ status }) => status);

  it('can be asked for as long as it counted', async () => {
    expect([await of('09/06/2026', '12/06/2026'), await of('10/06/2026', '10/06/2026')]).toEqual([200, 200]);
    expect(await of('11/06/2026', '12/06/2026')).toBe(404);
  });
});
