import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { type Member, mintMember } from '../../../readings/http/external/support.ts';

const PATH = '/api/external/waterRatio/';
let context: TestContext;
let app: TestApp;
let member: Member;
let stranger: Member;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
  member = await mintMember(context, app);
  stranger = await mintMember(context, app);
});

const send = async (method: string, query: string, body: unknown, who = member) => {
  const response = await app.request(`${PATH}?${query}`, {
    method,
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return [response.status, await response.json()] as const;
};
const get = async (query: string, who = member) => {
  const response = await app.request(`${PATH}?${query}`, { headers: who.headers });
  return [response.status, await response.json()] as const;
};
const failure = (status_code: number, message: string) =>
  expect.objectContaining({ status: 'failed', status_code, message });

describe('POST /api/external/waterRatio/', () => {
  it('creates the record and answers with it', async () => {
    expect(
      await send('POST', 'date=01/02/2026&time=06:00:00', { ratio: 0.82, produced: 1200, remark: 'a dry day' }),
    ).toEqual([
      200,
      {
        date: '01/02/2026',
        time: '06:00:00',
        industryId: member.industry.industryId,
        ratio: 0.82,
        produced: 1200,
        remark: 'a dry day',
      },
    ]);
  });

  it('takes any value of JSON in a field, and gives it back as it was', async () => {
    const fields = {
      none: null,
      flag: true,
      list: [1, 'two', [false, null]],
      tree: { produced: { bore: 12.5, tank: {} } },
      huge: 1e308,
      tiny: 5e-324,
      text: 'x'.repeat(1001),
      'ratio %': -0.5,
    };
    expect(await send('POST', 'date=08/02/2026&time=06:00:00', fields)).toEqual([200, expect.objectContaining(fields)]);
    expect(await get('startDate=08/02/2026')).toEqual([200, [expect.objectContaining(fields)]]);
    expect(await send('PUT', 'date=08/02/2026&time=06:00:00', { tree: [] })).toEqual([
      200,
      expect.objectContaining({ ...fields, tree: [] }),
    ]);
    expect(await get('startDate=08/02/2026&type=monthly')).toEqual([
      200,
      [expect.objectContaining({ huge: 1e308, 'ratio %': -0.5, recordCount: 1 })],
    ]);
  });

  it('the same date and time again is refused, another time and another industry are not', async () => {
    await send('POST', 'date=02/02/2026&time=06:00:00', { ratio: 1 });
    expect(await send('POST', 'date=02/02/2026&time=06:00:00', { ratio: 2 })).toEqual([
      400,
      failure(1403, 'Already data exists for the given date and time.'),
    ]);
    expect((await send('POST', 'date=02/02/2026&time=18:00:00', { ratio: 3 }))[0]).toBe(200);
    expect((await send('POST', 'date=02/02/2026&time=06:00:00', { ratio: 4 }, stranger))[0]).toBe(200);
    expect((await get('startDate=02/02/2026'))[1]).toMatchObject([
      { time: '06:00:00', ratio: 1 },
      { time: '18:00:00', ratio: 3 },
    ]);
  });

  it('of twenty at once exactly one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, ratio) => send('POST', 'date=03/02/2026&time=06:00:00', { ratio })),
    );
    expect(answers.map(([status]) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
    const [created] = answers.filter(([status]) => status === 200);
    expect((await get('startDate=03/02/2026'))[1]).toEqual([created?.[1]]);
  });

  it.each([
    ['time=06:00:00', "'date' missing"],
    ['date=04/02/2026', "'time' missing"],
    ['', "'date' missing"],
    ['date=2026-02-04&time=06:00:00', "Invalid 'date': '2026-02-04' is not a date DD/MM/YYYY"],
    ['date=04/02/2026&time=24:00:00', "Invalid 'time': '24:00:00' is not a time HH:MM:SS"],
  ])('with %s is 1403', async (query, message) => {
    expect(await send('POST', query, { ratio: 1 })).toEqual([400, failure(1403, message)]);
  });

  it.each([['date'], ['time'], ['industryId'], ['recordCount']])('the field %s is reserved', async (name) => {
    expect(await send('POST', 'date=04/02/2026&time=06:00:00', { ratio: 1, [name]: 'x' })).toEqual([
      400,
      failure(1430, `Invalid 'body': '${name}' is reserved`),
    ]);
  });

  it.each([
    ['no data field', {}],
    ['a list', [1]],
    ['a number too large for JSON', '{"ratio": 1e999}'],
    ['such a number within', '{"ratio": {"a": [1, -1e999]}}'],
    ['half a surrogate pair', '{"remark": "\\ud800"}'],
    ['such a half within', '{"remark": [{"a": "\\udc00"}]}'],
    ['such a half as a name within', '{"remark": {"\\ud800": 1}}'],
    ['17,000 characters', { remark: 'x'.repeat(17_000) }],
    ['17,000 bytes in few characters', { remark: '水'.repeat(5_700) }],
    ['20 levels', { ratio: JSON.parse(`${'['.repeat(20)}1${']'.repeat(20)}`) as unknown }],
    ['101 fields', Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, index]))],
    ['no JSON', '{"ratio": '],
  ])('a body with %s is 1430 and stores nothing', async (_, body) => {
    const [status, answer] = await send('POST', 'date=05/02/2026&time=06:00:00', body);
    expect([status, answer]).toMatchObject([400, { status_code: 1430 }]);
    expect(await get('startDate=05/02/2026')).toEqual([200, []]);
  });

  it('injection patterns in fields are 405, a harmless apostrophe is stored as it is', async () => {
    expect((await send('POST', 'date=06/02/2026&time=06:00:00', { remark: "x'; DROP TABLE t; --" }))[0]).toBe(405);
    expect(
      (await send('POST', 'date=06/02/2026&time=06:00:00', { remark: "O'Brien's =SUM(A1) <b>" }))[1],
    ).toMatchObject({ remark: "O'Brien's =SUM(A1) <b>" });
  });

  it('needs the permission, as PUT does; reading needs a token only', async () => {
    const reader = await mintMember(context, app, []);
    expect((await send('POST', 'date=07/02/2026&time=06:00:00', { ratio: 1 }, reader))[0]).toBe(401);
    expect((await send('PUT', 'date=07/02/2026&time=06:00:00', { ratio: 1 }, reader))[0]).toBe(401);
    expect(await get('startDate=07/02/2026', reader)).toEqual([200, []]);
    expect((await app.request(`${PATH}?startDate=07/02/2026`)).status).toBe(401);
  });
});

