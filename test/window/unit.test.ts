import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../support/database.ts';
import { createAnnotation } from '../../src/annotations/annotations.ts';
import { mintUser, testApp } from '../service/support/app-fixture.ts';
import { requireIndustry } from '../figures/processing/works.ts';
import { atHour, mintWorks, sealMonth, type Works } from '../service/support/device-data-works.ts';
import { asLoggedIn, type Look } from './support/look.ts';

let context: TestContext;
let works: Works;
let look: Look;
let stranger: Look;

beforeAll(async () => {
  context = await testContext('2026-06-12T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  look = await asLoggedIn(app, works);
  stranger = await asLoggedIn(app, await mintWorks(context, app));
  // M1 counts a thousand litres an hour on 11/06, has no third hour, and estimates the fifth.
  await works.send(
    [0, 1, 3, 4, 5].map((hour) => ({
      unitId: 'M1',
      createdOn: atHour('2026-06-11', hour),
      value: 1000 + hour,
      interpolated: hour === 4,
    })),
  );
  await works.send([
    { unitId: 'M2', createdOn: atHour('2026-06-11', 0), value: 500 },
    { unitId: 'RIVER', createdOn: atHour('2026-06-11', 0), paramValue: { pH: 7.25, turbidity: 2 } },
  ]);
  await works.process('2026-06-11', '2026-06-11');
});

const DAY = 'date=11/06/2026';

describe('the page of a unit', () => {
  it('has a row for each hour: a gap is a gap, an estimate has its mark, and each figure leads to its explanation', async () => {
    const page = await look(`/app/unit?id=M1&type=HOUR&${DAY}`);
    expect(page.title).toBe('Unit M1');
    const rows = page.textOf('periods');
    expect(rows).toMatch(/06:00 1\.00 100 % 07:00 1\.00 100 % 08:00 – 0 % 1 h 09:00 1\.00/);
    expect(page.html).toMatch(
      /<td class="figure missing">\s*<a href="\/app\/explain\?unitId=M1&amp;date=11%2F06%2F2026&amp;hour=2"/,
    );
    expect(page.html).toMatch(/<span class="estimated">1\.00<\/span>/);
    expect(page.textOf('chart')).toContain('19 of 24 missing. 1 partly estimated.');
    expect(page.html).toContain('class="gap"');
  });

  it.each([
    ['DAY', '11 Jun 2026 at least 5.01', '/app/explain?unitId=M1&amp;date=11%2F06%2F2026"'],
    ['MONTH', 'June 2026 at least 5.01', '/app/unit?id=M1&amp;type=DAY&amp;date=01%2F06%2F2026"'],
    ['YEAR', '2026 at least 5.01', '/app/unit?id=M1&amp;type=MONTH&amp;date=01%2F01%2F2026"'],
  ])('shows the same figure by %s, which leads on to what is in it', async (type, row, way) => {
    const page = await look(`/app/unit?id=M1&type=${type}&${DAY}`);
    expect(page.textOf('periods')).toContain(row);
    expect(page.html).toContain(`href="${way}`);
  });

  it('calls no hour missing of which nothing was expected yet, as while it runs', async () => {
    const { html } = await look('/app/unit?id=M1&type=HOUR&date=12/06/2026');
    expect(html).toMatch(/10:00<\/th>\s*<td class="figure missing">/);
    expect(html).toMatch(/11:00<\/th>\s*<td class="figure ">[^]*?nothing expected yet/);
  });

  it('draws a period that was measured in part as one, and looks for the lowest among the others', async () => {
    const page = await look(`/app/unit?id=M1&type=MONTH&${DAY}`);
    expect(page.textOf('chart')).toContain('Highest at least 5.01 KL (June 2026).');
    expect(page.textOf('chart')).toContain('1 partly measured.');
    expect(page.textOf('chart')).not.toContain('lowest');
    expect(page.html).toContain('class="gap"');
  });

  it('shows each parameter of a quality unit, and what is still to come as not yet', async () => {
    expect((await look(`/app/unit?id=RIVER&type=HOUR&${DAY}`)).textOf('periods')).toMatch(/^06:00 7\.25 2\.00 100 %/);
    expect((await look('/app/unit?id=M1&type=HOUR&date=12/06/2026')).textOf('periods')).toContain('12:00 not yet');
  });

  it('says of figures that are all alike what they are, and calls none the highest', async () => {
    await works.send([0, 1].map((hour) => ({ unitId: 'SILENT', createdOn: atHour('2026-06-09', hour), value: 700 })));
    const { textOf } = await look('/app/unit?id=SILENT&type=HOUR&date=09/06/2026');
    expect(textOf('chart')).toContain('Always 0.70 KL. 22 of 24 missing.');
    expect(textOf('chart')).not.toContain('Highest');
  });

  it('never calls an hour that still runs the lowest', async () => {
    await works.send(
      [3, 4, 5].map((hour) => ({ unitId: 'SILENT', createdOn: atHour('2026-06-12', hour), value: 900 - 100 * hour })),
    );
    const { textOf } = await look('/app/unit?id=SILENT&type=HOUR&date=12/06/2026');
    expect(textOf('periods')).toContain('11:00 0.40');
    expect(textOf('chart')).toContain('Highest 0.60 KL (09:00), lowest 0.50 KL (10:00).');
  });

  it('offers the figures as files, which are there', async () => {
    const { html } = await look(`/app/unit?id=M1&type=DAY&${DAY}`);
    const links = [...html.matchAll(/href="(\/app\/api\/user\/figures[^"]+)"/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(3);
    const csv = await (await look.session.get((links[0] ?? '').replaceAll('&amp;', '&'))).text();
    expect(csv).toContain('M1,Unit M1,FLOW_CATEGORY,2026-06-11,');
  });

  it.each([
    ['id=NO_SUCH', 404, 'This industry has no unit NO_SUCH. All units'],
    ['id=M1&type=HOUR&date=31/12/2026', 404, '31 Dec 2026 has not begun: the latest day is 12 Jun 2026.'],
    ['id=M1&type=MONTH&date=2027-03-01', 404, '01 Jan 2027 has not begun'],
    ['id=M1&type=HOUR&date=31/02/2026', 400, '‘31/02/2026’, allowed is a date DD/MM/YYYY'],
    ['id=M1&type=WEEK', 404, '‘WEEK’ is not one of HOUR, DAY, MONTH, YEAR'],
    ['id=%3Cscript%3Ealert(1)%3C%2Fscript%3E', 404, 'no unit <script>alert(1)</script>'],
  ])('says of ?%s what is wrong', async (query, status, sentence) => {
    const page = await look(`/app/unit?${query}`);
    expect([page.status, page.text]).toEqual([status, expect.stringContaining(sentence)]);
    expect(page.html).not.toContain('<script>alert');
  });

  it('says of each period in the picture what the table has of it, and of a gap that nothing was sent', async () => {
    const { html, textOf } = await look(`/app/unit?id=M1&type=HOUR&${DAY}`);
    const [, chart = ''] = /id="chart"([\s\S]*?)<figcaption>/.exec(html) ?? [];
    const titles = [...chart.matchAll(/<rect[^>]*><title>([^<]*)<\/title>/g)].map(([, title]) => title);
    // Two drawings of the same periods: for a desk and for a phone.
    expect(titles.slice(0, 24)).toEqual(titles.slice(24));
    expect(titles.slice(0, 5)).toEqual([
      '06:00: 1.00 KL, 100\u00a0% measured',
      '07:00: 1.00 KL, 100\u00a0% measured',
      '08:00: –, nothing sent',
      '09:00: 1.00 KL, 100\u00a0% measured',
      '10:00: 1.00 KL, 0\u00a0% measured, 100\u00a0% estimated',
    ]);
    const figures = [...textOf('periods').matchAll(/(\d\d:00) ((?:at least )?[\d.]+|–)/g)];
    expect(figures).toHaveLength(24);
    for (const [, time = '', figure = ''] of figures)
      expect(titles.find((title) => title?.startsWith(`${time}:`))).toMatch(new RegExp(`: ${figure}(?: KL)?,`));
  });

  it('draws the readings of a day, of any other time once it is asked for, and says each as its table does', async () => {
    const { html, textOf } = await look(`/app/unit?id=M1&type=HOUR&${DAY}`);
    const [, section = ''] = /id="readings"([\s\S]*)/.exec(html) ?? [];
    const titles = [...section.matchAll(/<rect[^>]*><title>([^<]*)<\/title>/g)].map(([, title = '']) => title);
    const one = titles.slice(0, titles.length / 2);
    expect(one).toEqual(titles.slice(titles.length / 2));
    expect(one.slice(0, 4)).toEqual([
      '11 Jun 2026 06:00: 1.00 KL',
      '11 Jun 2026 07:00: 1.00 KL',
      '11 Jun 2026 07:00 to 11 Jun 2026 09:00: –, nothing sent',
      '11 Jun 2026 09:00: 1.00 KL',
    ]);
    expect(one[4]).toBe('11 Jun 2026 10:00: 1.00 KL, estimated');
    expect(textOf('readings-table')).toMatch(/^11 Jun 2026 06:00 1\.00 11 Jun 2026 07:00 1\.00/);
    expect(textOf('readings-table')).toContain('11 Jun 2026 10:00 1.00 estimated');
    expect(textOf('readings')).toContain('11 Jun 2026 06:00 to 12 Jun 2026 06:00. Readings: 5, gaps: 2, estimated: 1.');

    const month = await look(`/app/unit?id=M1&type=DAY&${DAY}`);
    expect(month.textOf('readings')).toBe('Readings Show the readings of this time');
    const [, address = ''] = /href="([^"]*from=[^"]*)#readings"/.exec(month.html) ?? [];
    expect(address).toContain('from=2026-06-01T00%3A30%3A00');
    const asked = await look(address.replaceAll('&amp;', '&'));
    expect(asked.textOf('readings')).toContain('01 Jun 2026 06:00 to 13 Jun 2026 06:00. Readings: 5');
  });

  it('zooms by links, and draws the whole day where the address names no time that can be drawn', async () => {
    const { html } = await look(`/app/unit?id=M1&type=HOUR&${DAY}`);
    const ways = [...html.matchAll(/href="([^"]*)#readings">([^<]*)</g)].map(([, address = '', name]) => ({
      address: address.replaceAll('&amp;', '&'),
      name,
    }));
    expect(ways.map(({ name }) => name)).toEqual(['‹ Earlier', 'Zoom out', 'Zoom in', 'Later ›']);
    const shorter = await look(ways[2]?.address ?? '');
    expect(shorter.textOf('readings')).toContain('There are no readings from 11 Jun 2026 12:00 to 12 Jun 2026 00:00.');
    for (const odd of [
      'from=x&to=y',
      'from=2026-06-11T09:00:00Z&to=2026-06-11T08:00:00Z',
      'from=1900-01-01&to=2026-01-01',
    ])
      expect((await look(`/app/unit?id=M1&type=HOUR&${DAY}&${odd}`)).textOf('readings')).toContain('Readings: 5');
  });

  it('marks what was noted on the chart of figures and on that of readings, by the number of the list', async () => {
    const { userId } = await mintUser(context, { industryId: works.industryId });
    const [fromEpochMs, toEpochMs] = [3, 5].map((hour) => Date.parse(atHour('2026-06-11', hour)));
    await createAnnotation(
      context,
      await requireIndustry(context, works.industryId),
      { unitId: 'M1', text: 'Pump <b>changed</b>', fromEpochMs: fromEpochMs ?? 0, toEpochMs: toEpochMs ?? null },
      { userId, industryId: works.industryId, address: null },
    );
    const { html, textOf } = await look(`/app/unit?id=M1&type=HOUR&${DAY}`);
    expect(textOf('annotations')).toContain('11 Jun 2026 09:00 to 11 Jun 2026 11:00 Unit M1 : Pump <b>changed</b>');
    const marks = [...html.matchAll(/<g class="annotation"\s*><title>([^<]*)<\/title>/g)].map(([, title]) => title);
    // Two charts, each drawn for a desk and for a phone.
    expect(marks).toEqual(Array(4).fill('11 Jun 2026 09:00 to 11 Jun 2026 11:00: Pump &lt;b&gt;changed&lt;/b&gt;'));
    const later = await look(`/app/unit?id=M1&type=HOUR&${DAY}&from=2026-06-11T06:00:00Z&to=2026-06-11T12:00:00Z`);
    expect(later.html.split('<g class="annotation"')).toHaveLength(3);
  });

  it('says of a unit that is out of use since when it is', async () => {
    await context.database.execute(
      `UPDATE tenant.unit SET removed_at = '2026-06-10T00:30:00Z'
       WHERE unit_id = 'WELL_2' AND industry_key = (SELECT industry_key FROM tenant.industry WHERE industry_id = $1)`,
      [works.industryId],
    );
    const page = await look(`/app/unit?id=WELL_2&type=DAY&${DAY}`);
    expect([page.status, page.textOf('facts')]).toEqual([
      200,
      expect.stringContaining('Out of use since 10 Jun 2026 06:00.'),
    ]);
  });

  it('has nothing of another industry', async () => {
    expect((await stranger(`/app/unit?id=M1&type=HOUR&${DAY}`)).textOf('periods')).not.toContain('1.00');
  });
});

