import { VERSION } from '../src/platform/version.ts';
import { loadConfig } from '../src/config.ts';
import { systemClock } from '../src/context.ts';
import { openConfigured } from '../src/platform/database/open.ts';
import { withSnapshot } from '../src/platform/database/snapshot.ts';
import { createLogger } from '../src/logger.ts';
import { signingSecrets } from '../src/service/secrets.ts';
import { archivedElsewhere } from '../src/keeping/archive/archives.ts';
import { writeBackup } from '../src/keeping/backup/write-backup.ts';
import { writeBackupFile } from './support/backup-file.ts';
import { runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run backup',
  summary: 'Writes the whole installation into one file, as it is at one moment. The service goes on meanwhile.',
  flags: {
    to: { value: 'FILE', required: true, what: 'the file, gzip; - is the standard output' },
    'with-secrets': { what: 'adds the generated signing secret of an embedded installation' },
  },
  notes: [
    'npm run restore reads it, on either engine. The file holds hashes of passwords: only its owner can read it.',
    'npm prints lines of its own in front of the standard output: npm run --silent backup -- --to -',
  ],
} as const;

await runCommand(COMMAND, async ({ values }) => {
  const config = loadConfig('command');
  const isServer = config.databaseUrl !== null;
  const ownSecret = values['with-secrets'] && !isServer && config.jwtSecrets === null;
  if (values['with-secrets'] && !ownSecret)
    throw new Error(
      '--with-secrets: the signing secret is the setting JWT_SECRET here; keep it with the other settings',
    );
  const log = createLogger('error');
  const opened = await openConfigured(config, log);
  try {
    const began = performance.now();
    const [signingSecret] = ownSecret ? await signingSecrets(config) : [];
    const beganAt = new Date(systemClock.now());
    const about = { engine: isServer ? 'server' : 'embedded', release: VERSION, beganAt } as const;
    const { result, heldMilliseconds } = await withSnapshot(opened, config.dataDir, log, (database) =>
      writeBackup(database, signingSecret === undefined ? about : { ...about, signingSecret }, (lines) =>
        writeBackupFile(values.to, lines),
      ),
    );
    const rows = Object.values(result.tables).reduce((sum, table) => sum + table.rows, 0);
    const readings = result.tables['telemetry.reading']?.rows ?? 0;
    const held = heldMilliseconds === null ? '' : `, others waited ${(heldMilliseconds / 1000).toFixed(1)} s`;
    process.stderr.write(
      `${rows} rows, ${readings} of them readings, as of ${beganAt.toISOString()}; ${((performance.now() - began) / 1000).toFixed(1)} s${held}\n`,
    );
    for (const note of await archivedElsewhere(opened)) process.stderr.write(`${note}\n`);
    return 0;
  } finally {
    await opened.close();
  }
});
