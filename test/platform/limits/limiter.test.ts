import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { namedStatements } from '../../../src/platform/database/named-query.ts';
import { ServiceError, TooManyRequests } from '../../../src/kernel/errors.ts';
import { createLimiter, type Limit } from '../../../src/platform/limits/limiter.ts';
import { forgetExpired } from '../../../src/keeping/upkeep/upkeep.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';
import { databaseEnvironment } from '../../support/database-environment.ts';
import { childEnvironment } from '../../support/child-environment.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext();
});

const START = Date.parse('2026-11-21T00:00:00Z');
/** A limiter at `seconds` after the start, as another process with another clock would be one. */
const limiterAt = (seconds: number) =>
  createLimiter({ database: context.database, clock: { now: () => START + seconds * 1000 } });
const MINUTE: Limit = { name: 'test-minute', uses: 3, seconds: 60 };
const HOUR: Limit = { name: 'test-hour', uses: 5, seconds: 3600 };

/** How each of `count` uses went: granted, or the seconds to wait. */
async function take(
  limits: readonly Limit[],
  key: string,
  count: number,
  seconds: number,
): Promise<(number | 'granted')[]> {
  const outcomes: (number | 'granted')[] = [];
  for (let index = 0; index < count; index += 1) {
    outcomes.push(
      await limiterAt(seconds)
        .take(limits, key)
        .then(
          () => 'granted' as const,
          (error: unknown) => {
            if (error instanceof TooManyRequests) return error.retryAfterSeconds;
            throw error;
          },
        ),
    );
  }
  return outcomes;
}

describe('a limit', () => {
  it('grants its uses, then refuses and says how long to wait', async () => {
    const key = mintId('key');
    expect(await take([MINUTE], key, 4, 0)).toEqual(['granted', 'granted', 'granted', 60]);
    expect(await take([MINUTE], key, 1, 59.5)).toEqual([1]);
  });

  it('counts in a window that begins with its first use, not with its last', async () => {
    const key = mintId('key');
    await take([MINUTE], key, 1, 0);
    await take([MINUTE], key, 2, 50);
    expect(await take([MINUTE], key, 1, 55)).toEqual([5]);
    expect(await take([MINUTE], key, 4, 60)).toEqual(['granted', 'granted', 'granted', 60]);
  });

  it('counts each key for itself, and each list of limits', async () => {
    const key = mintId('key');
    await take([MINUTE], key, 3, 0);
    expect(await take([MINUTE], `${key}x`, 1, 0)).toEqual(['granted']);
    expect(await take([{ ...MINUTE, name: 'test-other' }], key, 1, 0)).toEqual(['granted']);
  });

  it('with others grants only what all of them have room for, and tells the longest wait', async () => {
    const key = mintId('key');
    expect(await take([MINUTE, HOUR], key, 4, 0)).toEqual(['granted', 'granted', 'granted', 60]);
    expect(await take([MINUTE, HOUR], key, 3, 60)).toEqual(['granted', 'granted', 3540]);
  });

  it('is not charged for what another one refused', async () => {
    const key = mintId('key');
    await take([MINUTE, HOUR], key, 20, 0);
    expect(await take([MINUTE, HOUR], key, 2, 60)).toEqual(['granted', 'granted']);
  });

  it('follows a changed number of uses at once', async () => {
    const key = mintId('key');
    await take([MINUTE], key, 3, 0);
    expect(await take([{ ...MINUTE, uses: 4 }], key, 2, 1)).toEqual(['granted', 59]);
  });
});