describe('PUT /api/external/waterRatio/', () => {
  it('replaces the fields given and keeps the others', async () => {
    await send('POST', 'date=01/03/2026&time=06:00:00', { ratio: 0.5, produced: 10 });
    const updated = {
      date: '01/03/2026',
      time: '06:00:00',
      industryId: member.industry.industryId,
      ratio: 0.6,
      produced: 10,
      remark: 'corrected',
    };
    expect(await send('PUT', 'date=01/03/2026&time=06:00:00', { ratio: 0.6, remark: 'corrected' })).toEqual([
      200,
      updated,
    ]);
    expect(await get('startDate=01/03/2026')).toEqual([200, [updated]]);
  });

  it("without such a record is refused, another industry's is none", async () => {
    const refused = [400, failure(1403, 'No data found on the given date')];
    expect(await send('PUT', 'date=02/03/2026&time=06:00:00', { ratio: 1 })).toEqual(refused);
    await send('POST', 'date=02/03/2026&time=06:00:00', { ratio: 1 }, stranger);
    expect(await send('PUT', 'date=02/03/2026&time=06:00:00', { ratio: 2 })).toEqual(refused);
  });

  it('two at once on different fields both hold', async () => {
    await send('POST', 'date=03/03/2026&time=06:00:00', { ratio: 1 });
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => send('PUT', 'date=03/03/2026&time=06:00:00', { [name]: 1 })),
    );
    expect((await get('startDate=03/03/2026'))[1]).toMatchObject([{ ratio: 1, a: 1, b: 1, c: 1, d: 1, e: 1 }]);
  });

  it('cannot grow a record beyond its size', async () => {
    await send('POST', 'date=05/03/2026&time=06:00:00', { a: 'x'.repeat(10_000) });
    expect(await send('PUT', 'date=05/03/2026&time=06:00:00', { b: 'x'.repeat(10_000) })).toEqual([
      400,
      failure(1430, "Invalid 'body': a record has at most 16384 bytes, this would be 20015"),
    ]);
    expect((await send('PUT', 'date=05/03/2026&time=06:00:00', { a: 'y'.repeat(10_000) }))[0]).toBe(200);
  });

  it('cannot grow a record beyond 100 fields', async () => {
    await send(
      'POST',
      'date=04/03/2026&time=06:00:00',
      Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, index])),
    );
    expect(await send('PUT', 'date=04/03/2026&time=06:00:00', { one: 1 })).toMatchObject([400, { status_code: 1430 }]);
  });
});

