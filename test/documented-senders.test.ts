import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { connectAsync } from 'mqtt';
import { parse as parseYaml } from 'yaml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Industry } from '../src/kernel/industry/industry.ts';
import { businessDate } from '../src/kernel/time/business-date.ts';
import { readDays } from '../src/figures/read-days.ts';
import { provisionIndustry } from '../src/industries/provisioning/provision-industry.ts';
import { findIndustry } from '../src/platform/directory/store/industries.ts';
import { type RunningServer, startServer } from '../src/platform/http/server.ts';
import { startListener, type RunningListener } from '../src/readings/mqtt/listener.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC } from '../src/readings/rules/topic.ts';
import { noQueue } from '../src/platform/queue/client.ts';
import { receiverOfKeys } from '../src/readings/sources/receive-of-key.ts';
import { keysOn, type MintedKey, mintKey } from './readings/keys/support.ts';
import { ingest, stored } from './readings/works.ts';
import { login, mintUser, testApp, type TestApp } from './service/support/app-fixture.ts';
import { childEnvironment } from './support/child-environment.ts';
import { takingReadings } from './support/intake.ts';
import { mintId, testContext, type TestContext } from './support/database.ts';
import { exchange, telegrafOutputs, telegrafRequests } from './support/telegraf.ts';

/*
 * docs/how-to/send-readings.md: each example is run as it stands there, against the service and its own broker. What
 * cannot run here (Arduino, ESPHome, Telegraf) is read, and the bytes that it would send are sent.
 */

const page = readFileSync(new URL('../docs/how-to/send-readings.md', import.meta.url), 'utf8');
const run = promisify(execFile);

/** Code blocks of a section of the page. */
function codesOf(heading: string, language: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(new RegExp(`^ *\`\`\`${language}[^\n]*\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );
}
const codeOf = (heading: string, language: string): string => {
  const [code] = codesOf(heading, language);
  if (code === undefined) throw new Error(`The section ${heading} has no ${language}.`);
  return code;
};

const has = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
};

let context: TestContext;
let app: TestApp;
let server: RunningServer;
let listener: RunningListener;
let industry: Industry;
let key: MintedKey;
beforeAll(async () => {
  // Examples send readings of this moment.
  context = await testContext(new Date().toISOString());
  app = testApp(context);
  server = await startServer(app, '127.0.0.1', 0);
  const deviceKeys = keysOn(context);
  listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    topic: DEFAULT_READINGS_TOPIC,
    sourceTopic: DEFAULT_SOURCE_TOPIC,
    log: context.log,
    deviceKeys,
    receiveOfKey: receiverOfKeys(takingReadings(context, noQueue), deviceKeys),
  });
  industry = await mintRiverside();
  key = await mintKey(context, industry);
});
afterAll(async () => {
  await listener.stop();
  await server.stop();
});

async function mintRiverside(): Promise<Industry> {
  const industryId = mintId('RIVERSIDE');
  const bundle = {
    industry: { industryId, industryName: 'Riverside', meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
    units: [{ unitId: 'INLET', displayName: 'Inlet', standardCategoryId: 'FLOW_CATEGORY', siUnit: 'KL' }],
    categories: {},
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  const found = await findIndustry(context.database, industryId, context.clock.now());
  if (found === null) throw new Error('The industry was not stored.');
  return found;
}

const environment = (): NodeJS.ProcessEnv => ({
  ...childEnvironment(),
  WATER_URL: server.url,
  WATER_KEY: key.text,
  WATER_MQTT_HOST: new URL(listener.url).hostname,
  WATER_MQTT_PORT: new URL(listener.url).port,
});
/** The page's industry, unit and key are those of this test. */
const here = (text: string): string =>
  text
    .replaceAll('water/RIVERSIDE/', `water/${industry.industryId}/`)
    .replaceAll('https://water.example', server.url)
    .replaceAll('${WATER_URL}', server.url)
    .replaceAll('${WATER_KEY}', key.text)
    .replaceAll('mwk_...', key.text);

const registers = async (): Promise<unknown[]> =>
  (await stored(context, industry)).readings.map(({ summed_value }) => summed_value);

/** An example of a network, whose source and key were declared by the page's own commands. */
async function declared(
  heading: string,
): Promise<{ readonly codes: readonly string[]; readonly env: NodeJS.ProcessEnv }> {
  const codes = codesOf(heading, 'bash').map(here);
  const user = await mintUser(context, { industryId: industry.industryId, permissions: ['keys:write'] });
  const env = { ...environment(), WATER_TOKEN: (await login(app, user)).token };
  const { stdout } = await run('bash', ['-c', codes[0] ?? ''], { env });
  const { sourceId } = (JSON.parse(stdout) as { data: { sourceId: string } }).data;
  return { codes, env: { ...env, WATER_SOURCE: sourceId } };
}

/** Runs an example with mosquitto_pub. Where it is not installed, the library sends what the program would. */
async function mosquittoPub(code: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (has('mosquitto_pub')) return void (await run('bash', ['-c', code], { env }));
  // The shell puts the words together.
  const { stdout } = await run('bash', ['-c', `mosquitto_pub() { printf '%s\\n' "$@"; }\n${code}`], { env });
  const given = stdout.trimEnd().split('\n');
  const option = (name: string): string => given[given.indexOf(name) + 1] ?? '';
  const client = await connectAsync(`mqtt://${option('-h')}:${option('-p')}`, {
    username: option('-u'),
    password: option('-P'),
  });
  await client.publishAsync(option('-t'), option('-m'), { qos: 1 });
  await client.endAsync();
}

