import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { rekeyReadings } from '../../../src/industries/clock/rekey.ts';
import { rekeyIndustry } from '../../../src/industries/clock/rekey-industry.ts';
import { compressOldChunks } from '../../../src/readings/chunks.ts';
import { applyRetention } from '../../../src/keeping/upkeep/upkeep.ts';
import { verifyRollups } from '../../../src/keeping/upkeep/verify-rollups.ts';
import { sealedBefore } from '../../../src/ledger/store/seal.ts';
import {
  exported,
  process as processDays,
  processedOf,
  requireIndustry,
  rollups,
  send,
  staleOf,
  type WorksOptions,
} from '../../figures/processing/works.ts';
import { stored } from '../../readings/works.ts';
import { type OwnContext, ownContext } from '../../keeping/upkeep/own-database.ts';
import { AT_06, AT_07, AT_22, BERLIN, plant, readings } from './plant.ts';
import { childEnvironment } from '../../support/child-environment.ts';

/*
 * A month of readings by one clock, all of it processed, is moved to another; beside it stands a plant that has had
 * that clock from the start.
 */

const NOW = '2026-04-10T12:00:00Z';
const READINGS = readings('2026-03-01T00:00Z', '2026-04-10T12:00Z');

let context: OwnContext;
beforeAll(async () => {
  context = await ownContext(NOW, { COMPRESS_AFTER_DAYS: '1' });
});

beforeEach(() => {
  context.clock.set(NOW);
});

async function month(clock: WorksOptions): Promise<Industry> {
  const industry = await plant(context, clock);
  await send(context, industry, READINGS);
  await processDays(context, industry, '2026-02-28', '2026-04-10');
  return industry;
}

/**
 * What a plant that had the clock from the start has; only a rebuild can tell one without readings of its own that a
 * day was processed.
 */
async function expectSame(moved: Industry, right: Industry): Promise<void> {
  expect(await stored(context, moved)).toEqual(await stored(context, right));
  expect(await exported(context, moved)).toBe(await exported(context, right));
  expect(await staleOf(context, moved)).toEqual([]);
  expect(await processedOf(context, moved)).toEqual(await processedOf(context, right));
  for (const level of ['hourly', 'daily', 'monthly', 'yearly'] as const)
    expect(await rollups(context, moved, level)).toBe(await rollups(context, right, level));
}

describe.each([
  ['an hour later', AT_06, AT_07],
  ['to the evening before', AT_06, AT_22],
  ['from the evening to the morning', AT_22, AT_06],
  ['to Berlin', AT_06, BERLIN],
  ['from Berlin', BERLIN, AT_06],
] as const)('a month moved %s', (_name, from, to) => {
  it('has the rows, rollups and documents of a plant that had the clock from the start', async () => {
    const right = await month(to);
    const wrong = await month(from);
    const changed = await plant(context, to, wrong);
    const result = await rekeyIndustry(context, changed, businessDate('1900-01-01'));
    expect(result.readings).toBe(READINGS.length);
    const moved = await requireIndustry(context, changed.industryId);
    expect(moved.clock).toEqual(right.clock);
    await expectSame(moved, right);
    expect((await verifyRollups(context, businessDate('2026-02-27'), businessDate('2026-04-09'))).mismatches).toEqual(
      [],
    );
    expect(await send(context, moved, READINGS)).toMatchObject({ inserted: 0, updated: 0, unchanged: READINGS.length });
  }, 240_000);
});

describe('a clock moved to a day in the middle', () => {
  it('has what a plant has whose clock was changed for that day in time, and the same again moves nothing', async () => {
    context.clock.set('2026-03-02T12:00:00Z');
    const inTime = await plant(context, AT_06);
    const early = READINGS.filter(({ createdOn }) => createdOn < '2026-03-02T12:00');
    await send(context, inTime, early);
    const right = await plant(context, { ...AT_22, clockEffectiveFrom: '20/03/2026' }, inTime);
    context.clock.set(NOW);
    await send(
      context,
      right,
      READINGS.filter((row) => !early.includes(row)),
    );
    await processDays(context, await requireIndustry(context, right.industryId), '2026-02-28', '2026-04-10');

    const changed = await plant(context, AT_22, await month(AT_06));
    const before = await stored(context, changed);
    const marked = await rekeyReadings(context, changed, businessDate('2026-03-20'));
    // The days from the one that is cut short on, and none before it.
    expect(marked.staleDates[0]).toBe('2026-03-19');
    expect((await stored(context, changed)).readings.filter(({ created_on }) => created_on < '2026-03-19')).toEqual(
      before.readings.filter(({ created_on }) => created_on < '2026-03-19'),
    );
    expect((await staleOf(context, changed))[0]).toMatch(/^2026-03-19: .*: clock change$/);
    await rekeyIndustry(context, changed, businessDate('2026-03-20'));
    const moved = await requireIndustry(context, changed.industryId);
    expect(moved.clock).toEqual((await requireIndustry(context, right.industryId)).clock);
    await expectSame(moved, right);
    expect(await rekeyIndustry(context, moved, businessDate('2026-03-20'))).toEqual({
      readings: 0,
      samples: 0,
      rebuiltDates: [],
    });
    // The row of the one run that moved anything.
    expect(
      await context.database.execute(
        "SELECT actor_user_id AS by, before, after FROM operations.audit WHERE industry_key = $1 AND verb = 'clock.rekey'",
        [changed.industryKey],
      ),
    ).toEqual([
      {
        by: 'command',
        before: { rules: expect.any(Array) },
        after: {
          from: '2026-03-20',
          rules: expect.arrayContaining([expect.objectContaining({ fromDate: '2026-03-20' })]),
          readings: marked.readings,
          samples: marked.samples,
          staleDays: marked.staleDates.length,
        },
      },
    ]);
  }, 240_000);
});

