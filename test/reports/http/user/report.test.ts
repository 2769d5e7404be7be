import { beforeAll, describe, expect, it } from 'vitest';
import { CORRUPT_PNGS, png } from '../../rules/support/pictures.ts';
import { testContext } from '../../../support/database.ts';
import { bearer, testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

let works: Works;
let request: ReturnType<typeof testApp>['request'];

beforeAll(async () => {
  const context = await testContext('2026-06-11T06:00:00Z');
  const app = testApp(context);
  ({ request } = app);
  works = await mintWorks(context, app);
  await works.send(
    [
      ['2026-06-09', 1000],
      ['2026-06-10', 2000],
    ].flatMap(([date, value]) =>
      Array.from({ length: 24 }, (_, hour) => ({ unitId: 'M1', createdOn: atHour(String(date), hour), value })),
    ),
  );
});

const report = (query: string): Promise<Response> => works.fetch(`report?${query}`);
const failure = async (query: string) => {
  const response = await report(query);
  return { status: response.status, body: await response.json() };
};

describe('GET report', () => {
  it('is a page of yesterday, today or whatever day is asked for, and says when it was made', async () => {
    const response = await report('service=water&reportType=daily&reportFormat=html&startDate=10/06/2026');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="${works.industryId}_water_daily_2026-06-10.html"; filename*=UTF-8''${works.industryId}_water_daily_2026-06-10.html`,
    );
    // A browser that opens it shows its styles and its logo, and loads nothing.
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const page = await response.text();
    expect(page).toContain('11:30 AM');
    expect(page).toContain('Unit M1');
  });

  it('has a default for everything: the water of the running day, as a page', async () => {
    const response = await report('');
    expect(response.headers.get('content-disposition')).toContain('_water_daily_2026-06-11.html');
  });

  it.each([
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['csv', 'text/csv; charset=utf-8'],
  ])('is a download as %s', async (format, type) => {
    const response = await report(`reportType=monthly&startDate=10/06/2026&reportFormat=${format}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toContain(
      `attachment; filename="${works.industryId}_water_monthly_2026-06-01_2026-06-30.${format}"`,
    );
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  it('writes another country’s list', async () => {
    const text = await (
      await report(
        'reportType=daily&startDate=10/06/2026&reportFormat=csv&delimiter=semicolon&decimalMark=comma&divisionFactor=7',
      )
    ).text();
    // A day and an hour of 2,000 KL an hour, by 7.
    expect(text).toContain('\r\nUnit BOTH;6857,142857143;');
    expect(text).toContain('\r\n2026-06-10 06:00;285,714285714;');
    expect(text).not.toMatch(/;"?\d+\.\d+"?;/);
    expect((await report('reportFormat=csv&delimiter=;')).status).toBe(400);
  });

  it('tells what is wrong and what is allowed', async () => {
    expect(await failure('service=weather')).toMatchObject({
      status: 400,
      body: { status_code: 1403, errors: [{ field: 'service' }] },
    });
    expect(await failure('service=')).toMatchObject({ body: { status_code: 1403, message: "'service' missing" } });
    expect(await failure('reportType=')).toMatchObject({
      body: { status_code: 1403, message: "'reportType' missing" },
    });
    expect(await failure('reportFormat=')).toMatchObject({
      body: { status_code: 1403, message: "'reportFormat' missing" },
    });
    expect(await failure('startDate=')).toMatchObject({ body: { status_code: 1403, message: "'startDate' missing" } });
    expect(await failure('startDate=2026-06-10')).toMatchObject({
      body: { status_code: 1403, message: "Invalid 'startDate': '2026-06-10' is not a date DD/MM/YYYY" },
    });
    expect(await failure('service=level&reportType=weekly')).toMatchObject({
      status: 400,
      body: {
        status_code: 1403,
        message:
          "Invalid 'reportType': 'weekly' is not a report of the service 'level', allowed are daily, monthly, hourly, granular, daily_range",
      },
    });
    expect(await failure('unitIds=M1,NO_SUCH')).toMatchObject({ status: 404, body: { status_code: 404 } });
    expect(await failure('service=rain_water')).toMatchObject({
      status: 404,
      body: { status_code: 1401, message: "No data found: 'rain_water' has no unit in your industry" },
    });
    expect(await failure('service=level&unitIds=M1')).toMatchObject({ status: 404, body: { status_code: 1401 } });
  });

  it('without a required end date is an empty report that says so, and no error', async () => {
    const response = await report('reportType=hourly&startDate=10/06/2026');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('No end date was given');
  });

  it('takes the token as a parameter, for downloads by browsers', async () => {
    expect((await request('/api/user/report')).status).toBe(401);
    expect((await request(`/api/user/report?jwt=${await works.token()}`)).status).toBe(200);
  });

  it('takes one unit, a list, or null for all', async () => {
    const rows = async (query: string): Promise<string> =>
      (await report(`startDate=10/06/2026&reportFormat=csv&${query}`)).text();
    expect(await rows('unitId=M1')).not.toContain('Unit M2');
    expect(await rows('unitIds=M1,M2')).toContain('Unit M2');
    expect(await rows('unitIds=null')).toBe(await rows(''));
    expect(await rows('unitId=M1&unitIds=null')).toBe(await rows('unitId=M1'));
    expect((await report('startDate=10/06/2026&unitIds=M1,null')).status).toBe(404);
  });
});

describe('POST report', () => {
  it('is the same report without a body, or with an empty one', async () => {
    const got = await (await report('reportFormat=csv&startDate=10/06/2026')).text();
    const post = (body: object) => works.post('report?reportFormat=csv&startDate=10/06/2026', body);
    expect(await (await post({})).text()).toBe(got);
    const without = await request('/api/user/report?reportFormat=csv&startDate=10/06/2026', {
      method: 'POST',
      headers: bearer(await works.token()),
    });
    expect(await without.text()).toBe(got);
    const refused = await post({ startDate: '09/06/2026' });
    const problem = 'the service water takes no body; parameters go into the query';
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        status: 'failed',
        status_code: 1430,
        message: `Invalid 'body': ${problem}`,
        errors: [{ field: 'body', problem }],
      },
    ]);
  });

  it('lays out a custom service by its body', async () => {
    const post = (body: unknown) =>
      works.post('report?service=custom_water&reportFormat=csv&startDate=10/06/2026', body);
    const text = await (await post({ title: 'Permit', columns: ['value', 'coverage'], units: ['M1'] })).text();
    expect(text).toContain('Volume');
    expect(text).not.toContain('Share');
    expect(text).not.toContain('Unit M2');
    expect((await post({})).status).toBe(200);
  });

  it('tells every mistake of a body at once', async () => {
    const response = await works.post('report?service=custom_water', {
      columns: ['price'],
      units: ['M1', 'NO_SUCH'],
      logo: { mime: 'image/svg+xml', base64: 'AAAA' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      status_code: 1430,
      errors: [{ field: 'columns[0]' }, { field: 'logo.mime' }, { field: 'units[1]' }],
    });
  });

  it.each(Object.entries(CORRUPT_PNGS))('refuses a logo with %s, and draws a whole one', async (_, base64) => {
    const post = (logo: string) =>
      works.post('report?service=custom_water&reportFormat=pdf&startDate=10/06/2026', {
        logo: { mime: 'image/png', base64: logo },
      });
    const refused = await post(base64);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ status_code: 1430, errors: [{ field: 'logo.base64' }] });
    const drawn = await post(png(20, 10));
    expect(drawn.status).toBe(200);
    expect(await drawn.text()).toContain('/Subtype /Image');
  });
});
