import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { unavailable } from '../../../../src/kernel/errors.ts';
import type { Database } from '../../../../src/platform/database/database.ts';
import { revokeDeviceKey } from '../../../../src/readings/keys/manage-keys.ts';
import { noQueue } from '../../../../src/platform/queue/client.ts';
import { readQuarantine, releaseRows } from '../../../../src/readings/quarantine.ts';
import { ROWS_PER_TRANSACTION } from '../../../../src/readings/sent-rows.ts';
import { ACTOR, type MintedKey, mintKey } from '../../keys/support.ts';
import { mintWorks, quarantined, slots, stored } from '../../works.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { takingReadings } from '../../../support/intake.ts';
import { APPS, bearer, testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { mintMember } from './support.ts';

const FIRST = '2026-11-21T06:00:00Z';
const AT = Date.parse(FIRST) / 1000;
let context: TestContext;
let app: TestApp;
let industry: Industry;
let key: MintedKey;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
  industry = await mintWorks(context);
  key = await mintKey(context, industry);
});

const V2 = '/api/v2/write?org=works&bucket=water&precision=s';
const V1 = '/write?db=water&precision=s';
const token = (text: string) => ({ authorization: `Token ${text}` });
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const post = (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = token(key.text),
  to = app,
) => to.request(path, { method: 'POST', body, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } });
const answerOf = async (response: Response | Promise<Response>): Promise<[number, unknown]> => {
  const answered = await response;
  const text = await answered.text();
  return [answered.status, text === '' ? '' : JSON.parse(text)];
};

/** The readings of NDJSON, as lines. */
const lines = (rows: ReturnType<typeof slots>): string =>
  rows
    .map(
      (row) =>
        `water,unitId=${row['unitId']} value=${row['value']},summedValue=${row['summedValue']}i ${Date.parse(String(row['createdOn'])) / 1000}\n`,
    )
    .join('');

