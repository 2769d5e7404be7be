import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { sweepStaleDays } from '../../../src/ledger/waiting-days.ts';
import { type OwnContext, ownContext } from '../../keeping/upkeep/own-database.ts';
import {
  at,
  dates,
  jobsByHand,
  process as processDays,
  processedOf,
  send,
  staleOf,
  unit,
  virtual,
  works,
} from './works.ts';
import { childEnvironment } from '../../support/child-environment.ts';

/*
 * A batch over days that no late reading has marked, in a process of its own, killed at random moments: what it leaves
 * is healed by the ledger alone.
 */

const BATCH = new URL('../../../scripts/batch.ts', import.meta.url).pathname;
/** In years that have ended: the document of a running year counts the months begun, which a midnight changes. */
const DAYS = dates('2024-12-10', '2025-02-20');
const METERS = Array.from({ length: 40 }, (_, index) => `M${index}`);
const UNITS = [...METERS.map((unitId) => unit(unitId, 'FLOW_CATEGORY')), virtual('ALL', 'ADD_ALL')];
const KILLS = 5;

let context: OwnContext;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
});

/** Days that were closed without a late reading: their readings came while they ran. */
async function unmarkedWorks(): Promise<Industry> {
  const industry = await works(context, UNITS);
  await send(
    context,
    industry,
    DAYS.flatMap((date, day) =>
      METERS.map((unitId, index) => ({
        unitId,
        createdOn: at(industry, date, 5 + (index % 10)),
        value: 1 + ((index + day) % 3),
      })),
    ),
  );
  await context.database.execute('DELETE FROM telemetry.stale_day WHERE industry_key = $1', [industry.industryKey]);
  return industry;
}

function batch(industry: Industry): { child: ChildProcess; ended: Promise<{ code: unknown; signal: unknown }> } {
  const child = spawn(
    process.execPath,
    [BATCH, '--industry', industry.industryId, '--from', '10/12/2024', '--to', '20/02/2025'],
    {
      env: { ...childEnvironment(), ...context.environment },
      stdio: 'ignore',
    },
  );
  return { child, ended: once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal })) };
}

const documentsOf = async (industry: Industry): Promise<number> =>
  (
    await context.database.execute<{ count: number }>(
      'SELECT count(*) FROM telemetry.document WHERE industry_key = $1',
      [industry.industryKey],
    )
  )[0]?.count ?? 0;

const firstDocument = (industry: Industry): Promise<void> =>
  vi.waitFor(async () => expect(await documentsOf(industry)).toBeGreaterThan(0), { timeout: 60_000, interval: 5 });

/** What the service does by itself: the sweep of every minute asks for jobs, which rebuild what is stale. */
async function healByLedger(): Promise<void> {
  const jobs = jobsByHand(context);
  await sweepStaleDays(context, jobs.queue);
  await jobs.work();
}

describe('a range of days that nothing had marked, whose process is killed at a random moment', () => {
  it('leaves nothing that the ledger does not heal: every day that has documents has its month and year', async () => {
    const whole = await unmarkedWorks();
    const undisturbed = batch(whole);
    await firstDocument(whole);
    const began = performance.now();
    expect(await undisturbed.ended).toMatchObject({ code: 0 });
    const writingMilliseconds = performance.now() - began;
    const complete = await documentsOf(whole);

    let killedHalfway = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const industry = await unmarkedWorks();
      const { child, ended } = batch(industry);
      await firstDocument(industry);
      // At once, so that one is cut off in any case, and at a random moment of each later fifth.
      await new Promise((resolve) =>
        setTimeout(resolve, (kill === 0 ? 0 : (kill + Math.random()) / KILLS) * writingMilliseconds),
      );
      child.kill('SIGKILL');
      await ended;
      const left = await documentsOf(industry);
      if (left < complete) killedHalfway += 1;
      context.clock.set(new Date(context.clock.now() + 3_600_000).toISOString());
      await healByLedger();
      expect(await staleOf(context, industry)).toEqual([]);
      const healed = await processedOf(context, industry);
      const [row] = await context.database.execute<{ days: string[] }>(
        `SELECT coalesce(array_agg(DISTINCT period_start::text ORDER BY period_start::text), '{}') AS days FROM telemetry.document WHERE industry_key = $1 AND period = 'DAILY'`,
        [industry.industryKey],
      );
      expect(healed).toEqual(row?.days);
      expect(healed.length).toBeGreaterThan(0);
      const { wouldWrite } = await processDays(context, industry, healed[0] ?? '', healed.at(-1) ?? '', {
        write: false,
      });
      for (const period of ['daily', 'monthly', 'yearly'] as const)
        expect(wouldWrite?.[period], `${period} after ${left} of ${complete}`).toMatchObject({
          inserted: 0,
          changed: 0,
        });
    }
    expect(killedHalfway).toBeGreaterThan(0);
  });
});
