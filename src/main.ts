import { readCommandLine } from './command-line.ts';
import { type Config, flagsKeptByNpm, loadConfig, SettingError } from './config.ts';
import { createLogger } from './logger.ts';
import { reasonOf } from './kernel/reason-of.ts';
import { startService } from './service/service.ts';

const COMMAND = {
  name: 'npm start',
  summary: 'The service: API and worker, on DATABASE_URL or the embedded engine in DATA_DIR.',
  flags: {},
  notes: [
    'Settings are variables of the environment (docs/how-to/operating.md, Settings), first of all DATABASE_URL, DATA_DIR, HOST, PORT, ROLE and JWT_SECRET.',
  ],
};

let config: Config;
try {
  const line = readCommandLine(COMMAND, process.argv.slice(2), flagsKeptByNpm);
  if ('help' in line) {
    process.stdout.write(line.help);
    process.exit(0);
  }
  config = loadConfig();
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

const log = createLogger(config.logLevel);
const starting = startService(config, log);
let stopping = false;
// From the first moment: whoever starts a service may want to stop it before it is ready.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    starting
      .then((service) => service.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ error: reasonOf(error) }, 'stopping failed');
          process.exit(1);
        },
      );
  });
}
try {
  await starting;
} catch (error) {
  if (error instanceof SettingError) process.stderr.write(`${error.message}\n`);
  else log.fatal({ error: reasonOf(error) }, 'could not start');
  process.exitCode = 1;
}
