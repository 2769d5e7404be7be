import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startBroker } from '../readings/mqtt/broker.ts';
import { ownDatabaseEnvironment } from '../keeping/upkeep/own-database.ts';
import { databaseEnvironment } from '../support/database-environment.ts';
import { childEnvironment } from '../support/child-environment.ts';

/* The program itself, as an operator starts it: src/main.ts in a process of its own. */

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const isEmbedded = databaseEnvironment()['DATABASE_URL'] === undefined;
let environment: Record<string, string>;
beforeAll(async () => {
  environment = await ownDatabaseEnvironment();
});

/** A test's own database on a server was never set up by a superuser, and so the service says. */
const details = (): object => (isEmbedded ? {} : { details: [expect.stringContaining('sql/server/setup.sql')] });

interface Started {
  readonly child: ChildProcess;
  readonly lines: Record<string, unknown>[];
  readonly stderr: () => string;
  /** The first log line with this message; rejects when the process ends before. */
  readonly line: (message: string) => Promise<Record<string, unknown>>;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
}

const running: Started[] = [];
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

function start(more: Record<string, string>): Started {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...childEnvironment(), ...environment, PORT: '0', ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: Record<string, unknown>[] = [];
  let text = '';
  let unfinished = '';
  const waiting = new Set<() => void>();
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const pieces = (unfinished + chunk).split('\n');
    unfinished = pieces.pop() ?? '';
    // A line of this program's log.
    for (const piece of pieces) if (piece.startsWith('{')) lines.push(JSON.parse(piece) as Record<string, unknown>);
    for (const look of waiting) look();
  });
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  })); // what 'close' gives
  const line = (message: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const look = (): void => {
        const found = lines.find((candidate) => candidate['msg'] === message);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`ended without '${message}': ${text}`)));
    });
  const started = { child, lines, stderr: () => text, line, ended };
  running.push(started);
  return started;
}

const urlOf = (ready: Record<string, unknown>): URL => new URL(String(ready['url']));
const soon = (holds: () => Promise<void>): Promise<void> => vi.waitFor(holds, { timeout: 60_000 });
const becomesReady = (url: URL): Promise<void> =>
  soon(async () => expect((await fetch(new URL('/readyz', url))).status).toBe(200));

