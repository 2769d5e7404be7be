import { beforeAll, describe, expect, it } from 'vitest';
import { mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { CHIRPSTACK } from '../readings/sources/messages.ts';
import { mintWorks, stored } from '../readings/works.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { browserSession } from './support/browser-session.ts';

const PATH = '/app/sources';
const EVIL = '<i>5</i>';
const FORM = {
  act: 'save',
  format: 'chirpstack',
  'fields[0].place': '$.object.volume',
  'fields[0].to': 'summedValue',
  'fields[0].unit': 'm3',
  'time.form': 'iso',
  'battery.unit': '%',
};

let context: TestContext;
let app: TestApp;
let industry: Industry;
let keeper: ReturnType<typeof browserSession>;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
  industry = await mintWorks(context);
  keeper = await sessionOf(['keys:write']);
});

async function sessionOf(permissions: readonly ('keys:write' | 'industries:write')[]) {
  const session = browserSession(app);
  const { username } = await mintUser(context, { industryId: industry.industryId, permissions: [...permissions] });
  await session.post('/app/login', { username, password: PASSWORD });
  return session;
}
const textOf = async (path: string): Promise<string> => (await keeper.get(path)).text();

async function added(name: string): Promise<string> {
  const answer = await keeper.post(PATH, { ...FORM, name });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}
