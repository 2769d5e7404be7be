import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Archive, ArchiveError } from '../archive-files/archive.ts';
import { isSameAvro, readAvro, writeAvro } from '../archive-files/avro.ts';
import { ENTRIES_SCHEMA, ENTRY_SCHEMA } from '../rules/lake/avro-schemas.ts';
import {
  type EntriesFile,
  entriesFile,
  type TableEntry,
  industryOf,
  keptEntry,
  movedPath,
} from '../rules/lake/entries.ts';
import {
  entriesHeader,
  entriesName,
  HINT_FILE,
  listHeader,
  listName,
  metadataName,
  metadataOf,
  type StandingMetadata,
} from '../rules/lake/metadata.ts';
import type { LakeTable } from '../rules/lake/tables.ts';

/** Versions that stay for who has found one of them. A range of months writes one or two a month. */
const KEPT_VERSIONS = 12;

const standingMetadata = z.object({
  'table-uuid': z.string(),
  location: z.string(),
  snapshots: z.array(z.object({ 'manifest-list': z.string() })).length(1),
});

/** The files of one table, through a local directory. */
class TableFiles {
  readonly location: string;
  readonly #archive: Archive;
  readonly #folder: string;
  readonly #local: string;

  constructor(archive: Archive, { folder }: LakeTable, directory: string) {
    this.location = `${archive.location}/${folder}`;
    this.#archive = archive;
    this.#folder = folder;
    this.#local = join(directory, 'of-table');
  }

  pathOf = (name: string): string => `${this.location}/${name}`;
  remove = (name: string): Promise<void> => this.#archive.remove(`${this.#folder}/${name}`);