describe('readings that were stored twice before clocks were dated', () => {
  it('are one again, as it arrived last', async () => {
    const industry = await plant(context, AT_06);
    await send(context, industry, READINGS.slice(0, 40));
    const right = await stored(context, industry);
    await context.database.execute(
      `INSERT INTO telemetry.reading (unit_key, created_on, business_at, value, summed_value, estimated, received_at)
       SELECT unit_key, created_on, business_at - interval '1 hour', 77, summed_value, estimated, received_at - interval '1 day' FROM telemetry.reading WHERE unit_key = $1`,
      [industry.units.get('METER')?.unitKey],
    );
    await context.database.execute(
      `INSERT INTO telemetry.reading (unit_key, created_on, business_at, value, summed_value, estimated, received_at)
       SELECT unit_key, created_on, business_at - interval '1 hour', 3, summed_value, estimated, received_at + interval '1 day' FROM telemetry.reading WHERE unit_key = $1`,
      [industry.units.get('PULSE')?.unitKey],
    );
    await rekeyIndustry(context, industry, businessDate('2026-02-20'));
    await processDays(context, industry, '2026-02-28', '2026-03-02');
    const pulses = (rows: typeof right.readings) => rows.filter(({ unit_id }) => unit_id === 'PULSE');
    const once = await stored(context, industry);
    expect(once.readings.filter(({ unit_id }) => unit_id !== 'PULSE')).toEqual(
      right.readings.filter(({ unit_id }) => unit_id !== 'PULSE'),
    );
    expect(pulses(once.readings).map(({ created_on, business_at, value }) => [created_on, business_at, value])).toEqual(
      pulses(right.readings).map(({ created_on, business_at }) => [created_on, business_at, 3]),
    );
  });
});

describe('a re-key whose process is killed', () => {
  const SCRIPT = new URL('dying-rekey.ts', import.meta.url).pathname;
  async function killed(industry: Industry, stage: 'readings' | 'documents', steps: number): Promise<void> {
    const child = spawn(process.execPath, [SCRIPT, industry.industryId, '1900-01-01', stage, String(steps)], {
      env: { ...childEnvironment(), ...context.environment },
      stdio: 'ignore',
    });
    expect((await once(child, 'close'))[1]).toBe('SIGKILL');
  }

  it('among the readings has moved none, among the documents has left the days stale, and ends the same', async () => {
    // The other process has the system's clock.
    context.clock.set(new Date().toISOString());
    const right = await month(BERLIN);
    const changed = await plant(context, BERLIN, await month(AT_06));
    const [before, documentsBefore] = [await stored(context, changed), await exported(context, changed)];
    await killed(changed, 'readings', 2);
    expect(await stored(context, changed)).toEqual(before);
    expect(await exported(context, changed)).toBe(documentsBefore);
    expect(await staleOf(context, changed)).toEqual([]);

    await killed(changed, 'documents', 5);
    expect(await stored(context, changed)).toEqual(await stored(context, right));
    expect((await staleOf(context, changed)).length).toBeGreaterThan(30);
    await rekeyIndustry(context, await requireIndustry(context, changed.industryId), businessDate('1900-01-01'));
    await expectSame(await requireIndustry(context, changed.industryId), right);
  }, 240_000);
});

describe('compressed and sealed readings', () => {
  it('of compressed chunks are moved, of sealed days the command says that they are not there', async () => {
    const right = await month(AT_07);
    const changed = await plant(context, AT_07, await month(AT_06));
    expect(await compressOldChunks(context)).toBeGreaterThan(0);
    await rekeyIndustry(context, changed, businessDate('1900-01-01'));
    await expectSame(await requireIndustry(context, changed.industryId), right);

    expect(
      await applyRetention({ ...context, config: { ...context.config, readingRetentionDays: 3 } }),
    ).toBeGreaterThan(0);
    const seal = await sealedBefore(context.database);
    if (seal === null) throw new Error('retention sealed nothing');
    const rows = await stored(context, changed);
    const again = await requireIndustry(context, changed.industryId);
    await expect(rekeyReadings(context, again, businessDate('2026-03-01'))).rejects.toThrow(
      /^from is 01\/03\/2026 and concerns business days from 01\/03\/2026 on, but readings before \d\d\/\d\d\/2026 have been removed: allowed is a later date/,
    );
    expect(await stored(context, changed)).toEqual(rows);
    await expect(rekeyReadings(context, again, businessDate('2026-04-08'))).resolves.toMatchObject({ readings: 0 });
  }, 240_000);
});