const send = async (address: string, key: string, message: unknown) =>
  app.request(`/api/external/sources/${/id=([^&]+)/.exec(address)?.[1] ?? ''}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });

describe('the first call of a key', () => {
  it.each([
    ['M1', 'in thousandths of KL.'],
    ['BORE', 'in m.'],
    ['TANK', 'in %.'],
    ['LAB', 'in place of each VALUE.'],
  ])('of %s says what its figure is in: %s', async (units, told) => {
    const made = await keeper.post('/app/operations/keys', { act: 'create', name: 'Device', units });
    expect(await made.text()).toContain(told);
  });

  it('is none of a source, whose key sends for no other unit', async () => {
    const made = await (await keeper.post(await added('Rotated'), { act: 'key' })).text();
    const [, keyId = ''] = /Bearer mwk_(\w{16})/.exec(made) ?? [];
    const rotated = await keeper.post('/app/operations/keys', { act: 'rotate', keyId, overlapHours: '1' });
    const text = await rotated.text();
    expect(text).toMatch(/<code class="secret">mwk_/);
    expect(text).not.toContain('id="call"');
  });
});

describe('the page of sources', () => {
  it('leads from a form to a key, a device that waits, its unit, and a stored reading', async () => {
    const source = await added(EVIL);
    const made = await (await keeper.post(source, { act: 'key' })).text();
    const [, key = ''] = /Bearer (mwk_[\w-]+)</.exec(made) ?? [];
    expect(key).toHaveLength(64);
    expect(await textOf(source)).not.toContain(key);
    // It sends for this source, and not for all units.
    expect(await textOf('/app/operations/keys')).toMatch(/<td>&lt;i&gt;5&lt;\/i&gt;<\/td>/);
    expect((await send(source, key, CHIRPSTACK.up)).status).toBe(200);
    expect(await textOf(source)).toMatch(/0101010101010101[^]*Waiting[^]*deduplicationId/);
    const given = await keeper.post(source, { act: 'place', deviceId: '0101010101010101', unitId: 'M1' });
    expect(given.status).toBe(303);
    expect((await send(source, key, CHIRPSTACK.up)).status).toBe(200);
    expect((await stored(context, industry)).readings).toMatchObject([{ unit_id: 'M1', summed_value: 128_400 }]);
    const shown = await textOf(source);
    expect(shown).toMatch(/M1 of the works[^]*−36[^]*10\.5/);
    const list = await textOf(PATH);
    expect(list).toContain('&lt;i&gt;5&lt;/i&gt;');
    for (const page of [shown, list]) expect(page).not.toContain(EVIL);
  });

  it('makes a device that waits a unit, with the form filled in from what it has sent', async () => {
    const source = await added('Made units');
    const made = await (await keeper.post(source, { act: 'key' })).text();
    const [, key = ''] = /Bearer (mwk_[\w-]+)</.exec(made) ?? [];
    const up = (devEui: string) => ({
      ...CHIRPSTACK.up,
      deviceInfo: { ...CHIRPSTACK.up.deviceInfo, devEui, deviceName: EVIL },
    });
    await send(source, key, up('0a0b0c0d0e0f0001'));
    expect(await textOf(source)).not.toContain('Make this a unit');
    const builder = await sessionOf(['keys:write', 'industries:write']);
    const page = await (await builder.get(source)).text();
    const link = (/href="(\/app\/units\/add[^"]*)"\s*>Make this a unit/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
    const once = await (await builder.get(link)).text();
    expect(once).toMatch(/heard once[^]*name="dataUpdateFrequency"\s+value="300"/);
    context.clock.set('2026-11-21T12:14:40Z');
    await send(source, key, { ...up('0a0b0c0d0e0f0001'), fCnt: 8 });
    const form = await (await builder.get(link)).text();
    expect(form).toMatch(/kind=FLOW[^"]*"\s+aria-current="page"/);
    expect(form).toMatch(/name="unitId"\s+value="0a0b0c0d0e0f0001"[^]*name="displayName"\s+value="&lt;i&gt;5/);
    expect(form).toMatch(/name="siUnit"\s+value="KL"[^]*name="dataUpdateFrequency"\s+value="900"/);
    expect(form).not.toContain(EVIL);
    const fields = { unitId: 'INLET-7', displayName: 'Inlet 7', siUnit: 'KL', dataUpdateFrequency: '900' };
    const saved = await builder.post(link, { ...fields, flowFactor: '1', minNonZeroThreshold: '0' });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${source.replace(/&done=.*/, '')}&done=yes`]);
    expect(await textOf(source)).toMatch(/0a0b0c0d0e0f0001<[^]*href="\/app\/unit\?id=INLET-7"/);
    // The link leads to an empty form afterwards: the device has its unit.
    expect(await (await builder.get(link)).text()).not.toMatch(/value="0a0b/);
  });

  it('shows what a pasted message would become, and a mistake of it', async () => {
    const source = await added('Tried');
    await keeper.post(source, { act: 'place', deviceId: '0101010101010101', unitId: 'M2' });
    const tried = await (await keeper.post(source, { act: 'try', sent: JSON.stringify(CHIRPSTACK.up) })).text();
    expect(tried).toMatch(/id="tried"[^]*would be stored[^]*M2[^]*summedValue 128.400/);
    const wrong = await keeper.post(source, { act: 'try', sent: '{"up' });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringMatching(/\{&quot;up[^]*is not valid JSON/)]);
  });

  it('tries each device of a list, named by the topic that the message has', async () => {
    const places = { deviceId: '$.topic[1]', list: '$.read', 'time.place': '$.at', 'fields[0].place': '$.read.volume' };
    const only = { 'only.place': '$.read.q', 'only.values': 'true\r\n\r\n192' };
    const answer = await keeper.post(PATH, { ...FORM, name: 'Listed', format: 'json', ...places, ...only });
    const source = answer.headers.get('location') ?? '';
    expect(await textOf(source)).toMatch(
      /name="list"\s+value="\$\.read"[^]*name="only\.place"\s+value="\$\.read\.q"[^]*name="only\.values"[^>]*>\s*true\n192</,
    );
    const sent = JSON.stringify({
      topic: ['site', 'A1'],
      at: '2026-11-21T06:00:00Z',
      read: [
        { volume: 1, q: true },
        { volume: 2, q: 192 },
        { volume: 3, q: false },
      ],
    });
    const tried = await (await keeper.post(source, { act: 'try', sent })).text();
    expect(tried).toMatch(/id="tried"[^]*A1[^]*summedValue 1.000[^]*A1[^]*summedValue 2.000[^]*has no figures/);
  });

  it.each([
    ['a laboratory', 'LAB', { to: 'parameter', parameter: 'ph' }, /ph 7\.2\s*<\/td>/],
    ['a bore', 'BORE', { to: 'value', parameter: '' }, /value [\d.\s]+ m\s*<\/td>/],
    ['a tank', 'TANK', { to: 'value', parameter: '' }, /value [\d.\s]+ %\s*<\/td>/],
  ])('tells a figure of %s in the measure that its readings have', async (_, unitId, field, told) => {
    const answer = await keeper.post(PATH, {
      ...FORM,
      name: unitId,
      'fields[0].unit': '',
      'fields[0].to': field.to,
      'fields[0].parameter': field.parameter,
    });
    const source = answer.headers.get('location') ?? '';
    await keeper.post(source, { act: 'place', deviceId: '0101010101010101', unitId });
    const sent = JSON.stringify({ ...CHIRPSTACK.up, object: { volume: 7.2 } });
    const tried = await (await keeper.post(source, { act: 'try', sent })).text();
    expect(tried).toMatch(told);
    expect(tried).not.toContain('/ 1000');
  });

  it('keeps what was typed beside a mistake, and what is stored where nothing was typed', async () => {
    const wrong = await keeper.post(PATH, { ...FORM, name: 'Typed', 'fields[0].place': 'volume' });
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringMatching(/value="Typed"[^]*value="volume"[^]*is no place/),
    ]);
    const source = await added('Stored');
    const refused = await keeper.post(source, { act: 'place', deviceId: 'a', unitId: 'BALANCE' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringMatching(/value="\$\.object\.volume"/)]);
  });

  it('tells what was not read, and changes, removes', async () => {
    const source = await added('Told');
    const [, key = ''] = /Bearer (mwk_[\w-]+)</.exec(await (await keeper.post(source, { act: 'key' })).text()) ?? [];
    await keeper.post(source, { act: 'place', deviceId: '0101010101010101', unitId: 'M1' });
    const { object: _, ...raw } = CHIRPSTACK.up;
    await send(source, key, raw);
    expect(await textOf(PATH)).toContain('choose a codec in the device profile of ChirpStack');
    const [, tag = ''] = /name="tag" value="([^"]*)"/.exec(await textOf(source)) ?? [];
    const changed = await keeper.post(source, { ...FORM, name: 'Told again', tag: tag.replaceAll('&quot;', '"') });
    expect(changed.status).toBe(303);
    // The device has its unit still, and another mapping starts anew.
    const after = await textOf(source);
    expect(after).toContain('M1 of the works');
    expect(after).not.toContain('choose a codec');
    expect((await keeper.post(source, { act: 'forget', deviceId: '0101010101010101' })).status).toBe(303);
    expect(await textOf(source)).toContain('No device was given or heard yet.');
    expect((await keeper.post(source, { act: 'remove', tag: '*' })).status).toBe(303);
    expect((await keeper.get(source)).status).toBe(404);
  });

  it('is reached by whoever keeps keys, and by nobody else', async () => {
    const reader = await sessionOf([]);
    expect(await textOf('/app/operations/insights')).toContain('href="/app/sources"');
    expect(await (await reader.get('/app/operations/insights')).text()).not.toContain('href="/app/sources"');
    expect(await (await reader.get(PATH)).text()).toContain(
      'You do not have the permission to make and end device keys.',
    );
  });
});
