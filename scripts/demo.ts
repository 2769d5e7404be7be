import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseConfig } from '../src/config.ts';
import { systemClock } from '../src/context.ts';
import { migrate } from '../src/database/migrate.ts';
import { openConfigured } from '../src/database/open.ts';
import { createLogger } from '../src/logger.ts';
import { type RunningService, startService } from '../src/service.ts';
import { thingsToTry } from './demo/commands.ts';
import { loadSample } from './demo/load.ts';
import { runReplayDevice } from './demo/replay-device.ts';
import { readRecorded, sampleFiles, SAMPLES, weeksToShift } from './demo/sample.ts';
import { runCommand } from './support/open.ts';

const WEEK_MILLISECONDS = 7 * 86_400_000;

/** What a second start must know of the first. */
interface DemoState { readonly weeks: Readonly<Record<string, number>>; readonly replay: boolean }

await runCommand(async () => {
  const { values } = parseArgs({ options: { 'as-recorded': { type: 'boolean', default: false } } });
  const started = performance.now();
  const say = (line: string): void => { process.stdout.write(`${line}\n`); };
  // A newcomer tries more than fifty requests an hour; the service's own defaults stand.
  const config = parseConfig({ RATE_LIMIT_PER_HOUR: '100000', RATE_LIMIT_PER_DAY: '1000000', LOG_LEVEL: 'warn', ...process.env });
  const log = createLogger(config.logLevel);
  const stateFile = join(config.dataDir, 'demo.json');

  const state = existsSync(stateFile)
    ? JSON.parse(await readFile(stateFile, 'utf8')) as DemoState // written below
    : await loadAll(config, values['as-recorded'], say);
  if (!existsSync(stateFile)) await writeFile(stateFile, JSON.stringify(state));

  const service = await startService(config, log);
  const stopping = stopOnSignal();
  const url = service.url ?? `http://${config.host}:${config.port}`;
  say(await thingsToTry(service, url, state));
  say(`Ready after ${Math.round((performance.now() - started) / 1000)} s. Ctrl-C stops; the next start continues where this one ends.`);
  await serve(service, url, state, stopping, say);
  return 0;
});

async function loadAll(config: ReturnType<typeof parseConfig>, asRecorded: boolean, say: (line: string) => void): Promise<DemoState> {
  const log = createLogger('warn');
  const opened = await openConfigured(config, log);
  try {
    await migrate(opened.database);
    const context = { config, clock: systemClock, log, database: opened.database };
    const now = systemClock.now();
    const weeks: Record<string, number> = {};
    for (const sample of SAMPLES) {
      const shift = asRecorded ? 0 : weeksToShift(sample, now);
      weeks[sample.industryId] = shift;
      await loadSample(context, sample, shift, say);
    }
    return { weeks, replay: !asRecorded };
  } finally {
    await opened.close();
  }
}

function stopOnSignal(): AbortController {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
  return controller;
}

/** Runs the replay device until a signal, then stops cleanly. */
async function serve(service: RunningService, url: string, state: DemoState, stopping: AbortController, say: (line: string) => void): Promise<void> {
  const [sample] = SAMPLES;
  if (state.replay && sample !== undefined) {
    const shiftMs = (state.weeks[sample.industryId] ?? 0) * WEEK_MILLISECONDS;
    const units = await Promise.all(sampleFiles(sample).map(async ({ unitId, path }) => ({ unitId, recorded: await readRecorded(path), shiftMs })));
    await runReplayDevice({
      url, username: 'canterbury.user', password: 'Plains-user-1', units,
      onSent: (count, rejected) => { if (rejected > 0) say(`replay device: ${rejected} of ${count} readings were refused`); },
      onTrouble: (message) => { say(`replay device: ${message}`); },
    }, stopping.signal);
  } else {
    await new Promise<void>((resolve) => {
      if (stopping.signal.aborted) resolve();
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  say('Stopping ..');
  await service.stop();
}
