import { join } from 'node:path';
import type { Archive } from '../archive-files/archive.ts';
import { readFooter } from '../archive-files/parquet.ts';
import { dataFileName, type Manifest, SCHEMA_VERSION } from '../rules/archive/manifest.ts';
import { newEntry } from '../rules/lake/entries.ts';
import { type LakeTable, READING_TABLE, SAMPLE_TABLE } from '../rules/lake/tables.ts';
import { changeTable, filesOfIndustry } from './change-table.ts';

const TABLES: readonly LakeTable[] = [READING_TABLE, SAMPLE_TABLE];

/** A month's file of a table. */
const fileIn = (table: LakeTable, manifest: Manifest) => ({
  industryId: manifest.industryId,
  path: dataFileName(manifest, table.file),
  bytes: manifest.files.find(({ name }) => name === table.file)?.bytes ?? 0,
});

/**
 * Puts the files of an archived month into the tables that engines read. A file without rows is in none. Spec gap: the
 * specification knows archives that are restored alone.
 * @param directory holds the month's files
 */
export async function enterMonth(archive: Archive, directory: string, manifest: Manifest, now: number): Promise<void> {
  const { month } = manifest;
  for (const table of TABLES) {
    const footer = await readFooter(join(directory, table.file), table.columns);
    const { industryId, path, bytes } = fileIn(table, manifest);
    const file = { path: `${archive.location}/${path}`, industryId, month, bytes, footer };
    const entry = footer.rows === 0 ? null : (version: number) => newEntry(table, version, file);
    await changeTable(archive, directory, table, { industryId, path, entry }, now);
  }
}

/** Reads which months of an industry the tables have. A month whose files are of the first version is in none. */
export async function readTables(
  archive: Archive,
  directory: string,
  industryId: string,
): Promise<{ have: (manifest: Manifest) => boolean }> {
  const read: { readonly table: LakeTable; readonly files: ReadonlyMap<string, number> }[] = [];
  for (const table of TABLES) read.push({ table, files: await filesOfIndustry(archive, directory, table, industryId) });
  const have = (manifest: Manifest): boolean =>
    read.every(({ table, files }) => {
      const { path, bytes } = fileIn(table, manifest);
      return !hasRows(table, manifest) || files.get(`${archive.location}/${path}`) === bytes;
    });
  return { have };
}

const hasRows = (table: LakeTable, { units }: Manifest): boolean =>
  units.some((unit) => unit[table === READING_TABLE ? 'readings' : 'samples'] !== null);

/** Takes a month out of the tables, before its files are removed or written anew. */
export async function withdrawMonth(
  archive: Archive,
  directory: string,
  { industryId, month }: Pick<Manifest, 'industryId' | 'month'>,
  now: number,
): Promise<void> {
  for (const table of TABLES) {
    const path = dataFileName({ schemaVersion: SCHEMA_VERSION, industryId, month }, table.file);
    await changeTable(archive, directory, table, { industryId, path, entry: null }, now);
  }
}
