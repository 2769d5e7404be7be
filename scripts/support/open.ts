import { type CommandLine, type CommandShape, type Flag, readCommandLine } from '../../src/command-line.ts';
import { type Config, flagsKeptByNpm, loadConfig } from '../../src/config.ts';
import { type Context, systemClock } from '../../src/context.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openConfigured, type OpenDatabase } from '../../src/platform/database/open.ts';
import { openReplica } from '../../src/platform/database/replica.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import { createLogger } from '../../src/logger.ts';
import { reasonOf } from '../../src/kernel/reason-of.ts';

interface OpenService {
  readonly context: Context;
  readonly opened: OpenDatabase;
  close(): Promise<void>;
}

/**
 * Opens everything a command needs: configuration, the clock, and a migrated database, of which a replica answers reads
 * as it does for the service. A running service of the same data directory shares its database; otherwise one is
 * started for this command. Logs go to standard error and only from `error` on, unless LOG_LEVEL says otherwise.
 */
export async function openService(): Promise<OpenService> {
  const config: Config = loadConfig('command');
  const log = createLogger(config.logLevel === 'info' ? 'error' : config.logLevel);
  const opened = await openConfigured(config, log);
  try {
    await migrate(opened.database);
  } catch (error) {
    await opened.close();
    throw error;
  }
  const replica = config.databaseReadUrl === null ? null : openReplica(config.databaseReadUrl, opened.database, log);
  return {
    context: { config, clock: systemClock, log, database: replica?.database ?? opened.database },
    opened,
    close: async () => {
      await replica?.close();
      await opened.close();
    },
  };
}

/**
 * Runs a command with its arguments, or prints its help. A failure is one sentence on standard error and exit code 1.
 * The `details` of a service error follow, one a line.
 */
export async function runCommand<const F extends Readonly<Record<string, Flag>>>(
  shape: CommandShape<F>,
  command: (line: CommandLine<F>) => Promise<number>,
): Promise<void> {
  try {
    const line = readCommandLine(shape, process.argv.slice(2), flagsKeptByNpm);
    if ('help' in line) process.stdout.write(line.help);
    else process.exitCode = await command(line);
  } catch (error) {
    process.stderr.write(`${complaintOf(error, Object.keys(shape.flags)).join('\n')}\n`);
    process.exitCode = 1;
  }
}

/** The error as lines. A service names a field; people read the flag instead that they have typed. */
function complaintOf(error: unknown, flags: readonly string[]): string[] {
  if (!(error instanceof ServiceError)) return [reasonOf(error)];
  const { message, details } = error;
  const [detail] = details;
  if (detail !== undefined && flags.includes(detail.field) && message.startsWith(`${detail.field} `))
    return [`--${message}`];
  return [message, ...details.map(({ field, problem }) => `  ${field}: ${problem}`)];
}