describe('the service', () => {
  it('starts on an empty directory, serves, tells its metrics, and ends with code 0 on SIGTERM', async () => {
    const service = start({});
    const ready = await service.line('ready');
    expect(ready).toMatchObject({ role: 'all' });
    const url = urlOf(ready);
    expect((await fetch(new URL('/healthz', url))).status).toBe(200);
    // A probe gives up soon, and queues that begin to poll may hold the only session of an engine.
    await soon(async () => {
      expect(await (await fetch(new URL('/readyz', url))).json()).toEqual({ status: 'success', ...details() });
      const metrics = await (await fetch(new URL('/metrics', url))).text();
      expect(metrics).toContain('water_stale_days 0');
      expect(metrics).toContain('water_oldest_stale_day_seconds 0');
      expect(metrics).toMatch(/water_queue_jobs\{queue="rebuild-industry",state="queued"\} 0/);
    });
    const asked = performance.now();
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, signal: null });
    // Less than the grace period of work that runs on.
    expect(performance.now() - asked).toBeLessThan(9000);
    expect(service.lines.map((line) => line['msg'])).toContain('stopped');
    // Whatever else it says is no complaint.
    expect(service.lines.filter((line) => Number(line['level']) >= 50)).toEqual([]);
  });

  it.skipIf(!isEmbedded).each([
    ['before its engine serves', 0],
    ['while it migrates', 1],
  ] as const)(
    'starts although the engine is killed %s (of the embedded engine)',
    { timeout: 240_000 },
    async (_, whenServing) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'metered-water-killed-'));
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
      const service = start({ DATA_DIR: dataDir });
      const { pid = 0 } = service.child;
      const engines = (): number[] =>
        readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
          .trim()
          .split(' ')
          .map(Number)
          .filter((of) => of > 0);
      const isThere = (): boolean =>
        whenServing === 1 ? existsSync(join(dataDir, 'engine.json')) : existsSync(`/proc/${engines()[0]}/task`);
      await vi.waitUntil(isThere, { timeout: 120_000, interval: 5 });
      for (const engine of engines()) process.kill(engine, 'SIGKILL');
      const url = urlOf(await service.line('ready'));
      await becomesReady(url);
      expect(service.lines.some(({ msg }) => /died/.test(String(msg)))).toBe(true);
    },
  );

  it('starts on its own data again, and ends with code 0 on SIGINT', async () => {
    const service = start({});
    await service.line('ready');
    expect(service.lines.filter((line) => line['msg'] === 'database migrated')).toEqual([]);
    service.child.kill('SIGINT');
    expect(await service.ended).toEqual({ code: 0, signal: null });
  });

  it('warns in one line of the channels that are not set up, with the settings they need', async () => {
    const service = start({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'water@example.org' });
    await service.line('ready');
    const told = service.lines.filter((line) => String(line['msg']).startsWith('channels that are not set up'));
    expect(told).toMatchObject([
      {
        level: 40,
        msg: 'channels that are not set up, and whose sends fail: sms, chat-messaging, device-command, chat-space, push',
      },
    ]);
    expect(told[0]?.['settings']).toEqual({
      sms: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
      'chat-messaging': ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_WHATSAPP_FROM'],
      push: ['FIREBASE_CREDENTIALS'],
      'chat-space': ['CHAT_WEBHOOK_URL', 'CHAT_GROUPS'],
      'device-command': ['MQTT_URL'],
    });
    service.child.kill('SIGTERM');
    await service.ended;
  });

  it('as ROLE=api and ROLE=worker beside it share one database; a worker serves its health and metrics and nothing else', async () => {
    const api = start({ ROLE: 'api' });
    const ready = await api.line('ready');
    const worker = start({ ROLE: 'worker' });
    const workerReady = await worker.line('ready');
    expect(workerReady).toMatchObject({ role: 'worker' });
    if (environment['DATABASE_URL'] === undefined)
      expect([ready['database'], workerReady['database']]).toEqual(['embedded, started here', 'embedded, attached']);
    await becomesReady(urlOf(ready));
    const ofWorker = async (path: string): Promise<[number, string]> => {
      const response = await fetch(new URL(path, urlOf(workerReady)));
      return [response.status, await response.text()];
    };
    expect(await ofWorker('/healthz')).toEqual([200, '{"status":"success"}']);
    await soon(async () => {
      const [status, text] = await ofWorker('/readyz');
      expect([status, JSON.parse(text)]).toEqual([200, { status: 'success', ...details() }]);
      expect(await ofWorker('/metrics')).toEqual([
        200,
        expect.stringMatching(/^water_queue_jobs\{queue="rebuild-industry",state="queued"\} 0$/m),
      ]);
    });
    expect(await ofWorker('/api/user/login')).toEqual([
      404,
      expect.stringContaining('this process serves /healthz, /readyz and /metrics'),
    ]);
    expect(api.lines.filter((line) => line['msg'] === 'job done')).toEqual([]);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
    await becomesReady(urlOf(ready));
    api.child.kill('SIGTERM');
    expect(await api.ended).toEqual({ code: 0, signal: null });
  });

  it(
    'two workers at one broker keep their connections, say so, and are not ready while it is away',
    { timeout: 180_000 },
    async () => {
      const broker = await startBroker();
      const workers = [
        start({ ROLE: 'worker', MQTT_URL: broker.url }),
        start({ ROLE: 'worker', MQTT_URL: broker.url }),
      ];
      const urls = await Promise.all(workers.map(async (worker) => urlOf(await worker.line('ready'))));
      const readiness = () => Promise.all(urls.map(async (url) => (await fetch(new URL('/readyz', url))).json()));
      await Promise.all(workers.map((worker) => worker.line('subscribed to readings')));
      await soon(async () =>
        expect(await readiness()).toEqual(Array(2).fill({ status: 'success', ...details(), broker: 'connected' })),
      );
      expect(new Set(broker.connections()).size).toBe(2);
      await broker.goAway();
      await vi.waitUntil(
        async () =>
          isDeepStrictEqual(
            await readiness(),
            Array(2).fill({ status: 'failed', message: 'The MQTT broker is away.', broker: 'away' }),
          ),
        { timeout: 60_000 },
      );
      expect(await (await fetch(new URL('/metrics', urls[0]))).text()).toContain('water_mqtt_connected 0');
      await broker.comeBack();
      await vi.waitFor(async () => expect(await readiness()).toMatchObject(Array(2).fill({ broker: 'connected' })), {
        timeout: 60_000,
      });
      // Two connections each: nobody was evicted.
      expect(broker.connections()).toHaveLength(4);
    },
  );

  it.runIf(isEmbedded)(
    'whose database is killed again and again serves each time it is back, and counts it',
    { timeout: 240_000 },
    async () => {
      const service = start({});
      const url = urlOf(await service.line('ready'));
      const readyStatus = async (): Promise<number> => (await fetch(new URL('/readyz', url))).status;
      for (const death of [1, 2, 3]) {
        const { pid } = JSON.parse(readFileSync(join(environment['DATA_DIR'] ?? '', 'engine.json'), 'utf8')) as {
          pid: number;
        }; // written by the host
        process.kill(pid, 'SIGKILL');
        await vi.waitUntil(async () => (await readyStatus()) === 503, { timeout: 60_000 });
        expect((await fetch(new URL('/healthz', url))).status).toBe(200);
        await vi.waitUntil(async () => (await readyStatus()) === 200, { timeout: 60_000, interval: 100 });
        expect(await (await fetch(new URL('/metrics', url))).text()).toContain(`water_engine_restarts_total ${death}`);
      }
    },
  );

  it('says in one sentence what is wrong with its configuration, and ends with code 1', async () => {
    const service = start({ PORT: 'eighty', ROLE: 'everything' });
    expect(await service.ended).toEqual({ code: 1, signal: null });
    expect(service.stderr()).toBe(
      'PORT: "eighty" is not allowed, it must be a whole number from 0 to 65535.\nROLE: "everything" is not allowed, it must be one of api, worker, all.\n',
    );
  });

  it(
    'says in one sentence what of its settings cannot be used before it does anything, and ends with code 1',
    { timeout: 180_000 },
    async () => {
      const first = start({});
      const url = urlOf(await first.line('ready'));
      const cases: readonly [settings: Record<string, string>, sentence: RegExp][] = [
        [{ PORT: url.port }, /^PORT: \d+ is in use on 127\.0\.0\.1 by another process, it must be .*\.\n$/],
        [{ PORT: url.port, ROLE: 'worker' }, /^PORT: \d+ is in use .*\n$/],
        [
          { DATABASE_URL: 'postgres://a:hunter2@127.0.0.1:1/x', JWT_SECRET: 's'.repeat(40) },
          /^DATABASE_URL: the server at 127\.0\.0\.1:1 cannot be reached \([^)]*\), it must be .*\.\n$/,
        ],
        [{ DATABASE_URL: '', DATA_DIR: '/proc/x' }, /^DATA_DIR: "\/proc\/x" cannot be used \(.*\), it must be .*\.\n$/],
      ];
      for (const [settings, sentence] of cases) {
        const service = start(settings);
        expect(await service.ended).toEqual({ code: 1, signal: null });
        expect(service.stderr()).toMatch(sentence);
      }
      expect((await fetch(new URL('/readyz', url))).status).toBe(200);
    },
  );
});

