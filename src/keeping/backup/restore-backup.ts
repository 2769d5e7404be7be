import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { BackupError, type TableHeading } from '../rules/backup/format.ts';
import { RowDigest } from '../rules/backup/table-order.ts';
import { firstNames } from '../../kernel/text.ts';
import { addDays, firstOfNextYear, firstOfYear } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import {
  backupTables,
  type BackupTable,
  beforeRows,
  behindRows,
  checkpoint,
  clearTables,
  fillTable,
  holdIndustries,
  industriesThere,
  migrationsOf,
  setSequences,
  stretchesOfReadings,
  writeTextsAlike,
} from '../store/backup.ts';
import { addDueRollups } from '../../figures/store/upkeep.ts';
import { refreshDueRollups } from '../../figures/rollups/refresh-due-rollups.ts';
import { verifyRollups } from '../upkeep/verify-rollups.ts';
import { type BackupContents, backupParts } from './read-backup.ts';
import { digestTables, headingOf } from './write-backup.ts';

interface RestoreParts {
  readonly context: DataContext;
  /** Runs migrations up to these; null: up to the newest. */
  readonly migrateTo: (names: readonly string[] | null) => Promise<unknown>;
  /** Whether nobody else writes a checkpoint while a transaction holds the only session. */
  readonly isOneSession: boolean;
  readonly onRows: (stored: number, total: number) => void;
}

interface Restored {
  readonly rows: number;
  /** Number of buckets of rollups that differed from their readings and were rebuilt. */
  readonly mismatches: number;
}

/**
 * Restores a back-up that was found whole. The schema of that time is made, the rows are stored, read back and compared
 * with the trailer. All that is one transaction, so an interrupted restore leaves the database empty. The newer
 * migrations, the rollups and their verification follow. The next start does those that were interrupted.
 * @param open gives the uncompressed bytes from the beginning
 * @throws BackupError when the database is not empty, or its rows differ from the back-up afterwards
 */
export async function restoreBackup(
  { context, migrateTo, isOneSession, onRows }: RestoreParts,
  { header, trailer }: BackupContents,
  open: () => AsyncIterable<Uint8Array>,
): Promise<Restored> {
  const { database } = context;
  await requireEmptyPlace(database, header.schema);
  await migrateTo(header.schema);
  const rows = Object.values(trailer.tables).reduce((sum, table) => sum + table.rows, 0);
  const stretches = await database.transaction(async (transaction) => {
    await holdIndustries(transaction);
    await requireNoIndustry(transaction);
    await writeTextsAlike(transaction);
    const tables = await backupTables(transaction);
    await clearTables(transaction, tables);
    await beforeRows(transaction, tables);
    let stored = 0;
    await fill(transaction, tables, open(), isOneSession, (count) => onRows((stored += count), rows));
    await behindRows(transaction, tables);
    await requireEqual(transaction, tables, trailer.tables);
    await setSequences(transaction, trailer.sequences);
    const found = await stretchesOfReadings(transaction);
    for (const { from, end } of found) await addDueRollups(transaction, from, addDays(end, -1));
    return found;
  });
  await migrateTo(null);
  await refreshDueRollups(context);
  return { rows, mismatches: await verifyYears(context, stretches) };
}

async function requireEmptyPlace(db: Querier, schema: readonly string[]): Promise<void> {
  const there = await migrationsOf(db);
  if (there.length === 0) return;
  await requireNoIndustry(db);
  const newer = there.find((name) => !schema.includes(name));
  if (newer !== undefined)
    throw new BackupError(
      `the place has migration ${newer} already, which the back-up does not have: restore into an empty database or data directory`,
    );
}

async function requireNoIndustry(db: Querier): Promise<void> {
  const there = await industriesThere(db);
  if (there.length === 0) return;
  throw new BackupError(
    `the place is not empty, it holds ${there.length === 1 ? 'industry' : 'industries'} ${firstNames(there)}: restore into an empty database or data directory`,
  );
}

