import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { issueDeviceKey, revokeDeviceKey, rotateDeviceKey } from '../../../../src/readings/keys/manage-keys.ts';
import type { SourceMapping } from '../../../../src/readings/rules/sources/source.ts';
import { readDevices, readSource, removeSource } from '../../../../src/readings/sources/manage-sources.ts';
import { bearer, testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { runs } from '../../../support/property-runs.ts';
import { ACTOR, mintKey } from '../../keys/support.ts';
import { CHIRPSTACK, THINGS_STACK } from '../../sources/messages.ts';
import { mintSource } from '../../sources/support.ts';
import { mintWorks, quarantined, slots, stored } from '../../works.ts';

let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
});

interface Answer {
  readonly status: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function post(path: string, text: string, body: unknown): Promise<Answer> {
  const response = await app.request(path, {
    method: 'POST',
    headers: { ...bearer(text), 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { ...((await response.json()) as Answer), status: response.status };
}

const pathOf = (sourceId: string, event?: string): string =>
  `/api/external/sources/${sourceId}${event === undefined ? '' : `?event=${event}`}`;

async function sending(format: 'chirpstack' | 'things-stack' | 'json', ...rest: [] | [Record<string, string>]) {
  const industry = await mintWorks(context);
  const source = await mintSource(context, industry, format, ...rest);
  const { text } = await mintKey(context, industry);
  const send = (body: unknown, event?: string) => post(pathOf(source.sourceId, event), text, body);
  return { industry, source, send };
}

const readingsOf = async (industry: Industry) =>
  (await stored(context, industry)).readings.map(({ unit_id, created_on, value, summed_value }) => ({
    unit_id,
    at: new Date(created_on).toISOString(),
    value,
    summed_value,
  }));

describe('a message of ChirpStack', () => {
  it('becomes a reading of its unit at the time of the network, in thousandths of its measure', async () => {
    const { industry, source, send } = await sending('chirpstack');
    expect(await send(CHIRPSTACK.up, 'up')).toMatchObject({
      status: 200,
      message: '1 message: 1 reading stored',
      data: { messages: 1, inserted: 1, rejected: 0, waiting: 0, unreadable: 0, problem: null },
    });
    // 128.4 m³ are 128,400 L.
    expect(await readingsOf(industry)).toEqual([
      { unit_id: 'M1', at: '2022-07-18T09:34:15.775Z', value: null, summed_value: 128_400 },
    ]);
    expect(await readDevices(context, industry, source)).toMatchObject([
      {
        deviceId: '0101010101010101',
        unitId: 'M1',
        messages: 1,
        rssi: -36,
        snr: 10.5,
        batteryPercent: null,
        example: null,
      },
    ]);
  });

  it('of a bore is a level in metres, and of a tank in percent or a volume of it', async () => {
    const industry = await mintWorks(context);
    const { text } = await mintKey(context, industry);
    const sent = async (unitId: string, counted: SourceMapping['fields'][number]['counted'], figure: number) => {
      const fields = [{ place: '$.object.level', to: 'value', parameter: null, counted }] as const;
      const { sourceId } = await mintSource(
        context,
        industry,
        'chirpstack',
        { '0101010101010101': unitId },
        { fields },
      );
      return post(pathOf(sourceId, 'up'), text, { ...CHIRPSTACK.up, object: { level: figure } });
    };
    const m3 = { measure: 'm3', weight: 1 } as const;
    for (const [unitId, counted, figure, value] of [
      ['BORE', null, 3.2, 3.2],
      ['TANK', null, 62, 62],
      // The tank holds 250 KL.
      ['TANK', m3, 50, 20],
    ] as const) {
      expect((await sent(unitId, counted, figure)).data).toMatchObject({ rejected: 0, unreadable: 0 });
      expect((await readingsOf(industry)).find(({ unit_id }) => unit_id === unitId)).toMatchObject({ value });
    }
    expect((await sent('BORE', m3, 3)).data).toMatchObject({
      problem: "$.object.level is in m3, and unit 'BORE' is measured in 'm': the two do not convert",
    });
  });

  it('that is no uplink is taken, and a status tells the battery', async () => {
    const { industry, source, send } = await sending('chirpstack');
    for (const event of ['join', 'ack', 'log', 'location', 'status'] as const)
      expect([event, (await send(CHIRPSTACK[event], event)).status]).toEqual([event, 200]);
    expect(await readingsOf(industry)).toEqual([]);
    const [device] = await readDevices(context, industry, source);
    expect([device?.batteryPercent, device?.messages]).toEqual([expect.closeTo(88.3, 4), 1]);
    expect((await readSource(context, industry, source.sourceId)).problem).toBeNull();
    // An uplink that does not tell the battery leaves it as it was told last.
    await send(CHIRPSTACK.up, 'up');
    expect((await readDevices(context, industry, source))[0]).toMatchObject({
      batteryPercent: expect.closeTo(88.3, 4),
    });
  });

  it('without decoded figures says once what to set up, with an example and a count', async () => {
    const { industry, source, send } = await sending('chirpstack');
    const { object: _, ...raw } = CHIRPSTACK.up;
    const answers = [await send(raw, 'up'), await send({ ...raw, fCnt: 8 }, 'up')];
    expect(answers.map(({ status, message }) => [status, message])).toEqual([
      [200, '1 message: 0 readings stored, 1 not read'],
      [200, '1 message: 0 readings stored, 1 not read'],
    ]);
    const { problem, problemCount, problemExample } = await readSource(context, industry, source.sourceId);
    expect(problem).toBe('the message has no $.object: choose a codec in the device profile of ChirpStack');
    expect([problemCount, JSON.parse(problemExample ?? '')]).toEqual([2, { ...raw, fCnt: 8 }]);
  });
});

describe('a message of The Things Stack', () => {
  it('becomes a reading of its unit at the time of the network server', async () => {
    const { industry, source, send } = await sending('things-stack');
    expect((await send(THINGS_STACK.uplink)).data).toMatchObject({ inserted: 1 });
    expect(await readingsOf(industry)).toEqual([
      { unit_id: 'M1', at: '2020-02-12T15:15:45.789Z', value: null, summed_value: 64_250 },
    ]);
    expect(await readDevices(context, industry, source)).toMatchObject([
      { deviceId: '0004a30b001c0530', batteryPercent: expect.closeTo(52.569168, 4), rssi: -35, snr: 5 },
    ]);
    for (const other of [THINGS_STACK.join, THINGS_STACK.ack]) expect((await send(other)).status).toBe(200);
    expect(await readingsOf(industry)).toHaveLength(1);
  });
});

describe('a message of a device of its own', () => {
  it('may stand in a list, each with the time of its meter by the clocks of its zone', async () => {
    const { industry, send } = await sending('json');
    const messages = [
      { meter: 'A1', at: '2026-07-01T12:00:00', volume: 1 },
      { meter: 'A1', at: '2026-01-01T12:00:00', volume: '0.5' },
    ];
    expect((await send(messages)).message).toBe('2 messages: 2 readings stored');
    expect(await readingsOf(industry)).toEqual([
      { unit_id: 'M1', at: '2026-01-01T11:00:00.000Z', value: null, summed_value: 500 },
      { unit_id: 'M1', at: '2026-07-01T10:00:00.000Z', value: null, summed_value: 1000 },
    ]);
  });

  it('at a time that clocks show twice waits in quarantine as it was sent, and says so', async () => {
    const { industry, send } = await sending('json');
    const message = { meter: 'A1', at: '2026-10-25T02:30:00', volume: 1 };
    expect(await send(message)).toMatchObject({
      message: '1 message: 0 readings stored, 1 rejected',
      data: { errors: [{ unitId: 'M1', reason: expect.stringContaining('the clocks of Europe/Berlin show twice') }] },
    });
    const [held] = await quarantined(context, industry);
    expect([held?.reason_code, JSON.parse(held?.raw ?? '')]).toEqual(['instant_invalid', message]);
  });

  it('whose clock was never set waits in quarantine, and holds up no others', async () => {
    const { industry, send } = await sending('json');
    const at = ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '2026-07-01T12:00:00Z', '9999-12-31T23:59:59Z'];
    expect(await send(at.map((one) => ({ meter: 'A1', at: one, volume: 1 })))).toMatchObject({
      status: 200,
      message: '4 messages: 1 reading stored, 3 rejected',
    });
    expect((await quarantined(context, industry)).map(({ reason_code }) => reason_code).toSorted()).toEqual([
      'instant_future',
      'instant_too_old',
      'instant_too_old',
    ]);
  });

  it('whose measure is none of its unit is told as such', async () => {
    const { industry, source, send } = await sending('json', { A1: 'POWER' });
    expect((await send({ meter: 'A1', at: '2026-07-01T12:00:00Z', volume: 1 })).data).toMatchObject({
      unreadable: 1,
      problem: "$.volume is in m3, and unit 'POWER' is measured in 'kWh': the two do not convert",
    });
    expect((await readSource(context, industry, source.sourceId)).problemCount).toBe(1);
  });
});

describe('a device that has no unit', () => {
  it('waits in the list with its last message, and its figures are not lost silently', async () => {
    const { industry, source, send } = await sending('json');
    const sent = (volume: number) => ({ meter: 'B2', at: '2026-07-01T12:00:00Z', volume });
    expect((await send([sent(1), sent(2)])).message).toBe('2 messages: 0 readings stored, 2 of devices without a unit');
    await send(sent(3));
    const now = new Date(context.clock.now());
    const [waiting] = await readDevices(context, industry, source);
    expect(waiting).toMatchObject({ deviceId: 'B2', unitId: null, messages: 3, firstHeardAt: now, lastHeardAt: now });
    expect(JSON.parse(waiting?.example ?? '')).toEqual(sent(3));
    expect(await readSource(context, industry, source.sourceId)).toMatchObject({ deviceCount: 1, waitingCount: 1 });
  });

  it('may be of any characters, wherever its example is cut', async () => {
    const { industry, source, send } = await sending('chirpstack', {});
    for (const pad of ['', 'a'])
      expect((await send({ ...CHIRPSTACK.up, object: { text: `${pad}${'😀'.repeat(2500)}` } })).status).toBe(200);
    const [device] = await readDevices(context, industry, source);
    expect(device?.example).toContain('😀');
  });

  it('is listed while fewer than 1000 others wait; of one more the source tells', async () => {
    const { industry, source, send } = await sending('json');
    const heard = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        meter: `W${from + index}`,
        at: '2026-07-01T12:00:00Z',
        volume: 1,
      }));
    await send(heard(0, 999));
    await send(heard(999, 2));
    expect(await readSource(context, industry, source.sourceId)).toMatchObject({
      waitingCount: 1000,
      problemCount: 1,
      problem: "device 'W1000' has no unit, and 1000 others wait for one already",
    });
    expect((await send(heard(5, 1))).data).toMatchObject({ waiting: 1, unreadable: 0 });
  });
});

