import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { archiveMonths } from '../../../src/keeping/archive/archives.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';
import { dates, at, type Json, process, send, unit, works } from '../../figures/processing/works.ts';
import { ACTOR, analystViews, archivingTo, month, temporaryDirectory } from '../archive/months.ts';
import { duckdb, icebergFiles, icebergRows } from './engines.ts';

/*
 * Two industries whose clocks change in archived months, one with an id that is a number. Their figures are read by
 * analysts before, and by the engines once the readings are in the archive alone.
 */

const MONTHS = ['10/2025', '11/2025', '03/2026'];
const DAYS = [...dates('2025-10-25', '2025-11-02'), ...dates('2026-03-28', '2026-03-31')];
const directory = temporaryDirectory();

let context: TestContext;
let industries: readonly Industry[];
let query: Awaited<ReturnType<typeof duckdb>>;
/** Rows of the analysts' views, by view. */
const before: Record<string, Json[]> = {};

/** A reading every 37 minutes, whose values no decimal system has; the meter was silent at times. */
const rowsOf = (industry: Industry, date: string, day: number) =>
  Array.from({ length: 41 }, (_, index) => {
    const createdOn = at(industry, date, (index * 37) / 60);
    const value = index % 7 === 3 ? null : (day + 1) / 3 + index / 7;
    return [
      {
        unitId: 'METER',
        createdOn,
        value,
        summedValue: 1000 * day + index * 1.1,
        interpolated: index % 5 === 0,
        ...(index % 11 === 0 ? { offlinePeriod: 0.1 } : {}),
      },
      { unitId: 'DRAIN.1', createdOn, value: -index / 9 },
      { unitId: 'RIVER', createdOn, value: { pH: 7 + index / 30, 'TDS é': 300 + index } },
    ];
  }).flat();

async function loaded(industryId: string, timezone: string): Promise<Industry> {
  const units = [
    unit('METER', 'FLOW_CATEGORY'),
    unit('DRAIN.1', 'FLOW_CATEGORY'),
    unit('RIVER', 'QUALITY_CATEGORY', {
      params: { pH: { displayName: 'pH', siUnit: '' }, 'TDS é': { displayName: 'TDS' } },
    }),
  ];
  const industry = await works(context, units, { industryId, timezone, shiftStartAt: '06:00:00' });
  await send(
    context,
    industry,
    DAYS.flatMap((date, day) => rowsOf(industry, date, day)),
  );
  await process(context, industry, '2025-10-25', '2025-11-04');
  await process(context, industry, '2026-03-28', '2026-04-01');
  return industry;
}

const VIEWS = ['readings', 'parameter_readings', 'rollup_monthly', 'parameter_rollup_monthly'];

beforeAll(async () => {
  context = await testContext('2026-06-01T12:00:00Z');
  query = await duckdb();
  industries = [
    await loaded(`0${Date.now()}`, 'Europe/Berlin'),
    await loaded(`${mintId('A.B-C')}.`, 'America/New_York'),
  ];
  for (const industry of industries)
    for (const [view, rows] of Object.entries(await analystViews(context, industry, VIEWS)))
      (before[view] ??= []).push(
        ...rows.map((row) => ({ industry_id: industry.industryId, ...(JSON.parse(row) as Json) })),
      );
  for (const industry of industries)
    await archiveMonths(archivingTo(context, directory), ACTOR, industry, MONTHS.map(month), true);
});

/** SQL of the page for users, by the order on it. */
const [views = '', sums = '', samples = ''] = [
  ...readFileSync(new URL('../../../docs/how-to/archived-years.md', import.meta.url), 'utf8').matchAll(
    /^```sql\n([\s\S]*?)^```/gm,
  ),
].map(([, sql = '']) => sql.replaceAll('/mnt/water-archive', directory));

const archivedMonths = new Set(['2025-10', '2025-11', '2026-03']);
const isArchived = (row: Json): boolean => archivedMonths.has(String(row['business_at'] ?? row['bucket']).slice(0, 7));
const viewed = (view: string): Json[] => (before[view] ?? []).filter(isArchived);

const instant = (value: unknown): number => (value instanceof Date ? value.getTime() : Date.parse(String(value)));
const position = (value: unknown): number =>
  value instanceof Date ? value.getTime() : Date.parse(`${String(value).replace(' ', 'T')}Z`);
const float = (value: unknown): number | null => (typeof value === 'number' ? Math.fround(value) : null);
const sorted = (rows: readonly unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).sort();

