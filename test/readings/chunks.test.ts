import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../src/kernel/document/types.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { compressOldChunks } from '../../src/readings/chunks.ts';
import { verifyRollups } from '../../src/keeping/upkeep/verify-rollups.ts';
import { at, dates, documents, process, rollups, type Row, send, unit, works } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';

/*
 * One database with nine months of readings, as an earlier release left it: compressed chunk by chunk, rollups not at
 * all.
 */

const DAYS = dates('2025-07-01', '2026-03-31');
const PARAMETERS = { params: { pH: { displayName: 'pH', siUnit: '' } } };
let context: OwnContext;
let industry: Industry;

interface Chunk {
  readonly hypertable: string;
  readonly from: string;
  readonly to: string;
  readonly compressed: boolean;
  readonly bloom: boolean;
}
const chunks = (): Promise<Chunk[]> =>
  context.database.execute<Chunk>(
    `SELECT coalesce(a.view_name, c.hypertable_name) AS hypertable, c.range_start::date::text AS from, c.range_end::date::text AS to, c.is_compressed AS compressed,
          coalesce(to_jsonb(s) ->> 'index', '') LIKE '%bloom%' AS bloom
   FROM timescaledb_information.chunks c
   LEFT JOIN timescaledb_information.continuous_aggregates a ON a.materialization_hypertable_name = c.hypertable_name
   LEFT JOIN timescaledb_information.chunk_columnstore_settings s ON s.chunk = format('%I.%I', c.chunk_schema, c.chunk_name)::regclass
   ORDER BY 1, 2`,
  );
const of = async (...names: string[]): Promise<Chunk[]> =>
  (await chunks()).filter((chunk) => names.includes(chunk.hypertable));
const daysOf = (chunk: Chunk): number => (Date.parse(chunk.to) - Date.parse(chunk.from)) / 86_400_000;
const everything = async (): Promise<string> =>
  JSON.stringify([
    await rollups(context, industry, 'hourly'),
    await rollups(context, industry, 'daily'),
    await rollups(context, industry, 'monthly'),
    await context.database.execute('SELECT * FROM telemetry.reading ORDER BY unit_key, business_at'),
    await context.database.execute('SELECT * FROM telemetry.parameter_rollup_hourly ORDER BY unit_key, bucket'),
  ]);
const valueOf = async (unitId: string, date: string): Promise<number | null> =>
  (await documents<DailyDocument>(context, industry, 'DAILY')).find((day) => day.unitId === unitId && day.date === date)
    ?.value as number | null; // a flow unit's figure
const verified = async (from: string, to: string) => verifyRollups(context, businessDate(from), businessDate(to));

const rowsOf = (date: string, index: number): Row[] =>
  [5, 6, 17].flatMap((hour) => [
    { unitId: 'M1', createdOn: at(industry, date, hour), value: 10, summedValue: 1000 + 30 * index + hour },
    { unitId: 'M2', createdOn: at(industry, date, hour), value: index % 7 },
    { unitId: 'RIVER', createdOn: at(industry, date, hour), value: { pH: 7 + (index % 10) / 10 } },
  ]);

beforeAll(async () => {
  context = await ownContext('2026-04-01T12:00:00Z', { COMPRESS_AFTER_DAYS: '35' });
  industry = await works(context, [
    unit('M1', 'FLOW_CATEGORY'),
    unit('M2', 'FLOW_CATEGORY'),
    unit('RIVER', 'QUALITY_CATEGORY', PARAMETERS),
  ]);
  await send(context, industry, DAYS.flatMap(rowsOf));
  await process(context, industry, '2025-07-01', '2026-03-31');
});