describe('the same uplinks', () => {
  const START = Date.parse('2026-01-15T06:05:00Z');
  const uplink = (fCnt: number, lateMs = 0) => ({
    ...CHIRPSTACK.up,
    fCnt,
    time: new Date(START + fCnt * 300_000 + lateMs).toISOString(),
    object: { volume: 100 + fCnt },
  });
  const sendings = fc.uniqueArray(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 8 }).chain((frames) =>
    fc.record({
      frames: fc.constant(frames),
      // Every frame, some of them again, in any order and in any number of requests.
      sent: fc
        .array(fc.constantFrom(...frames), { maxLength: 8 })
        .chain((again) => fc.shuffledSubarray([...frames, ...again], { minLength: frames.length + again.length })),
      requests: fc.integer({ min: 1, max: 4 }),
    }),
  );

  it('in any order and repeated any number of times leave the same readings', async () => {
    await fc.assert(
      fc.asyncProperty(sendings, async ({ frames, sent, requests }) => {
        const [once, again] = [await sending('chirpstack'), await sending('chirpstack')];
        await once.send(frames.toSorted((one, other) => one - other).map((frame) => uplink(frame)));
        const size = Math.ceil(sent.length / requests);
        for (let from = 0; from < sent.length; from += size)
          await again.send(sent.slice(from, from + size).map((frame) => uplink(frame)));
        expect(await readingsOf(again.industry)).toEqual(await readingsOf(once.industry));
      }),
      { numRuns: runs(20) },
    );
  });

  it('that two gateways tell with other times are one reading each, also at once', async () => {
    const { industry, send } = await sending('chirpstack');
    await Promise.all([send(uplink(1)), send(uplink(1, 700)), send(uplink(1, 1500)), send(uplink(2))]);
    expect((await readingsOf(industry)).map(({ summed_value }) => summed_value)).toEqual([101_000, 102_000]);
  });

  it('of a device that was restarted, and counts the same frame again with other figures, are readings', async () => {
    const { industry, send } = await sending('chirpstack');
    await send(uplink(0));
    await send({ ...uplink(0, 60_000), object: { volume: 100.5 } });
    await send({ ...uplink(0, 60_700), object: { volume: 100.5 } });
    expect((await readingsOf(industry)).map(({ at, summed_value }) => [at, summed_value])).toEqual([
      ['2026-01-15T06:05:00.000Z', 100_000],
      ['2026-01-15T06:06:00.000Z', 100_500],
    ]);
  });
});