describe('a request that is running when the service is told to stop', () => {
  const BODY = JSON.stringify({ email: 'nobody@example.org', password: 'nothing' });

  /** A login, or another request, of which the second half of the body has not been sent yet. */
  async function halfARequest(
    url: URL,
    { path, body } = { path: '/api/user/login', body: BODY },
  ): Promise<{ socket: Socket; answer: Promise<string> }> {
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    let received = '';
    const answer = new Promise<string>((resolve) => {
      socket
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          received += chunk;
        })
        .on('error', () => {})
        .on('close', () => resolve(received));
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    // The server has it once it has answered another request that was sent later.
    await (await fetch(new URL('/healthz', url), { headers: { connection: 'close' } })).text();
    return { socket, answer };
  }

  it('is finished; new ones are not taken', async () => {
    const service = start({});
    const url = urlOf(await service.line('ready'));
    const { socket, answer } = await halfARequest(url);
    service.child.kill('SIGTERM');
    await service.line('stopping');
    await expect(fetch(new URL('/healthz', url), { headers: { connection: 'close' } })).rejects.toThrow();
    socket.write(BODY.slice(10));
    expect(await answer).toContain('HTTP/1.1 401');
    expect(await service.ended).toEqual({ code: 0, signal: null });
  });

  it('may queue a job to its end', async () => {
    const service = start({ ROLE: 'api', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'water@example.org' });
    const body = JSON.stringify({ username: 'nobody' });
    const url = urlOf(await service.line('ready'));
    const { socket, answer } = await halfARequest(url, { path: '/api/user/password/forgot', body });
    service.child.kill('SIGTERM');
    await service.line('stopping');
    // Longer than a queue without running jobs takes to stop.
    await delay(1000);
    socket.write(body.slice(10));
    expect(await answer).toContain('HTTP/1.1 200');
    expect(await service.ended).toEqual({ code: 0, signal: null });
  });

  it('is answered 503 when it has not arrived after 8 seconds', async () => {
    const service = start({});
    const { answer } = await halfARequest(urlOf(await service.line('ready')));
    const asked = performance.now();
    service.child.kill('SIGTERM');
    const text = await answer;
    expect(text).toContain('HTTP/1.1 503');
    expect(text).toMatch(/connection: close/i);
    expect(text).toContain('The service is being stopped. Please send the request again.');
    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeGreaterThan(7000);
    // Without its deadline the request would be waited for as long as its client stays.
    expect(performance.now() - asked).toBeLessThan(30_000);
  });
});
