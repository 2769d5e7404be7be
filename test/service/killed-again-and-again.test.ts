import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { authorization, provisionMeters } from '../../scripts/bench/meters.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { killsInARow } from '../support/property-runs.ts';
import { firstSlot, requestsOf, sendUntilTaken, unlikeReadings, unlikeSent } from './support/devices-that-retry.ts';
import { type RetryingProxy, startRetryingProxy } from './support/retrying-proxy.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';

/*
 * A process of the API and a worker are killed in turn, again and again, while devices send and send again whatever was
 * not acknowledged. `npm run test:deep` kills 200 times under 2 million readings.
 */

const METERS = 50;
const { kills: KILLS, readings: READINGS, hours: HOURS } = killsInARow;
/** Moments after a process is ready at which it is killed, in milliseconds: at its first work and later. */
const MOMENTS = [900, 0, 150, 400, 30];

let context: OwnContext;
let industry: Industry;
let proxy: RetryingProxy;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  industry = await provisionMeters(context, 'KILLED', METERS);
  proxy = await startRetryingProxy();
});
afterAll(() => proxy.stop());

it(
  'nothing acknowledged is lost, doubled or figured out otherwise, however often processes are killed',
  { timeout: HOURS * 3_600_000 },
  async () => {
    const secret = { JWT_SECRET: 'a-secret-for-the-processes-of-one-service' };
    const start = (role: 'api' | 'worker'): Promise<ServiceProcess> =>
      startServiceProcess({ ...context.environment, ...secret, ROLE: role });
    const running = { api: await start('api'), worker: await start('worker') };
    onTestFinished(async () => {
      await Promise.all([running.api.stop(), running.worker.stop()]);
    });
    proxy.add(running.api.url);
    const headers = await authorization({ url: proxy.url }, industry.industryId);
    const requests = requestsOf(READINGS, METERS);
    const first = firstSlot(requests);
    let kills = 0;

    const killAll = async (): Promise<void> => {
      while (kills < KILLS) {
        const role = kills % 2 === 0 ? 'api' : 'worker';
        await delay(MOMENTS[kills % MOMENTS.length]);
        const killed = running[role];
        await killed.kill();
        // Devices go on sending while it is away.
        kills += 1;
        running[role] = await start(role);
        if (role === 'worker') continue;
        proxy.remove(killed.url);
        proxy.add(running.api.url);
      }
    };
    const began = performance.now();
    // Devices send in step with the kills, so that each comes among readings.
    const share = (): number => Math.min(1, (kills + 1) / KILLS);
    const [sent] = await Promise.all([
      sendUntilTaken(industry, first, { url: proxy.url, headers, requests, share }),
      killAll(),
    ]);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${kills} kills within ${seconds} s: ${JSON.stringify(sent)}`);
    expect(sent).toMatchObject({ acknowledged: READINGS, others: [] });
    expect(sent.again).toBeGreaterThan(0);
    expect(await unlikeSent(context, industry, first, requests)).toEqual([]);
    expect(await unlikeReadings(context, industry, first, requests)).toEqual({
      mismatches: [],
      wouldBeWritten: [],
      areThereDays: true,
    });
  },
);