describe('a key', () => {
  it('of a source sends for the units of its devices alone, on every road', async () => {
    const { industry, source } = await sending('json');
    const other = await mintSource(context, industry, 'json', { C3: 'M2' });
    const { key, text } = await issueDeviceKey(context, industry, { name: 'Net', sourceId: source.sourceId }, ACTOR);
    const message = { meter: 'A1', at: '2026-07-01T12:00:00Z', volume: 1 };
    expect((await post(pathOf(source.sourceId), text, message)).data).toMatchObject({ inserted: 1 });
    expect(await post(pathOf(other.sourceId), text, { ...message, meter: 'C3' })).toMatchObject({
      status: 403,
      message: 'This device key is of another source',
    });
    const readings = [...slots('M1', '2026-11-21T06:00:00Z', 1), ...slots('M2', '2026-11-21T06:00:00Z', 1)];
    expect((await post('/api/external/readings', text, { readings })).message).toBe('1 reading stored, 1 rejected');
    expect((await readSource(context, industry, source.sourceId)).keyIds).toEqual([key.keyId]);
    // The next key in its place is of the same source.
    const rotated = await rotateDeviceKey(context, industry, key.keyId, {}, ACTOR);
    expect(rotated.key.sourceId).toBe(source.sourceId);
    expect((await post(pathOf(other.sourceId), rotated.text, message)).status).toBe(403);
    await removeSource(context, industry, { sourceId: source.sourceId, by: ACTOR, expected: null });
    expect((await post(pathOf(source.sourceId), rotated.text, message)).status).toBe(404);
    expect((await post('/api/external/readings', rotated.text, { readings })).data).toMatchObject({ rejected: 2 });
  });

  it('may be the password of HTTP Basic, whatever the user is called, and opens nothing else so', async () => {
    const { industry, source } = await sending('json');
    const { text } = await mintKey(context, industry);
    const [, keyId = ''] = text.split('_');
    const asked = async (login: string, path = pathOf(source.sourceId)) => {
      const headers = { authorization: `Basic ${btoa(login)}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ meter: 'A1', at: '2026-07-01T12:00:00Z', volume: 1 });
      const answer = await app.request(path, { method: 'POST', headers, body });
      return [answer.status, ((await answer.json()) as { message: string }).message.split(':')[0]]; // its own answer
    };
    for (const login of [`gateway:${text}`, `${keyId}:${text}`]) expect((await asked(login))[0]).toBe(200);
    for (const login of [`gateway:${text}x`, 'gateway:secret'])
      expect(await asked(login)).toEqual([401, 'Invalid device key']);
    expect(await asked('gateway')).toEqual([401, 'Token is missing']);
    expect(await asked(`gateway:${text}`, '/api/user/sources')).toEqual([401, expect.stringContaining('device key')]);
  });

  it('of some units is refused the message of another one, with the reason', async () => {
    const { industry, source } = await sending('json');
    const { text } = await mintKey(context, industry, ['M2']);
    const { data } = await post(pathOf(source.sourceId), text, { meter: 'A1', at: '2026-07-01T12:00:00Z', volume: 1 });
    expect(data).toMatchObject({
      rejected: 1,
      errors: [{ unitId: null, reason: expect.stringContaining('device key') }],
    });
  });

  it('that was revoked sends nothing, and that of another industry finds no source', async () => {
    const { industry, source } = await sending('chirpstack');
    const own = await mintKey(context, industry);
    await revokeDeviceKey(context, industry, own.keyId, ACTOR);
    expect((await post(pathOf(source.sourceId), own.text, CHIRPSTACK.up)).status).toBe(420);
    const strange = await mintKey(context, await mintWorks(context));
    expect((await post(pathOf(source.sourceId), strange.text, CHIRPSTACK.up)).status).toBe(404);
    expect(await readingsOf(industry)).toEqual([]);
    expect(await readDevices(context, industry, source)).toMatchObject([{ messages: 0, firstHeardAt: null }]);
  });
});

describe('a request', () => {
  const one = { meter: 'A1', at: '2026-07-01T12:00:00Z', volume: 1 };
  it('has at most 1000 messages', async () => {
    const { send } = await sending('json');
    const statuses = [];
    for (const count of [999, 1000, 1001]) statuses.push((await send(Array(count).fill(one))).status);
    expect(statuses).toEqual([200, 200, 413]);
  });

  it('has at most 2 MiB', async () => {
    const { send } = await sending('json');
    const of = (bytes: number) => JSON.stringify(one).padEnd(bytes);
    const statuses = [];
    for (const bytes of [2_097_151, 2_097_152, 2_097_153]) statuses.push((await send(of(bytes))).status);
    expect(statuses).toEqual([200, 200, 413]);
  });

  it.each(['', '{', 'up'])('that is no JSON (%j) is refused', async (body) => {
    const { send } = await sending('json');
    expect((await send(body)).status).toBe(400);
  });

  it.each([[[]], ['"text"'], ['null'], [[null, 1]]])(
    'of %j stores nothing and is no fault of the service',
    async (body) => {
      const { industry, send } = await sending('json');
      expect((await send(body)).status).toBe(200);
      expect(await readingsOf(industry)).toEqual([]);
    },
  );
});
