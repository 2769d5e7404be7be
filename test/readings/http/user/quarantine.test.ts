import { beforeAll, describe, expect, it } from 'vitest';
import { mintKey } from '../../keys/support.ts';
import { ingest, ledger, quarantined, slots, stored } from '../../works.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { type Member, mintMember } from '../external/support.ts';
import { testApp, type TestApp } from '../../../service/support/app-fixture.ts';

const PATH = '/api/user/quarantine';
const CLOSED = '2026-11-18T06:00:00Z';
let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
});

interface Case {
  id: number;
  unitId: string | null;
  raw: string;
  reasonCode: string;
  status: string;
  decidedBy: string | null;
  decidedAt: string | null;
  timesReceived: number;
}
interface Page {
  data: { cases: Case[]; next: number | null };
}

const operator = (): Promise<Member> => mintMember(context, app, ['quarantine:write']);
const list = async (who: Member, query = ''): Promise<Page['data']> =>
  ((await (await app.request(`${PATH}?${query}`, { headers: who.headers })).json()) as Page).data;
const post = async (who: Member, action: string, body: unknown) => {
  const response = await app.request(`${PATH}/${action}`, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [response.status, (await response.json()) as { data: Record<string, unknown> }] as const;
};
const dataOf = async (answer: ReturnType<typeof post>) => (await answer)[1].data;

describe('GET /api/user/quarantine', () => {
  it('lists what is held with the row and the reason, page by page', async () => {
    const who = await operator();
    await ingest(context, who.industry, slots('NOBODY', CLOSED, 5), { source: 'csv' });
    const first = await list(who, 'limit=3');
    expect(first.cases).toHaveLength(3);
    expect(first.cases[0]).toMatchObject({
      unitId: 'NOBODY',
      reasonCode: 'unit_unknown',
      source: 'csv',
      timesReceived: 1,
      status: 'held',
      decidedBy: null,
      receivedAt: '2026-11-21T12:00:00.000Z',
    });
    const second = await list(who, `limit=3&after=${first.next}`);
    expect([second.cases.length, second.next]).toEqual([2, null]);
    expect(new Set([...first.cases, ...second.cases].map((found) => found.raw)).size).toBe(5);
  });

  it('shows an industry its own rows only, and needs the permission', async () => {
    const [mine, theirs] = [await operator(), await operator()];
    await ingest(context, theirs.industry, slots('NOBODY', CLOSED, 1));
    expect((await list(mine)).cases).toEqual([]);
    const reader = await mintMember(context, app, ['readings:write']);
    expect((await app.request(PATH, { headers: reader.headers })).status).toBe(401);
    expect((await post(reader, 'release', { ids: [1] }))[0]).toBe(401);
    expect((await post(reader, 'discard', { ids: [1] }))[0]).toBe(401);
  });
});

describe('POST /api/user/quarantine/release', () => {
  it('adds parts of a reading to what is stored of their instant, and replaces it by a whole reading', async () => {
    const who = await operator();
    const { text } = await mintKey(context, who.industry);
    const at = Date.parse(CLOSED) / 1000;
    await app.request('/api/v2/write?precision=s', {
      method: 'POST',
      body: `grid,unitId=GRID value=3 ${at}\ngrid,unitId=GRID summedValue=70 ${at}\n`,
      headers: { authorization: `Token ${text}` },
    });
    const release = async () => {
      const ids = (await list(who)).cases.map((found) => found.id);
      expect((await dataOf(post(who, 'release', { ids, reading: { unitId: 'POWER' } })))['released']).toEqual(ids);
      return (await stored(context, who.industry)).readings;
    };
    expect(await release()).toMatchObject([{ unit_id: 'POWER', value: 3, summed_value: 70 }]);
    await ingest(context, who.industry, [{ unitId: 'GRID', createdOn: CLOSED, summedValue: 71 }]);
    expect(await release()).toMatchObject([{ unit_id: 'POWER', value: null, summed_value: 71 }]);
  });

  it('stores the corrected rows as if they had come so, and their closed day becomes stale', async () => {
    const who = await operator();
    await ingest(context, who.industry, slots('M1_OLD_NAME', CLOSED, 2));
    const ids = (await list(who)).cases.map((found) => found.id);
    expect(await dataOf(post(who, 'release', { ids, reading: { unitId: 'M1' } }))).toEqual({
      released: ids,
      held: [],
      notHeld: [],
    });
    expect((await stored(context, who.industry)).readings.map((reading) => [reading.unit_id, reading.value])).toEqual([
      ['M1', 100],
      ['M1', 101],
    ]);
    expect(await ledger(context, who.industry)).toMatchObject([{ business_date: '2026-11-18', units: ['M1'] }]);
    expect((await list(who, 'status=released')).cases).toMatchObject([{ decidedAt: '2026-11-21T12:00:00.000Z' }, {}]);
    expect((await list(who)).cases).toEqual([]);
  });

  it('what is refused again stays held and the answer says why; the others are stored', async () => {
    const who = await operator();
    await ingest(context, who.industry, [
      { unitId: 'M1', createdOn: CLOSED, value: 1, colour: 'red' },
      { unitId: 'M1', createdOn: '2040-01-01T00:00:00Z', value: 1, colour: 'red' },
    ]);
    const [good = 0, bad = 0] = (await list(who)).cases
      .toSorted((a, b) => Number(a.raw.includes('2040')) - Number(b.raw.includes('2040')))
      .map((found) => found.id);
    expect(await dataOf(post(who, 'release', { ids: [good, bad], reading: { colour: null } }))).toEqual({
      released: [good],
      notHeld: [],
      held: [{ id: bad, reason: 'createdOn is "2040-01-01T00:00:00Z", more than 24 hours in the future' }],
    });
    expect((await list(who)).cases.map((found) => found.id)).toEqual([bad]);
    expect(await quarantined(context, who.industry)).toHaveLength(2);
  });

  it('a row that was no JSON needs the fields named', async () => {
    const who = await operator();
    await ingestText(who, '{"unitId": "M1", ');
    const ids = (await list(who)).cases.map((found) => found.id);
    expect(await dataOf(post(who, 'release', { ids }))).toMatchObject({ released: [], held: [{ id: ids[0] }] });
    expect(
      await dataOf(post(who, 'release', { ids, reading: { unitId: 'M1', createdOn: CLOSED, value: 3 } })),
    ).toMatchObject({ released: ids });
    expect((await stored(context, who.industry)).readings).toMatchObject([{ value: 3 }]);
  });

  it('of two operators at once one releases, the other is told it is not held', async () => {
    const who = await operator();
    await ingest(context, who.industry, slots('OLD', CLOSED, 3));
    const ids = (await list(who)).cases.map((found) => found.id);
    const answers = await Promise.all(
      [1, 2, 3].map(() => dataOf(post(who, 'release', { ids, reading: { unitId: 'M2' } }))),
    );
    expect(answers.map((answer) => (answer['released'] as number[]).length).sort()).toEqual([0, 0, 3]);
    expect(answers.map((answer) => (answer['notHeld'] as number[]).length).sort()).toEqual([0, 3, 3]);
    expect((await stored(context, who.industry)).readings).toHaveLength(3);
  });

  it("another industry's row is not held here", async () => {
    const [mine, theirs] = [await operator(), await operator()];
    await ingest(context, theirs.industry, slots('OLD', CLOSED, 1));
    const ids = (await list(theirs)).cases.map((found) => found.id);
    expect(await dataOf(post(mine, 'release', { ids, reading: { unitId: 'M1' } }))).toEqual({
      released: [],
      held: [],
      notHeld: ids,
    });
    expect(await dataOf(post(mine, 'discard', { ids }))).toEqual({ discarded: [], notHeld: ids });
    expect((await list(theirs)).cases).toHaveLength(1);
  });

  it.each([
    [{}],
    [{ ids: [] }],
    [{ ids: ['1'] }],
    [{ ids: [0] }],
    [{ ids: [1], extra: 1 }],
    [{ ids: [1], reading: [] }],
  ])('the body %j is 1430', async (body) => {
    expect(await post(await sharedOperator(), 'release', body)).toMatchObject([400, { status_code: 1430 }]);
  });
});

describe('POST /api/user/quarantine/discard', () => {
  it('gives rows up; the same rows sent again stay so', async () => {
    const who = await operator();
    await ingest(context, who.industry, slots('NOBODY', CLOSED, 2));
    const [first = 0, second = 0] = (await list(who)).cases.map((found) => found.id);
    expect(await dataOf(post(who, 'discard', { ids: [first] }))).toEqual({ discarded: [first], notHeld: [] });
    expect(await dataOf(post(who, 'discard', { ids: [first] }))).toEqual({ discarded: [], notHeld: [first] });
    expect(await dataOf(post(who, 'release', { ids: [first], reading: { unitId: 'M1' } }))).toMatchObject({
      released: [],
      notHeld: [first],
    });
    await ingest(context, who.industry, slots('NOBODY', CLOSED, 2));
    expect((await list(who)).cases).toMatchObject([{ id: second, timesReceived: 2 }]);
    expect((await list(who, 'status=discarded')).cases).toMatchObject([{ id: first, timesReceived: 2 }]);
  });
});

let shared: Promise<Member> | null = null;
const sharedOperator = (): Promise<Member> => (shared ??= operator());

async function ingestText(who: Member, text: string): Promise<void> {
  const sender = await mintMember(context, app);
  // Quarantined under the sender's industry, then handed over: only lines over HTTP can be no JSON.
  await app.request('/api/external/readings', {
    method: 'POST',
    headers: { ...sender.headers, 'content-type': 'application/x-ndjson' },
    body: text,
  });
  await context.database.execute('UPDATE telemetry.quarantine SET industry_key = $1 WHERE industry_key = $2', [
    who.industry.industryKey,
    sender.industry.industryKey,
  ]);
}
