import { beforeAll, describe, expect, it } from 'vitest';
import { TooManyRequests } from '../../../../../src/kernel/errors.ts';
import { createLimiter } from '../../../../../src/platform/limits/limiter.ts';
import { forgetOldLogs, writeLogEntry } from '../../../../../src/platform/global-logs/global-logs.ts';
import { mintId } from '../../../../support/database.ts';
import { testApp } from '../../../../service/support/app-fixture.ts';
import { type Entry, type LogSite, logSite } from './support/log-site.ts';

let site: LogSite;
beforeAll(async () => {
  site = await logSite('10.13');
});

describe('POST /api/admin/globallogs/', () => {
  it('writes an open entry of today, without a token', async () => {
    const { status, body } = await site.post(site.log({ title: '<b>=1+1</b>' }));
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
          meta: { industryId: site.industryId },
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
      const { status, body } = await site.post({ ...site.log(), [field]: value });
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
    const { status, body } = await site.post<{ message: string }>(site.log(more));
    expect([status, body]).toEqual([400, expect.objectContaining({ status_code: 1430 })]);
    expect(body.message).toMatch(message);
  });

  it('refuses a body of more than 8 KB, one that is no JSON, and one that holds a pattern of injection', async () => {
    expect((await site.post(site.log({ desc: 'ä'.repeat(4000), title: 'ä'.repeat(200) }))).status).toBe(413);
    expect((await site.post('{"source":')).status).toBe(400);
    expect((await site.post(site.log({ desc: "x'; DROP TABLE tenant.industry; --" }))).status).toBe(405);
  });

  it('is closed by the shared secret', async () => {
    const app = testApp(site.context, { internalSecret: 'secret-of-the-operators' });
    const { status, body } = await site.post(site.log(), { app });
    expect([status, body]).toEqual([
      401,
      expect.objectContaining({ message: expect.stringContaining('X-Internal-Secret') }),
    ]);
  });

  it('takes 60 entries an hour of one network, and no more for a wrong one', async () => {
    const network = '10.14.0.1';
    for (let index = 0; index < 60; index += 1) expect((await site.post(site.log(), { network })).status).toBe(200);
    expect((await site.post({}, { network })).status).toBe(400);
    const { status, body } = await site.post(site.log(), { network });
    expect([status, body]).toEqual([429, { status: 'failed', message: 'Too many requests. Please try again later.' }]);
    expect((await site.post(site.log())).status).toBe(200);
  });
});

describe('room in the log', () => {
  it('is left for networks that have not written, when others have used up what all share', async () => {
    const limiter = createLimiter(site.context);
    const take: typeof limiter.take = async (limits, key) => {
      if (limits[0]?.name === 'further-log-from-anywhere-day') throw new TooManyRequests(60);
      // What other tests have written is not counted here.
      if (key !== 'all') await limiter.take(limits, key);
    };
    const { desc: description, ...rest } = site.log();
    const add = (network: string) =>
      writeLogEntry(
        { ...site.context, limiter: { ...limiter, take } },
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
      statuses.push((await site.operator.ask('POST', 'globallogs/', site.log())).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('GET /api/admin/globallogs/', () => {
  it('filters by industry, unit, date and month, newest first', async () => {
    const titles = async (query: Record<string, string>): Promise<string[]> =>
      (await site.list(query)).map(({ title }) => title);
    const unitId = mintId('U');
    const { data: first } = (
      await site.post(site.log({ title: 'first', meta: { industryId: site.industryId, unitId } }))
    ).body;
    await site.post(site.log({ title: 'second', meta: { industryId: site.industryId, unitId } }));
    await site.patch({ id: first.id, date: '31/05/2026' });
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
    for (const title of ['1', '2', '3'])
      await site.post(site.log({ title, meta: { industryId: site.industryId, unitId } }));
    const pages: string[][] = [];
    let query: Record<string, string> | null = { unitId, limit: '2' };
    while (query !== null) {
      const response: Response = await site.ask('GET', query);
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
    const { status, body } = await site.operator.get(`globallogs/?${query}`);
    expect([status, body]).toEqual([400, expect.objectContaining({ status_code: 1403, message })]);
  });
});

describe('entries', () => {
  it('are forgotten when nobody has touched them for 90 days', async () => {
    // Long before whatever other tests write.
    const touched = async (at: string): Promise<string> => {
      const { id } = (await site.post(site.log({ meta: { industryId: site.industryId, unitId: 'OLD' } }))).body.data;
      await site.context.database.execute('UPDATE operations.global_log SET updated_at = $2 WHERE log_id = $1', [
        id,
        at,
      ]);
      return id;
    };
    await touched('2001-01-01T00:00:00Z');
    const kept = await touched('2001-02-01T00:00:00Z');
    const now = Date.parse('2001-05-02T00:00:00Z'); // 90 days after the second, 121 after the first
    await forgetOldLogs({ ...site.context, clock: { now: () => now } });
    expect((await site.list({ unitId: 'OLD' })).map(({ id }) => id)).toEqual([kept]);
  });
});
