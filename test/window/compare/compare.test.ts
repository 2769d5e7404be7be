import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../support/database.ts';
import { testApp } from '../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../service/support/device-data-works.ts';
import { asLoggedIn, type Look } from '../support/look.ts';

let works: Works;
let look: Look;

// Two days of June have ended, each half as much again as the days of May.
beforeAll(async () => {
  const context = await testContext('2026-06-03T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  look = await asLoggedIn(app, works);
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  for (const date of ['2026-05-01', '2026-05-02', '2026-06-01', '2026-06-02']) {
    const value = date < '2026-06' ? 1000 : 1500;
    await works.send(hours.map((hour) => ({ unitId: 'M1', createdOn: atHour(date, hour), value })));
    const paramValue = { pH: value / 200, turbidity: value / 500 };
    await works.send(hours.map((hour) => ({ unitId: 'RIVER', createdOn: atHour(date, hour), paramValue })));
    await works.process(date, date);
  }
});

const MONTHS = '/app/compare?unit=M1&from=2026-06-01&to=30/06/2026&against=before';

describe('the page that compares', () => {
  it('says by how much a running month differs over its days that have ended', async () => {
    const page = await look(MONTHS);
    expect(page.status).toBe(200);
    expect(page.textOf('said')).toBe('June 2026: 72.0 KL, 50 % more than May 2026 (48.0 KL).');
    expect(page.text).toContain('A period still runs: 2 days have ended');
    expect(page.textOf('totals')).toContain('May 2026 48.0 KL 100 % +24.0 KL (+50 %)');
    expect(page.textOf('rows')).toMatch(/1 36(?:\.0)? 24(?:\.0)? 2 36(?:\.0)? 24(?:\.0)?/);
    expect(page.textOf('weekdays')).toContain('Monday 36');
  });

  it('lays the words of its table over the picture', async () => {
    const { html: page, textOf } = await look(MONTHS);
    const [html = ''] = page.split('id="downloads"');
    const titles = [...html.matchAll(/<rect[^>]*><title>([^<]*)<\/title>/g)].map(([, title = '']) => title);
    expect(titles.slice(0, 2)).toEqual(titles.slice(2));
    expect(titles[0]).toBe('1: June 2026 36.0 KL, 100\u00a0% measured; May 2026 24.0 KL, 100\u00a0% measured');
    expect(textOf('rows')).toMatch(/^1 36\.0 24\.0/);
    const lefts = [...html.matchAll(/class="target"\s+x="([\d.]+)"/g)].map(([, x]) => Number(x));
    expect(lefts).toHaveLength(4);
    for (const at of [0, 2]) expect(lefts[at]).toBeLessThan(lefts[at + 1] ?? 0);
  });

  it.each([
    ['svg', 'image/svg+xml', '<svg'],
    ['png', 'image/png', '\u0089PNG'],
    ['csv', 'text/csv', 'unitId,unitName,from,to,name,start,value'],
  ])('gives its chart as %s by one click', async (kind, type, begins) => {
    const answer = await look.session.get(`${MONTHS}&file=${kind}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.toString('latin1').startsWith(begins)).toBe(true);
  });

  it('has the means by the hour as a second picture, as a table and as a file', async () => {
    const { html, textOf } = await look(MONTHS);
    expect(textOf('profile-hours')).toMatch(/^06:00 1\.50 2 of 2 1\.00 2 of 2 07:00 1\.50 2 of 2/);
    const [, second = ''] = html.split('id="downloads"');
    const titles = [...second.matchAll(/<rect[^>]*><title>([^<]*)<\/title>/g)].map(([, title = '']) => title);
    expect(titles).toHaveLength(48);
    expect(titles[0]).toBe('06:00: June 2026 1.50 KL, 2 of 2 measured; May 2026 1.00 KL, 2 of 2 measured');
    const csv = await (await look.session.get(`${MONTHS}&file=csv&picture=profile`)).text();
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'unitId,unitName,from,to,hour,mean,siUnit,hours,expectedHours',
      'M1,Unit M1,01/06/2026,30/06/2026,06:00,1.5,KL,2,2',
    ]);
    const [drawn, profile] = await Promise.all(
      ['compare', 'profile'].map(async (name) => (await look.session.get(`${MONTHS}&file=svg&picture=${name}`)).text()),
    );
    expect(profile).toContain('<svg');
    expect(profile).not.toBe(drawn);
  });

  it('draws pH in pH where per cent is asked for, because 7.5 is no quarter more than 6', async () => {
    const river = MONTHS.replace('M1', 'RIVER');
    const page = await look(`${river}&parameter=pH&scale=percent`);
    expect(page.textOf('said')).toContain('June 2026: 7.50');
    expect(page.text).not.toContain('The chart is in per cent');
    expect((await look(`${river}&parameter=turbidity&scale=percent`)).text).toContain('The chart is in per cent');
  });

  it('leads from the page of a unit to its month against the same month a year ago', async () => {
    const { html } = await look('/app/unit?id=M1&type=DAY&date=01/06/2026');
    const [, address = ''] = /href="(\/app\/compare[^"]*)"/.exec(html) ?? [];
    const page = await look(address.replaceAll('&amp;', '&'));
    expect(page.textOf('said')).toBe('June 2026: 72.0 KL. June 2025: –. Not compared: one of them was not measured.');
  });

  it('asks for what is missing, and says which date is none', async () => {
    expect((await look('/app/compare')).text).toContain('Choose a unit');
    expect((await look('/app/compare?unit=M1&from=31/02/2026')).status).toBe(400);
    expect((await look('/app/compare?unit=M1&from=05/06/2026&to=01/06/2026')).status).toBeLessThan(500);
  });
});
