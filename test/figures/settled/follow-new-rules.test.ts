import { beforeAll, expect, it } from 'vitest';
import { ALGORITHM_VERSION } from '../../../src/figures/rules/processors/version.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { createMetrics } from '../../../src/service/metrics.ts';
import { followNewRules } from '../../../src/figures/settled/follow-new-rules.ts';
import { sweepStaleDays } from '../../../src/ledger/waiting-days.ts';
import { readStatistics } from '../../../src/keeping/operations/statistics.ts';
import { at, dates, exported, jobsByHand, process, send, staleOf, unit, virtual, works } from '../processing/works.ts';
import { type OwnContext, ownContext } from '../../keeping/upkeep/own-database.ts';

/*
 * Documents of the release before: they have figures that its rules gave, and its version. Of January the readings are
 * in the archive alone.
 */

const DAYS = dates('2026-01-30', '2026-02-05');
/** Days times units: two days of three units. */
const PIECE = 6;

let context: OwnContext;
let industry: Industry;
let byTheseRules: readonly string[];
let ofJanuary: readonly string[];

/** Documents whose id says so. */
const stored = async (period: RegExp): Promise<string[]> =>
  (await exported(context, industry)).split('\n').filter((line) => period.test(line));
/** The readings of its days are in the archive alone. */
const JANUARY = /"id":"[^"]*_3\d-01-2026_/u;
const FEBRUARY = /"id":"[^"]*_(?:\d\d-)?02-2026_/u;
const behind = async () => (await readStatistics(context)).rules;
const follow = () => followNewRules(context, ALGORITHM_VERSION, PIECE);
async function rebuild(): Promise<void> {
  const jobs = jobsByHand(context);
  await sweepStaleDays(context, jobs.queue);
  await jobs.work();
}

beforeAll(async () => {
  context = await ownContext('2026-02-10T00:00:00Z');
  industry = await works(context, [
    unit('A', 'FLOW_CATEGORY'),
    unit('B', 'FLOW_CATEGORY'),
    virtual('BOTH', '{A} + {B}'),
  ]);
  await send(
    context,
    industry,
    DAYS.flatMap((date, day) =>
      ['A', 'B'].map((unitId) => ({ unitId, createdOn: at(industry, date, 5), value: 10 + day })),
    ),
  );
  await process(context, industry, DAYS[0] ?? '', DAYS.at(-1) ?? '');
  byTheseRules = await stored(FEBRUARY);
  await context.database.execute(
    `UPDATE telemetry.document
     SET value = value + 1, provenance = jsonb_set(provenance::jsonb, '{algorithmVersion}', to_jsonb($2::int))::json
     WHERE industry_key = $1`,
    [industry.industryKey, ALGORITHM_VERSION - 1],
  );
  await context.database.execute(
    "INSERT INTO telemetry.sealed_month (industry_key, month, sealed_at) VALUES ($1, '2026-01-01', now())",
    [industry.industryKey],
  );
  ofJanuary = await stored(JANUARY);
});

it('days that this release has processed are left alone', async () => {
  await follow();
  expect(await staleOf(context, industry)).toEqual([]);
  expect(await behind()).toEqual({ version: ALGORITHM_VERSION, unseen: 0, marked: 0 });
});

it('documents of the release before are computed anew, a piece at a time, the newest days first', async () => {
  await context.database.execute('UPDATE telemetry.processed_day SET rules_version = $1', [ALGORITHM_VERSION - 1]);
  expect(await behind()).toEqual({ version: ALGORITHM_VERSION, unseen: DAYS.length, marked: 0 });
  await follow();
  const first = ['2026-02-04: A B BOTH: new rules', '2026-02-05: A B BOTH: new rules'];
  expect(await staleOf(context, industry)).toEqual(first);
  expect(await behind()).toEqual({ version: ALGORITHM_VERSION, unseen: DAYS.length - 2, marked: 2 });
  // The next piece waits until the one before is rebuilt.
  await follow();
  expect(await staleOf(context, industry)).toEqual(first);
  const { registry } = createMetrics({
    context,
    boss: () => null,
    queues: [],
    broker: () => null,
    engineRestarts: () => null,
    loginsCutOff: () => null,
    replicaReads: null,
  });
  expect(await registry.metrics()).toContain(`water_days_of_earlier_rules ${DAYS.length}\n`);
});

it('a reading that comes late meanwhile is answered with its own day, as always', async () => {
  await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-01', 5), value: 22 }]);
  expect(await staleOf(context, industry)).toContain('2026-02-01: A: correction');
  await rebuild();
  expect(await staleOf(context, industry)).toEqual([]);
  await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-02-01', 5), value: 12 }]);
  await rebuild();
});

it('ends by itself with the figures of these rules, and days whose readings are gone stay', async () => {
  let minutes = 0;
  while ((await behind()).unseen > 0 && minutes < 10) {
    await follow();
    await rebuild();
    minutes += 1;
  }
  expect(minutes).toBeLessThan(5);
  expect(await behind()).toEqual({ version: ALGORITHM_VERSION, unseen: 0, marked: 0 });
  expect(ofJanuary).toHaveLength(6);
  expect(await stored(JANUARY)).toEqual(ofJanuary);
  // Five days and the month, of three units.
  expect(byTheseRules).toHaveLength(18);
  expect(await stored(FEBRUARY)).toEqual(byTheseRules);
  await follow();
  expect(await staleOf(context, industry)).toEqual([]);
});

it('an industry whose marks stay holds up no other, and is told apart from it: it may be inactive', async () => {
  const stuck = await works(context, [unit('C', 'FLOW_CATEGORY')]);
  await send(
    context,
    stuck,
    DAYS.slice(2).map((date) => ({ unitId: 'C', createdOn: at(stuck, date, 5), value: 10 })),
  );
  await process(context, stuck, DAYS[2] ?? '', DAYS.at(-1) ?? '');
  await context.database.execute(
    `UPDATE telemetry.document
     SET provenance = jsonb_set(provenance::jsonb, '{algorithmVersion}', to_jsonb($2::int))::json
     WHERE industry_key = ANY($1::int[])`,
    [`{${industry.industryKey},${stuck.industryKey}}`, ALGORITHM_VERSION - 1],
  );
  await context.database.execute('UPDATE telemetry.processed_day SET rules_version = $2 WHERE industry_key = $1', [
    stuck.industryKey,
    ALGORITHM_VERSION - 1,
  ]);
  await context.database.execute('UPDATE tenant.industry SET is_active = false WHERE industry_key = $1', [
    stuck.industryKey,
  ]);
  await followNewRules(context, ALGORITHM_VERSION, 1);
  const held = ['2026-02-05: C: new rules'];
  expect(await staleOf(context, stuck)).toEqual(held);
  await context.database.execute('UPDATE telemetry.processed_day SET rules_version = $2 WHERE industry_key = $1', [
    industry.industryKey,
    ALGORITHM_VERSION - 1,
  ]);
  await follow();
  expect(await staleOf(context, industry)).toEqual([
    '2026-02-04: A B BOTH: new rules',
    '2026-02-05: A B BOTH: new rules',
  ]);
  expect(await staleOf(context, stuck)).toEqual(held);
});
