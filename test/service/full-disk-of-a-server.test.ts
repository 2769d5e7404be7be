import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { authorization, provisionMeters } from '../../scripts/bench/meters.ts';
import { newestFaults } from '../../src/platform/faults/store/faults.ts';
import { ownContext } from '../keeping/upkeep/own-database.ts';
import { fillableDisk } from '../support/small-disk.ts';
import { firstSlot, requestsOf, sendUntilTaken, unlikeReadings, unlikeSent } from './support/devices-that-retry.ts';
import { startThreeProcesses } from './support/three-processes.ts';

/*
 * Nobody may fill the disk of a run's server unasked: TEST_SERVER_DISK names a directory on a small one, and
 * TEST_START_COMMAND how a server is started that has ended, in a shell. The embedded engine has a test of its own.
 */

const METERS = 50;
const READINGS = 40_000;
const REFUSALS = 200;
const DIRECTORY = process.env['TEST_SERVER_DISK'] ?? '';
const START = process.env['TEST_START_COMMAND'] ?? 'true';

it.skipIf(DIRECTORY === '')(
  'a server whose disk is full loses and doubles nothing that was acknowledged, and goes on when there is room',
  { timeout: 600_000 },
  async () => {
    const disk = fillableDisk(DIRECTORY);
    const context = await ownContext(new Date().toISOString());
    const industry = await provisionMeters(context, 'FULL_DISK', METERS);
    const url = await startThreeProcesses(context.environment);
    const headers = await authorization({ url }, industry.industryId);
    const requests = requestsOf(READINGS, METERS);
    const first = firstSlot(requests);
    let acknowledged = 0;
    let isFilled = false;
    const readiness = async (): Promise<string> => {
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      const { message } = ((await answer?.json().catch(() => null)) ?? {}) as { message?: string };
      return `${answer?.status} ${message ?? ''}`;
    };

    const fillAndMakeRoom = async (): Promise<Set<string>> => {
      await vi.waitUntil(() => acknowledged > READINGS / 4, { timeout: 120_000, interval: 1 });
      const told = new Set<string>();
      onTestFinished(() => disk.makeRoom());
      disk.fill(0);
      isFilled = true;
      // Long enough for the server to need room for its log, too.
      let refused = 0;
      await vi.waitUntil(
        async () => {
          const text = await readiness();
          told.add(text);
          if (!text.startsWith('200')) refused += 1;
          return refused === REFUSALS;
        },
        { timeout: 240_000, interval: 100 },
      );
      disk.makeRoom();
      await promisify(exec)(START);
      await vi.waitUntil(async () => (await readiness()).startsWith('200'), { timeout: 120_000, interval: 100 });
      return told;
    };
    const [sent, told] = await Promise.all([
      sendUntilTaken(industry, first, {
        ...{ url, headers, requests },
        share: () => (isFilled ? 1 : 0.3),
        onTaken: (readings) => {
          acknowledged += readings;
        },
      }),
      fillAndMakeRoom(),
    ]);
    console.log(`full disk: ${JSON.stringify({ ...sent, told: [...told] })}`);
    expect(sent).toMatchObject({ acknowledged: READINGS, others: [] });
    expect(sent.again).toBeGreaterThan(0);
    expect(await unlikeSent(context, industry, first, requests)).toEqual([]);
    expect(await unlikeReadings(context, industry, first, requests)).toEqual({
      mismatches: [],
      wouldBeWritten: [],
      areThereDays: true,
    });
    expect(told).toContain('503 The disk of the database is full. Please try again later.');
    await vi.waitUntil(
      async () => {
        const faults = (await newestFaults(context.database, new Date())).filter(({ kind }) => kind === 'disk');
        return faults.length === 1 && faults.every(({ ended }) => ended !== null);
      },
      { timeout: 60_000 },
    );
  },
);
