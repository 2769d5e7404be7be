import { join } from 'node:path';
import type { Archive } from '../archive-files/archive.ts';
import { readFooter } from '../archive-files/parquet.ts';
import { dataFileName, type Manifest, SCHEMA_VERSION } from '../rules/archive/manifest.ts';
import { newEntry } from '../rules/lake/entries.ts';
import { type LakeTable, READING_TABLE, SAMPLE_TABLE } from '../rules/lake/tables.ts';
import { changeTable, hasFile } from './change-table.ts';

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

/** Whether the tables have the month. One whose files are of the first version is in none. */
export async function isInTables(archive: Archive, directory: string, manifest: Manifest): Promise<boolean> {
  const { units } = manifest;
  for (const table of TABLES) {
    if (units.every((unit) => unit[table.file === READING_TABLE.file ? 'readings' : 'samples'] === null)) continue;
    if (!(await hasFile(archive, directory, table, fileIn(table, manifest)))) return false;
  }
  return true;
}

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
