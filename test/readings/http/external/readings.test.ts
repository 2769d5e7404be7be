import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROWS_PER_TRANSACTION } from '../../../../src/readings/sent-rows.ts';
import { MAX_JSON_BODY_BYTES } from '../../../../src/readings/json-rows.ts';
import { slots, stored } from '../../works.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { type Member, mintMember } from './support.ts';

const PATH = '/api/external/readings';
const TODAY = '2026-11-21T06:00:00Z';
let context: TestContext;
let app: TestApp;
let member: Member;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
  member = await mintMember(context, app);
});

const lines = (rows: readonly unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, who = member) =>
  app.request(PATH, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-ndjson', ...who.headers, ...headers },
  });
const postJson = (body: unknown, who = member) =>
  post(typeof body === 'string' ? body : JSON.stringify(body), { 'content-type': 'application/json' }, who);

describe('POST /api/external/readings', () => {
  it('stores JSON and answers with the verdict after the commit', async () => {
    const mine = await mintMember(context, app);
    const response = await postJson({ readings: [...slots('M1', TODAY, 2), ...slots('NOBODY', TODAY, 1)] }, mine);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'success',
      status_code: 200,
      message: '2 readings stored, 1 rejected',
      data: {
        received: 3,
        inserted: 2,
        updated: 0,
        unchanged: 0,
        rejected: 1,
        errors: [
          {
            index: 2,
            unitId: 'NOBODY',
            reason: `unitId 'NOBODY' is not a unit of industry ${mine.industry.industryId}`,
          },
        ],
      },
    });
    expect((await stored(context, mine.industry)).readings).toHaveLength(2);
  });

  it('stores lines of JSON, whatever their content type says beside it', async () => {
    const mine = await mintMember(context, app);
    const response = await post(
      `${lines(slots('M1', TODAY, 3))}\n`,
      { 'content-type': 'application/x-ndjson; charset=utf-8' },
      mine,
    );
    expect(await response.json()).toMatchObject({ data: { received: 3, inserted: 3 } });
  });

  it('stores the rows of a CSV file, plain and as gzip, and refuses one by its place below the header', async () => {
    const mine = await mintMember(context, app);
    const csv = `unitId,createdOn,value\nM1,${TODAY},5\nNOBODY,${TODAY},1\nM1,2026-11-21T06:05:00Z,7\n`;
    const answer = await post(csv, { 'content-type': 'text/csv; charset=utf-8' }, mine);
    expect(await answer.json()).toMatchObject({
      data: { received: 3, inserted: 2, rejected: 1, errors: [{ index: 1, unitId: 'NOBODY' }] },
    });
    const again = await post(gzipSync(csv), { 'content-type': 'text/csv', 'content-encoding': 'gzip' }, mine);
    expect(await again.json()).toMatchObject({ data: { received: 3, unchanged: 2, rejected: 1 } });
    const wrong = await post('unit;when\n', { 'content-type': 'text/csv' }, mine);
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { status_code: 1430 }]);
  });

  it('tells of a body that breaks off how much of it is stored', async () => {
    const mine = await mintMember(context, app);
    const rows = slots('M1', '2026-01-01T00:30:00Z', ROWS_PER_TRANSACTION + 100).map(
      ({ createdOn, value }) => `M1,${createdOn},${value}\n`,
    );
    const response = await post(
      `unitId,createdOn,value\n${rows.join('')}M1,"no end`,
      { 'content-type': 'text/csv' },
      mine,
    );
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        status: 'failed',
        status_code: 1430,
        message: expect.stringMatching(
          /^The file cannot be read to its end: row 20102, .*\. 20000 readings stored before that\.$/,
        ),
        errors: [{ field: 'row 20102', problem: 'opens a quote that is never closed' }],
      },
    ]);
    expect((await stored(context, mine.industry)).readings).toHaveLength(ROWS_PER_TRANSACTION);
  });

  it('the same body again changes nothing', async () => {
    const mine = await mintMember(context, app);
    const body = lines(slots('M1', TODAY, 10));
    await post(body, {}, mine);
    expect(await (await post(body, {}, mine)).json()).toMatchObject({
      data: { received: 10, inserted: 0, updated: 0, unchanged: 10, rejected: 0 },
    });
  });

  it('a line that is not JSON is refused by its position and takes no other down', async () => {
    const [first, second] = slots('M2', TODAY, 2);
    const response = await post(`${JSON.stringify(first)}\n{"unitId": "M2", \n\n[]\n${JSON.stringify(second)}`);
    expect(await response.json()).toMatchObject({
      data: { received: 4, rejected: 2, errors: [{ index: 1, unitId: null }, { index: 2 }] },
    });
  });

  it('takes gzip and refuses what only says so', async () => {
    const mine = await mintMember(context, app);
    const body = gzipSync(lines(slots('M1', '2026-11-01T00:30:00Z', 500)));
    expect(await (await post(body, { 'content-encoding': 'gzip' }, mine)).json()).toMatchObject({
      data: { received: 500, inserted: 500 },
    });
    const damaged = await post('this is no gzip', { 'content-encoding': 'gzip' }, mine);
    expect([damaged.status, await damaged.json()]).toEqual([
      400,
      { status: 'failed', status_code: 1430, message: 'The request body is not valid gzip' },
    ]);
    expect((await post('x', { 'content-encoding': 'br' }, mine)).status).toBe(415);
  });

  it('rows are not screened: what looks like an injection is data, checked against the tables', async () => {
    const response = await postJson({
      readings: [{ unitId: "M1'; DROP TABLE telemetry.reading; --", createdOn: TODAY, value: 1 }],
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      data: { rejected: 1, errors: [{ unitId: "M1'; DROP TABLE telemetry.reading; --" }] },
    });
  });

  it('an empty body and an empty list store nothing', async () => {
    expect(await (await post('')).json()).toMatchObject({ data: { received: 0 } });
    expect(await (await postJson({ readings: [] })).json()).toMatchObject({ data: { received: 0 } });
  });

  it.each([
    ['text', 'text/plain', 415],
    ['a form', 'application/x-www-form-urlencoded', 415],
    ['nothing at all', '', 415],
  ])('content type %s is not accepted', async (_, type, status) => {
    const response = await post('{}', { 'content-type': type });
    expect([response.status, ((await response.json()) as { status_code: number }).status_code]).toEqual([status, 415]);
  });

  it.each([
    ['no JSON', '{"readings": [', 'The request body is not valid JSON'],
    ['a list', '[]', "'readings' missing"],
    ['an object without readings', '{}', "'readings' missing"],
    ['readings that are no list', '{"readings": {}}', "Invalid 'readings': it is not a list of readings"],
    [
      'another field',
      '{"readings": [], "industryId": "ACME"}',
      "Invalid 'body': 'industryId' is not a field of it, allowed is readings",
    ],
  ])('JSON with %s is refused as a whole with 1430', async (_, body, message) => {
    const response = await postJson(body);
    const answer = (await response.json()) as { status_code: number; message: string };
    expect([response.status, answer.status_code]).toEqual([400, 1430]);
    expect(answer.message).toContain(message);
  });

  it('JSON beyond 16 MB is refused with 413, compressed or not', async () => {
    const body = JSON.stringify({ readings: [], padding: 'x'.repeat(MAX_JSON_BODY_BYTES) });
    expect((await postJson(body)).status).toBe(413);
    expect(
      (await post(gzipSync(body), { 'content-type': 'application/json', 'content-encoding': 'gzip' })).status,
    ).toBe(413);
  });

  it('JSON of more than 20,000 readings is refused with 413 and pointed at lines, which take them', async () => {
    const mine = await mintMember(context, app);
    const rows = slots('M1', '2026-01-01T00:30:00Z', 20_001);
    const response = await postJson({ readings: rows }, mine);
    expect([response.status, await response.json()]).toEqual([
      413,
      {
        status: 'failed',
        status_code: 413,
        message:
          'The request body has 20001 readings, at most 20000 are allowed as application/json; send more as application/x-ndjson, one reading a line',
      },
    ]);
    expect((await stored(context, mine.industry)).readings).toEqual([]);
    expect(await (await postJson({ readings: rows.slice(1) }, mine)).json()).toMatchObject({
      data: { inserted: 20_000 },
    });
    expect(await (await post(lines(rows), {}, mine)).json()).toMatchObject({
      data: { inserted: 1, unchanged: 20_000 },
    });
  });

  it('a parameter whose name looks like an injection is refused with the reason of its row, alone, and never shown', async () => {
    const mine = await mintMember(context, app);
    const reading = (name: string) => ({ unitId: 'LAB', createdOn: TODAY, value: { [name]: 7 } });
    const response = await postJson({ readings: [reading('<script>'), reading('ph')] }, mine);
    expect(await response.json()).toMatchObject({
      data: {
        inserted: 1,
        rejected: 1,
        errors: [
          { index: 0, unitId: 'LAB', reason: 'paramValue: parameter name "<script>" looks like script injection' },
        ],
      },
    });
    expect((await stored(context, mine.industry)).samples).toMatchObject([{ name: 'ph' }]);
  });

  it('needs a token and the permission', async () => {
    expect(
      (await app.request(PATH, { method: 'POST', body: '', headers: { 'content-type': 'application/x-ndjson' } }))
        .status,
    ).toBe(401);
    const reader = await mintMember(context, app, ['reports:read']);
    const response = await post('', {}, reader);
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { message: 'Access denied. Missing required permissions: readings:write' },
    ]);
  });

  it.each<[what: string, error: Error, message: string]>([
    [
      'a lost database',
      new Error('Connection terminated unexpectedly'),
      'The database is not available at the moment. Please try again.',
    ],
    [
      'a full disk',
      Object.assign(new Error('could not extend file "base/5/16384": No space left on device'), { code: '53100' }),
      'The disk of the database is full. Please try again later.',
    ],
  ])('%s is answered 503 with what was stored until then', async (_, lost, message) => {
    const mine = await mintMember(context, app);
    let transactions = 0;
    const failing: TestContext = {
      ...context,
      database: {
        ...context.database,
        transaction: (work) => ((transactions += 1) > 1 ? Promise.reject(lost) : context.database.transaction(work)),
      },
    };
    const body = lines(slots('M1', '2026-01-01T00:30:00Z', ROWS_PER_TRANSACTION + 1000));
    const response = await testApp(failing).request(PATH, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-ndjson', ...mine.headers },
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({
      status: 'failed',
      status_code: 503,
      message: `${message} What data counts is stored; sending everything again is safe.`,
      data: { received: ROWS_PER_TRANSACTION, inserted: ROWS_PER_TRANSACTION },
    });
    expect(await (await post(body, {}, mine)).json()).toMatchObject({
      data: { received: ROWS_PER_TRANSACTION + 1000, inserted: 1000, unchanged: ROWS_PER_TRANSACTION },
    });
  });
});
