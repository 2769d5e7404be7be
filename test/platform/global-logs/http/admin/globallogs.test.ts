import { beforeAll, describe, expect, it } from 'vitest';
import { TooManyRequests } from '../../../../../src/kernel/errors.ts';
import { createLimiter } from '../../../../../src/platform/limits/limiter.ts';
import { forgetOldLogs, writeLogEntry } from '../../../../../src/platform/global-logs/global-logs.ts';
import { mintId, testContext, type TestContext } from '../../../../support/database.ts';
import { from, testApp } from '../../../../service/support/app-fixture.ts';
import { type Answer, mintOperator, type Operator } from '../../../../industries/http/admin/support/operator.ts';

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}
interface Written {
  readonly status: string;
  readonly message: string;
  readonly data: Entry;
}

let context: TestContext;
let operator: Operator;
/** Names the entries of this file. */
let industryId: string;
beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  operator = await mintOperator(context);
  industryId = mintId('LOGS');
});

let networks = 0;
/** From a network that nobody else writes from. */
async function post<T = Written>(body: unknown, options: { app?: Operator['app']; network?: string } = {}) {
  networks += 1;
  const { app = operator.app, network = `10.13.${Math.floor(networks / 200)}.${networks % 200}` } = options;
  const response = await app.request(
    '/api/admin/globallogs/',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
    from(network),
  );
  return { status: response.status, body: (await response.json()) as T } satisfies Answer<T>; // read below
}
const log = (more: object = {}) => ({
  source: 'gateway-12',
  title: 'Clock is off',
  desc: 'The gateway is 7 minutes ahead.',
  group: 'devices',
  meta: { industryId },
  ...more,
});
const patch = (query: Record<string, string>): Promise<Answer<Written>> =>
  operator.ask<Written>('PATCH', `globallogs/?${new URLSearchParams(query)}`);
const ask = (method: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
  operator.app.request(`/api/admin/globallogs/?${new URLSearchParams(query)}`, {
    method,
    headers: { ...operator.headers, ...headers },
  });
const list = async (query: Record<string, string> = {}): Promise<readonly Entry[]> => {
  const { status, body } = await operator.get<Entry[]>(`globallogs/?${new URLSearchParams({ industryId, ...query })}`);
  expect([status, Array.isArray(body)]).toEqual([200, true]);
  return body;
};

describe('POST /api/admin/globallogs/', () => {
  it('writes an open entry of today, without a token', async () => {
    const { status, body } = await post(log({ title: '<b>=1+1</b>' }));
    expect([status, body]).toEqual([
      200,
      {
        status: 'success',
        status_code: 200,
        message: 'Log entry created',
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          source: 'gateway-12',
          title: '<b>=1+1</b>',
          desc: 'The gateway is 7 minutes ahead.',
          group: 'devices',
          owner: null,
          priority: 'medium',
          status: 'open',
          date: '11/06/2026',
          month: '06/2026',
          meta: { industryId },
          times: 1,
          version: 1,
          createdAt: '2026-06-11T06:00:00.000Z',
          updatedAt: '2026-06-11T06:00:00.000Z',
        },
      },
    ]);
  });

  it.each(['source', 'title', 'desc', 'group'])('asks for %s', async (field) => {
    for (const value of [undefined, '', null]) {
      const { status, body } = await post({ ...log(), [field]: value });
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ status: 'failed', status_code: 1403, message: `'${field}' missing` }),
      ]);
    }
  });

  it.each([
    [{ priority: 'urgent' }, "Invalid 'priority': 'urgent' is not one of low, medium, high, critical"],
    [{ title: 'x'.repeat(201) }, /^Invalid 'title': 'x+\.\.' is longer than 200 characters$/],
    [{ meta: { long: 'x'.repeat(2000) } }, /^Invalid 'meta': .* is not an object of at most 2000 characters as JSON$/],
    [{ meta: { name: ['half \ud800'] } }, /^Invalid 'meta': /],
    [{ meta: ['x'] }, /^Invalid 'meta': .* is not an object of at most 2000 characters as JSON$/],
    [{ title: 'half \ud800' }, /^Invalid 'title': .* holds half a character$/],
    [{ status: 'resolved' }, "Invalid 'body': 'status' is not a field of it"],
  ])('refuses %j and says what is allowed', async (more, message) => {
    const { status, body } = await post<{ message: string }>(log(more));
    expect([status, body]).toEqual([400, expect.objectContaining({ status_code: 1430 })]);
    expect(body.message).toMatch(message);
  });

  it('refuses a body of more than 8 KB, one that is no JSON, and one that holds a pattern of injection', async () => {
    expect((await post(log({ desc: 'ä'.repeat(4000), title: 'ä'.repeat(200) }))).status).toBe(413);
    expect((await post('{"source":')).status).toBe(400);
    expect((await post(log({ desc: "x'; DROP TABLE tenant.industry; --" }))).status).toBe(405);
  });

  it('is closed by the shared secret', async () => {
    const app = testApp(context, { internalSecret: 'secret-of-the-operators' });
    const { status, body } = await post(log(), { app });
    expect([status, body]).toEqual([
      401,
      expect.objectContaining({ message: expect.stringContaining('X-Internal-Secret') }),
    ]);
  });

  it('takes 60 entries an hour of one network, and no more for a wrong one', async () => {
    const network = '10.14.0.1';
    for (let index = 0; index < 60; index += 1) expect((await post(log(), { network })).status).toBe(200);
    expect((await post({}, { network })).status).toBe(400);
    const { status, body } = await post(log(), { network });
    expect([status, body]).toEqual([429, { status: 'failed', message: 'Too many requests. Please try again later.' }]);
    expect((await post(log())).status).toBe(200);
  });
});