describe('what is kept', () => {
  const rows = async (): Promise<string[]> =>
    (
      await context.database.execute<{ hash: string }>(`SELECT encode(key_hash, 'hex') AS hash FROM tenant.limit_use`)
    ).map((row) => row.hash);

  it('names neither the limit nor the key', async () => {
    const key = mintId('key');
    const before = new Set(await rows());
    await take([MINUTE], key, 1, 0);
    const [hash = ''] = (await rows()).filter((one) => !before.has(one));
    const [stored] = await context.database.execute<{ text: string }>(
      `SELECT l::text AS text FROM tenant.limit_use l WHERE key_hash = decode($1, 'hex')`,
      [hash],
    );
    expect(stored?.text).toContain(hash);
    expect(stored?.text).not.toContain(key);
    expect(stored?.text).not.toContain('test-minute');
  });

  it('is forgotten when the last of its windows has ended, not before', async () => {
    const key = mintId('key');
    const before = new Set(await rows());
    await take([MINUTE, HOUR], key, 1, 0);
    const [hash = ''] = (await rows()).filter((one) => !before.has(one));
    await forgetExpired({ database: context.database, clock: { now: () => START + 3_599_000 } });
    expect(await rows()).toContain(hash);
    await forgetExpired({ database: context.database, clock: { now: () => START + 3_600_000 } });
    expect(await rows()).not.toContain(hash);
  });
});

describe('a database that does not answer', () => {
  it('makes nobody wait longer than ten seconds', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const silent: Database = { ...context.database, ...namedStatements(() => new Promise(() => {})) };
    const refused = expect(
      createLimiter({ database: silent, clock: context.clock }).take([MINUTE], 'key'),
    ).rejects.toMatchObject({ code: 503 });
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
  });

  it('counts nothing by an answer that comes too late', async () => {
    const key = mintId('key');
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const isGivenBack = Promise.withResolvers<void>();
    const slow: Database = {
      ...context.database,
      one: async (name, parameters) => {
        await late;
        return context.database.one(name, parameters);
      },
      many: async (name, parameters) => {
        const rows = await context.database.many(name, parameters);
        isGivenBack.resolve();
        return rows as never[]; // the rows that the caller asked for
      },
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const clock = { now: () => START };
    const refused = expect(createLimiter({ database: slow, clock }).take([MINUTE], key)).rejects.toMatchObject({
      code: 503,
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    vi.useRealTimers();
    resolve();
    await isGivenBack.promise;
    expect(await take([MINUTE], key, 4, 0)).toEqual(['granted', 'granted', 'granted', 60]);
  });

  it('is told as what it is, at once', async () => {
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const down: Database = { ...context.database, ...namedStatements(() => Promise.reject(lost)) };
    const error: unknown = await createLimiter({ database: down, clock: context.clock })
      .take([MINUTE], 'key')
      .catch((thrown: unknown) => thrown);
    expect(error).toBe(lost);
    expect(error).not.toBeInstanceOf(ServiceError);
  });
});

describe('two processes on one database', () => {
  it('stop at the limit exactly', async () => {
    const start = async () => {
      const child = spawn(process.execPath, [fileURLToPath(new URL('process.ts', import.meta.url))], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...childEnvironment(), ...databaseEnvironment() },
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      // It writes text lines and never ends before it is told to.
      return { child, next: async () => (await lines.next()).value as string };
    };
    const processes = await Promise.all([start(), start()]);
    expect(await Promise.all(processes.map(({ next }) => next()))).toEqual(['ready', 'ready']);
    const otp: Limit[] = [
      { name: 'test-otp-minute', uses: 23, seconds: 60 },
      { name: 'test-otp-hour', uses: 31, seconds: 3600 },
    ];
    const key = mintId('phone');
    const granted = async (at: number): Promise<number[]> => {
      for (const { child } of processes) child.stdin.write(`${JSON.stringify({ limits: otp, key, uses: 30, at })}\n`);
      return (await Promise.all(processes.map(({ next }) => next()))).map(Number);
    };
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
    expect(sum(await granted(START))).toBe(23);
    expect(sum(await granted(START + 60_000))).toBe(8);
    for (const { child } of processes) child.stdin.end();
    await Promise.all(processes.map(({ child }) => once(child, 'exit')));
  });
});
