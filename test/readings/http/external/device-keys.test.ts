import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../../../src/config.ts';
import { openConfigured, type OpenDatabase } from '../../../../src/platform/database/open.ts';
import { ROWS_PER_TRANSACTION } from '../../../../src/readings/sent-rows.ts';
import { startServer } from '../../../../src/platform/http/server.ts';
import { createLogger } from '../../../../src/logger.ts';
import { disableAccount } from '../../../../src/industries/users/disabled.ts';
import { findDeviceKey, revokeDeviceKey } from '../../../../src/readings/keys/manage-keys.ts';
import { ACTOR, mintKey } from '../../keys/support.ts';
import { mintWorks, quarantined, slots, stored } from '../../works.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { bearer, testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { StreamingClient } from '../../../service/support/streaming-client.ts';
import { databaseEnvironment } from '../../../support/database-environment.ts';

const PATH = '/api/external/readings';
const TODAY = '2026-11-21T06:00:00Z';
let context: TestContext;
let app: TestApp;
/** Another process on the same database. */
let elsewhere: TestApp;
let second: OpenDatabase;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
  second = await openConfigured(parseConfig(databaseEnvironment()), createLogger('silent'));
  elsewhere = testApp({ ...context, database: second.database });
});
afterAll(() => second.close());

const send = (text: string, rows: readonly unknown[], { to = app, headers = {} } = {}) =>
  to.request(PATH, {
    method: 'POST',
    body: JSON.stringify({ readings: rows }),
    headers: { 'content-type': 'application/json', ...bearer(text), ...headers },
  });
const answerOf = async (response: Response | Promise<Response>): Promise<[number, unknown]> => {
  const answered = await response;
  return [answered.status, ((await answered.json()) as { message: string }).message];
};

describe('a key of the industry', () => {
  it('sends readings of every unit, without a permission and without a person', async () => {
    const industry = await mintWorks(context);
    const { text } = await mintKey(context, industry);
    expect(await answerOf(send(text, [...slots('M1', TODAY, 2), ...slots('TANK', TODAY, 1)]))).toEqual([
      200,
      '3 readings stored',
    ]);
    expect((await stored(context, industry)).readings).toHaveLength(3);
  });

  it('may name its own industry and no other', async () => {
    const industry = await mintWorks(context);
    const { text } = await mintKey(context, industry);
    const naming = (id: string) => send(text, slots('M1', TODAY, 1), { headers: { targetIndustryId: id } });
    expect((await naming(industry.industryId)).status).toBe(200);
    expect(await answerOf(naming('INTERNAL'))).toEqual([
      403,
      "'targetIndustryId': a device key sends for its own industry only",
    ]);
  });
});

describe('a key of two units', () => {
  it('is refused the row of a third one, with the reason and counted; the other rows are stored', async () => {
    const industry = await mintWorks(context);
    const { keyId, text } = await mintKey(context, industry, ['M1', 'M2']);
    const rows = [...slots('M1', TODAY, 1), ...slots('TANK', TODAY, 2), ...slots('M2', TODAY, 1)];
    const response = await send(text, rows);
    const reason = `unitId "TANK" is not one that device key ${keyId} may send`;
    expect(await response.json()).toMatchObject({
      message: '2 readings stored, 2 rejected',
      data: {
        received: 4,
        inserted: 2,
        rejected: 2,
        errors: [
          { index: 1, unitId: 'TANK', reason },
          { index: 2, unitId: 'TANK', reason },
        ],
      },
    });
    expect((await quarantined(context, industry)).map((row) => row.reason_code)).toEqual([
      'unit_not_of_key',
      'unit_not_of_key',
    ]);
    await vi.waitFor(
      async () =>
        expect(await findDeviceKey(context, industry, keyId)).toMatchObject({
          rowsAccepted: 2,
          rowsRefused: 2,
          refusals: { unit_not_of_key: 2 },
          lastUsedAt: new Date('2026-11-21T12:00:00Z'),
        }),
      { timeout: 60_000 },
    );
  });

  it.each([['m1'], ['M1 '], [['M1']], [1], [null], ['constructor']])('gets nothing in as unit %j', async (unitId) => {
    const industry = await mintWorks(context);
    const { text } = await mintKey(context, industry, ['M1']);
    const [row] = slots('M2', TODAY, 1);
    expect(await (await send(text, [{ ...row, unitId }])).json()).toMatchObject({ data: { received: 1, rejected: 1 } });
  });
});