describe('room in the log', () => {
  it('is left for networks that have not written, when others have used up what all share', async () => {
    const limiter = createLimiter(context);
    const take: typeof limiter.take = async (limits, key) => {
      if (limits[0]?.name === 'further-log-from-anywhere-day') throw new TooManyRequests(60);
      // What other tests have written is not counted here.
      if (key !== 'all') await limiter.take(limits, key);
    };
    const { desc: description, ...rest } = log();
    const add = (network: string) =>
      writeLogEntry(
        { ...context, limiter: { ...limiter, take } },
        { network },
        { ...rest, description, priority: 'low' },
      ).then(
        () => 200,
        (error: unknown) => (error instanceof TooManyRequests ? 429 : error),
      );
    const network = mintId('net');
    for (let count = 0; count < 20; count += 1) expect(await add(network)).toBe(200);
    expect([await add(network), await add(mintId('net'))]).toEqual([429, 200]);
  });

  it('of an operator who shows his token is his own', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1)
      statuses.push((await operator.ask('POST', 'globallogs/', log())).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('GET /api/admin/globallogs/', () => {
  it('filters by industry, unit, date and month, newest first', async () => {
    const titles = async (query: Record<string, string>): Promise<string[]> =>
      (await list(query)).map(({ title }) => title);
    const unitId = mintId('U');
    const { data: first } = (await post(log({ title: 'first', meta: { industryId, unitId } }))).body;
    await post(log({ title: 'second', meta: { industryId, unitId } }));
    await patch({ id: first.id, date: '31/05/2026' });
    expect(await titles({ unitId })).toEqual(['second', 'first']);
    expect(await titles({ unitId, date: '31/05/2026' })).toEqual(['first']);
    expect(await titles({ unitId, month: '06/2026' })).toEqual(['second']);
    expect(await titles({ unitId, month: '05/2026', date: '31/05/2026' })).toEqual(['first']);
    expect(await titles({ unitId, month: '06/2026', date: '31/05/2026' })).toEqual([]);
    expect(await titles({ unitId, limit: '1', offset: '1' })).toEqual(['first']);
    expect(await titles({ unitId, industryId: mintId('NOBODY') })).toEqual([]);
  });

  it('names the next page as long as there is one', async () => {
    const unitId = mintId('U');
    for (const title of ['1', '2', '3']) await post(log({ title, meta: { industryId, unitId } }));
    const pages: string[][] = [];
    let query: Record<string, string> | null = { unitId, limit: '2' };
    while (query !== null) {
      const response: Response = await ask('GET', query);
      pages.push(((await response.json()) as Entry[]).map(({ title }) => title)); // the answer that is tested
      const next = /^<\/api\/admin\/globallogs\/\?(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      query = next === undefined ? null : Object.fromEntries(new URLSearchParams(next));
    }
    expect(pages).toEqual([['3', '2'], ['1']]);
  });

  it.each([
    ['month=2026-06', "Invalid 'month': '2026-06' is not a month MM/YYYY"],
    ['month=13/2026', "Invalid 'month': '13/2026' is not a month MM/YYYY"],
    ['date=11-06-2026', "Invalid 'date': '11-06-2026' is not a date DD/MM/YYYY"],
    ['limit=1001', "Invalid 'limit': '1001' is not a whole number from 1 to 1000"],
  ])('answers %s with 1403', async (query, message) => {
    const { status, body } = await operator.get(`globallogs/?${query}`);
    expect([status, body]).toEqual([400, expect.objectContaining({ status_code: 1403, message })]);
  });
});

describe('PATCH /api/admin/globallogs/', () => {
  const written = async (): Promise<string> => (await post(log())).body.data.id;

  it('changes what is given, and leaves an audit row', async () => {
    const id = await written();
    context.clock.set('2026-06-11T07:00:00Z');
    const { status, body } = await patch({
      id,
      owner: 'asha',
      priority: 'high',
      status: 'acknowledged',
      date: '01/07/2026',
      month: '07/2026',
      meta: '{"unitId":"M2"}',
      source: 'asha',
      title: 'Clock of gateway 12 is off',
    });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        message: 'Log entry updated',
        data: expect.objectContaining({
          id,
          owner: 'asha',
          priority: 'high',
          status: 'acknowledged',
          date: '01/07/2026',
          month: '07/2026',
          meta: { industryId, unitId: 'M2' },
          source: 'asha',
          title: 'Clock of gateway 12 is off',
          desc: 'The gateway is 7 minutes ahead.',
          createdAt: '2026-06-11T06:00:00.000Z',
          updatedAt: '2026-06-11T07:00:00.000Z',
        }),
      }),
    ]);
    context.clock.set('2026-06-11T06:00:00Z');
    const rows = await context.database.execute(
      `SELECT actor_user_id, verb, before ->> 'status' AS before, after ->> 'status' AS after FROM operations.audit WHERE subject = $1`,
      [id],
    );
    expect(rows).toEqual([
      { actor_user_id: operator.userId, verb: 'log.change', before: 'open', after: 'acknowledged' },
    ]);
  });

  it('lets states follow one another as documented, and names what is allowed', async () => {
    const id = await written();
    const to = async (status: string) => (await patch({ id, status })).body;
    expect((await to('resolved')).data.status).toBe('resolved');
    expect((await to('resolved')).data.status).toBe('resolved');
    expect(await to('acknowledged')).toMatchObject({
      status_code: 1403,
      message: "Invalid 'status': 'acknowledged' cannot follow 'resolved', allowed are resolved, open",
    });
    expect((await to('open')).data.status).toBe('open');
    expect((await to('acknowledged')).data.status).toBe('acknowledged');
    expect((await to('open')).data.status).toBe('open');
  });

  it('merges the fields beside, so that the entry stays in the list of its industry', async () => {
    const unitId = mintId('U');
    const { id } = (await post(log({ meta: { industryId, unitId, seen: { by: 'asha', at: 1 } } }))).body.data;
    await patch({ id, meta: '{"ticket":7,"seen":{"by":"ravi","at":null}}' });
    expect(await list({ unitId })).toMatchObject([
      { id, version: 2, meta: { industryId, unitId, ticket: 7, seen: { by: 'ravi' } } },
    ]);
    await patch({ id, meta: '{"unitId":null}' });
    expect([await list({ unitId }), (await list()).some((entry) => entry.id === id)]).toEqual([[], true]);
    // 1,500 characters may be sent, and 3,000 do not stay.
    expect((await patch({ id, meta: JSON.stringify({ a: 'x'.repeat(1500) }) })).status).toBe(200);
    expect(await patch({ id, meta: JSON.stringify({ b: 'x'.repeat(1500) }) })).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "Invalid 'meta': leaves an object of more than 2000 characters as JSON" },
    });
  });

  it('answers each wrong request with what is allowed', async () => {
    const id = await written();
    const message = async (query: Record<string, string>) => {
      const { status, body } = await patch(query);
      return [status, body.message];
    };
    expect(await message({ owner: 'asha' })).toEqual([400, "'id' missing"]);
    expect(await message({ id: '7' })).toEqual([400, expect.stringContaining("Invalid 'id': '7' is not an id")]);
    expect(await message({ id: '00000000-0000-4000-8000-000000000000', owner: 'asha' })).toEqual([
      404,
      'There is no such log entry',
    ]);
    expect(await message({ id, status: 'done' })).toEqual([
      400,
      "Invalid 'status': 'done' is not one of open, acknowledged, resolved",
    ]);
    expect(await message({ id, month: '07/2026' })).toEqual([
      400,
      "Invalid 'month': '07/2026' is not the month of the entry's date, allowed is 06/2026, or a date of 07/2026 with it",
    ]);
    expect(await message({ id, meta: '[1]' })).toEqual([
      400,
      "Invalid 'meta': '[1]' is not an object of at most 2000 characters as JSON",
    ]);
  });

  it('of two operators who take an entry at once tells the second one, who asks for the version he has seen', async () => {
    const id = await written();
    const first = await ask('PATCH', { id, owner: 'asha' }, { 'If-Match': '"1"' });
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    const second = await ask('PATCH', { id, owner: 'ravi' }, { 'If-Match': '"1"' });
    expect([second.status, await second.json()]).toEqual([
      412,
      expect.objectContaining({
        message:
          "The log entry was saved by somebody else meanwhile: 'If-Match' asks for version 1, in force is version 2",
      }),
    ]);
    expect((await ask('PATCH', { id }, { 'If-Match': 'mine' })).status).toBe(400);
    const last = await ask('PATCH', { id, priority: 'high' }, { 'If-Match': '"2"' });
    expect((await last.json()) as Written).toMatchObject({ data: { owner: 'asha', priority: 'high', version: 3 } });
  });

  it('changes nothing where nothing is given, and audits nothing', async () => {
    const id = await written();
    expect((await patch({ id })).body.data).toMatchObject({ id, status: 'open' });
    const audited = await context.database.execute('SELECT FROM operations.audit WHERE subject = $1', [id]);
    expect(audited).toEqual([]);
  });

  it('changes nothing where what is given stands there already, so that the version of others holds', async () => {
    const id = await written();
    const first = await ask('PATCH', { id, owner: 'asha', status: 'acknowledged' }, { 'If-Match': '"1"' });
    expect(first.headers.get('etag')).toBe('"2"');
    const again = await ask('PATCH', {
      id,
      owner: 'asha',
      status: 'acknowledged',
      meta: JSON.stringify({ industryId }),
    });
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"']);
    const audited = await context.database.execute('SELECT FROM operations.audit WHERE subject = $1', [id]);
    expect(audited).toHaveLength(1);
  });

  it('refuses fields that no entry has, all of them at once, and changes nothing', async () => {
    const { id } = (await post(log())).body.data;
    const answered = await patch({ id, owner: 'asha', prority: 'high', 'meta[unitId]': 'M2' });
    const problem = 'is not one of the fields id, owner, priority, status, date, month, meta, source, title';
    expect(answered).toMatchObject({
      status: 400,
      body: {
        status_code: 1403,
        message: `Invalid 'prority': ${problem}`,
        errors: [
          { field: 'prority', problem },
          { field: 'meta[unitId]', problem },
        ],
      },
    });
    expect((await patch({ id, targetIndustryId: '' })).body.data).toMatchObject({ owner: null, version: 1 });
  });

  it('asks for a permission', async () => {
    const plain = await mintOperator(context, {}, {}, []);
    const { status, body } = await plain.ask('PATCH', 'globallogs/?id=x');
    expect([status, body]).toEqual([
      401,
      expect.objectContaining({ message: 'Access denied. Missing required permissions: operations:run' }),
    ]);
  });
});

describe('entries', () => {
  it('are forgotten when nobody has touched them for 90 days', async () => {
    // Long before whatever other tests write.
    const touched = async (at: string): Promise<string> => {
      const { id } = (await post(log({ meta: { industryId, unitId: 'OLD' } }))).body.data;
      await context.database.execute('UPDATE operations.global_log SET updated_at = $2 WHERE log_id = $1', [id, at]);
      return id;
    };
    await touched('2001-01-01T00:00:00Z');
    const kept = await touched('2001-02-01T00:00:00Z');
    const now = Date.parse('2001-05-02T00:00:00Z'); // 90 days after the second, 121 after the first
    await forgetOldLogs({ ...context, clock: { now: () => now } });
    expect((await list({ unitId: 'OLD' })).map(({ id }) => id)).toEqual([kept]);
  });
});
