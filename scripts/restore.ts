import { loadConfig } from '../src/config.ts';
import { systemClock } from '../src/context.ts';
import { knownSchema, migrate, sqlFiles } from '../src/platform/database/migrate.ts';
import { openConfigured } from '../src/platform/database/open.ts';
import { BackupError } from '../src/keeping/rules/backup/format.ts';
import { createLogger } from '../src/logger.ts';
import { storeBackupSecret } from '../src/service/secrets.ts';
import { archivedElsewhere } from '../src/keeping/archive/archives.ts';
import { checkBackup } from '../src/keeping/backup/read-backup.ts';
import { restoreBackup } from '../src/keeping/backup/restore-backup.ts';
import { readBackupFile, requireBackupFile } from './support/backup-file.ts';
import { runCommand } from './support/open.ts';
import { createProgress } from './support/progress.ts';

const COMMAND = {
  name: 'npm run restore',
  summary: 'Restores a back-up into an empty database or data directory, all of it or nothing.',
  flags: { from: { value: 'FILE', required: true, what: 'what npm run backup has written, on either engine' } },
  notes: ['Stop the service of that place first. A restore that is interrupted leaves the place empty: run it again.'],
} as const;

await runCommand(COMMAND, async ({ values: { from } }) => {
  const config = loadConfig('command');
  await requireBackupFile(from);
  const open = (): AsyncIterable<Uint8Array> => readBackupFile(from);
  const contents = await naming(from, checkBackup(open(), knownSchema()));
  const opened = await openConfigured(config, createLogger('error'));
  const progress = createProgress('restore', 'rows');
  try {
    if (opened.kind === 'embedded, attached')
      throw new Error(`A service runs in the data directory ${config.dataDir}: stop it first.`);
    const { database } = opened;
    const parts = {
      context: { database, clock: systemClock },
      migrateTo: (names: readonly string[] | null) =>
        names === null
          ? migrate(database)
          : migrate(database, {
              roles: sqlFiles('roles'),
              migrations: sqlFiles('migrations').filter(({ name }) => names.includes(name)),
              idempotent: [],
            }),
      isOneSession: opened.kind !== 'server',
      onRows: (stored: number, total: number) => progress.update(stored, total, stored),
    };
    const { rows, mismatches } = await naming(from, restoreBackup(parts, contents, open)).finally(progress.finish);
    const { beganAt, analysts, signingSecret } = contents.header;
    process.stdout.write(`${rows} rows restored, as of ${beganAt}; `);
    process.stdout.write(
      mismatches === 0
        ? 'every rollup says what its readings say\n'
        : `${mismatches} buckets of rollups differed from their readings and were rebuilt\n`,
    );
    for (const note of await archivedElsewhere(opened)) process.stdout.write(`${note}\n`);
    if (analysts.length > 0)
      process.stdout.write(`logins of analysts to be made anew with npm run analyst: ${analysts.join(', ')}\n`);
    if (signingSecret !== undefined)
      process.stdout.write(
        (await storeBackupSecret(config, signingSecret))
          ? 'the signing secret was restored: who was logged in stays so\n'
          : 'the signing secret in the file was not used, because this place has one of its own\n',
      );
    return 0;
  } finally {
    await opened.close();
  }
});

/** Puts the file's name in front of a failure. */
async function naming<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackupError) throw new Error(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}