/** Characters of the rows of one statement, so that memory stays bounded. */
const PAGE_CHARACTERS = 1_000_000;
const CHECKPOINT_CHARACTERS = 64_000_000;

async function fill(
  transaction: Querier,
  tables: readonly BackupTable[],
  bytes: AsyncIterable<Uint8Array>,
  isOneSession: boolean,
  onRows: (count: number) => void,
): Promise<void> {
  let table: BackupTable | null = null;
  let page: string[] = [];
  let characters = 0;
  let sinceCheckpoint = 0;
  const flush = async (): Promise<void> => {
    if (table === null || page.length === 0) return;
    try {
      await fillTable(transaction, table, page);
    } catch (error) {
      throw new BackupError(`rows of table ${table.name} cannot be stored: ${reasonOf(error)}`, { cause: error });
    }
    onRows(page.length);
    sinceCheckpoint += characters;
    [page, characters] = [[], 0];
    if (!isOneSession || sinceCheckpoint < CHECKPOINT_CHARACTERS) return;
    await checkpoint(transaction);
    sinceCheckpoint = 0;
  };
  for await (const part of backupParts(bytes, () => {})) {
    if ('rows' in part) {
      for (const row of part.rows) {
        page.push(row);
        characters += row.length;
        if (characters >= PAGE_CHARACTERS) await flush();
      }
      continue;
    }
    await flush();
    if ('heading' in part) table = tableOf(tables, part.heading);
  }
}

function tableOf(tables: readonly BackupTable[], heading: TableHeading): BackupTable {
  const table = tables.find(({ name }) => name === heading.table);
  if (table === undefined) throw new BackupError(`table ${heading.table} is not one of its schema`);
  const { columns } = headingOf(table);
  if (JSON.stringify(columns) !== JSON.stringify(heading.columns))
    throw new BackupError(
      `table ${heading.table} has columns ${heading.columns.join(', ')} in it, and ${columns.join(', ')} in its schema`,
    );
  return table;
}

/** A table that no back-up holds may be renamed: the back-up's schema has it by its earlier name, without rows. */
const NO_ROWS = new RowDigest().value();

/**
 * Compares the stored rows with the back-up. They are read again, because only this shows that nothing was lost or
 * changed.
 */
async function requireEqual(
  transaction: Querier,
  tables: readonly BackupTable[],
  written: BackupContents['trailer']['tables'],
): Promise<void> {
  const found = await digestTables(transaction, tables);
  for (const name of new Set([...Object.keys(written), ...Object.keys(found)])) {
    const [was, is] = [written[name] ?? NO_ROWS, found[name] ?? NO_ROWS];
    if (was.rows !== is.rows || was.digest !== is.digest)
      throw new BackupError(
        `table ${name} does not hold afterwards what the back-up has: ${is.rows} rows, ${was.rows} were written; nothing was restored`,
      );
  }
}

/** Verifies rollups year by year, because a year's rollup is compared with all readings of the year. */
async function verifyYears(
  context: DataContext,
  stretches: readonly { readonly from: BusinessDate; readonly end: BusinessDate }[],
): Promise<number> {
  const years = new Map<BusinessDate, { from: BusinessDate; to: BusinessDate }>();
  for (const { from, end } of stretches) {
    for (let start = from; start < end; start = firstOfNextYear(start)) {
      const year = firstOfYear(start);
      const last = addDays(firstOfNextYear(start) < end ? firstOfNextYear(start) : end, -1);
      const known = years.get(year);
      years.set(year, {
        from: known !== undefined && known.from < start ? known.from : start,
        to: known !== undefined && known.to > last ? known.to : last,
      });
    }
  }
  let mismatches = 0;
  for (const { from, to } of years.values()) mismatches += (await verifyRollups(context, from, to)).mismatches.length;
  return mismatches;
}
