import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { logIn } from '../../../scripts/demo/replay-device.ts';
import { parseConfig } from '../../../src/config.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import { wholeRun } from '../../../src/figures/processing/request.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import { createLogger } from '../../../src/logger.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { ownDatabaseEnvironment } from '../../keeping/upkeep/own-database.ts';
import { importSample, provisionSample } from '../../support/sample-industry.ts';

/* A streaming replica of the server at DATABASE_URL. TEST_REPLICA_URL is a superuser's address of that replica. */

const replicaUrl = process.env['TEST_REPLICA_URL'] ?? '';
const DATE = '2026-04-20' as BusinessDate; // a day of the sample
const METER = 'KK_METER';

describe.skipIf(replicaUrl === '' || process.env['DATABASE_URL'] === undefined)('a service with a replica', () => {
  let service: RunningService;
  let replica: pg.Client;
  let headers: Record<string, string>;
  let unitKey: number;
  beforeAll(async () => {
    const own = await ownDatabaseEnvironment();
    const [address, superuser] = [new URL(own['DATABASE_URL'] ?? ''), new URL(replicaUrl)];
    superuser.pathname = address.pathname;
    const reads = new URL(address);
    reads.host = superuser.host;
    const environment = {
      ...own,
      PORT: '0',
      LOG_LEVEL: 'silent',
      JWT_SECRET: 'a-secret-for-the-processes-of-one-service',
      // The test asks until the other server answers.
      RATE_LIMIT_PER_HOUR: '10000',
      RATE_LIMIT_PER_DAY: '10000',
    };
    service = await startService(
      parseConfig({ ...environment, ROLE: 'api', DATABASE_READ_URL: reads.href }),
      createLogger('silent'),
    );
    let username = '';
    const industry = await provisionSample(service.context, 'second-industry', ({ users }) => {
      username = users.find((user) => user.username.startsWith('user.'))?.username ?? '';
    });
    await importSample(service.context, industry, [METER]);
    await processDays(service.context, wholeRun(industry, DATE, DATE));
    unitKey = industry.units.get(METER)?.unitKey ?? 0;
    const token = await logIn({ url: service.url, username, password: 'Hooghly-user-1' });
    headers = { Authorization: `Bearer ${token}` };
    // The database has to reach the replica first.
    replica = await vi.waitFor(
      async () => {
        const client = new pg.Client({ connectionString: superuser.href });
        await client.connect();
        return client;
      },
      { timeout: 60_000, interval: 100 },
    );
  });
  afterAll(async () => {
    await replica.query('SELECT pg_wal_replay_resume()');
    await replica.end();
    await service.stop();
  });

  /** The figure of the day as a page or a client shows it. */
  const shown = async (): Promise<number> => {
    const path = `/api/user/deviceDataV2?type=CUSTOM&date1=20/04/2026&date2=20/04/2026&category=ID_CONSUMPTION&unitId=${METER}`;
    const response = await fetch(`${service.url}${path}`, { headers });
    expect(response.status).toBe(200);
    const value = /"value":([\d.]+)/.exec(await response.text())?.[1];
    return Number(value);
  };
  /** Statements that each server has answered so far. */
  const answered = async (): Promise<Record<'replica' | 'primary', number>> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const of = (server: string): number =>
      Number(new RegExp(`^water_replica_reads_total\\{server="${server}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
    return { replica: of('replica'), primary: of('primary') };
  };
  /** Reads until this server alone has answered a read, and gives what was shown then. */
  const shownBy = (server: 'replica' | 'primary'): Promise<number> =>
    vi.waitFor(
      async () => {
        const before = await answered();
        const value = await shown();
        const after = await answered();
        const other = server === 'replica' ? 'primary' : 'replica';
        expect([after[server] > before[server], after[other] - before[other]]).toEqual([true, 0]);
        return value;
      },
      { timeout: 60_000, interval: 100 },
    );
  const double = () =>
    service.context.database.execute(
      "UPDATE telemetry.document SET value = value * 2 WHERE unit_key = $1 AND period = 'DAILY' AND period_start = $2",
      [unitKey, DATE],
    );
  const storedAtReplica = async (): Promise<number> => {
    const { rows } = await replica.query<{ value: number }>(
      "SELECT value FROM telemetry.document WHERE unit_key = $1 AND period = 'DAILY' AND period_start = $2",
      [unitKey, DATE],
    );
    return rows[0]?.value ?? Number.NaN;
  };

  it('shows the newest figure by the primary while the replica is behind, and by the replica afterwards', async () => {
    const first = await shownBy('replica');
    expect(first).toBeGreaterThan(0);
    const stored = await storedAtReplica();
    await replica.query('SELECT pg_wal_replay_pause()');
    await vi.waitFor(
      async () => {
        const { rows } = await replica.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
        expect(rows[0]?.state).toBe('paused');
      },
      { timeout: 60_000 },
    );
    await double();
    expect(await shown()).toBeCloseTo(2 * first, 6);
    expect(await shownBy('primary')).toBeCloseTo(2 * first, 6);
    expect(await storedAtReplica()).toBe(stored);

    await replica.query('SELECT pg_wal_replay_resume()');
    expect(await shownBy('replica')).toBeCloseTo(2 * first, 6);
    expect(await storedAtReplica()).toBe(2 * stored);
  });
});