  async putText(name: string, text: string): Promise<void> {
    await writeFile(this.#local, text);
    await this.#archive.put(`${this.#folder}/${name}`, this.#local);
  }

  /** @returns its size in bytes */
  async putAvro(name: string, ...[schema, header, rows]: AvroContent): Promise<number> {
    await writeAvro(this.#local, schema, header, rows);
    await this.#archive.put(`${this.#folder}/${name}`, this.#local);
    return (await stat(this.#local)).size;
  }

  async getText(name: string): Promise<string | null> {
    return (await this.#archive.get(`${this.#folder}/${name}`, this.#local)) ? readFile(this.#local, 'utf8') : null;
  }

  /** Number of the newest version whose metadata are there; 0: none. */
  async newestNumber(): Promise<number> {
    const names = await this.#archive.list(`${this.#folder}/metadata/`);
    return Math.max(0, ...names.map((name) => Number(/\/v(\d+)\.metadata\.json$/.exec(name)?.[1] ?? 0)));
  }

  /** @throws ArchiveError when the file is missing or no Avro */
  async getAvro(name: string): Promise<unknown[]> {
    if (!(await this.#archive.get(`${this.#folder}/${name}`, this.#local)))
      throw new ArchiveError(`File ${this.#folder}/${name} of the archive is missing`);
    return readAvro(this.#local).catch((error: unknown) => {
      throw this.unreadable(name, error);
    });
  }

  unreadable = (name: string, error: unknown): ArchiveError =>
    new ArchiveError(
      `File ${this.#folder}/${name} of the archive cannot be read: remove folder ${this.#folder}/metadata and archive the months again`,
      { cause: error },
    );
}

type AvroContent = [schema: object, header: Readonly<Record<string, string>>, rows: readonly object[]];

interface Version {
  readonly number: number;
  readonly uuid: string;
  /** Place of the table when the version was written. */
  readonly location: string;
  readonly list: string;
  readonly files: readonly EntriesFile[];
}

function parsed(text: string, refused: (error: unknown) => ArchiveError): StandingMetadata {
  try {
    return standingMetadata.parse(JSON.parse(text));
  } catch (error) {
    throw refused(error);
  }
}

async function readVersion(files: TableFiles, number: number): Promise<Version | null> {
  const text = await files.getText(metadataName(number));
  if (text === null) return null;
  const {
    'table-uuid': uuid,
    location,
    snapshots,
  } = parsed(text, (error) => files.unreadable(metadataName(number), error));
  const list = movedPath(snapshots[0]?.['manifest-list'] ?? '', location, '').slice(1);
  // Nobody but this service writes these files.
  return { number, uuid, location, list, files: (await files.getAvro(list)) as EntriesFile[] };
}

/**
 * The newest version, which may be newer than what the hint says: some engines take whatever version follows. A lost
 * hint is replaced by what is there, because a first version beside others would lose their months. null: the table has
 * none.
 */
async function newestVersion(files: TableFiles): Promise<{ version: Version | null; hinted: number }> {
  const hinted = Number((await files.getText(HINT_FILE)) ?? 0);
  const known = hinted > 0 ? hinted : await files.newestNumber();
  let version = known === 0 ? null : await readVersion(files, known);
  if (known !== 0 && version === null)
    throw new ArchiveError(`File ${files.pathOf(metadataName(known))} of the archive is missing`);
  for (;;) {
    const next = await readVersion(files, (version?.number ?? 0) + 1);
    if (next === null) return { version, hinted };
    version = next;
  }
}

async function readEntries(
  files: TableFiles,
  { location, files: all }: Version,
  isWanted: (file: EntriesFile) => boolean,
): Promise<TableEntry[]> {
  const found: TableEntry[] = [];
  for (const { manifest_path } of all.filter(isWanted))
    found.push(...((await files.getAvro(movedPath(manifest_path, location, '').slice(1))) as TableEntry[])); // as above
  return found;
}

/**
 * Bytes of an industry's files in a table, by their full paths. A table has none while it names another place than the
 * one where it stands.
 */
export async function filesOfIndustry(
  archive: Archive,
  directory: string,
  table: LakeTable,
  industryId: string,
): Promise<ReadonlyMap<string, number>> {
  const files = new TableFiles(archive, table, directory);
  const { version } = await newestVersion(files);
  if (version === null || version.location !== files.location) return new Map();
  const entries = await readEntries(files, version, (of) => industryOf(of) === industryId);
  return new Map(entries.map(({ data_file }) => [data_file.file_path, data_file.file_size_in_bytes]));
}

/**
 * Puts a file into a table or takes it out, as a new version of the table. What names other files is written after
 * them and the hint last, so engines find the version before or the new one, whenever the process dies. A version that
 * is there already is not written again.
 * @param entry the file for a version; null: the month is to have none
 */
export async function changeTable(
  archive: Archive,
  directory: string,
  table: LakeTable,
  { industryId, path, entry }: { industryId: string; path: string; entry: ((version: number) => TableEntry) | null },
  now: number,
): Promise<void> {
  const files = new TableFiles(archive, table, directory);
  const { location } = files;
  const { version: standing, hinted } = await newestVersion(files);
  const from = standing?.location ?? location;
  const isTouched = (of: EntriesFile): boolean => from !== location || industryOf(of) === industryId;
  const touched = standing === null ? [] : await readEntries(files, standing, isTouched);
  const entries = touched.map((old) => keptEntry(old, from, location));
  const fullPath = `${archive.location}/${path}`;
  const old = entries.find(({ data_file }) => data_file.file_path === fullPath);
  if (from === location && isSame(old, entry)) {
    if (standing !== null && hinted !== standing.number) await files.putText(HINT_FILE, String(standing.number));
    return;
  }
  const number = (standing?.number ?? 0) + 1;
  const next = [...entries.filter((other) => other !== old), ...(entry === null ? [] : [entry(number)])];
  const written = (standing?.files ?? []).filter((of) => !isTouched(of));
  for (const of of Map.groupBy(next, ({ data_file }) => data_file.partition.industry).values()) {
    const name = entriesName(number, written.length);
    const bytes = await files.putAvro(name, ENTRY_SCHEMA, entriesHeader(table), of);
    written.push(entriesFile(files.pathOf(name), bytes, number, of));
  }
  await files.putAvro(listName(number), ENTRIES_SCHEMA, listHeader(number), written);
  const uuid = standing?.uuid ?? randomUUID();
  const list = files.pathOf(listName(number));
  const metadata = metadataOf(table, { version: number, uuid, location, now, list, files: written });
  await files.putText(metadataName(number), JSON.stringify(metadata, null, 2));
  await files.putText(HINT_FILE, String(number));
  await removeFormer(files, number - KEPT_VERSIONS);
}

function isSame(old: TableEntry | undefined, entry: ((version: number) => TableEntry) | null): boolean {
  if (old === undefined || entry === null) return old === undefined && entry === null;
  return isSameAvro(ENTRY_SCHEMA, old, { ...entry(old.snapshot_id), status: old.status });
}

/** Removes files that only a former version needs. No later version has a file that the next one lacks. */
async function removeFormer(files: TableFiles, number: number): Promise<void> {
  const readFormer = (of: number): Promise<Version | null> => readVersion(files, of).catch(() => null);
  const [former, next] = number < 1 ? [null, null] : [await readFormer(number), await readFormer(number + 1)];
  if (former === null || next === null) return;
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/metadata/') + 1);
  const names = new Set(next.files.map(({ manifest_path }) => nameOf(manifest_path)));
  for (const { manifest_path } of former.files)
    if (!names.has(nameOf(manifest_path))) await files.remove(nameOf(manifest_path));
  await files.remove(former.list);
  await files.remove(metadataName(number));
}