describe('what a key gets besides', () => {
  it.each([
    ['GET', '/api/user/user'],
    ['GET', '/api/external/latest/all'],
    ['GET', '/api/admin/deviceKeys'],
    ['POST', '/api/user/logout'],
    ['POST', '/api/external/waterRatio'],
  ])('%s %s is refused before anything is looked up', async (method, path) => {
    const { text } = await mintKey(context, await mintWorks(context));
    expect(await answerOf(app.request(path, { method, headers: bearer(text) }))).toEqual([
      401,
      'A device key cannot be used as an access token: it may only send readings',
    ]);
  });

  it('is refused in an address, because addresses end up in logs', async () => {
    const { text } = await mintKey(context, await mintWorks(context));
    expect(await answerOf(app.request(`${PATH}?jwt=${text}`, { method: 'POST' }))).toEqual([
      401,
      "A device key belongs into the header 'Authorization': addresses end up in logs",
    ]);
    // What is mistaken for a path is logged without it.
    expect((await app.request(`/api/external/${text}`)).status).toBe(404);
  });

  it.each([
    ['is not well written', (text: string) => text.slice(0, -1), 401, /^Invalid device key: allowed is mwk_/],
    ['has another secret', (text: string) => `${text.slice(0, -3)}AAA`, 420, /^Invalid device key$/],
    ['does not exist', (text: string) => text.replace(/_\w{16}_/, '_00000000000000ff_'), 420, /^Invalid device key$/],
  ])('one that %s is refused', async (_, spoilt, status, message) => {
    const { text } = await mintKey(context, await mintWorks(context));
    expect(await answerOf(send(spoilt(text), []))).toEqual([status, expect.stringMatching(message)]);
  });
});

describe('a key that has ended', () => {
  it('is refused by the next request to every process once it is revoked', async () => {
    const industry = await mintWorks(context);
    const { keyId, text } = await mintKey(context, industry);
    for (const to of [app, elsewhere]) expect((await send(text, [], { to })).status).toBe(200);
    await revokeDeviceKey(context, industry, keyId, ACTOR);
    for (const to of [elsewhere, app])
      expect(await answerOf(send(text, [], { to }))).toEqual([420, 'Device key was revoked']);
  });

  it('is refused while its industry is disabled', async () => {
    const industry = await mintWorks(context);
    const { text } = await mintKey(context, industry);
    await disableAccount(context, { industry, userId: null });
    expect(await answerOf(send(text, []))).toEqual([420, 'Invalid device key: its industry is disabled']);
  });

  it('stops an upload that has begun: what was committed stays, and no row is taken a second later', async () => {
    const industry = await mintWorks(context);
    const { keyId, text } = await mintKey(context, industry);
    const server = await startServer(app, '127.0.0.1', 0);
    const lines = slots('M1', '2026-08-01T00:30:00Z', ROWS_PER_TRANSACTION).map((row) => `${JSON.stringify(row)}\n`);
    const client = new StreamingClient(`${server.url}${PATH}`, {
      ...bearer(text),
      'content-type': 'application/x-ndjson',
    });
    await client.send(lines.join(''));
    const count = async (): Promise<number> => (await stored(context, industry)).readings.length;
    await vi.waitFor(async () => expect(await count()).toBe(ROWS_PER_TRANSACTION), { timeout: 60_000, interval: 500 });
    await revokeDeviceKey(context, industry, keyId, ACTOR);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await client.send(`${JSON.stringify(slots('TANK', TODAY, 1)[0])}\n`);
    expect(await client.answered()).toMatchObject({
      status: 420,
      body: { message: `Device key was revoked. ${ROWS_PER_TRANSACTION} readings stored before that.` },
    });
    expect(await count()).toBe(ROWS_PER_TRANSACTION);
    client.vanish();
    await server.stop(1000);
  });
});
