import type { BusinessDate } from '../../../kernel/time/types.ts';

/** Facts of one unit's rows. Sums and checksums are exact, so equal facts mean equal rows. */
export interface RowFacts {
  readonly rows: number;
  /** Interval values as whole millionths, samples as whole billionths. */
  readonly sum: string;
  /** SHA-256 over the days' SHA-256 of the rows' bytes, see row-facts.ts and sql/queries/keeping/archive.sql. */
  readonly checksum: string;
}

/** Facts of a month's readings and samples of one unit; null: it has none. */
export interface UnitFacts {
  readonly unitId: string;
  readonly readings: RowFacts | null;
  readonly samples: RowFacts | null;
}

interface FileFacts {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const SCHEMA_VERSION = 2;
/** Whose files stand beside the manifest, and in no table. */
export const FIRST_SCHEMA_VERSION = 1;

/** The description of a month's files, written once all of them are there. */
export interface Manifest {
  readonly schemaVersion: number;
  readonly industryId: string;
  /** First day of the business month. */
  readonly month: BusinessDate;
  readonly writtenAt: string;
  readonly writtenBy: string;
  readonly units: readonly UnitFacts[];
  readonly files: readonly FileFacts[];
}

export const READINGS_FILE = 'readings.parquet';
export const SAMPLES_FILE = 'parameter-readings.parquet';
export const MANIFEST_FILE = 'manifest.json';

/**
 * An id as a file name on every system. Characters other than letters, digits, - and _ are encoded, so no id leads out
 * of the archive.
 */
const encoded = (id: string): string =>
  encodeURIComponent(id).replaceAll(/[.!~*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Folder of a month's files, below ARCHIVE_URL. */
export const folderOf = (industryId: string, month: BusinessDate): string =>
  `${encoded(industryId)}/${month.slice(0, 7)}`;

/** Path of a month's manifest in the archive, and of its files of version 1. */
export const fileName = (industryId: string, month: BusinessDate, name: string): string =>
  `${folderOf(industryId, month)}/${name}`;

/** Folders of the tables that engines read, by the file of a month in them. */
export const TABLE_FOLDERS = {
  [READINGS_FILE]: 'lake/readings',
  [SAMPLES_FILE]: 'lake/parameter_readings',
} as const;
export type DataFileName = keyof typeof TABLE_FOLDERS;
const isDataFile = (name: string): name is DataFileName => name in TABLE_FOLDERS;

/** Path of a month's data in the archive: below its table, in Hive's way of naming folders by what is in them. */
export const dataFileName = (
  { schemaVersion, industryId, month }: Pick<Manifest, 'schemaVersion' | 'industryId' | 'month'>,
  name: string,
): string =>
  schemaVersion === FIRST_SCHEMA_VERSION || !isDataFile(name)
    ? fileName(industryId, month, name)
    : `${TABLE_FOLDERS[name]}/data/industry=${encoded(industryId)}/year=${month.slice(0, 4)}/month=${month.slice(5, 7)}/${name}`;

/** Where an archived month is, for an answer: without paths of the machine. */
export interface ShownPlace {
  /** Folder of the manifest, or that the month is not there. */
  readonly location: string;
  /** Paths of all files, from ARCHIVE_URL on; none where they are not there. */
  readonly files: readonly string[];
}

/**
 * @param location the archive that the month was written to
 * @param present the archive of ARCHIVE_URL; null: none is set
 */
export function shownPlace(
  manifest: Pick<Manifest, 'schemaVersion' | 'industryId' | 'month' | 'files'>,
  location: string,
  present: string | null,
): ShownPlace {
  if (location !== present) return { location: 'not in the archive of ARCHIVE_URL', files: [] };
  const { industryId, month, files } = manifest;
  return {
    location: folderOf(industryId, month),
    files: [...files.map(({ name }) => dataFileName(manifest, name)), fileName(industryId, month, MANIFEST_FILE)],
  };
}

export const rowCount = ({ units }: Pick<Manifest, 'units'>): number =>
  units.reduce((sum, { readings, samples }) => sum + (readings?.rows ?? 0) + (samples?.rows ?? 0), 0);

export const byteCount = ({ files }: Pick<Manifest, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

const sameRows = (a: RowFacts | null, b: RowFacts | null): boolean =>
  a === b || (a !== null && b !== null && a.rows === b.rows && a.sum === b.sum && a.checksum === b.checksum);

/** The first unit whose facts differ in two lists; null: none. */
export function differingUnit(a: readonly UnitFacts[], b: readonly UnitFacts[]): string | null {
  const [ofA, ofB] = [a, b].map((facts) => new Map(facts.map((unit) => [unit.unitId, unit])));
  for (const unitId of [...new Set([...a, ...b].map((unit) => unit.unitId))].sort()) {
    const [one, other] = [ofA?.get(unitId), ofB?.get(unitId)];
    if (!sameRows(one?.readings ?? null, other?.readings ?? null)) return unitId;
    if (!sameRows(one?.samples ?? null, other?.samples ?? null)) return unitId;
  }
  return null;
}