describe('an example of a network that is run', () => {
  it('ChirpStack, with a source, a key of it and an uplink', async () => {
    const { codes, env } = await declared('ChirpStack');
    const { stdout } = await run('bash', ['-c', codes[1] ?? ''], { env });
    const { key: text } = (JSON.parse(stdout) as { data: { key: string } }).data;
    const sent = await run('bash', ['-c', codes[2] ?? ''], { env: { ...env, WATER_KEY: text } });
    expect(sent.stdout).toContain('1 message: 1 reading stored');
    expect(await registers()).toContain(5_000_400);
  });

  it('The Things Stack', async () => {
    const { codes, env } = await declared('The Things Stack');
    expect((await run('bash', ['-c', codes[1] ?? ''], { env })).stdout).toContain('1 message: 1 reading stored');
    expect(await registers()).toContain(5_000_500);
  });

  it('Sparkplug B, of which the source is declared', async () => {
    const { env } = await declared('Sparkplug B');
    expect(env['WATER_SOURCE']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('JSON of a gateway', async () => {
    const { codes, env } = await declared('JSON of a gateway');
    expect((await run('bash', ['-c', codes[1] ?? ''], { env })).stdout).toContain('1 message: 1 reading stored');
    expect(await registers()).toContain(5_000_600);
    await mosquittoPub(here(codeOf('MQTT of a network', 'bash')), env);
    expect(await registers()).toContain(5_000_700);
  });
});

describe('an example that is run', () => {
  it('curl', async () => {
    expect(has('curl')).toBe(true);
    const { stdout } = await run('bash', ['-c', here(codeOf('curl', 'bash'))], { env: environment() });
    // Another example may have sent a reading of the same second, which this one then corrects.
    expect(stdout).toMatch(/"(?:inserted|updated)":1,/);
    expect(await registers()).toContain(5000120);
  });

  it('mosquitto_pub, or what it publishes where it is not installed', async () => {
    await mosquittoPub(here(codeOf('MQTT', 'bash')), environment());
    await vi.waitFor(async () => expect(await registers()).toContain(5000200), { timeout: 20_000 });
  });

  it.skipIf(!has('python3'))('Python, by its standard library (skipped where python3 is not installed)', async () => {
    const { stdout } = await run('python3', ['-I', '-c', codeOf('Python', 'python')], { env: environment() });
    expect(stdout).toBe('1 reading stored\n');
    expect(await registers()).toContain(5000260);
  });

  it('Node', async () => {
    const code = ['--input-type=module', '--eval', codeOf('Node', 'js')];
    const { stdout } = await run(process.execPath, code, { env: environment() });
    expect(stdout).toBe('1 reading stored\n');
    expect(await registers()).toContain(5000300);
  });
});

/** A text of C with its escapes. */
const ofC = (text: string): string => text.replaceAll('\\"', '"');
const request = (url: string, headers: readonly string[], body: string): Buffer => {
  const { pathname, host } = new URL(url);
  return Buffer.from(
    [`POST ${pathname} HTTP/1.1`, `Host: ${host}`, ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n'),
  );
};
const now = (): string => `${new Date(context.clock.now()).toISOString().slice(0, 19)}Z`;

describe('an example whose bytes are sent', () => {
  it('Arduino, as HTTPClient of an ESP32 writes them', async () => {
    const code = here(codeOf('Arduino', 'cpp'));
    const [, url = ''] = /http\.begin\("(.*)"\)/.exec(code) ?? [];
    const headers = [...code.matchAll(/addHeader\("(.*)", "(.*)"\)/g)].map(([, name, value]) => `${name}: ${value}`);
    expect(headers).toHaveLength(2);
    const [, expression = ''] = /String body = (.*);/.exec(code) ?? [];
    const values: Record<string, string> = { now: now(), litres: '5000340.00' };
    const body = [...expression.matchAll(/"((?:[^"\\]|\\.)*)"|(\w+)/g)]
      .map(([, text, name]) => (name === undefined ? ofC(text ?? '') : (values[name] ?? '')))
      .join('');
    const fixed = [
      'User-Agent: ESP32HTTPClient',
      'Connection: keep-alive',
      'Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0',
    ];
    const answer = await exchange(server.url, request(url, [...fixed, ...headers], body));
    expect(answer).toContain('1 reading stored');
    expect(await registers()).toContain(5000340);
  });

  it('ESPHome, as its http_request writes them', async () => {
    const text = here(codeOf('ESPHome', 'yaml'));
    const lambda = { tag: '!lambda', resolve: (code: string) => code };
    const { interval } = parseYaml(text, { customTags: [lambda] }) as {
      interval: { then: Record<string, { url: string; request_headers: Record<string, string>; body: string }>[] }[];
    };
    const post = interval[0]?.then[0]?.['http_request.post'];
    if (post === undefined) throw new Error('The example posts nothing.');
    const [, format = ''] = /str_sprintf\("((?:[^"\\]|\\.)*)"/.exec(post.body) ?? [];
    const body = ofC(format).replace('%s', now()).replace('%.0f', '5000380');
    const headers = Object.entries(post.request_headers).map(([name, value]) => `${name}: ${value}`);
    const answer = await exchange(server.url, request(post.url, ['User-Agent: ESPHome/2026.1', ...headers], body));
    expect(answer).toContain('1 reading stored');
    expect(await registers()).toContain(5000380);
  });

  it('Telegraf, both of its output plugins', async () => {
    const outputs = codesOf('Telegraf', 'toml').flatMap((code) => telegrafOutputs(here(code)));
    expect(outputs.map(({ plugin }) => plugin)).toEqual(['influxdb_v2', 'influxdb']);
    const [, dest = ''] = /dest = "(\w+)"/.exec(codeOf('Telegraf', 'toml')) ?? [];
    for (const [index, output] of outputs.entries()) {
      const register = 5000420 + index;
      const point = `mqtt_consumer,host=gate,topic=site/INLET/register,unitId=INLET ${dest}=${register} ${context.clock.now() + index}000000\n`;
      const requests = telegrafRequests(output, point);
      for (const bytes of requests) expect(await exchange(server.url, bytes)).toMatch(/^HTTP\/1\.1 20[04] /);
      expect(await registers()).toContain(register);
    }
  });

  it('Telegraf, a meter on Modbus', async () => {
    const codes = codesOf('Telegraf', 'toml');
    const modbus = codes.find((code) => code.includes('[[inputs.modbus]]')) ?? '';
    const [, field] = /\{ name = "(\w+)"/.exec(modbus) ?? [];
    const [, unitId] = /unitId = "(\w+)"/.exec(modbus) ?? [];
    const [output] = codes.flatMap((code) => telegrafOutputs(here(code)));
    if (output === undefined) throw new Error('No output is documented.');
    const tags = `host=gate,name=Inlet,slave_id=1,type=holding_register,unitId=${unitId}`;
    const point = `modbus,${tags} ${field}=5000440 ${context.clock.now() + 5}000000\n`;
    for (const bytes of telegrafRequests(output, point))
      expect(await exchange(server.url, bytes)).toMatch(/^HTTP\/1\.1 204 /);
    expect(await registers()).toContain(5000440);
  });
});

it('the table of registers counts what the page says of it', async () => {
  const day = new Date(context.clock.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const rows = [...page.matchAll(/^\| (\d\d:\d\d) \| (\d*) ?\| (\d+) \|$/gm)].map(([, time, value, register]) => ({
    unitId: 'INLET',
    createdOn: `${day}T${time}:00Z`,
    value: value === '' ? null : Number(value),
    summedValue: Number(register),
  }));
  expect(rows).toHaveLength(3);
  const hourFrom10 = async (sent: readonly object[]): Promise<unknown> => {
    const works = await mintRiverside();
    await ingest(context, works, sent);
    const days = await readDays(context, {
      industry: works,
      unitIds: new Set(['INLET']),
      dates: [businessDate(day)],
      withEntries: true,
    });
    const document = days.get(businessDate(day))?.get('INLET');
    return [document?.value, document?.meta.unheard?.value ?? null];
  };
  expect(await hourFrom10(rows)).toEqual([200, null]);
  expect(await hourFrom10(rows.map(({ value, ...rest }) => rest))).toEqual([80, 120]);
});
