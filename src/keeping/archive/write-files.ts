import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '../archive-files/archive.ts';
import { writeParquet } from '../archive-files/parquet.ts';
import type { Querier } from '../../platform/database/database.ts';
import { READING_TABLE, SAMPLE_TABLE } from '../rules/lake/tables.ts';
import { type Manifest, READINGS_FILE, SAMPLES_FILE, type UnitFacts } from '../rules/archive/manifest.ts';
import type { Month } from '../rules/archive/months.ts';
import { ReadingFacts, SampleFacts } from '../rules/archive/row-facts.ts';
import { addDays, daysBetween } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { type ArchivedUnit, rowCounts } from '../store/archive.ts';
import { readingRows, sampleRows } from '../store/archive-rows.ts';
import { readingValues, sampleValues } from './columns.ts';

/** Rows in memory at a time. A unit that sends every second has 86,400 a day. */
const ROWS_AT_A_TIME = 50_000;

type FileFacts = Manifest['files'][number];

export async function factsOfFile(directory: string, name: string): Promise<FileFacts> {
  const path = join(directory, name);
  return { name, bytes: (await stat(path)).size, sha256: await sha256Of(path) };
}

/** Spans of a month whose rows fit into memory. */
function* slicesOf(month: Month, rows: number): Generator<[BusinessDate, BusinessDate]> {
  const end = addDays(month.to, 1);
  const days = daysBetween(month.from, end);
  const step = Math.max(1, Math.floor((days * ROWS_AT_A_TIME) / Math.max(1, rows)));
  for (let day = 0; day < days; day += step)
    yield [addDays(month.from, day), addDays(month.from, Math.min(days, day + step))];
}

/**
 * Writes a month of an industry into files of a local directory, unit by unit.
 * @returns the facts of the written rows; null: the month has no readings
 */
export async function writeFiles(
  db: Querier,
  directory: string,
  { industryId, units, month }: { industryId: string; units: readonly ArchivedUnit[]; month: Month },
): Promise<Pick<Manifest, 'units' | 'files'> | null> {
  const counts = await rowCounts(db, units, month);
  if (counts.size === 0) return null;
  const about = { industryId, month: month.from };
  const readings = writeParquet(join(directory, READINGS_FILE), READING_TABLE.columns, about);
  const samples = writeParquet(join(directory, SAMPLES_FILE), SAMPLE_TABLE.columns, about);
  const written: UnitFacts[] = [];
  for (const { unitKey, unitId } of units) {
    const count = counts.get(unitKey);
    if (count === undefined) continue;
    const [ofReadings, ofSamples] = [new ReadingFacts(), new SampleFacts()];
    for (const [from, until] of slicesOf(month, count.readings)) {
      const rows = count.readings === 0 ? null : await readingRows(db, unitKey, from, until);
      if (rows === null) continue;
      readings.append(readingValues(industryId, unitId, rows));
      ofReadings.add(rows);
    }
    for (const [from, until] of slicesOf(month, count.samples)) {
      const rows = count.samples === 0 ? null : await sampleRows(db, unitKey, from, until);
      if (rows === null) continue;
      samples.append(sampleValues(industryId, unitId, rows));
      ofSamples.add(rows);
    }
    written.push({ unitId, readings: ofReadings.finish(), samples: ofSamples.finish() });
  }
  readings.close();
  samples.close();
  return {
    units: written,
    files: [await factsOfFile(directory, READINGS_FILE), await factsOfFile(directory, SAMPLES_FILE)],
  };
}