describe('lines', () => {
  it('are the readings that the same rows are as lines of JSON, and sent twice they are one', async () => {
    const [byLines, byJson] = [await mintWorks(context), await mintWorks(context)];
    const rows = [...slots('M1', FIRST, 20), ...slots('TANK', FIRST, 3)];
    const [{ text }, other] = [await mintKey(context, byLines), await mintKey(context, byJson)];
    for (let round = 0; round < 2; round += 1)
      expect(await answerOf(post(V2, lines(rows), token(text)))).toEqual([204, '']);
    await app.request('/api/external/readings', {
      method: 'POST',
      body: rows.map((row) => JSON.stringify(row)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson', ...bearer(other.text) },
    });
    const found = await stored(context, byLines);
    expect(found.readings).toHaveLength(23);
    expect(found).toEqual(await stored(context, byJson));
  });

  it('of one unit and instant are one reading, in whatever order and bodies they come', async () => {
    const whole = await mintWorks(context);
    await app.request('/api/external/readings', {
      method: 'POST',
      body: JSON.stringify({
        unitId: 'POWER',
        createdOn: FIRST,
        value: 3,
        summedValue: 70,
        paramValue: { voltage: 230 },
      }),
      headers: { 'content-type': 'application/x-ndjson', ...bearer((await mintKey(context, whole)).text) },
    });
    const line = (fields: string): string => `grid,unitId=POWER ${fields} ${AT}\n`;
    const parts = [line('value=3'), line('voltage=230'), line('summedValue=70')];
    for (const bodies of [[parts.join('')], parts, [...parts].reverse(), [parts[2]!, parts[0]! + parts[1]!]]) {
      const own = await mintWorks(context);
      const { text } = await mintKey(context, own);
      for (const body of bodies) expect(await answerOf(post(V2, body, token(text)))).toEqual([204, '']);
      expect(await stored(context, own)).toEqual(await stored(context, whole));
    }
  });

  it('may be gzip, and a body without lines is no mistake', async () => {
    const gzip = { ...token(key.text), 'content-encoding': 'gzip' };
    expect(await answerOf(post(V2, gzipSync(lines(slots('M2', FIRST, 2))), gzip))).toEqual([204, '']);
    expect(await answerOf(post(V2, '# nothing\n\n'))).toEqual([204, '']);
    expect(await answerOf(post(V2, ''))).toEqual([204, '']);
  });

  it.each([
    ['ns', '000000000'],
    ['us', '000000'],
    ['ms', '000'],
    ['n', '000000000'],
    ['u', '000000'],
    ['', '000000000'],
  ])('have timestamps of the precision %s', async (precision, zeros) => {
    const own = await mintWorks(context);
    const { text } = await mintKey(context, own);
    const path = `/api/v2/write?org=o&bucket=b&precision=${precision}`;
    expect((await post(path, `w,unit=M1 value=1 ${AT}${zeros}`, token(text))).status).toBe(204);
    expect((await stored(context, own)).readings.map(({ created_on }) => new Date(created_on))).toEqual([
      new Date(FIRST),
    ]);
  });
});

describe('a body of which some lines are refused', () => {
  const BAD = [
    ...Array.from({ length: 200 }, (_, index) => `w,unit=GHOST value=1 ${AT + index}`),
    `w,unit=M1 value=1 ${AT}`,
    `w,unit=M1 flow=1 ${AT}`,
    'w,unit=M1 value=',
    `w,unit=M2 value=1 ${AT}`,
  ].join('\n');
  const message = (id: string): string =>
    'partial write: 202 of 204 lines refused and kept in the quarantine, the others are stored. '
    + `line 1: unitId 'GHOST' is not a unit of industry ${id} (200 lines); `
    + `line 202: "flow" is not a field of unit 'M1', allowed are value, summedValue, interpolated, offlinePeriod (1 line); `
    + `line 203: field 'value' is '', allowed is a number, true, false or a text in double quotes (1 line) dropped=202`;

  it('keeps the others, and version 2 hears each kind of mistake once, with its first line', async () => {
    const own = await mintWorks(context);
    const { text } = await mintKey(context, own);
    expect(await answerOf(post(V2, BAD, token(text)))).toEqual([
      400,
      { code: 'invalid', message: message(own.industryId), line: 1 },
    ]);
    expect((await stored(context, own)).readings).toHaveLength(2);
    const held = await quarantined(context, own);
    expect(new Set(held.map(({ reason_code }) => reason_code))).toEqual(
      new Set(['unit_unknown', 'unknown_field', 'not_a_reading']),
    );
    expect(held).toHaveLength(202);
  });

  it('is told to version 1 in its own form', async () => {
    const own = await mintWorks(context);
    const { text } = await mintKey(context, own);
    expect(await answerOf(post(V1, BAD, basic('anybody', text)))).toEqual([400, { error: message(own.industryId) }]);
  });
});

describe('a key', () => {
  const line = (): string => lines(slots('M1', FIRST, 1));

  it.each<[string, string, () => Record<string, string>, () => string]>([
    ['Token of version 2', V2, () => token(key.text), () => ''],
    ['Bearer of version 2', V2, () => bearer(key.text), () => ''],
    ['Token of version 1', V1, () => token(key.text), () => ''],
    ['password of any user', V1, () => basic('telegraf', key.text), () => ''],
    ['password of any user of version 2', V2, () => basic('telegraf', key.text), () => ''],
    ['password of the user of its id', V1, () => basic(key.keyId, key.secret), () => ''],
    ['parameter p', V1, () => ({}), () => `&u=telegraf&p=${key.text}`],
    ['parameters u and p', V1, () => ({}), () => `&u=${key.keyId}&p=${key.secret}`],
  ])('is shown as %s', async (_, path, headers, more) => {
    expect(await answerOf(post(`${path}${more()}`, line(), headers()))).toEqual([204, '']);
  });

  it('with what looks like a statement in its secret is taken from the query, and is not screened', async () => {
    expect(await answerOf(post(`${V1}&u=x&p=${encodeURIComponent("mwk_' or 1=1 --")}`, line(), {}))).toEqual([
      401,
      { error: 'Invalid device key: allowed is mwk_, 16 digits 0-9 a-f, _ and 43 characters' },
    ]);
  });

  it.each<[string, Record<string, string>]>([
    [V2, {}],
    [V2, token('nonsense')],
    [V2, basic('telegraf', 'nonsense')],
    [V1, {}],
    [V1, basic('telegraf', 'nonsense')],
  ])('that is missing or no key gets 401 from %s in the form of its version: %j', async (path, headers) => {
    const [status, body] = await answerOf(post(path, line(), headers));
    expect(status).toBe(401);
    expect(body).toEqual(
      path === V1
        ? { error: expect.stringMatching(/\w/) }
        : { code: 'unauthorized', message: expect.stringMatching(/\w/) },
    );
  });

  it('that has ended gets 401, because Telegraf would drop readings at a status it does not know', async () => {
    const own = await mintWorks(context);
    const ended = await mintKey(context, own);
    await revokeDeviceKey(context, own, ended.keyId, ACTOR);
    expect((await answerOf(post(V2, line(), token(ended.text))))[0]).toBe(401);
    expect((await answerOf(post(V1, line(), basic('x', ended.text))))[0]).toBe(401);
  });

  it('writes for its own industry, and the units of others are unknown', async () => {
    const own = await mintWorks(context);
    const { text } = await mintKey(context, own, ['M1']);
    const before = (await stored(context, industry)).readings.length;
    const path = `/api/v2/write?org=${industry.industryId}&bucket=${industry.industryId}&precision=s`;
    const [status, body] = await answerOf(post(path, `w,unit=M1 value=1 ${AT}\nw,unit=M2 value=1 ${AT}`, token(text)));
    expect([status, body]).toMatchObject([
      400,
      { line: 2, message: expect.stringContaining('is not one that device key') },
    ]);
    expect((await stored(context, own)).readings).toHaveLength(1);
    expect((await stored(context, industry)).readings).toHaveLength(before);
    expect(await answerOf(post(`${V2}&targetIndustryId=${industry.industryId}`, line(), token(text)))).toMatchObject([
      403,
      { code: 'forbidden' },
    ]);
  });

  it('of some units leaves lines of others in quarantine, whose release adds to their reading', async () => {
    const own = await mintWorks(context);
    const [{ text }, limited] = [await mintKey(context, own), await mintKey(context, own, ['M1'])];
    expect((await post(V2, `w,unit=M2 value=5 ${AT}`, token(text))).status).toBe(204);
    expect((await post(V2, `w,unit=M2 summedValue=100 ${AT}`, token(limited.text))).status).toBe(400);
    const held = await readQuarantine(context, own.industryKey, 'held', 0, 10);
    const ids = held.map(({ quarantineId }) => quarantineId);
    await releaseRows(takingReadings(context, noQueue), { industry: own, ids, by: ACTOR }, {});
    expect((await stored(context, own)).readings).toMatchObject([{ unit_id: 'M2', value: 5, summed_value: 100 }]);
  });

  it('sends 1,200 requests a minute: beyond it version 2 hears 429 and version 1, which would drop them, 503', async () => {
    const own = testApp(context);
    const fast = await mintKey(context, await mintWorks(context));
    // A hundred at a time, because a busy machine would refuse some that wait too long. Each process counts its own.
    for (let sent = 0; sent < 1200 * APPS; sent += 100) {
      const some = await Promise.all(Array.from({ length: 100 }, () => post(V2, '', token(fast.text), own)));
      expect(new Set(some.map(({ status }) => status))).toEqual(new Set([204]));
    }
    const tooMany = await post(V2, line(), token(fast.text), own);
    expect([tooMany.status, Number(tooMany.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await tooMany.json()).toMatchObject({ code: 'too many requests' });
    const ofV1 = await post(V1, line(), token(fast.text), own);
    expect([ofV1.status, ofV1.headers.get('retry-after')]).toEqual([503, tooMany.headers.get('retry-after')]);
  });
});

describe('a request that does not fit', () => {
  it.each<[string, string, Record<string, string>, number, unknown]>([
    [
      '/api/v2/write?precision=d',
      '',
      {},
      400,
      { code: 'invalid', message: expect.stringContaining("Invalid 'precision'") },
    ],
    ['/write?precision=d', '', {}, 400, { error: expect.stringContaining("Invalid 'precision'") }],
    [V2, '', { 'content-encoding': 'br' }, 415, { code: 'unsupported media type' }],
    [
      V2,
      'no gzip',
      { 'content-encoding': 'gzip' },
      400,
      { code: 'invalid', message: 'The request body is not valid gzip' },
    ],
    [`${V2}&x=${encodeURIComponent("' or 1=1 --")}`, '', {}, 400, { code: 'invalid' }],
  ])('%s %j %j gets %i', async (path, body, headers, status, expected) => {
    expect(await answerOf(post(path, body, { ...token(key.text), ...headers }))).toMatchObject([status, expected]);
  });

  it('expands from gzip beyond all reason: 413, of a body that holds no memory', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, '\n'));
    expect(await answerOf(post(V2, bomb, { ...token(key.text), 'content-encoding': 'gzip' }))).toMatchObject([
      413,
      { code: 'request too large' },
    ]);
  });
});