describe('the page of an explanation', () => {
  it('says of an hour without readings that there was none, and that this is not 0', async () => {
    const page = await look(`/app/explain?unitId=M1&${DAY}&hour=2`);
    expect(page.title).toBe('Why is there no figure?');
    expect(page.textOf('in-short')).toContain('No reading between 08:00 and 09:00.');
    expect(page.textOf('in-short')).toContain('missing and not 0');
  });

  it('tells of a day what was measured, estimated and computed, and lists its readings', async () => {
    const page = await look(`/app/explain?unitId=M1&${DAY}`);
    expect(page.title).toBe('Why 5.01 KL?');
    const short = page.textOf('in-short');
    expect(short).toContain('24 in all. 4 came.');
    expect(short).toContain('No reading between 08:00 and 09:00.');
    expect(short).toContain('1 of 5 readings are estimated');
    expect(page.textOf('list')).toMatch(/11 Jun 2026 10:00 1\.00 \d\d \w+ \d{4} \d\d:\d\d estimated/);
    expect(page.textOf('steps')).toMatch(/^06:00 .*sum of 5 hourly totals = 5013/);
  });

  it('lacks no reading of hours of today that have not begun', async () => {
    const steps = (await look('/app/explain?unitId=M1&date=12/06/2026')).textOf('steps');
    expect(steps).toContain('11:00 no reading');
    expect(steps).not.toContain('12:00 no reading');
  });

  it('leads to the units where none is named', async () => {
    const answer = await look.session.get('/app/explain');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/units']);
  });

  it('takes a formula apart, each operand leading to its own explanation', async () => {
    const page = await look(`/app/explain?unitId=BOTH&${DAY}`);
    expect(page.textOf('formula')).toContain('M1 5.01 5.01 M2 0.50 0.50');
    expect(page.html).toContain('href="/app/explain?unitId=M2&amp;date=11%2F06%2F2026"');
  });

  it('follows a correction of a closed day: figure, month and explanation say the new one, and what it was before', async () => {
    await works.send([{ unitId: 'M2', createdOn: atHour('2026-06-11', 0), value: 900 }]);
    expect((await look(`/app/explain?unitId=M2&${DAY}`)).textOf('in-short')).toContain(
      'waits to be processed again: corrected readings',
    );
    await works.process('2026-06-11', '2026-06-11');
    expect((await look(`/app/unit?id=M2&type=DAY&${DAY}`)).textOf('periods')).toContain('11 Jun 2026 at least 0.90');
    expect((await look(`/app/unit?id=M2&type=MONTH&${DAY}`)).textOf('periods')).toContain('June 2026 at least 0.90');
    const after = await look(`/app/explain?unitId=M2&${DAY}`);
    expect(after.title).toBe('Why 0.90 KL?');
    expect(after.textOf('in-short')).toContain(
      'because of: corrected readings. Before that the figure of the day was 0.50 KL.',
    );
  });

  it('says what is wrong with an hour that the day does not have', async () => {
    const page = await look(`/app/explain?unitId=M1&${DAY}&hour=24`);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('hours 0 to 23')]);
  });
});

