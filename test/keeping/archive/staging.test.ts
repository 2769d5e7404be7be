import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Logger } from '../../../src/logger.ts';
import { tidyStaging, withStaging } from '../../../src/keeping/archive/staging.ts';

const database = {
  tryWithLock: <T>(_key: number, work: () => Promise<T>): Promise<T> => work(),
} as unknown as Database; // turns are all that is asked of it
const nobody = {} as Logger; // nothing is told

const made: string[] = [];
afterAll(() => made.forEach((path) => rmSync(path, { recursive: true, force: true })));
function leftOverOf(processId: number, host = hostname()): string {
  const path = join(tmpdir(), `water-archive-${processId}-${encodeURIComponent(host)}-test${made.length}`);
  mkdirSync(path);
  writeFileSync(join(path, 'readings.parquet'), 'readings');
  made.push(path);
  return path;
}

describe('temporary files of the archive', () => {
  it('of a process that was killed are removed by the next that needs some, those of one that runs are kept', async () => {
    const { pid: ended } = spawnSync('true');
    const [ofEnded, ofRunning, ofEarlierSelf] = [ended, process.ppid, process.pid].map((processId) =>
      leftOverOf(processId),
    );
    await withStaging(async (outer) => {
      await withStaging(async (inner) => {
        expect([outer, inner].map((path) => existsSync(path))).toEqual([true, true]);
      });
      expect(existsSync(outer)).toBe(true);
    });
    expect([ofEnded, ofRunning, ofEarlierSelf].map((path) => existsSync(path ?? ''))).toEqual([false, true, false]);
  });

  it('of another host are kept, because its process numbers say nothing here', async () => {
    const { pid: ended } = spawnSync('true');
    const ofOthers = [ended, process.pid].flatMap((processId) =>
      [`${hostname()}-2`, `2-${hostname()}`].map((host) => leftOverOf(processId, host)),
    );
    await withStaging(async () => {});
    expect(ofOthers.map((path) => existsSync(path))).toEqual(ofOthers.map(() => true));
  });

  it('are removed without a request, and those that cannot be are named with what to do', async () => {
    const { pid: ended } = spawnSync('true');
    const [left, ofOther] = [leftOverOf(ended), leftOverOf(ended, `${hostname()}-2`)];
    const told: unknown[] = [];
    const log = { warn: (...line: unknown[]) => told.push(line) } as unknown as Logger; // it warns alone
    await tidyStaging({ database, log });
    expect([left, ofOther].map((path) => existsSync(path))).toEqual([false, true]);
    expect(told).toContainEqual([
      { directories: expect.arrayContaining([ofOther]) },
      'readings that an archive left over: remove them once their host or user is gone',
    ]);
  });

  it('are left alone while somebody archives, whose request does the same', async () => {
    leftOverOf(1, `${hostname()}-2`);
    const busy = { ...database, tryWithLock: () => Promise.resolve(null) };
    await expect(tidyStaging({ database: busy, log: nobody })).resolves.toBeUndefined();
  });
});
