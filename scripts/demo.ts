import { parseConfig } from '../src/config.ts';
import { systemClock } from '../src/context.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openConfigured } from '../src/platform/database/open.ts';
import { createLogger } from '../src/logger.ts';
import { preflight } from '../src/service/preflight.ts';
import { type RunningService, startService } from '../src/service/service.ts';
import { recordAlerts } from './demo/alerts.ts';
import { thingsToTry } from './demo/commands.ts';
import { liveFigure } from './demo/live-figure.ts';
import { type DemoMailbox, openDemoMailbox } from './demo/mailbox.ts';
import { tellStory } from './demo/story.ts';
import { loadSamples, sendUnknownMeter } from './demo/load.ts';
import { addOperator } from './demo/operator.ts';
import { runReplayDevice } from './demo/replay-device.ts';
import { demoLogins, readSeries, SAMPLES } from './demo/sample.ts';
import { type DemoState, readState, writeState } from './demo/state.ts';
import { runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run demo',
  summary:
    'The service on the embedded engine with sample readings, in DATA_DIR (./data); prints what to try and stays up.',
  flags: {
    'as-recorded': {
      what: 'readings end where the recordings end; without it a device repeats four recorded weeks up to now',
    },
  },
} as const;

await runCommand(COMMAND, async ({ values }) => {
  const started = performance.now();
  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  // A newcomer makes more than fifty requests an hour. The service's own defaults stand.
  const config = parseConfig({
    RATE_LIMIT_PER_HOUR: '100000',
    RATE_LIMIT_PER_DAY: '1000000',
    LOG_LEVEL: 'warn',
    // Links of mails lead to this demo.
    PUBLIC_URL: `http://localhost:${process.env['PORT'] ?? 3000}`,
    ...process.env,
  });
  const log = createLogger(config.logLevel);

  // Loading takes a minute, so problems that would stop the service are told before.
  await preflight(config);
  const mailbox = openDemoMailbox(config.dataDir);
  const kept = await readState(config.dataDir);
  const state = kept ?? (await loadAll(config, mailbox, values['as-recorded'], say));
  if (kept === null) await writeState(config.dataDir, state);

  const service = await startService(config, log, systemClock, {
    logins: demoLogins(state),
    email: mailbox.emailBy(systemClock),
    mails: mailbox.mails,
    figure: liveFigure,
  });
  const stopping = stopOnSignal();
  const { url } = service;
  say(await thingsToTry(service, url, state));
  say(
    `Ready after ${Math.round((performance.now() - started) / 1000)} s. Ctrl-C stops; the next start continues where this one ends.`,
  );
  await serve(service, url, state, stopping, say);
  return 0;
});

async function loadAll(
  config: ReturnType<typeof parseConfig>,
  mailbox: DemoMailbox,
  asRecorded: boolean,
  say: (line: string) => void,
): Promise<DemoState> {
  const log = createLogger('warn');
  const opened = await openConfigured(config, log);
  try {
    await migrate(opened.database);
    const context = { config, clock: systemClock, log, database: opened.database };
    const late = await loadSamples(context, SAMPLES, !asRecorded, say);
    await sendUnknownMeter(context);
    await recordAlerts(context);
    await tellStory(context, mailbox, late);
    return { layout: 2, replay: !asRecorded, operator: await addOperator(context) };
  } finally {
    await opened.close();
  }
}

function stopOnSignal(): AbortController {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
  return controller;
}

/** Runs the replay devices until a signal, then stops cleanly. */
async function serve(
  service: RunningService,
  url: string,
  state: DemoState,
  stopping: AbortController,
  say: (line: string) => void,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (stopping.signal.aborted) resolve();
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.all([
    stopped,
    ...(state.replay ? SAMPLES : []).map(async (sample) =>
      runReplayDevice(
        {
          url,
          ...sample.device,
          units: await readSeries(sample),
          onSent: (count, rejected) => {
            if (rejected > 0)
              say(`replay device of ${sample.industryId}: ${rejected} of ${count} readings were refused`);
          },
          onTrouble: (message) => {
            say(`replay device of ${sample.industryId}: ${message}`);
          },
        },
        stopping.signal,
      ),
    ),
  ]);
  say('Stopping ..');
  await service.stop();
}
