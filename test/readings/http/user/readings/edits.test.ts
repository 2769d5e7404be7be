import { beforeAll, describe, expect, it } from 'vitest';
import { ingest, slots } from '../../../works.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { type Member, mintMember } from '../../external/support.ts';
import { testApp, type TestApp } from '../../../../service/support/app-fixture.ts';

const START = '2026-11-18T06:00:00Z';
let context: TestContext;
let app: TestApp;
let member: Member;
let createdOn: string;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
  member = await mintMember(context, app, ['readings:edit']);
  const sent = slots('M1', START, 12);
  await ingest(context, member.industry, sent);
  createdOn = String(sent[3]?.['createdOn']);
});

interface Answer {
  readonly status_code: number;
  readonly message: string;
  readonly errors?: readonly { field: string; problem: string }[];
  readonly data: {
    readonly editId: string;
    readonly changedDates: readonly string[];
    readonly edits: readonly { kind: string; reason: string; first: readonly { before: object | null }[] }[];
  };
}
async function post(action: string, body: unknown, who = member): Promise<{ status: number; body: Answer }> {
  const response = await app.request(`/api/user/readings/${action}`, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

describe('/api/user/readings', () => {
  it('changes a reading, tells which closed days change, lists it with what it was, and takes it back', async () => {
    const edited = await post('edit', { unitId: 'M1', createdOn, reason: 'Read off by hand', value: 77 });
    expect([edited.status, edited.body.data.changedDates]).toEqual([200, ['18/11/2026']]);
    const removed = await post('delete', { unitId: 'M1', createdOn, reason: 'A test of the meter' });
    const listed = (await (
      await app.request('/api/user/readings/edits?unitId=M1', { headers: member.headers })
    ).json()) as Answer;
    expect(listed.data.edits.map(({ kind, reason, first }) => [kind, reason, first[0]?.before])).toEqual([
      ['delete', 'A test of the meter', expect.objectContaining({ value: 77 })],
      ['edit', 'Read off by hand', expect.objectContaining({ interpolated: false })],
    ]);
    for (const { body } of [removed, edited])
      expect((await post('undo', { editId: body.data.editId, reason: 'Was right' })).status).toBe(200);
  });

  it('tells of estimates that were withdrawn whose they were and why, in the list and to everybody', async () => {
    const reader = await mintMember(context, app, []);
    const hour = slots('M1', '2026-11-19T06:00:00Z', 12);
    const registers = hour.map((row, slot) => ({ ...row, value: 10, summedValue: 1000 + 10 * slot }));
    const own = await mintMember(context, app, ['readings:edit']);
    await ingest(context, own.industry, [...registers.slice(0, 4), ...registers.slice(7)]);
    const [from, to, late] = [hour[0], hour[11], hour[5]].map((row) => String(row?.['createdOn']));
    await post('interpolate', { unitId: 'M1', from, to, reason: 'The logger was off' }, own);
    await ingest(context, own.industry, [{ ...registers[5], summedValue: 1051 }]);
    const got = async (path: string, { headers }: Member) =>
      (await (await app.request(`/api/user/readings/${path}`, { headers })).json()) as { data: object };
    const withdrawn = {
      readings: 2,
      firstOn: String(hour[4]?.['createdOn']),
      lastOn: String(hour[6]?.['createdOn']),
      cause: 'reading',
      besideOn: late,
      message: expect.stringMatching(
        /^M1: 2 estimates were withdrawn, laid by \S+ for \S+ to \S+, because a reading of \S+ came later and does not fit what was estimated$/,
      ),
    };
    expect((await got('edits?unitId=M1', own)).data).toMatchObject({ edits: [{ kind: 'estimate', withdrawn }] });
    expect((await got('withdrawn?unitId=M1', own)).data).toMatchObject({
      withdrawn: [{ unitId: 'M1', reason: 'The logger was off', withdrawn }],
    });
    expect((await got('withdrawn?unitId=M1', reader)).data).toEqual({ withdrawn: [] });
  });

  it('asks for a reason, and names what it does not take', async () => {
    const { status, body } = await post('edit', { unitId: 'M1', createdOn: '2026-11-18', reason: 'x', volume: 3 });
    expect([status, body.status_code]).toEqual([400, 1430]);
    expect(body.errors?.map(({ field }) => field).sort()).toEqual(['createdOn', 'reason', 'volume']);
  });

  it.each([
    ['an unknown unit', 'edit', { unitId: 'X', value: 1 }, 404],
    ['an instant without a reading', 'delete', { unitId: 'M1', createdOn: '2026-11-18T06:00:01Z' }, 404],
    ['an edit that nobody made', 'undo', { editId: '5f0c9a6e-4b1d-4c58-9f53-3f6f1d2a7b10' }, 404],
    ['a span that ends before it begins', 'interpolate', { unitId: 'M1', from: START, to: START }, 400],
    ['a span of a year', 'interpolate', { unitId: 'M1', from: '2025-11-18T06:00:00Z', to: START }, 400],
  ])('refuses %s', async (_, action, body, status) => {
    const given = action === 'undo' || action === 'interpolate' ? body : { createdOn, ...body };
    expect((await post(action, { reason: 'A reason', ...given })).status).toBe(status);
  });

  it("knows nothing of another industry's readings and edits", async () => {
    const other = await mintMember(context, app, ['readings:edit']);
    const { body } = await post('edit', { unitId: 'M1', createdOn, reason: 'Read off by hand', value: 78 });
    expect((await post('undo', { editId: body.data.editId, reason: 'Mine' }, other)).status).toBe(404);
    expect((await post('edit', { unitId: 'M1', createdOn, reason: 'Mine', value: 1 }, other)).status).toBe(404);
  });

  it('is for those who may edit', async () => {
    const reader = await mintMember(context, app, ['readings:write']);
    expect(await post('edit', { unitId: 'M1', createdOn, reason: 'Mine', value: 1 }, reader)).toMatchObject({
      status: 401,
      body: { message: 'Access denied. Missing required permissions: readings:edit' },
    });
  });
});