describe('GET /api/external/waterRatio/', () => {
  it('lists a range ascending by date and time, whatever the order of arrival', async () => {
    for (const key of [
      'date=02/04/2026&time=06:00:00',
      'date=01/04/2026&time=18:00:00',
      'date=01/04/2026&time=06:00:00',
      'date=03/04/2026&time=06:00:00',
    ])
      await send('POST', key, { ratio: 1 });
    const [, records] = await get('startDate=01/04/2026&endDate=02/04/2026');
    expect((records as { date: string; time: string }[]).map(({ date, time }) => `${date} ${time}`)).toEqual([
      '01/04/2026 06:00:00',
      '01/04/2026 18:00:00',
      '02/04/2026 06:00:00',
    ]);
  });

  it('monthly: means of the numeric fields over the records that have them, and their number', async () => {
    await send('POST', 'date=30/06/2026&time=06:00:00', { ratio: 9 });
    await send('POST', 'date=01/05/2026&time=06:00:00', { ratio: 0.1, produced: 10, remark: 'text' });
    await send('POST', 'date=31/05/2026&time=06:00:00', { ratio: 0.2 });
    const { industryId } = member.industry;
    expect(await get('startDate=01/05/2026&endDate=30/06/2026&type=monthly')).toEqual([
      200,
      [
        { date: '05/2026', time: null, industryId, ratio: 0.15, produced: 10, recordCount: 2 },
        { date: '06/2026', time: null, industryId, ratio: 9, recordCount: 1 },
      ],
    ]);
  });

  it('of more than 32 MiB is refused before it is read, saying how long it is', async () => {
    // Seven characters of a body are 311 of what is stored.
    const long = JSON.stringify({ list: Array.from({ length: 2300 }, () => 1e308) });
    const at = (minute: number): string =>
      `date=01/07/2026&time=0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}:00`;
    for (let minute = 0; minute < 50; minute += 1) expect((await send('POST', at(minute), long))[0]).toBe(200);
    expect(await get('startDate=01/07/2026')).toMatchObject([
      400,
      {
        status_code: 1403,
        message: expect.stringMatching(
          /^Invalid 'endDate': the range has 50 records of \d+ bytes, allowed are 50000 and 33554432$/,
        ),
      },
    ]);
    expect((await get('startDate=30/06/2026&endDate=01/07/2026&type=monthly'))[0]).toBe(200);
  });

  it('without startDate is 1403; an unknown type too; an empty range is an empty list', async () => {
    expect(await get('')).toEqual([400, failure(1403, "'startDate' missing")]);
    expect(await get('startDate=01/01/2026&type=yearly')).toMatchObject([400, { status_code: 1403 }]);
    expect(await get('startDate=01/01/1999')).toEqual([200, []]);
    for (const type of ['daily', 'monthly'])
      expect(await get(`startDate=02/02/2026&endDate=01/02/2026&type=${type}`)).toEqual([
        400,
        failure(1403, 'startDate cannot be after endDate'),
      ]);
  });
});
