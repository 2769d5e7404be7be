import { createHash } from 'node:crypto';
import type { Database, Querier } from '../../platform/database/database.ts';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupHeader,
  type BackupTrailer,
  type TableHeading,
} from '../rules/backup/format.ts';
import { RowDigest, type TableDigest } from '../rules/backup/table-order.ts';
import {
  aboutDatabase,
  type BackupTable,
  backupTables,
  holdMoment,
  sequenceValues,
  tableRows,
} from '../store/backup.ts';
import { CHUNKS_LOCK } from '../../platform/database/locks.ts';

/** Facts of a back-up that the database does not know. */
type AboutBackup = Pick<BackupHeader, 'engine' | 'release' | 'signingSecret'> & { readonly beganAt: Date };

/**
 * Writes the whole installation as of one moment, see rules/backup/format.ts. Every reading that was acknowledged
 * before is in it, and senders go on meanwhile. Compression and retention of chunks wait, because both empty tables for
 * a transaction with an earlier snapshot.
 * @param take is given lines, some at a time; the back-up is whole once it has returned
 * @throws Error when the database was never migrated
 */
export const writeBackup = (
  database: Database,
  about: AboutBackup,
  take: (lines: AsyncIterable<string>) => Promise<void>,
): Promise<BackupTrailer> =>
  database.withLock(CHUNKS_LOCK, () =>
    database.transaction(async (transaction) => {
      await holdMoment(transaction);
      const found = await aboutDatabase(transaction);
      if (found === null) throw new Error('There is nothing to back up: this database was never started or migrated.');
      const header: BackupHeader = {
        format: BACKUP_FORMAT,
        version: BACKUP_VERSION,
        schema: found.schema,
        engine: about.engine,
        timescaledb: found.timescaledb,
        release: about.release,
        beganAt: about.beganAt.toISOString(),
        analysts: found.analysts,
        ...(about.signingSecret === undefined ? {} : { signingSecret: about.signingSecret }),
      };
      let trailer: BackupTrailer | null = null;
      await take(linesOf(transaction, header, (written) => (trailer = written)));
      if (trailer === null) throw new Error('The back-up was not taken to its end.');
      return trailer;
    }),
  );

async function* linesOf(
  transaction: Querier,
  header: BackupHeader,
  end: (trailer: BackupTrailer) => void,
): AsyncGenerator<string> {
  const sum = createHash('sha256');
  const summed = (lines: string): string => {
    sum.update(lines);
    return lines;
  };
  yield summed(`${JSON.stringify(header)}\n`);
  const tables: Record<string, TableDigest> = {};
  for (const table of await backupTables(transaction)) {
    yield summed(`${JSON.stringify(headingOf(table))}\n`);
    const digest = new RowDigest();
    for await (const rows of tableRows(transaction, table)) {
      for (const row of rows) digest.add(row);
      yield summed(`${rows.join('\n')}\n`);
    }
    tables[table.name] = digest.value();
  }
  // Sequences have no snapshot. Read last, they are beyond every number in the rows.
  const sequences = await sequenceValues(transaction);
  const trailer: BackupTrailer = { end: true, tables, sequences, sha256: sum.digest('hex') };
  end(trailer);
  yield `${JSON.stringify(trailer)}\n`;
}

export const headingOf = ({ name, columns: [first = '', ...more] }: BackupTable): TableHeading => ({
  table: name,
  columns: [first, ...more],
});

/** Digests of all tables, as a back-up's trailer holds them. */
export async function digestTables(
  transaction: Querier,
  tables: readonly BackupTable[],
): Promise<Record<string, TableDigest>> {
  const digests: Record<string, TableDigest> = {};
  for (const table of tables) {
    const digest = new RowDigest();
    for await (const rows of tableRows(transaction, table)) for (const row of rows) digest.add(row);
    digests[table.name] = digest.value();
  }
  return digests;
}
