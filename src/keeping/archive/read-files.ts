import { join } from 'node:path';
import { type Archive, ArchiveError } from '../archive-files/archive.ts';
import { readManifest } from '../archive-files/manifest-file.ts';
import { type ColumnValues, readParquet } from '../archive-files/parquet.ts';
import { type FileColumn, READING_COLUMNS, SAMPLE_COLUMNS } from '../rules/archive/columns.ts';
import {
  dataFileName,
  differingUnit,
  fileName,
  type Manifest,
  MANIFEST_FILE,
  READINGS_FILE,
  SAMPLES_FILE,
  type UnitFacts,
} from '../rules/archive/manifest.ts';
import { ReadingFacts, SampleFacts } from '../rules/archive/row-facts.ts';
import type { ReadingRows, SampleRows } from '../rules/archive/months.ts';
import { monthOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { readingRowsIn, sampleRowsIn, unitOf } from './columns.ts';
import { factsOfFile } from './write-files.ts';

interface OfUnit<R> {
  readonly unitId: string;
  readonly rows: R;
}

async function* rowsIn<R>(
  path: string,
  columns: readonly FileColumn[],
  read: (values: ColumnValues) => R,
): AsyncGenerator<OfUnit<R>> {
  try {
    for await (const values of readParquet(path, columns)) yield { unitId: unitOf(values), rows: read(values) };
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`A file of the archive cannot be read as Parquet: ${String(error)}`, { cause: error });
  }
}

/** Readings of a local file, unit by unit, in the order in which they were written. */
export const readingsIn = (directory: string): AsyncGenerator<OfUnit<ReadingRows>> =>
  rowsIn(join(directory, READINGS_FILE), READING_COLUMNS, readingRowsIn);
export const samplesIn = (directory: string): AsyncGenerator<OfUnit<SampleRows>> =>
  rowsIn(join(directory, SAMPLES_FILE), SAMPLE_COLUMNS, sampleRowsIn);

/** The manifest of a month; null: the archive has none. */
export async function fetchManifest(
  archive: Archive,
  directory: string,
  industryId: string,
  month: BusinessDate,
): Promise<Manifest | null> {
  const path = join(directory, MANIFEST_FILE);
  if (!(await archive.get(fileName(industryId, month, MANIFEST_FILE), path))) return null;
  const manifest = await readManifest(path);
  if (manifest.industryId === industryId && manifest.month === month) return manifest;
  throw new ArchiveError(
    `The manifest of the archive is of ${monthOf(manifest.month)} of industry ${manifest.industryId}`,
  );
}

/**
 * Fetches the files of a month into a local directory and compares them with the manifest: size and SHA-256 of each
 * file, then every row, unit by unit.
 * @throws ArchiveError that names the file or the unit
 */
export async function fetchFiles(archive: Archive, directory: string, manifest: Manifest): Promise<void> {
  const { month, files } = manifest;
  const name = monthOf(month);
  if (files.map(({ name }) => name).join() !== [READINGS_FILE, SAMPLES_FILE].join())
    throw new ArchiveError(`The manifest of the archive of ${name} names other files than it must`);
  for (const file of files) {
    const there = await archive.get(dataFileName(manifest, file.name), join(directory, file.name));
    if (!there) throw new ArchiveError(`File ${file.name} of the archive of ${name} is missing`);
    const found = await factsOfFile(directory, file.name);
    if (found.bytes !== file.bytes || found.sha256 !== file.sha256)
      throw new ArchiveError(
        `File ${file.name} of the archive of ${name} is not what was written: it has ${found.bytes} bytes and the SHA-256 ${found.sha256}, the manifest says ${file.bytes} and ${file.sha256}`,
      );
  }
  const unitId = differingUnit(await factsOfRows(directory), manifest.units);
  if (unitId !== null)
    throw new ArchiveError(`The archive of ${name} does not hold the readings of unit ${unitId} that were written`);
}

async function factsOfRows(directory: string): Promise<UnitFacts[]> {
  const readings = new Map<string, ReadingFacts>();
  const samples = new Map<string, SampleFacts>();
  for await (const { unitId, rows } of readingsIn(directory))
    added(readings, unitId, () => new ReadingFacts()).add(rows);
  for await (const { unitId, rows } of samplesIn(directory)) added(samples, unitId, () => new SampleFacts()).add(rows);
  return [...new Set([...readings.keys(), ...samples.keys()])].map((unitId) => ({
    unitId,
    readings: readings.get(unitId)?.finish() ?? null,
    samples: samples.get(unitId)?.finish() ?? null,
  }));
}

function added<T>(to: Map<string, T>, key: string, create: () => T): T {
  const found = to.get(key) ?? create();
  to.set(key, found);
  return found;
}
