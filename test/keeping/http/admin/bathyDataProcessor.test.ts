import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportWorks } from '../../../reports/sending.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';

// A boat off Kona, 1,758 soundings of which 1,205 are sure.
const SURVEY = readFileSync(new URL('../../../../scripts/sample-data/bathymetry-survey.csv', import.meta.url));
const PATH = '/api/admin/bathyDataProcessor';

let context: TestContext;
let app: TestApp;
let operator: Record<string, string>;
beforeAll(async () => {
  context = await testContext('2026-03-03T00:20:00Z');
  app = testApp(context);
  const user = await mintUser(context, {
    industryId: 'INTERNAL',
    role: 'admin',
    permissions: ['surveys:write', 'audit:read'],
  });
  operator = bearer((await login(app, user)).token);
});

const mintTarget = async (): Promise<string> => (await reportWorks(context, [])).industryId;

interface Answer {
  readonly status_code: number;
  readonly message: string;
  readonly errors?: readonly { field: string; problem: string }[];
  readonly data: {
    readonly statistics: {
      readonly soundings: number;
      readonly dropped: Readonly<Record<string, number>>;
      readonly points: number;
      readonly volumeCubicMetres: number;
      readonly maxDepthMetres: number;
    };
    readonly curve?: readonly { elevationMetres: number; volumeCubicMetres: number }[];
    readonly points?: readonly unknown[];
    readonly date: string;
  };
}
const formOf = (...files: readonly (string | Uint8Array)[]): FormData => {
  const form = new FormData();
  for (const [index, file] of files.entries())
    form.append('files', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), `survey-${index + 1}.csv`);
  return form;
};
async function process(
  target: string,
  query: Record<string, string>,
  body: FormData | string,
): Promise<{ status: number; body: Answer }> {
  const response = await app.request(
    `${PATH}/process?${new URLSearchParams({ unitId: 'A', date: '02/03/2026', ...query })}`,
    { method: 'POST', headers: { ...operator, targetIndustryId: target }, body },
  );
  return { status: response.status, body: (await response.json()) as Answer };
}
const curve = (target: string, query: Record<string, string>): Promise<Response> =>
  Promise.resolve(
    app.request(`${PATH}/curve?${new URLSearchParams({ unitId: 'A', date: '03/03/2026', ...query })}`, {
      headers: { ...operator, targetIndustryId: target },
    }),
  );

const HEADER = 'Distance (cm),Confidence (%),Latitude,Longitude';
/** A square of some 11 m, 2 m deep: 4 corners. */
const POND = [HEADER, '200,100,0,0', '200,100,0,0.0001', '200,100,0.0001,0', '200,100,0.0001,0.0001'].join('\n');
const WIDE = { distanceThresholdMetersMax: '20' };

