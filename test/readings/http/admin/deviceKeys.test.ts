import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { mintWorks } from '../../works.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';

const PATH = '/api/admin/deviceKeys';
let context: TestContext;
let app: TestApp;
let industry: Industry;
let operator: Record<string, string>;
let operatorId: string;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
  const user = await mintUser(context, {
    industryId: 'INTERNAL',
    role: 'admin',
    permissions: ['keys:write', 'audit:read'],
  });
  operatorId = user.userId;
  operator = bearer((await login(app, user)).token);
  industry = await mintWorks(context);
});

interface Key {
  readonly keyId: string;
  readonly key?: string;
  readonly state: string;
  readonly expiresAt: string | null;
}
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: {
    readonly message: string;
    readonly errors?: unknown;
    readonly data: Key & { readonly keys: Key[]; rows: unknown[] };
  };
}
const ask = async (method: string, path: string, body?: unknown, of = industry): Promise<Answer> => {
  const response = await app.request(path, {
    method,
    headers: {
      ...operator,
      targetIndustryId: of.industryId,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Answer['body'] };
};
const create = async (body: object = {}): Promise<Key> =>
  (await ask('POST', PATH, { name: 'Gateway', ...body })).body.data;
const send = (text: string): Promise<number> =>
  Promise.resolve(app.request('/api/external/readings', { method: 'POST', headers: bearer(text) })).then(
    ({ status }) => status,
  );

describe('a device key', () => {
  it('is answered once with its secret, and then never again', async () => {
    const made = await ask('POST', PATH, { name: 'Pump house', units: ['M1', 'M2', 'M1'] });
    const { key = '', keyId } = made.body.data;
    expect(key).toMatch(new RegExp(`^mwk_${keyId}_[\\w-]{43}$`));
    expect(made.body).toMatchObject({
      message: 'Device key created',
      data: {
        name: 'Pump house',
        units: ['M1', 'M2'],
        state: 'active',
        createdBy: operatorId,
        createdAt: '2026-11-21T12:00:00.000Z',
        expiresAt: null,
        lastUsedAt: null,
        rowsAccepted: 0,
        rowsRefused: 0,
        refusals: {},
      },
    });
    const { key: _shownOnce, ...rest } = made.body.data;
    const [one, list, audit] = [
      await ask('GET', `${PATH}/${keyId}`),
      await ask('GET', PATH),
      await ask('GET', `/api/admin/audit?subject=${keyId}`),
    ];
    expect(one.body.data).toEqual(rest);
    expect(list.body.data.keys[0]).toEqual(rest);
    expect(audit.body.data.rows).toMatchObject([
      { verb: 'key.create', actor: { userId: operatorId }, before: null, after: { name: 'Pump house' } },
    ]);
    const secret = key.slice(-43);
    for (const { text } of [one, list, audit]) expect(text).not.toContain(secret);
    const [row] = await context.database.execute<{ row: string }>(
      'SELECT k::text AS row FROM tenant.device_key k WHERE key_id = $1',
      [keyId],
    );
    expect(row?.row).not.toContain(secret);
    expect(row?.row).not.toContain(Buffer.from(secret).toString('hex'));
  });

  it('that is rotated goes on for the overlap; its successor has its name, its units, and lives as long', async () => {
    const first = await create({ units: ['M1'], expiresAt: '2026-12-21T12:00:00Z' });
    const { body } = await ask('POST', `${PATH}/${first.keyId}/rotate`, { overlapHours: 2 });
    expect(body.data).toMatchObject({
      name: 'Gateway',
      units: ['M1'],
      rotatedFrom: first.keyId,
      expiresAt: '2026-12-21T12:00:00.000Z',
    });
    expect((await ask('GET', `${PATH}/${first.keyId}`)).body.data).toMatchObject({
      state: 'active',
      expiresAt: '2026-11-21T14:00:00.000Z',
      rotatedTo: body.data.keyId,
    });
    expect([await send(first.key ?? ''), await send(body.data.key ?? '')]).toEqual([415, 415]);
    context.clock.set('2026-11-21T14:00:00Z');
    expect([await send(first.key ?? ''), await send(body.data.key ?? '')]).toEqual([420, 415]);
    context.clock.set('2026-11-21T12:00:00Z');
    expect((await ask('GET', `/api/admin/audit?subject=${first.keyId}`)).body.data.rows).toMatchObject([
      { verb: 'key.rotate', before: { expiresAt: '2026-12-21T12:00:00.000Z' }, after: { successor: body.data.keyId } },
      { verb: 'key.create' },
    ]);
  });

  it('that is rotated without a word goes on for a day; one that ends sooner ends when it would have', async () => {
    const [long, short] = [await create(), await create({ expiresAt: '2026-11-21T13:00:00Z' })];
    const told: unknown[] = [];
    for (const { keyId } of [long, short])
      told.push(Object((await ask('POST', `${PATH}/${keyId}/rotate`)).body.data).oldKey);
    // The answer says until when the old key works.
    expect(told).toEqual([
      { keyId: long.keyId, worksUntil: '2026-11-22T12:00:00.000Z' },
      { keyId: short.keyId, worksUntil: '2026-11-21T13:00:00.000Z' },
    ]);
    const expiries = await Promise.all(
      [long, short].map(async ({ keyId }) => (await ask('GET', `${PATH}/${keyId}`)).body.data.expiresAt),
    );
    expect(expiries).toEqual(['2026-11-22T12:00:00.000Z', '2026-11-21T13:00:00.000Z']);
  });

  it('is rotated once, though two ask at the same moment', async () => {
    const { keyId } = await create();
    const answers = await Promise.all([1, 2].map(() => ask('POST', `${PATH}/${keyId}/rotate`, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.message).toMatch(
      new RegExp(`^Invalid 'keyId': device key ${keyId} was rotated before, its successor is [0-9a-f]{16}$`),
    );
  });

  it('that is revoked is refused at once; again changes nothing, and it cannot be rotated', async () => {
    const { keyId, key = '' } = await create();
    const revoked = await ask('DELETE', `${PATH}/${keyId}`);
    expect(revoked.body).toMatchObject({
      message: 'Device key revoked',
      data: { state: 'revoked', revokedAt: '2026-11-21T12:00:00.000Z' },
    });
    expect(await send(key)).toBe(420);
    expect((await ask('DELETE', `${PATH}/${keyId}`)).body.data).toEqual(revoked.body.data);
    expect((await ask('GET', `/api/admin/audit?verb=key.revoke&subject=${keyId}`)).body.data.rows).toHaveLength(1);
    expect((await ask('POST', `${PATH}/${keyId}/rotate`, {})).body.message).toBe(
      `Invalid 'keyId': device key ${keyId} is revoked, create another one`,
    );
  });
});

describe('what is refused', () => {
  it('every mistake of a body is told at once', async () => {
    const { status, body } = await ask('POST', PATH, {
      name: ' ',
      units: ['M1', 'NONE', 'BALANCE'],
      expiresAt: '2026-11-21T11:00:00Z',
      for: 'ever',
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: 'name', problem: 'is " ", allowed is a text of 1 to 200 characters in one line, not only blanks' },
      { field: 'for', problem: 'is not a known field, allowed are name, units, sourceId, expiresAt' },
      { field: 'units[1]', problem: `is "NONE", allowed is a unit of industry ${industry.industryId}` },
      { field: 'units[2]', problem: 'is "BALANCE", allowed is a unit that takes readings, and this one is virtual' },
      { field: 'expiresAt', problem: 'is "2026-11-21T11:00:00Z", allowed is an instant in the future' },
    ]);
  });

  it.each([
    [
      { name: 'G', units: [] },
      "Invalid 'body': 'units' is an empty list, allowed is at least one id, or null for all units of the industry",
    ],
    [
      { name: 'G', expiresAt: 'tomorrow' },
      `Invalid 'body': 'expiresAt' is "tomorrow", allowed is an ISO 8601 instant with offset, or null`,
    ],
    [{}, "Invalid 'body': 'name' is missing, allowed is a text of 1 to 200 characters in one line, not only blanks"],
  ])('%j', async (body, message) => {
    expect((await ask('POST', PATH, body)).body.message).toBe(message);
  });

  it.each([-1, 2161, '2'])('an overlap of %j hours', async (overlapHours) => {
    const { keyId } = await create();
    expect((await ask('POST', `${PATH}/${keyId}/rotate`, { overlapHours })).body.message).toBe(
      `Invalid 'body': 'overlapHours' is ${JSON.stringify(overlapHours)}, allowed is a number from 0 to 2160`,
    );
  });

  it.each(['GET', 'DELETE', 'POST'])('%s of a key of another industry, as of one that nobody has', async (method) => {
    const { keyId } = await create();
    const other = await mintWorks(context);
    for (const id of [keyId, '00000000000000ff', 'x'.repeat(200)]) {
      const { status, body } = await ask(
        method,
        `${PATH}/${id}${method === 'POST' ? '/rotate' : ''}`,
        undefined,
        other,
      );
      expect([status, body.message]).toEqual([
        404,
        `Invalid keyId ${id.slice(0, 80)} or you do not have permission to access this device key.`,
      ]);
    }
    expect((await ask('GET', `${PATH}/${keyId}`)).body.data.state).toBe('active');
  });
});
