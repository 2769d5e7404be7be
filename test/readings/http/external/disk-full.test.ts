import { expect, it, onTestFinished, vi } from 'vitest';
import { parseConfig } from '../../../../src/config.ts';
import { openConfigured } from '../../../../src/platform/database/open.ts';
import { newestFaults } from '../../../../src/platform/faults/store/faults.ts';
import { createLogger } from '../../../../src/logger.ts';
import { mintWorks, slots } from '../../works.ts';
import { mintId, testClock } from '../../../support/database.ts';
import { mountSmallDisk } from '../../../support/small-disk.ts';
import { PASSWORD } from '../../../service/support/app-fixture.ts';
import { startServiceProcess } from '../../../service/support/service-process.ts';

const DISK_MEGABYTES = 250;
const disk = mountSmallDisk(DISK_MEGABYTES);
const ROWS = 200_000;

interface Counts {
  received: number;
  inserted: number;
  unchanged: number;
}

/*
 * The embedded engine on a disk of its own; where none can be mounted, what a server's refusal becomes is tested by
 * readings.test.ts.
 */
it.runIf(disk !== null)(
  'a full disk is answered 503 with what was stored, /readyz tells it, and both end when there is room',
  { timeout: 300_000 },
  async () => {
    if (disk === null) return;
    onTestFinished(() => disk.remove());
    const environment = { DATA_DIR: `${disk.directory}/data` };
    const service = await startServiceProcess(environment);
    onTestFinished(() => service.stop());
    const config = parseConfig(environment);
    const opened = await openConfigured(config, createLogger('silent'));
    onTestFinished(() => opened.close());
    const context = {
      config,
      clock: testClock('2026-11-21T12:00:00Z'),
      log: createLogger('silent'),
      database: opened.database,
    };
    const username = mintId('s').slice(-24).toLowerCase();
    const industry = await mintWorks(context, [
      {
        userId: username,
        email: `${username}@works.example`,
        username,
        password: PASSWORD,
        role: 'user',
        permissions: ['readings:write'],
      },
    ]);
    const login = await fetch(`${service.url}/api/user/login`, {
      method: 'POST',
      headers: { username, password: PASSWORD, LoginType: 'DEFAULT' },
    });
    const { token } = (await login.json()) as { token: string };

    const body = slots('M1', '2020-01-01T00:30:00Z', ROWS)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join('');
    const send = async (): Promise<{ status: number; message: string; data: Counts }> => {
      const response = await fetch(`${service.url}/api/external/readings`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
      });
      return { ...((await response.json()) as { message: string; data: Counts }), status: response.status };
    };
    const storedRows = async (): Promise<number | undefined> =>
      (
        await context.database.execute<{ count: number }>(
          'SELECT count(*) FROM telemetry.reading WHERE unit_key = $1',
          [industry.units.get('M1')?.unitKey],
        )
      )[0]?.count;
    const readiness = async () => {
      const response = await fetch(`${service.url}/readyz`);
      return [response.status, ((await response.json()) as { message?: string }).message];
    };

    const faultsTold = async (): Promise<unknown> =>
      vi.waitUntil(
        async () => {
          const { faults } = (await (await fetch(`${service.url}/readyz`)).json()) as { faults?: string[] };
          return faults?.length === 2 && faults.sort().toReversed();
        },
        { timeout: 30_000, interval: 200 },
      );
    disk.fill(12 * 1024 * 1024);
    const refused = await send();
    expect(refused).toMatchObject({
      status: 503,
      message:
        'The disk of the database is full. Please try again later. What data counts is stored; sending everything again is safe.',
    });
    expect(refused.data.received).toBeGreaterThan(0);
    expect(refused.data.received).toBeLessThan(ROWS);
    expect(await storedRows()).toBe(refused.data.inserted);
    expect(await readiness()).toEqual([503, 'The disk of the database is full. Please try again later.']);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await faultsTold()).toEqual([
      expect.stringMatching(/^The disk of the database has been nearly full since .*: [<\s\d]+MB are free\./),
      expect.stringMatching(/^The disk of the database has been full since .*\. Readings are answered 503 until/),
    ]);

    disk.makeRoom();
    expect(await readiness()).toEqual([200, undefined]);
    const past = await vi.waitUntil(
      async () => {
        const faults = await newestFaults(opened.database, new Date());
        return faults.length === 2 && faults.every(({ ended }) => ended !== null) && faults;
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(past.map(({ kind, process }) => [kind, process]).sort()).toEqual([
      ['disk', ''],
      ['room', ''],
    ]);
    expect(await send()).toMatchObject({
      status: 200,
      data: { received: ROWS, inserted: ROWS - refused.data.inserted, unchanged: refused.data.inserted },
    });
  },
);