/** Every column of readings in one way of writing, by the columns' names in the view or in the table. */
const readingsOf = (rows: readonly Json[], readAt: string, register: string): string[] =>
  sorted(
    rows.map((row) => [
      row['industry_id'],
      row['unit_id'],
      instant(row[readAt]),
      position(row['business_at']),
      row['value'] ?? null,
      row[register] ?? null,
      row['estimated'],
      float(row['offline_minutes']),
      row['register_excluded'],
      instant(row['received_at']),
    ]),
  );
const samplesOf = (rows: readonly Json[], readAt: string): string[] =>
  sorted(
    rows.map((row) => [
      row['industry_id'],
      row['unit_id'],
      row['parameter'],
      instant(row[readAt]),
      position(row['business_at']),
      row['value'],
      row['estimated'],
    ]),
  );

describe('archived months of all industries', () => {
  it('add up in DuckDB, by the commands of the page, to what analysts saw before, digit for digit', async () => {
    await query(views);
    const seen = (await query(sums)).map((row) => [
      row['industry'],
      row['unit_id'],
      `${row['year']}-${String(row['month']).padStart(2, '0')}`,
      Number(row['reading_count']),
      Number(row['estimated_count']),
      row['value_sum'],
    ]);
    const expected = viewed('rollup_monthly').map((row) => [
      row['industry_id'],
      row['unit_id'],
      String(row['bucket']).slice(0, 7),
      row['reading_count'],
      row['estimated_count'],
      // Six digits behind the point, as DuckDB writes them. Sums of the view are decimals of few digits.
      typeof row['value_sum'] === 'number' ? row['value_sum'].toFixed(6) : null,
    ]);
    expect(sorted(seen)).toEqual(sorted(expected));
    expect(seen).toHaveLength(2 * 3 * 3);
    expect(await query(samples)).toHaveLength(2 * 2 * 2);
  });

  it('are in DuckDB what analysts saw, every column of every row', async () => {
    const utc = (name: string) => `strftime(${name} AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ') AS ${name}`;
    const rows = await query(`SELECT * REPLACE (${utc('created_on')}, ${utc('received_at')}) FROM readings`);
    expect(readingsOf(rows, 'created_on', 'summed_value')).toEqual(
      readingsOf(viewed('readings'), 'read_at', 'register'),
    );
    const ofParameters = await query(`SELECT * REPLACE (${utc('created_on')}) FROM parameter_readings`);
    expect(samplesOf(ofParameters, 'created_on')).toEqual(samplesOf(viewed('parameter_readings'), 'read_at'));
    expect([rows.length, ofParameters.length]).toEqual([3186, 2124]);
  });

  it('are read from the folders of one industry and month alone when DuckDB is asked for them', async () => {
    const [industry] = industries;
    const plan = await query(
      `EXPLAIN ANALYZE SELECT count(value) FROM readings WHERE industry = '${industry?.industryId}' AND year = 2026`,
    );
    expect(JSON.stringify(plan)).toMatch(/Total Files Read: 1\b/);
  });

  it('are in the Iceberg tables what analysts saw, every column of every row', async () => {
    const readings = await icebergRows(`${directory}/lake/readings`);
    expect(readingsOf(readings, 'created_on', 'summed_value')).toEqual(
      readingsOf(viewed('readings'), 'read_at', 'register'),
    );
    const ofParameters = await icebergRows(`${directory}/lake/parameter_readings`);
    expect(samplesOf(ofParameters, 'created_on')).toEqual(samplesOf(viewed('parameter_readings'), 'read_at'));
  });

  it('have bounds and counts in the Iceberg tables that are those of their rows', async () => {
    const [file] = await icebergFiles(`${directory}/lake/readings`);
    const bound = (of: 'lower_bounds' | 'upper_bounds', key: number): Buffer =>
      Buffer.from(file?.[of].find((pair) => pair.key === key)?.value ?? []);
    const [row] = await query(
      `SELECT count(*) AS rows, count(*) - count(value) AS nulls, min(value) AS least, max(value) AS most,
              min(unit_id) AS first, max(unit_id) AS last, epoch_us(min(business_at)) AS begins,
              epoch_us(max(business_at)) AS ends
       FROM read_parquet('${file?.file_path}')`,
    );
    expect([
      String(file?.record_count),
      String(file?.null_value_counts.find(({ key }) => key === 5)?.value),
      bound('lower_bounds', 5).readDoubleLE(),
      bound('upper_bounds', 5).readDoubleLE(),
      bound('lower_bounds', 2).toString(),
      bound('upper_bounds', 2).toString(),
      String(bound('lower_bounds', 4).readBigInt64LE()),
      String(bound('upper_bounds', 4).readBigInt64LE()),
    ]).toEqual([
      row?.['rows'],
      row?.['nulls'],
      row?.['least'],
      row?.['most'],
      row?.['first'],
      row?.['last'],
      row?.['begins'],
      row?.['ends'],
    ]);
  });
});
