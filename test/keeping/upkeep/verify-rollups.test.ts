import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { rebuildIndustry } from '../../../src/figures/processing/rebuild-industry.ts';
import { sampledDay, verifySampledDays } from '../../../src/keeping/upkeep/upkeep.ts';
import { verifyRollups } from '../../../src/keeping/upkeep/verify-rollups.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { countMismatches } from '../../../src/keeping/store/verify.ts';
import { at, documents, process, send, staleOf, unit, works } from '../../figures/processing/works.ts';
import { type OwnContext, ownContext } from './own-database.ts';

let context: OwnContext;
let industry: Industry;
const DAY = businessDate('2026-03-02');

beforeAll(async () => {
  context = await ownContext('2026-11-21T00:00:00Z');
  industry = await works(context, [
    unit('M1', 'FLOW_CATEGORY'),
    unit('RIVER', 'QUALITY_CATEGORY', { params: { pH: { displayName: 'pH', siUnit: '' } } }),
  ]);
  await send(
    context,
    industry,
    ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-04-05'].flatMap((date) => [
      { unitId: 'M1', createdOn: at(industry, date, 5), value: 10, summedValue: 110 },
      { unitId: 'M1', createdOn: at(industry, date, 5.5), value: 5, summedValue: 115 },
      { unitId: 'RIVER', createdOn: at(industry, date, 5), value: { pH: 7 } },
    ]),
  );
  await process(context, industry, '2026-03-01', '2026-04-05');
});

/** The hypertable behind a rollup. */
async function materialisation(rollup: string): Promise<string> {
  const [row] = await context.database.execute<{ name: string }>(
    `SELECT format('%I.%I', materialization_hypertable_schema, materialization_hypertable_name) AS name FROM timescaledb_information.continuous_aggregates WHERE view_schema = 'telemetry' AND view_name = $1`,
    [rollup],
  );
  if (row === undefined) throw new Error(rollup);
  return row.name;
}
const unitOf = (rollup: string): 'RIVER' | 'M1' => (rollup.startsWith('parameter') ? 'RIVER' : 'M1');
const tamper = async (rollup: string, change: string, bucket: string) =>
  context.database.execute(
    `UPDATE ${await materialisation(rollup)} SET ${change} WHERE bucket = $1 AND unit_key = $2 RETURNING unit_key`,
    [bucket, industry.units.get(unitOf(rollup))?.unitKey],
  );
const recorded = () =>
  context.database.execute<{ level: string; bucket: string; expected: unknown; found: unknown; repaired: boolean }>(
    `SELECT level, bucket::text, expected, found, repaired_at IS NOT NULL AS repaired FROM telemetry.rollup_mismatch ORDER BY mismatch_id`,
  );

