import { beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { type OpenDatabase, openConfigured } from '../../../src/platform/database/open.ts';
import { createLogger } from '../../../src/logger.ts';
import { testDatabase } from '../../support/database.ts';
import { databaseEnvironment } from '../../support/database-environment.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await testDatabase();
});
const key = (): number => Math.floor(Math.random() * 2 ** 31);

/** Work that waits until it is let go, and tells when it has begun. */
function held() {
  const began = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  return {
    began: began.promise,
    letGo: gate.resolve,
    work: async (): Promise<string> => {
      began.resolve();
      await gate.promise;
      return 'done';
    },
  };
}

describe('work under a lock', () => {
  it('waits for the lock, in order, and gives what the work gives', async () => {
    const lock = key();
    const log: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await opened.database.many('seal.read');
      log.push(`${name} ends`);
      return name;
    };
    expect(await Promise.all(['A', 'B', 'C'].map((name) => opened.database.withLock(lock, work(name))))).toEqual([
      'A',
      'B',
      'C',
    ]);
    expect(log).toEqual(['A begins', 'A ends', 'B begins', 'B ends', 'C begins', 'C ends']);
  });

  it('gives up its lock when it fails', async () => {
    const lock = key();
    await expect(opened.database.withLock(lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await opened.database.tryWithLock(lock, async () => 'done')).toBe('done');
  });

  it('is not done at all by who only tries while someone else holds the lock', async () => {
    const lock = key();
    const { began, letGo, work } = held();
    const first = opened.database.withLock(lock, work);
    await began;
    expect(await opened.database.tryWithLock(lock, async () => 'done')).toBeNull();
    expect(await opened.database.tryWithLock(key(), async () => 'another lock')).toBe('another lock');
    letGo();
    expect(await first).toBe('done');
    expect(await opened.database.tryWithLock(lock, async () => 'done')).toBe('done');
  });

  it('may do what cannot run inside a transaction', async () => {
    await opened.database.withLock(key(), () =>
      opened.database.execute(
        `CALL refresh_continuous_aggregate('telemetry.rollup_yearly', timestamp '1990-01-01', timestamp '1991-01-01')`,
      ),
    );
  });

  it('is done by one of several processes on a server; on the embedded engine no two statements run at once', async () => {
    const other = await openConfigured(parseConfig(databaseEnvironment()), createLogger('silent'));
    try {
      const lock = key();
      const { began, letGo, work } = held();
      const first = opened.database.withLock(lock, work);
      await began;
      const tried = await other.database.tryWithLock(lock, async () => 'done');
      expect(tried).toBe(opened.kind === 'server' ? null : 'done');
      let waited = false;
      const second = other.database.withLock(lock, async () => {
        waited = true;
      });
      if (opened.kind === 'server') await waitsForLock(opened.database);
      else await second;
      expect(waited).toBe(opened.kind !== 'server');
      letGo();
      await Promise.all([first, second]);
    } finally {
      await other.close();
    }
  });
});

/** Until a session waits for the lock; `waited` would be set by then if it did not. */
async function waitsForLock(database: Database): Promise<void> {
  for (;;) {
    const [row] = await database.execute<{ waiting: number }>(
      `SELECT count(*) AS waiting FROM pg_locks WHERE locktype = 'advisory' AND classid = 7224006 AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    if ((row?.waiting ?? 0) > 0) return;
  }
}