describe('a day whose readings are archived', () => {
  const QUERY = 'date=20/05/2026';
  beforeAll(async () => {
    // 23 of 24 hours are measured, and the last of them is an estimate.
    await works.send(
      Array.from({ length: 24 }, (_, hour) => ({
        unitId: 'M1',
        createdOn: atHour('2026-05-20', hour),
        value: 1000,
        interpolated: hour === 23,
      })),
    );
    await works.process('2026-05-20', '2026-05-20');
    await sealMonth(context, works, '2026-05-01');
  });

  it('is explained by what is stored, and nothing is told as if its readings had never come', async () => {
    const page = await look(`/app/explain?unitId=M1&${QUERY}`);
    expect(page.title).toBe('Why 24.0 KL?');
    expect(page.textOf('place')).toContain('96 % measured, 4 % estimated');
    expect(page.textOf('in-short')).toContain(
      'No figure of this day can be computed again: the readings of 05/2026 are archived.',
    );
    expect(page.text).not.toMatch(/came|No reading|Computed anew|would be|register stood/);
    expect(page.html).not.toContain('id="steps"');
    const virtual = await look(`/app/explain?unitId=BOTH&${QUERY}`);
    expect(virtual.textOf('formula')).toBe('The formula {M1} + {M2} M1 M2');
  });

  it('is as complete as its stored figure says', async () => {
    const { text } = await look(`/app/completeness/day?unitId=M1&${QUERY}`);
    expect(text).toContain('No figure of this day can be computed again: the readings of 05/2026 are archived.');
    expect(text).toContain('The stored figure says that 96 % of the expected readings were measured.');
    expect(text).toContain('The stored figure says that 4 % of the readings were estimates.');
    expect(text).not.toMatch(/of 24|Silent|No reading|left out/);
  });
});
