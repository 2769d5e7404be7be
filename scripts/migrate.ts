import { loadConfig } from '../src/config.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openConfigured } from '../src/platform/database/open.ts';
import { createLogger } from '../src/logger.ts';
import { runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run migrate',
  summary: 'Brings the database to the present schema; every start and every command does, too.',
  flags: {},
} as const;

await runCommand(COMMAND, async () => {
  const opened = await openConfigured(loadConfig('command'), createLogger('error'));
  try {
    const { applied } = await migrate(opened.database);
    process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied: ${applied.join(', ')}\n`);
    return 0;
  } finally {
    await opened.close();
  }
});
