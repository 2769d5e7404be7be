import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { FOREIGN_KEY_VIOLATION, GIVEN_UP, retry } from '../../platform/database/retry.ts';
import { COMMAND } from '../../platform/login/rules/caller.ts';
import { type CanaryMismatch, canaryMismatches, expectedOfCanary } from '../rules/canary/expected.ts';
import {
  afterCanary,
  CANARY_NAME,
  CANARY_ZONES,
  canaryBundle,
  canaryDates,
  canaryMeter,
  canaryReadings,
  type CanaryReading,
  FIRST_DAY_OF_NEW_CLOCK,
  LATE_DAY,
} from '../rules/canary/scenario.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { addDays, FIRST_DATE, LAST_DATE, utcDateOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { noQueue } from '../../platform/queue/client.ts';
import { forgetIndustry, industryOfCanary, recordCanary } from '../store/canary.ts';
import { lockIndustryDocuments } from '../../figures/store/write-documents.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import { staleDays } from '../../ledger/store/ledger.ts';
import { addDueRollups } from '../../figures/store/upkeep.ts';
import { computeInsights } from '../../findings/insights/compute-insights.ts';
import { registerMeter } from '../../industries/meters/meters.ts';
import { processDays } from '../../figures/processing/process.ts';
import { rebuildIndustry } from '../../figures/processing/rebuild-industry.ts';
import { wholeRun } from '../../figures/processing/request.ts';
import { rekeyIndustry } from '../../industries/clock/rekey-industry.ts';
import { provisionIndustry } from '../../industries/provisioning/provision-industry.ts';
import { ingestReadings } from '../../readings/ingest.ts';
import { figureOfLateDay, figuresOfCanary } from './read-figures.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { CANARY_LOCK } from '../../platform/database/locks.ts';

const CANARY_INDUSTRY = 'CANARY';

/**
 * Runs the canary where it is switched on, one run at a time over all processes, and records its result for the
 * metrics. Every figure that differs is logged with both numbers.
 * @throws Error when the run was not completed
 */
export async function watchCanary(context: Context): Promise<void> {
  const { database, clock, config, log } = context;
  if (!config.canary) return;
  await database.tryWithLock(CANARY_LOCK, async () => {
    try {
      const mismatches = await runCanary(context, CANARY_INDUSTRY);
      for (const mismatch of mismatches) log.error({ ...mismatch }, 'the canary found another figure than expected');
      await recordCanary(database, new Date(clock.now()), mismatches, null);
    } catch (error) {
      await recordCanary(database, new Date(clock.now()), null, reasonOf(error));
      throw error;
    }
  });
}

/** Days by which the last played day has ended in every time zone. */
const DAYS_AGO = 2;
const REBUILD_MILLISECONDS = 120_000;
const REBUILD_PAUSE_MILLISECONDS = 200;

/**
 * Sends the canary's days through the same services as customers' readings, and returns every figure that differs from
 * the one computed by hand. The canary's industry is created for the run and always removed afterwards.
 * @throws Error when a service refuses a request, or an industry of that id is a customer's
 */
export async function runCanary(context: Context, industryId: string): Promise<CanaryMismatch[]> {
  const last = addDays(utcDateOf(context.clock.now()), -DAYS_AGO);
  const now = afterCanary(last);
  // The canary reads nothing from memory: figures and industries there are customers', read by another clock.
  const { figureCaches: _caches, findHeldIndustry: _held, ...own } = { ...context, clock: { now: () => now } };
  await removeCanary(own, industryId, last);
  try {
    return await playCanary(own, industryId, last);
  } finally {
    await removeCanary(own, industryId, last);
  }
}

async function playCanary(context: Context, industryId: string, last: BusinessDate): Promise<CanaryMismatch[]> {
  const dates = canaryDates(last);
  const provision = async (timezone: string): Promise<Industry> => {
    const bundle = canaryBundle(industryId, timezone);
    await provisionIndustry({ context, bundle });
    return requireCanary(context, industryId);
  };
  const { inTime, late } = canaryReadings(last);
  const before = await provision(CANARY_ZONES.before);
  await send(context, before, inTime);
  await processDays(context, wholeRun(before, dates[0] ?? last, last));
  const lateFigure = await figureOfLateDay(context, before, dates[LATE_DAY] ?? last);
  await send(context, before, late);
  await registerMeter(
    { ...context, queue: noQueue },
    {
      industry: before,
      unitId: 'SWAP',
      by: COMMAND,
      expected: null,
      meter: canaryMeter(last),
    },
  );
  const after = await provision(CANARY_ZONES.after);
  await rekeyIndustry(context, after, dates[FIRST_DAY_OF_NEW_CLOCK] ?? last);
  await rebuild(context, industryId, after.industryKey);
  const settled = await requireCanary(context, industryId);
  await computeInsights(context, settled);
  return canaryMismatches(expectedOfCanary(last), await figuresOfCanary(context, settled, last, lateFigure));
}

async function requireCanary({ database, clock }: Context, industryId: string): Promise<Industry> {
  const industry = await findIndustry(database, industryId, clock.now());
  if (industry === null) throw new Error(`Industry ${industryId} of the canary is gone.`);
  return industry;
}

async function send(context: Context, industry: Industry, readings: readonly CanaryReading[]): Promise<void> {
  const { rejected, errors } = await ingestReadings(
    { context, onStaleDays: async () => {} },
    industry,
    [readings.map((row) => ({ row }))],
    'http',
  );
  if (rejected > 0) throw new Error(`${rejected} readings of the canary were refused: ${errors[0]?.reason ?? ''}`);
}

/** Rebuilds until no day waits. A worker that sweeps may rebuild some of the days at the same time. */
async function rebuild(context: Context, industryId: string, industryKey: number): Promise<void> {
  const deadline = performance.now() + REBUILD_MILLISECONDS;
  for (;;) {
    await rebuildIndustry(context, noQueue, industryId);
    const waiting = await staleDays(context.database, industryKey, FIRST_DATE, LAST_DATE);
    if (waiting.length === 0) return;
    if (performance.now() > deadline) throw new Error(`${waiting.length} days of the canary are still stale.`);
    await delay(REBUILD_PAUSE_MILLISECONDS);
  }
}

/** Removes the canary's industry. Its days become due, because their rollups still hold it. */
async function removeCanary({ database }: Context, industryId: string, last: BusinessDate): Promise<void> {
  const found = await industryOfCanary(database, industryId);
  if (found === null) return;
  if (found.name !== CANARY_NAME)
    throw new Error(`Industry ${industryId} is not the canary's: its name is ${JSON.stringify(found.name)}.`);
  const [first] = canaryDates(last);
  // A rebuild that runs at this moment may write rows that are being removed.
  await retry(
    () =>
      database.transaction(async (transaction) => {
        await lockIndustryDocuments(transaction, found.industryKey);
        await forgetIndustry(transaction, found.industryKey);
        await addDueRollups(transaction, addDays(first ?? last, -1), addDays(last, 1));
      }),
    {
      codes: [FOREIGN_KEY_VIOLATION, ...GIVEN_UP],
      attempts: 10,
      pause: (attempt) => attempt * 100,
    },
  );
}
