import { createReadStream, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { parseInstant } from '../../src/domain/reading/instant.ts';
import type { RawRow } from '../../src/services/readings/batch.ts';
import { csvRows } from '../../src/services/readings/csv-rows.ts';

const folder = new URL('../sample-data/', import.meta.url);
const WEEK_MILLISECONDS = 7 * 86_400_000;

/** One industry of the sample data: its bundle, its files by unit, and the business days its readings span. */
export interface Sample {
  readonly industryId: string;
  readonly bundleFile: string;
  readonly filePrefix: string;
  /** Last reading of the series that run to the end, as recorded; some run on for weeks. */
  readonly lastRecorded: string;
  /** First and last business day with readings, as recorded. */
  readonly firstDate: string;
}

export const SAMPLES: readonly Sample[] = [
  { industryId: 'CANTERBURY', bundleFile: 'sample-industry.json', filePrefix: 'readings-', lastRecorded: '2026-07-07T23:45:00+12:00', firstDate: '2025-07-01' },
  { industryId: 'KOLKATA', bundleFile: 'second-industry.json', filePrefix: 'second-readings-', lastRecorded: '2026-05-30T17:45:00+05:30', firstDate: '2026-04-01' },
];

export const readBundle = async (sample: Sample): Promise<unknown> => JSON.parse(await readFile(new URL(sample.bundleFile, folder), 'utf8'));

export const sampleFiles = (sample: Sample): { unitId: string; path: string }[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(sample.filePrefix) && name.endsWith('.csv.gz'))
    .map((name) => ({ unitId: name.slice(sample.filePrefix.length, -'.csv.gz'.length), path: fileURLToPath(new URL(name, folder)) }));

/**
 * Whole weeks by which the readings move so that they reach up to now and a few days beyond; what lies beyond is what the
 * replay device sends as time passes. 0 when they do already.
 */
export function weeksToShift(sample: Sample, now: number): number {
  const last = parseInstant(sample.lastRecorded) ?? now;
  return Math.max(0, Math.ceil((now - last) / WEEK_MILLISECONDS));
}

/** The row moved by whole weeks; null when it then lies in the future. */
export function shiftRow(row: RawRow, weeks: number, now: number): RawRow | null {
  if (!('row' in row) || typeof row.row !== 'object' || row.row === null || !('createdOn' in row.row)) return row;
  const recorded = parseInstant(row.row.createdOn);
  if (recorded === null) return row;
  const moved = recorded + weeks * WEEK_MILLISECONDS;
  return moved > now ? null : { row: { ...row.row, createdOn: new Date(moved).toISOString() } };
}

/** A unit's readings as the replay device knows them. */
export interface RecordedReading { readonly epochMs: number; readonly fields: Readonly<Record<string, unknown>> }

export async function readRecorded(path: string): Promise<RecordedReading[]> {
  const recorded: RecordedReading[] = [];
  for await (const rows of csvRows(createReadStream(path).pipe(createGunzip()))) {
    for (const raw of rows) {
      if (!('row' in raw) || typeof raw.row !== 'object' || raw.row === null) continue;
      const { createdOn, ...fields } = raw.row as Record<string, unknown>; // a CSV row: text by column
      const epochMs = parseInstant(createdOn);
      if (epochMs !== null) recorded.push({ epochMs, fields });
    }
  }
  return recorded;
}