describe('chunks that have grown old', () => {
  it('are compressed and merged up to 360 days, those of rollups too, also where an earlier release compressed them in its way; every figure stays', async () => {
    const before = await everything();
    for (const { chunk } of await context.database.execute<{ chunk: string }>(
      `SELECT format('%I.%I', chunk_schema, chunk_name) AS chunk FROM timescaledb_information.chunks WHERE hypertable_schema = 'telemetry' AND range_end <= '2025-11-30' ORDER BY range_start`,
    )) {
      await context.database.execute('SELECT compress_chunk($1::regclass)', [chunk]);
    }
    expect(await everything()).toBe(before);

    expect(await compressOldChunks(context)).toBeGreaterThan(4);
    const old = (
      await of(
        'reading',
        'parameter_reading',
        'rollup_hourly',
        'rollup_daily',
        'parameter_rollup_hourly',
        'parameter_rollup_daily',
      )
    ).filter((chunk) => chunk.to <= '2026-02-25');
    expect(old.map(({ hypertable, compressed, bloom }) => [hypertable, compressed, bloom])).toEqual(
      [
        'parameter_reading',
        'parameter_rollup_daily',
        'parameter_rollup_hourly',
        'reading',
        'rollup_daily',
        'rollup_hourly',
      ].map((name) => [name, true, false]),
    );
    expect(Math.min(...old.map(daysOf))).toBeGreaterThanOrEqual(210);
    expect(await everything()).toBe(before);
    expect(await compressOldChunks(context)).toBe(0);
  });

  it('take a late reading and a correction: rollups, documents and every level above are right, and once more after the next compression', async () => {
    expect(await valueOf('M2', '10/10/2025')).toBe(9);
    await send(context, industry, [
      { unitId: 'M2', createdOn: at(industry, '2025-10-10', 7), value: 4 },
      { unitId: 'M2', createdOn: at(industry, '2025-10-10', 5), value: 13 },
      { unitId: 'RIVER', createdOn: at(industry, '2025-10-10', 5), value: { pH: 8.5 } },
    ]);
    await process(context, industry, '2025-10-10', '2025-10-10');
    // 13 and 4 instead of 3, beside the 3 of hours 6 and 17.
    expect(await valueOf('M2', '10/10/2025')).toBe(23);
    const [day] = await context.database.execute<{ total: number; count: number }>(
      'SELECT value_sum_micro AS total, reading_count AS count FROM telemetry.rollup_daily WHERE unit_key = $1 AND bucket = $2',
      [industry.units.get('M2')?.unitKey, '2025-10-10'],
    );
    expect(day).toEqual({ total: 23_000_000, count: 4 });

    const after = await everything();
    expect(await compressOldChunks(context)).toBeGreaterThan(0);
    expect(await everything()).toBe(after);
    expect(await verified('2025-10-01', '2025-10-31')).toEqual({ mismatches: [], unrepaired: [] });
    expect(
      (await of('rollup_hourly', 'reading'))
        .filter((chunk) => chunk.to <= '2026-02-25')
        .map((chunk) => chunk.compressed),
    ).toEqual([true, true]);
  });

  it('let rollups be rebuilt where one was tampered with', async () => {
    await context.database.execute(
      `DO $$ DECLARE h text; BEGIN
         SELECT format('%I.%I', materialization_hypertable_schema, materialization_hypertable_name) INTO h FROM timescaledb_information.continuous_aggregates WHERE view_name = 'rollup_hourly';
         EXECUTE format('UPDATE %s SET value_sum_micro = 1 WHERE bucket = %L', h, '2025-09-09 05:00');
       END $$`,
    );
    expect((await verified('2025-09-09', '2025-09-09')).mismatches.length).toBeGreaterThan(0);
    expect(await verified('2025-09-09', '2025-09-09')).toEqual({ mismatches: [], unrepaired: [] });
  });
});

describe('a correction of many units at once', () => {
  it('is taken where each of them has a thousand compressed readings', async () => {
    const many = await works(
      context,
      Array.from({ length: 110 }, (_, index) => unit(`N${index}`, 'FLOW_CATEGORY', { dataUpdateFrequency: 300 })),
    );
    await context.database.execute(
      `INSERT INTO telemetry.reading (unit_key, created_on, business_at, value, received_at)
       SELECT u, timestamptz '2025-07-01 00:00Z' + n * interval '5 min', timestamp '2025-07-01' + n * interval '5 min', n % 50, '2025-07-05Z'
       FROM unnest($1::int[]) AS u, generate_series(0, 999) AS n`,
      [[...many.units.values()].map((stored) => stored.unitKey)],
    );
    await compressOldChunks(context);
    const corrected = await send(
      context,
      many,
      [...many.units.keys()].map((unitId) => ({ unitId, createdOn: at(many, '2025-07-02', 3), value: 7 })),
    );
    expect(corrected).toMatchObject({ received: 110, rejected: 0, updated: 110 });
  });
});

describe('compressed chunks', () => {
  it('keep no room in their indexes for rows that were merged into them or came late', async () => {
    // Whoever still sees the rows, such as an analysis of the server, leaves the indexes to the next run.
    const largest = async (): Promise<number | undefined> => {
      await compressOldChunks(context);
      const [chunk] = await context.database.execute<{ bytes: number }>(
        `SELECT pg_indexes_size(format('%I.%I', chunk_schema, chunk_name)::regclass)::float8 AS bytes
         FROM timescaledb_information.chunks WHERE is_compressed AND hypertable_name = 'reading'
         ORDER BY bytes DESC LIMIT 1`,
      );
      return chunk?.bytes;
    };
    await expect.poll(largest).toBeLessThanOrEqual(128 * 1024);
  });
});

describe('coming chunks', () => {
  it('are as short as what the units declare asks for, from their first reading on; those that are there keep their length', async () => {
    const length = async () =>
      (
        await context.database.execute<{ hours: number }>(
          "SELECT date_part('epoch', time_interval) / 3600 AS hours FROM timescaledb_information.dimensions WHERE hypertable_schema = 'telemetry' AND hypertable_name = 'reading'",
        )
      )[0]?.hours;
    expect(await length()).toBe(720);
    const before = (await of('reading')).length;
    const [memory] = await context.database.execute<{ bytes: number }>(
      "SELECT greatest(pg_size_bytes(current_setting('shared_buffers')), pg_size_bytes(current_setting('effective_cache_size')) / 3) AS bytes",
    );
    // A unit that sends once a second is 86,400 readings of 200 bytes a day: as many as hold a quarter of the memory
    // for 16 days, chunks of 4 days and less.
    const units = Math.ceil((memory?.bytes ?? 0) / (16 * 86_400 * 200));
    await works(
      context,
      Array.from({ length: units }, (_, index) => unit(`S${index}`, 'FLOW_CATEGORY', { dataUpdateFrequency: 1 })),
    );
    expect(await length()).toBe(72);
    expect((await of('reading')).length).toBe(before);
  });
});