describe('verifying rollups', () => {
  it('finds nothing where every rollup says what its readings say', async () => {
    expect(await verifyRollups(context, businessDate('2026-03-01'), businessDate('2026-04-05'))).toEqual({
      mismatches: [],
      unrepaired: [],
    });
    expect(await recorded()).toEqual([]);
  });

  it('takes late data that waits for its refresh for no mismatch, on other days of the month and year neither', async () => {
    await send(
      context,
      industry,
      ['2026-03-02', '2026-03-20', '2026-07-01'].map((date) => ({
        unitId: 'M1',
        createdOn: at(industry, date, 9),
        value: 1,
      })),
    );
    expect(await verifyRollups(context, DAY, DAY)).toEqual({ mismatches: [], unrepaired: [] });
    await process(context, industry, '2026-03-02', '2026-07-01');
  });

  it.each([
    [
      'the sum of an hour',
      'rollup_hourly',
      'value_sum_micro = value_sum_micro + 1',
      'hourly',
      { sumMillionths: 15_000_000 },
      { sumMillionths: 15_000_001 },
    ],
    [
      'the last register of an hour',
      'rollup_hourly',
      'last_register = 999',
      'hourly',
      { lastRegister: 115 },
      { lastRegister: 999 },
    ],
    [
      'the minutes of an hour',
      'rollup_hourly',
      'genuine_minutes_high = 0',
      'hourly',
      { minutesHigh: 1 },
      { minutesHigh: 0 },
    ],
    [
      'the mean of a parameter',
      'parameter_rollup_hourly',
      'value_sum_nano = 0',
      'parameters_hourly',
      { sumBillionths: 7e9 },
      { sumBillionths: 0 },
    ],
  ])(
    'finds %s that was tampered with, repairs it, keeps what it found and marks the day',
    async (_, rollup, change, level, expected, found) => {
      const before = (await recorded()).length;
      const tampered = await tamper(rollup, change, '2026-03-02 05:00');
      expect(tampered.length).toBe(1);
      const result = await verifyRollups(context, DAY, DAY);
      expect(result.mismatches.map((mismatch) => [mismatch.level, mismatch.bucket])).toEqual([
        [level, '2026-03-02 05:00:00'],
      ]);
      expect(result.unrepaired).toEqual([]);
      expect((await recorded()).slice(before)).toEqual([
        {
          level,
          bucket: '2026-03-02 05:00:00',
          expected: expect.objectContaining(expected),
          found: expect.objectContaining(found),
          repaired: true,
        },
      ]);
      expect(await countMismatches(context.database)).toBe(before + 1);
      expect(await staleOf(context, industry)).toEqual([`2026-03-02: ${unitOf(rollup)}: rollup repair`]);
      await rebuildIndustry(context, noQueue, industry.industryId);
      expect(await staleOf(context, industry)).toEqual([]);
      expect(await verifyRollups(context, DAY, DAY)).toEqual({ mismatches: [], unrepaired: [] });
    },
  );

  it.each([
    ['rollup_daily', 'daily', '2026-03-02'],
    ['rollup_monthly', 'monthly', '2026-03-01'],
    ['parameter_rollup_daily', 'parameters_daily', '2026-03-02'],
  ])('repairs %s, on which no document rests', async (rollup, level, bucket) => {
    const column = rollup.startsWith('parameter') ? 'sample_count' : 'reading_count';
    expect((await tamper(rollup, `${column} = 77`, bucket)).length).toBe(1);
    const result = await verifyRollups(context, DAY, DAY);
    expect(result.mismatches).toEqual([
      expect.objectContaining({
        level,
        bucket: `${bucket} 00:00:00`,
        found: expect.objectContaining({ readings: 77 }),
      }),
    ]);
    expect(result.unrepaired).toEqual([]);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('marks the day before it repairs the hour, so that a repair which ends half-way leaves a mark', async () => {
    await tamper('rollup_hourly', 'value_sum_micro = value_sum_micro + 1', '2026-03-02 05:00');
    const many: typeof context.database.many = (name, parameters) => {
      if (name === 'verify.record') throw new Error('the process ends here');
      return context.database.many(name, parameters);
    };
    await expect(verifyRollups({ ...context, database: { ...context.database, many } }, DAY, DAY)).rejects.toThrow(
      'the process ends here',
    );
    expect(await staleOf(context, industry)).toEqual(['2026-03-02: M1: rollup repair']);
    expect(await verifyRollups(context, DAY, DAY)).toEqual({ mismatches: [], unrepaired: [] });
    await rebuildIndustry(context, noQueue, industry.industryId);
  });

  it('finds an hour that was lost and one that was invented', async () => {
    const table = await materialisation('rollup_hourly');
    const meter = industry.units.get('M1')?.unitKey;
    await context.database.execute(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(m, '{"bucket": "2026-03-02 21:00:00"}')).* FROM ${table} m WHERE bucket = '2026-03-02 05:00' AND unit_key = $1`,
      [meter],
    );
    await context.database.execute(`DELETE FROM ${table} WHERE bucket = '2026-03-02 05:00' AND unit_key = $1`, [meter]);
    const result = await verifyRollups(context, DAY, DAY);
    expect(
      result.mismatches.map((mismatch) => [mismatch.bucket, mismatch.expected['readings'], mismatch.found['readings']]),
    ).toEqual([
      ['2026-03-02 05:00:00', 2, null],
      ['2026-03-02 21:00:00', null, 2],
    ]);
    expect(result.unrepaired).toEqual([]);
    await process(context, industry, '2026-03-01', '2026-03-04');
    const day = (await documents<DailyDocument>(context, industry, 'DAILY')).find(
      (document) => document.unitId === 'M1' && document.date === '02/03/2026',
    );
    expect(day?.value).toBe(16);
  });

  it('by schedule recounts yesterday and one more day, every day of a year in its turn', async () => {
    await tamper('rollup_hourly', 'reading_count = 5', '2026-03-02 05:00');
    context.clock.set('2026-03-03T03:11:00Z');
    const results = await verifySampledDays(context);
    expect(results.flatMap((result) => result.mismatches).map((mismatch) => mismatch.bucket)).toContain(
      '2026-03-02 05:00:00',
    );
    for (const day of ['2026-03-02', '2026-03-03', '2026-08-30', '2027-12-31']) {
      const runs = Array.from({ length: 363 }, (_, age) =>
        sampledDay(Date.parse(`${day}T03:11:00Z`) + (age + 2) * 86_400_000),
      );
      expect(runs.filter((sampled) => sampled === day).length, day).toBe(1);
    }
    context.clock.set('2026-11-21T00:00:00Z');
  });
});