describe('POST /api/admin/bathyDataProcessor/process', () => {
  it('cleans the survey of a boat and tells what each step left out', async () => {
    const { status, body } = await process(await mintTarget(), { distanceThresholdMetersMax: '5' }, formOf(SURVEY));
    expect([status, body.data.statistics.soundings, body.data.curve?.length]).toEqual([200, 1758, 101]);
    const { dropped, points, maxDepthMetres } = body.data.statistics;
    expect(Object.values(dropped).reduce((sum, count) => sum + count, points)).toBe(1758);
    // Sure soundings reach from 2.81 to 37.47 m.
    expect(maxDepthMetres).toBe(37.47);
    expect(body.data.points).toBeUndefined();
  });

  it('gives a pond of four corners its volume: 11.13 m by 11.06 m by 2 m', async () => {
    const { body } = await process(await mintTarget(), { ...WIDE, includeIntermediate: 'true' }, formOf(POND));
    // WGS84 at the equator: 111,319.49 m a degree of longitude, 110,574.39 m a degree of latitude.
    expect(body.data.statistics.volumeCubicMetres).toBeCloseTo(11.131949 * 11.057439 * 2, 3);
    expect(body.data.points?.length).toBe(4);
    expect(
      (await process(await mintTarget(), { ...WIDE, compressedOnly: 'true' }, formOf(POND))).body.data,
    ).not.toHaveProperty('curve');
  });

  it('refuses a least distance above the greatest, and names both', async () => {
    // The greatest one is 0.5 where it is not given.
    const { status, body } = await process(await mintTarget(), { distanceThresholdMetersMin: '1' }, formOf(POND));
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        status_code: 1403,
        message:
          "Invalid 'distanceThresholdMetersMin': is 1, allowed is at most distanceThresholdMetersMax, which is 0.5",
        errors: [
          {
            field: 'distanceThresholdMetersMin',
            problem: 'is 1, allowed is at most distanceThresholdMetersMax, which is 0.5',
          },
          {
            field: 'distanceThresholdMetersMax',
            problem: 'is 0.5, allowed is at least distanceThresholdMetersMin, which is 1',
          },
        ],
      }),
    ]);
  });

  it('takes several files as one survey', async () => {
    const [, first, second, third, fourth] = POND.split('\n');
    const { body } = await process(
      await mintTarget(),
      WIDE,
      formOf([HEADER, first, second].join('\n'), [HEADER, third, fourth].join('\n')),
    );
    expect(body.data.statistics.points).toBe(4);
  });

  it('names bad rows by file and line, and stores nothing', async () => {
    const target = await mintTarget();
    const { status, body } = await process(target, WIDE, formOf(`${POND}\n-5,100,0,0\n200,100,91,0\n200,,0,0\n`));
    expect([status, body.message, body.errors]).toEqual([
      400,
      '3 rows of the survey cannot be read; nothing was stored',
      [
        {
          field: 'survey-1.csv line 6',
          problem: "'Distance (cm)' '-5' is not allowed; allowed is a number of centimetres from 0 to 1,000,000",
        },
        {
          field: 'survey-1.csv line 7',
          problem: "'Latitude' '91' is not allowed; allowed is a number of degrees from -90 to 90",
        },
        { field: 'survey-1.csv line 8', problem: "'Confidence (%)' is empty; allowed is a number from 0 to 100" },
      ],
    ]);
    expect((await curve(target, {})).status).toBe(404);
  });

  it('says which parameter leaves nothing of a survey', async () => {
    const { status, body } = await process(await mintTarget(), {}, formOf(POND));
    expect([status, body.message]).toEqual([
      400,
      'No basin is left of the survey: of 4 soundings 0 are duplicates, 0 are uncertain, 0 too close, 4 too far apart, 0 stay.',
    ]);
    expect(body.errors?.[0]).toEqual({
      field: 'distanceThresholdMetersMax',
      problem: '0.5 leaves out 4 points; half of them have their nearest neighbour within 11.06 m',
    });
  });

  it.each([
    ['no file', new FormData(), {}, 400, "'files' missing"],
    [
      'another column',
      formOf('Depth,Latitude\n1,2\n'),
      {},
      400,
      'survey-1.csv is no survey: it lacks Distance (cm), Confidence (%), Longitude',
    ],
    ['an empty file', formOf(''), {}, 400, 'survey-1.csv is empty: its first line must name the columns'],
    ['a body that is no form', 'x', {}, 415, /^Content-Type/],
    ['an unknown unit', formOf(POND), { unitId: 'X' }, 404, "Unit 'X' is not a unit of the industry"],
    ['a day to come', formOf(POND), { date: '04/03/2026' }, 400, /has not begun/],
    ['a ratio above 1', formOf(POND), { depthSimilarityRatio: '1.5' }, 400, /is not a number from 0 to 1/],
  ])('refuses %s', async (_, body, query, status, message) => {
    const answer = await process(await mintTarget(), query, body);
    expect([answer.status, answer.body.message]).toEqual([
      status,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });

  it('refuses a form that ends early, and one with another field', async () => {
    const target = await mintTarget();
    const cut = await app.request(`${PATH}/process?unitId=A&date=02/03/2026`, {
      method: 'POST',
      headers: { ...operator, targetIndustryId: target, 'content-type': 'multipart/form-data; boundary=x' },
      body: `--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n${POND}`,
    });
    expect(cut.status).toBe(400);
    const form = formOf(POND);
    form.append('note', 'x');
    expect((await process(target, WIDE, form)).body.message).toBe("The form has the field 'note', allowed is files");
    expect((await curve(target, {})).status).toBe(404);
  });

  it("is the operator's who names an industry", async () => {
    const response = await app.request(`${PATH}/process?unitId=A&date=02/03/2026`, {
      method: 'POST',
      headers: operator,
      body: formOf(POND),
    });
    expect(await response.json()).toMatchObject({ status_code: 1403, message: "'targetIndustryId' missing" });
  });
});

describe('GET /api/admin/bathyDataProcessor/curve', () => {
  it('gives the newest survey up to a day, as JSON, CSV and a picture', async () => {
    const target = await mintTarget();
    const first = await process(target, WIDE, formOf(POND));
    await process(target, { ...WIDE, date: '03/03/2026' }, formOf(POND.replaceAll('200,', '100,')));
    const of = async (date: string) =>
      ((await (await curve(target, { date })).json()) as Answer).data.statistics.maxDepthMetres;
    expect([await of('02/03/2026'), await of('03/03/2026')]).toEqual([2, 1]);
    expect((await curve(target, { date: '01/03/2026' })).status).toBe(404);
    const lines = (await (await curve(target, { date: '02/03/2026', format: 'csv' })).text()).trimEnd().split('\r\n');
    expect([lines.length, lines[0], Number(lines.at(-1)?.split(',')[2])]).toEqual([
      102,
      'elevationMetres,areaSquareMetres,volumeCubicMetres',
      first.body.data.statistics.volumeCubicMetres,
    ]);
    const picture = await curve(target, { date: '02/03/2026', format: 'svg' });
    expect(picture.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(await picture.text()).toContain('When the water stands 2.00 m above the deepest point');
  });

  it('replaces a survey of the same day, and the audit has both', async () => {
    const target = await mintTarget();
    await process(target, WIDE, formOf(POND));
    await process(target, WIDE, formOf(POND.replaceAll('200,', '300,')));
    const audit = (await (
      await app.request('/api/admin/audit?verb=survey.process', { headers: { ...operator, targetIndustryId: target } })
    ).json()) as { data: { rows: { before: { maxDepthMetres: number } | null; after: { maxDepthMetres: number } }[] } };
    expect(audit.data.rows.map(({ before, after }) => [before?.maxDepthMetres, after.maxDepthMetres])).toEqual([
      [2, 3],
      [undefined, 2],
    ]);
  });
});
