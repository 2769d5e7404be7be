import type { Context } from '../../src/context.ts';
import type { Querier } from '../../src/platform/database/database.ts';
import { addDays, firstOfMonth, utcDateOf } from '../../src/kernel/time/business-date.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { compressOldChunks } from '../../src/readings/chunks.ts';
import { readDemoBundle, SAMPLES, sampleFiles } from '../demo/sample.ts';
import { importFile } from '../support/import-file.ts';
import { requireIndustry } from '../support/industry.ts';
import { loadMeters } from './bare-load.ts';
import { type Line, ratioLine, valueLine } from './lines.ts';
import { shownFigure } from './measure.ts';
import { meterReadings, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type Bench, type BenchRow } from './row.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';

const AFTER_EVERYTHING = Date.UTC(2150, 0, 1);
const TABLES = ['reading', 'parameter_reading'] as const;
type Table = (typeof TABLES)[number];
const DAYS_OF_MONTH = 31;

/**
 * Size of a hypertable on disk per stored row: rows, indexes and out-of-line storage of all chunks, compressed and not.
 */
interface Size {
  readonly rows: number;
  readonly rowBytes: number;
  readonly indexBytes: number;
  readonly toastBytes: number;
}

async function sizeOf(db: Querier, table: Table): Promise<Size> {
  const [size] = await db.execute<{ rows: number; table_bytes: number; index_bytes: number; toast_bytes: number }>(
    `SELECT (SELECT count(*) FROM telemetry.${table}) AS rows, sum(table_bytes) AS table_bytes, sum(index_bytes) AS index_bytes, sum(toast_bytes) AS toast_bytes
     FROM hypertable_detailed_size('telemetry.${table}')`,
  );
  if (size === undefined) throw new Error(`telemetry.${table} has no size.`);
  return {
    rows: size.rows,
    rowBytes: size.table_bytes / size.rows,
    indexBytes: size.index_bytes / size.rows,
    toastBytes: size.toast_bytes / size.rows,
  };
}

const total = (size: Size): number => size.rowBytes + size.indexBytes + size.toastBytes;

/** Bytes on disk of a stored reading. */
export const readingsSize = async (db: Querier): Promise<number> => total(await sizeOf(db, 'reading'));

const parts = (size: Size): string =>
  `${total(size).toFixed(1)} bytes/row (heap ${size.rowBytes.toFixed(1)}, indexes ${size.indexBytes.toFixed(1)}, toast ${size.toastBytes.toFixed(1)})`;

/** Compresses everything, which upkeep does once all of it is old. */
const compressEverything = (context: Context): Promise<number> =>
  compressOldChunks({ ...context, clock: { now: () => AFTER_EVERYTHING } });

/** Size of the whole first sample industry before and after compression. */
async function sampleLines({ context, say }: Bench): Promise<Line[]> {
  const [sample] = SAMPLES;
  if (sample === undefined) throw new Error('There is no sample industry.');
  say(`the readings of ${sample.industryId}`);
  await provisionIndustry({ context, bundle: await readDemoBundle(sample), markStale: async () => {} });
  const industry = await requireIndustry(context, sample.industryId);
  for (const { path } of sampleFiles(sample)) await importFile(context, noQueue, industry, path, () => {});

  const before = await Promise.all(TABLES.map((table) => sizeOf(context.database, table)));
  await compressEverything(context);
  const lines: Line[] = [];
  for (const [index, table] of TABLES.entries()) {
    const uncompressed = before[index];
    if (uncompressed === undefined) continue;
    const compressed = await sizeOf(context.database, table);
    const line = {
      what: `storage of ${sample.industryId}, ${table}, ${shownFigure(compressed.rows)} rows`,
      measured: parts(compressed),
      against: `uncompressed ${total(uncompressed).toFixed(0)} bytes/row`,
    };
    lines.push(
      table === 'reading'
        ? valueLine(line, total(compressed), { atMost: 4 }, 'bytes')
        : ratioLine(line, total(compressed) / total(uncompressed), null),
    );
  }
  return lines;
}

/** Sizes by kind of content; chunks count for their hypertable or rollup. */
const SIZES = `
SELECT CASE WHEN c.name = 'document' THEN 'documents' WHEN c.name LIKE 'rollup%' OR c.name LIKE 'parameter_rollup%' THEN 'rollups'
            WHEN c.name = 'reading' THEN 'readings' ELSE 'the rest' END AS what, sum(c.bytes) AS bytes
FROM (SELECT t.relname AS name, pg_total_relation_size(t.oid) AS bytes FROM pg_class t WHERE t.relnamespace = 'telemetry'::regnamespace AND t.relkind = 'r'
      UNION ALL
      SELECT coalesce(a.view_name, h.hypertable_name), (SELECT sum(s.total_bytes) FROM hypertable_detailed_size(format('%I.%I', h.hypertable_schema, h.hypertable_name)::regclass) AS s)
      FROM timescaledb_information.hypertables h
      LEFT JOIN timescaledb_information.continuous_aggregates a ON a.materialization_hypertable_name = h.hypertable_name
      UNION ALL
      SELECT a.view_name, (SELECT sum(s.total_bytes) FROM hypertable_detailed_size(format('%I.%I', a.materialization_hypertable_schema, a.materialization_hypertable_name)::regclass) AS s)
      FROM timescaledb_information.continuous_aggregates a
      WHERE NOT EXISTS (SELECT FROM timescaledb_information.hypertables h WHERE h.hypertable_name = a.materialization_hypertable_name)) AS c
GROUP BY 1 ORDER BY 1`;

/** Size of a month of meters that send every five minutes, with all data derived from it. */
async function monthLine({ context, share, say }: Bench): Promise<Line> {
  const units = atShare(share, 1000, 10);
  const industry = await provisionMeters(context, 'BENCH_MONTH', units);
  const to = addDays(firstOfMonth(utcDateOf(context.clock.now())), -1);
  const from = addDays(to, 1 - DAYS_OF_MONTH);
  const readings = units * DAYS_OF_MONTH * SLOTS_PER_DAY;
  say(`a month of ${shownFigure(units)} units, ${shownFigure(readings)} readings`);
  const bytes = async (): Promise<Map<string, number>> =>
    new Map(
      (await context.database.execute<{ what: string; bytes: number }>(SIZES)).map((row) => [row.what, row.bytes]),
    );
  const before = await bytes();
  await loadMeters(context, industry, () => meterReadings(industry, Date.parse(from), DAYS_OF_MONTH * SLOTS_PER_DAY));
  await processDays(context, wholeRun(industry, from, to));
  await compressEverything(context);
  const each = [...(await bytes())].map(([what, size]) => ({
    what,
    perReading: (size - (before.get(what) ?? 0)) / readings,
  }));
  const sum = each.reduce((bytesSoFar, { perReading }) => bytesSoFar + perReading, 0);
  return valueLine(
    {
      what: `storage of a month of ${shownFigure(units)} units, everything`,
      against: '',
      measured: `${sum.toFixed(1)} bytes/reading (${each.map(({ what, perReading }) => `${what} ${perReading.toFixed(1)}`).join(', ')})`,
    },
    sum,
    { atMost: 10 },
    'bytes',
  );
}

export const storageRow: BenchRow = {
  name: 'storage',
  run: async (bench) => [...(await sampleLines(bench)), await monthLine(bench)],
};
