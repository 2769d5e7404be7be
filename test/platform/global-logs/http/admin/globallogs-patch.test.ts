import { beforeAll, describe, expect, it } from 'vitest';
import { mintId } from '../../../../support/database.ts';
import { mintOperator } from '../../../../industries/http/admin/support/operator.ts';
import { type LogSite, logSite, type Written } from './support/log-site.ts';

let site: LogSite;
beforeAll(async () => {
  site = await logSite('10.15');
});

describe('PATCH /api/admin/globallogs/', () => {
  const written = async (): Promise<string> => (await site.post(site.log())).body.data.id;

  it('changes what is given, and leaves an audit row', async () => {
    const id = await written();
    site.context.clock.set('2026-06-11T07:00:00Z');
    const changes = {
      owner: 'asha',
      priority: 'high',
      status: 'acknowledged',
      date: '01/07/2026',
      month: '07/2026',
      source: 'asha',
      title: 'Clock of gateway 12 is off',
    };
    const { status, body } = await site.patch({ id, ...changes, meta: '{"unitId":"M2"}' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        message: 'Log entry updated',
        data: expect.objectContaining({
          id,
          ...changes,
          meta: { industryId: site.industryId, unitId: 'M2' },
          desc: 'The gateway is 7 minutes ahead.',
          createdAt: '2026-06-11T06:00:00.000Z',
          updatedAt: '2026-06-11T07:00:00.000Z',
        }),
      }),
    ]);
    site.context.clock.set('2026-06-11T06:00:00Z');
    const rows = await site.context.database.execute(
      `SELECT actor_user_id, verb, before ->> 'status' AS before, after ->> 'status' AS after FROM operations.audit WHERE subject = $1`,
      [id],
    );
    expect(rows).toEqual([
      { actor_user_id: site.operator.userId, verb: 'log.change', before: 'open', after: 'acknowledged' },
    ]);
  });

  it('lets states follow one another as documented, and names what is allowed', async () => {
    const id = await written();
    const to = async (status: string) => (await site.patch({ id, status })).body;
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
    const { id } = (
      await site.post(site.log({ meta: { industryId: site.industryId, unitId, seen: { by: 'asha', at: 1 } } }))
    ).body.data;
    await site.patch({ id, meta: '{"ticket":7,"seen":{"by":"ravi","at":null}}' });
    expect(await site.list({ unitId })).toMatchObject([
      { id, version: 2, meta: { industryId: site.industryId, unitId, ticket: 7, seen: { by: 'ravi' } } },
    ]);
    await site.patch({ id, meta: '{"unitId":null}' });
    expect([await site.list({ unitId }), (await site.list()).some((entry) => entry.id === id)]).toEqual([[], true]);
    // 1,500 characters may be sent, and 3,000 do not stay.
    expect((await site.patch({ id, meta: JSON.stringify({ a: 'x'.repeat(1500) }) })).status).toBe(200);
    expect(await site.patch({ id, meta: JSON.stringify({ b: 'x'.repeat(1500) }) })).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "Invalid 'meta': leaves an object of more than 2000 characters as JSON" },
    });
  });

  it('answers each wrong request with what is allowed', async () => {
    const id = await written();
    const message = async (query: Record<string, string>) => {
      const { status, body } = await site.patch(query);
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
    const first = await site.ask('PATCH', { id, owner: 'asha' }, { 'If-Match': '"1"' });
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    const second = await site.ask('PATCH', { id, owner: 'ravi' }, { 'If-Match': '"1"' });
    expect([second.status, await second.json()]).toEqual([
      412,
      expect.objectContaining({
        message:
          "The log entry was saved by somebody else meanwhile: 'If-Match' asks for version 1, in force is version 2",
      }),
    ]);
    expect((await site.ask('PATCH', { id }, { 'If-Match': 'mine' })).status).toBe(400);
    const last = await site.ask('PATCH', { id, priority: 'high' }, { 'If-Match': '"2"' });
    expect((await last.json()) as Written).toMatchObject({ data: { owner: 'asha', priority: 'high', version: 3 } });
  });

  it('changes nothing where nothing is given, and audits nothing', async () => {
    const id = await written();
    expect((await site.patch({ id })).body.data).toMatchObject({ id, status: 'open' });
    const audited = await site.context.database.execute('SELECT FROM operations.audit WHERE subject = $1', [id]);
    expect(audited).toEqual([]);
  });

  it('changes nothing where what is given stands there already, so that the version of others holds', async () => {
    const id = await written();
    const first = await site.ask('PATCH', { id, owner: 'asha', status: 'acknowledged' }, { 'If-Match': '"1"' });
    expect(first.headers.get('etag')).toBe('"2"');
    const again = await site.ask('PATCH', {
      id,
      owner: 'asha',
      status: 'acknowledged',
      meta: JSON.stringify({ industryId: site.industryId }),
    });
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"']);
    const audited = await site.context.database.execute('SELECT FROM operations.audit WHERE subject = $1', [id]);
    expect(audited).toHaveLength(1);
  });

  it('refuses fields that no entry has, all of them at once, and changes nothing', async () => {
    const { id } = (await site.post(site.log())).body.data;
    const answered = await site.patch({ id, owner: 'asha', prority: 'high', 'meta[unitId]': 'M2' });
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
    expect((await site.patch({ id, targetIndustryId: '' })).body.data).toMatchObject({ owner: null, version: 1 });
  });

  it('asks for a permission', async () => {
    const plain = await mintOperator(site.context, {}, {}, []);
    const { status, body } = await plain.ask('PATCH', 'globallogs/?id=x');
    expect([status, body]).toEqual([
      401,
      expect.objectContaining({ message: 'Access denied. Missing required permissions: operations:run' }),
    ]);
  });
});
