import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { authorization, provisionMeters } from '../../scripts/bench/meters.ts';
import { newestFaults } from '../../src/platform/faults/store/faults.ts';
import { ownContext } from '../keeping/upkeep/own-database.ts';
import { databaseEnvironment } from '../support/database-environment.ts';
import { firstSlot, requestsOf, sendUntilTaken, unlikeReadings, unlikeSent } from './support/devices-that-retry.ts';
import { killEngines } from './support/kill-engine.ts';
import { startThreeProcesses } from './support/three-processes.ts';

/*
 * The database is restarted while devices send. Nobody may restart the server of a run unasked: TEST_RESTART_COMMAND
 * says how, in a shell.
 */

const METERS = 50;
const READINGS = 40_000;
const RESTARTS = 3;
const RESTART = process.env['TEST_RESTART_COMMAND'] ?? '';
const isEmbedded = databaseEnvironment()['DATABASE_URL'] === undefined;

it.skipIf(!isEmbedded && RESTART === '')(
  'a database that is restarted loses and doubles nothing that was acknowledged, and all go on by themselves',
  { timeout: 600_000 },
  async () => {
    const context = await ownContext(new Date().toISOString());
    const industry = await provisionMeters(context, 'RESTARTED', METERS);
    const url = await startThreeProcesses(context.environment);
    const headers = await authorization({ url }, industry.industryId);
    const requests = requestsOf(READINGS, METERS);
    const first = firstSlot(requests);
    let [restarts, acknowledged] = [0, 0];

    const restartAll = async (): Promise<void> => {
      for (; restarts < RESTARTS; restarts += 1) {
        // In the midst of readings each time.
        const before = acknowledged;
        await vi.waitUntil(() => acknowledged > before + READINGS / 20, { timeout: 120_000, interval: 1 });
        if (isEmbedded) killEngines();
        else await promisify(exec)(RESTART);
      }
    };
    const [sent] = await Promise.all([
      sendUntilTaken(industry, first, {
        ...{ url, headers, requests },
        share: () => (restarts + 1) / RESTARTS,
        onTaken: (readings) => {
          acknowledged += readings;
        },
      }),
      restartAll(),
    ]);
    console.log(`${restarts} restarts: ${JSON.stringify(sent)}`);
    expect(sent).toMatchObject({ acknowledged: READINGS, others: [] });
    expect(sent.again).toBeGreaterThan(0);
    expect(await unlikeSent(context, industry, first, requests)).toEqual([]);
    expect(await unlikeReadings(context, industry, first, requests)).toEqual({
      mismatches: [],
      wouldBeWritten: [],
      areThereDays: true,
    });
    // Every process tells that it was without the database; those of the API have answered 503.
    const told = await vi.waitUntil(
      async () => {
        const faults = (await newestFaults(context.database, new Date())).filter(({ kind }) => kind === 'database');
        return new Set(faults.map(({ process }) => process)).size === 3 && faults;
      },
      { timeout: 60_000 },
    );
    expect(told.every(({ isRestart, ended }) => isRestart === true && ended !== null)).toBe(true);
    expect(told.reduce((sum, { requests: refused }) => sum + (refused ?? 0), 0)).toBeGreaterThan(0);
  },
);
