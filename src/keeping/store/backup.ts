import type { Querier } from '../../platform/database/database.ts';
import { EXCLUDED_TABLES, inOrderOfReferences } from '../rules/backup/table-order.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

/** A table of a back-up, with the statements that the catalog makes of its columns. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly needs: readonly string[];
  readonly openText: string;
  readonly clearText: string;
  readonly fillText: string;
  /** Statements before the first row and behind the last. */
  readonly beforeTexts: readonly string[];
  readonly behindTexts: readonly string[];
}

/** Tables of a back-up, each behind the tables that its rows refer to. */
export async function backupTables(db: Querier): Promise<BackupTable[]> {
  const tables = await db.many<BackupTable>('backup.tables');
  return inOrderOfReferences(tables.filter(({ name }) => !EXCLUDED_TABLES.has(name)));
}

/** Gives the transaction one snapshot. Call this before anything else in it. */
export async function holdMoment(transaction: Querier): Promise<void> {
  await transaction.many('backup.hold_moment');
  await writeTextsAlike(transaction);
}

export const writeTextsAlike = async (transaction: Querier): Promise<void> => {
  await transaction.many('backup.same_texts');
};

/**
 * Characters of a row up to which 10,000 rows are fetched at once, and up to which 500 are. A page has a million
 * characters or two.
 */
const SHORT_ROW_CHARACTERS = 200;
const MIDDLING_ROW_CHARACTERS = 2_000;

/** Rows to fetch next, by the length of the rows so far. */
const nextFetch = (rows: number, characters: number): string => {
  const perRow = characters / rows;
  if (perRow <= SHORT_ROW_CHARACTERS) return 'backup.fetch_many';
  return perRow <= MIDDLING_ROW_CHARACTERS ? 'backup.fetch_some' : 'backup.fetch_few';
};

/** Rows of a table, each as the JSON array of its columns' texts. One page at a time is in memory. */
export async function* tableRows(transaction: Querier, table: BackupTable): AsyncGenerator<string[]> {
  await transaction.execute(table.openText);
  for (let fetch = 'backup.fetch_few'; ;) {
    const page = (await transaction.many<{ row: string }>(fetch)).map(({ row }) => row);
    if (page.length === 0) break;
    fetch = nextFetch(
      page.length,
      page.reduce((sum, row) => sum + row.length, 0),
    );
    yield page;
  }
  await transaction.many('backup.close_rows');
}

/** Stores rows as {@link tableRows} gives them. */
export const fillTable = async (transaction: Querier, table: BackupTable, rows: readonly string[]): Promise<void> => {
  await transaction.execute(table.fillText, [`[${rows.join(',')}]`]);
};

/** Removes the rows that an installation without an industry has. */
export async function clearTables(transaction: Querier, tables: readonly BackupTable[]): Promise<void> {
  for (const { clearText } of tables.toReversed()) await transaction.execute(clearText);
}

export async function beforeRows(transaction: Querier, tables: readonly BackupTable[]): Promise<void> {
  for (const text of tables.flatMap(({ beforeTexts }) => beforeTexts)) await transaction.execute(text);
}

export async function behindRows(transaction: Querier, tables: readonly BackupTable[]): Promise<void> {
  for (const text of tables.flatMap(({ behindTexts }) => behindTexts)) await transaction.execute(text);
}

export const sequenceValues = async (db: Querier): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await db.many<{ name: string; lastValue: number }>('backup.sequences')).map((row) => [row.name, row.lastValue]),
  );

export async function setSequences(db: Querier, values: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await db.many('backup.set_sequence', { name, value });
}

/** Facts of the database for the header of a back-up; null: it was never migrated. */
export async function aboutDatabase(
  db: Querier,
): Promise<{ schema: string[]; timescaledb: string; analysts: string[] } | null> {
  const schema = await migrationsOf(db);
  if (schema.length === 0) return null;
  const { version } = await db.one<{ version: string }>('backup.extension');
  const analysts = await db.many<{ roleName: string }>('backup.analyst_logins');
  return { schema, timescaledb: version, analysts: analysts.map((row) => row.roleName) };
}

/** Names of the migrations that a database has had, in their order. */
export async function migrationsOf(db: Querier): Promise<string[]> {
  const { present } = await db.one<{ present: boolean }>('backup.has_ledger');
  return present ? (await db.many<{ name: string }>('backup.migrations')).map(({ name }) => name) : [];
}

export const industriesThere = async (db: Querier): Promise<string[]> =>
  (await db.many<{ industryId: string }>('backup.industries')).map((row) => row.industryId);

export const holdIndustries = async (transaction: Querier): Promise<void> => {
  await transaction.many('backup.hold_industries');
};

/** Business days that may have readings, `end` excluded. */
export const stretchesOfReadings = async (
  db: Querier,
): Promise<{ readonly from: BusinessDate; readonly end: BusinessDate }[]> =>
  (await db.many<{ fromDate: BusinessDate; endDate: BusinessDate }>('backup.stretches_of_readings')).map((row) => ({
    from: row.fromDate,
    end: row.endDate,
  }));

export const checkpoint = async (db: Querier): Promise<void> => {
  await db.many('database.checkpoint');
};
