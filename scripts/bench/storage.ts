import type { Querier } from '../../src/database/database.ts';
import { businessDate } from '../../src/domain/time/business-date.ts';
import { noQueue } from '../../src/queue/client.ts';
import { provisionIndustry } from '../../src/services/provisioning/provision-industry.ts';
import { compressReadings } from '../../src/store/upkeep.ts';
import { readBundle, SAMPLES, sampleFiles } from '../demo/sample.ts';
import { importFile } from '../support/import-file.ts';
import { requireIndustry } from '../support/industry.ts';
import { type Line, ratioLine, valueLine } from './lines.ts';
import { shown } from './measure.ts';
import type { BenchRow } from './row.ts';

const AFTER_EVERYTHING = businessDate('2200-01-01');
const TABLES = ['reading', 'parameter_reading'] as const;
type Table = (typeof TABLES)[number];

/** Everything a hypertable takes on disk: rows, indexes and out-of-line storage of all chunks, compressed and not, per stored row. */
interface Size { readonly rows: number; readonly rowBytes: number; readonly indexBytes: number; readonly toastBytes: number }

async function sizeOf(db: Querier, table: Table): Promise<Size> {
  const [size] = await db.execute<{ rows: number; table_bytes: number; index_bytes: number; toast_bytes: number }>(
    `SELECT (SELECT count(*) FROM telemetry.${table}) AS rows, sum(table_bytes) AS table_bytes, sum(index_bytes) AS index_bytes, sum(toast_bytes) AS toast_bytes
     FROM hypertable_detailed_size('telemetry.${table}')`);
  if (size === undefined) throw new Error(`telemetry.${table} has no size.`);
  return { rows: size.rows, rowBytes: size.table_bytes / size.rows, indexBytes: size.index_bytes / size.rows, toastBytes: size.toast_bytes / size.rows };
}

const total = (size: Size): number => size.rowBytes + size.indexBytes + size.toastBytes;
const parts = (size: Size): string => `${total(size).toFixed(1)} bytes/row (heap ${size.rowBytes.toFixed(1)}, indexes ${size.indexBytes.toFixed(1)}, toast ${size.toastBytes.toFixed(1)})`;

/** The first sample industry, all of it, before and after compression. */
export const storageRow: BenchRow = {
  name: 'storage',
  run: async ({ context, say }) => {
    const [sample] = SAMPLES;
    if (sample === undefined) throw new Error('There is no sample industry.');
    say(`the readings of ${sample.industryId}`);
    await provisionIndustry({ context, bundle: await readBundle(sample), markStale: async () => {} });
    const industry = await requireIndustry(context, sample.industryId);
    for (const { path } of sampleFiles(sample)) await importFile(context, noQueue, industry, path, () => {});

    const before = await Promise.all(TABLES.map((table) => sizeOf(context.database, table)));
    await compressReadings(context.database, AFTER_EVERYTHING);
    const lines: Line[] = [];
    for (const [index, table] of TABLES.entries()) {
      const uncompressed = before[index];
      if (uncompressed === undefined) continue;
      const compressed = await sizeOf(context.database, table);
      const line = { what: `storage of ${sample.industryId}, ${table}, ${shown(compressed.rows)} rows`, measured: parts(compressed), against: `uncompressed ${total(uncompressed).toFixed(0)} bytes/row` };
      lines.push(table === 'reading' ? valueLine(line, total(compressed), { atMost: 6 }, 'bytes') : ratioLine(line, total(compressed) / total(uncompressed), null));
    }
    return lines;
  },
};