describe('a database that is lost on the way', () => {
  it('gets 503 with Retry-After; what counts is durable, and all of it can be sent again', async () => {
    const own = await mintWorks(context);
    const { text } = await mintKey(context, own);
    let transactions = 0;
    const database: Database = {
      ...context.database,
      transaction: async (work) => {
        transactions += 1;
        if (transactions > 1) throw unavailable();
        return context.database.transaction(work);
      },
    };
    const body = lines(slots('M1', '2026-01-01T00:30:00Z', ROWS_PER_TRANSACTION + 10));
    const response = await post(V2, body, token(text), testApp({ ...context, database }));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toEqual({
      code: 'unavailable',
      message: expect.stringContaining('20000 lines stored before that; sending all again is safe.'),
    });
    expect((await stored(context, own)).readings).toHaveLength(ROWS_PER_TRANSACTION);
    expect((await post(V2, body, token(text))).status).toBe(204);
    expect((await stored(context, own)).readings).toHaveLength(ROWS_PER_TRANSACTION + 10);
  });
});

describe('what clients ask before they send', () => {
  it.each(['/ping', '/ping/'])('GET and HEAD %s tell that the service answers, to anybody', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await app.request(path, { method });
      expect([response.status, response.headers.get('x-influxdb-version')]).toEqual([
        204,
        expect.stringMatching(/^\d/),
      ]);
    }
  });

  it('GET /health says pass, and fail with the reason where nothing can be stored', async () => {
    expect(await answerOf(app.request('/health'))).toMatchObject([200, { status: 'pass' }]);
    const lost = testApp(context, {}, undefined, {
      readiness: async () => ({ problems: ['The database is away.'], details: [], broker: null }),
    });
    expect(await answerOf(lost.request('/health'))).toMatchObject([
      503,
      { status: 'fail', message: 'The database is away.' },
    ]);
  });

  it('POST /query takes CREATE DATABASE of a key, and nothing else of anybody', async () => {
    const query = (q: string, headers: Record<string, string>) =>
      app.request('/query', {
        method: 'POST',
        body: new URLSearchParams({ q }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    const creating = 'CREATE DATABASE "telegraf"';
    expect(await answerOf(query(creating, basic('x', key.text)))).toEqual([200, { results: [{ statement_id: 0 }] }]);
    expect(await answerOf(query('SELECT * FROM water', basic('x', key.text)))).toEqual([
      400,
      { error: expect.stringContaining('Only CREATE DATABASE') },
    ]);
    expect((await query(creating, {})).status).toBe(401);
  });
});

it('a person who may send readings writes with an access token', async () => {
  const { headers } = await mintMember(context, app);
  expect((await post(V2, '', headers)).status).toBe(204);
});
