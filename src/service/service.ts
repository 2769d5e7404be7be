import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Channel } from '../platform/channels/channel.ts';
import type { Channels } from '../platform/channels/channels.ts';
import { type CountMessage, countedChannels } from '../platform/channels/counted.ts';
import type { Config } from '../config.ts';
import { type Clock, type Context, systemClock } from '../context.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openReplica } from '../platform/database/replica.ts';
import { openConfigured, type OpenDatabase } from '../platform/database/open.ts';
import { createApp } from './app.ts';
import { lacksOperators, setupCode } from '../industries/first-operator.ts';
import { BEGIN_PATH } from '../window/begin.ts';
import type { Demonstration } from '../window/demonstration.ts';
import { createOperationsApp } from '../platform/http/surface-app.ts';
import { Faults, watchedMail } from '../platform/faults/faults.ts';
import { watchSurroundings } from '../platform/faults/watch-surroundings.ts';
import { GRACE_MS, type RunningServer, startServer } from '../platform/http/server.ts';
import { createHttpServices, type HttpServices } from './services.ts';
import { QUEUE_NAMES, createQueues, startWorker } from './worker.ts';
import type { Logger } from '../logger.ts';
import { createMetrics } from './metrics.ts';
import type { RunningListener } from '../readings/mqtt/listener.ts';
import type { RunningMqtt } from '../readings/mqtt/subscriber.ts';
import { startBroker, startOwnListener } from './receivers.ts';
import { preflight } from './preflight.ts';
import { openBoss, queueClient, queueDepth } from '../platform/queue/client.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import { signingSecrets } from './secrets.ts';
import { analystSetUpProblem } from '../keeping/analysts/analyst-logins.ts';
import { tidyStaging } from '../keeping/archive/staging.ts';
import { type BrokerLink, type Readiness, readinessOf } from '../platform/readiness.ts';
import { channelsOf } from '../platform/live/publish.ts';
import { createStoredTeller } from './settled-reactions.ts';
import { PATIENCE_MILLISECONDS } from '../findings/insights/request-insights.ts';
import { finishRuns } from '../figures/processing/run-in-turn.ts';
import { createHeldIndustries } from '../platform/directory/held-industries.ts';
import { createFigureCaches } from '../figures/store/figure-caches.ts';

export interface RunningService {
  /** Address of the API, or of a worker's health and metrics. */
  readonly url: string;
  readonly context: Context;
  /** Connection string for other clients of the same database. */
  readonly connection: OpenDatabase['connection'];
  /**
   * Stops taking requests and jobs, lets running work finish for up to 10 s and uploads for 8 s, and closes the
   * database.
   */
  stop(): Promise<void>;
}

interface StartedDemonstration extends Demonstration {
  /** Takes the place of the mail server. */
  readonly email: Channel;
}

/** Answers of /readyz until these parts work. */
const WORKER_STARTS = 'The worker is being started.';
const LISTENER_STARTS = 'The listener for devices is being started.';
/** Time before the end of that span at which unfinished uploads are told to come again. */
const ANSWER_MILLISECONDS = 2_000;

/**
 * The composition root: config -> database -> migrate -> queue -> services -> HTTP and/or workers.
 * @throws SettingError before any work when a setting cannot be used; Error with a sentence when a part cannot start;
 * what had started is stopped again.
 */
export async function startService(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
  demonstration: StartedDemonstration | null = null,
): Promise<RunningService> {
  await preflight(config);
  const faults = new Faults();
  const opened = await openConfigured(config, log, () => faults.begin('database'));
  for (;;) {
    const restarts = opened.engineRestarts();
    try {
      return await startParts(config, log, clock, demonstration, { opened, faults });
    } catch (error) {
      // An engine that dies during the start is started again, with the parts that rest on it, as it would be later.
      if (await opened.isBackSince(restarts)) {
        log.error({ error: reasonOf(error) }, 'the database died while the service started; starting again');
        continue;
      }
      await opened.close();
      throw error;
    }
  }
}

/** The parts that run so far. */
interface Parts {
  boss: PgBoss | null;
  services: HttpServices | null;
  server: RunningServer | null;
  mqtt: RunningMqtt | null;
  listener: RunningListener | null;
  endWatch: (() => Promise<void>) | null;
}

/**
 * Starts every part that rests on the database.
 * @throws Error when a part cannot start; parts that had started are stopped again.
 */
async function startParts(
  config: Config,
  log: Logger,
  clock: Clock,
  demonstration: StartedDemonstration | null,
  { opened, faults }: { readonly opened: OpenDatabase; readonly faults: Faults },
): Promise<RunningService> {
  const replica = config.databaseReadUrl === null ? null : openReplica(config.databaseReadUrl, opened.database, log);
  const database = replica?.database ?? opened.database;
  const findHeldIndustry = createHeldIndustries(database, () => clock.now());
  const context: Context = { config, clock, log, database, figureCaches: createFigureCaches(), findHeldIndustry };
  const parts: Parts = { boss: null, services: null, server: null, mqtt: null, listener: null, endWatch: null };
  const cut = new AbortController();
  const stopAll = async (): Promise<void> => {
    await stopParts(parts, cut);
    await replica?.close();
  };
  try {
    await prepareDatabase(opened.database, context);
    const boss = await openBoss(opened.connection, log);
    parts.boss = boss;
    await createQueues(boss);
    const queue = queueClient(boss, () => clock.now());
    const takesMessages = config.role !== 'api' && config.mqtt !== null;
    const broker = (): BrokerLink | null => (takesMessages ? (parts.mqtt?.link() ?? 'connecting') : null);
    const metrics = createMetrics({
      context,
      boss: () => parts.boss,
      queues: QUEUE_NAMES,
      broker,
      engineRestarts: () => opened.engineRestarts(),
      loginsCutOff: () => opened.loginsCutOff(),
      replicaReads: replica?.answered ?? null,
    });
    const intake = { tellStored: createStoredTeller(context, queue), countRows: metrics.countRows };
    const starting = new Set(
      config.role === 'api' ? [] : [WORKER_STARTS, ...(config.mqttListen === null ? [] : [LISTENER_STARTS])],
    );
    const channels = watchedChannels(context, demonstration, faults, metrics.countMessage);
    const foundation = {
      ...intake,
      context,
      queue,
      queueDepth: (name: string) => queueDepth(boss, name),
      channels,
      countMessage: metrics.countMessage,
      metrics: metrics.registry,
      readiness: () => readinessOfParts(opened, config, broker, starting),
      faults,
      cut: cut.signal,
      demonstration,
      insightsPatienceMilliseconds: PATIENCE_MILLISECONDS,
    };
    if (config.role !== 'worker')
      parts.services = createHttpServices({ ...foundation, secrets: await signingSecrets(config) });
    const app = parts.services === null ? createOperationsApp(foundation) : createApp(parts.services);
    const server = await startServer(app, config.host, config.port);
    parts.server = server;
    parts.endWatch = watchFrom(opened, { config, clock, log, faults, broker, replica, url: server.url });
    await inviteFirstOperator(context, parts.services, server.url);
    if (config.role !== 'api') {
      await startWorker(
        boss,
        { context, queue, channels, countMessage: metrics.countMessage },
        { failures: metrics.jobFailures },
      );
      starting.delete(WORKER_STARTS);
      const receiving = { ...context, queue, ...intake };
      parts.mqtt = await startBroker(receiving, server.url);
      parts.listener = await startOwnListener(receiving, parts.services?.deviceKeys ?? null);
      starting.delete(LISTENER_STARTS);
    }
    reportChannels(channels, log);
    log.info({ url: server.url, database: opened.kind, role: config.role }, 'ready');
    return {
      url: server.url,
      context,
      connection: opened.connection,
      async stop() {
        log.info('stopping');
        await stopAll();
        await opened.close();
        log.info('stopped');
      },
    };
  } catch (error) {
    await stopAll().catch((trouble: unknown) => log.warn({ error: reasonOf(trouble) }, 'stopping failed'));
    throw error;
  }
}

function watchedChannels(
  context: Context,
  demonstration: StartedDemonstration | null,
  faults: Faults,
  count: CountMessage,
): Channels {
  const channels = channelsOf(context);
  return countedChannels({ ...channels, email: watchedMail(demonstration?.email ?? channels.email, faults) }, count);
}

interface WatchingProcess extends Pick<Context, 'config' | 'clock' | 'log'> {
  readonly faults: Faults;
  readonly broker: () => BrokerLink | null;
  readonly replica: ReturnType<typeof openReplica> | null;
  readonly url: string;
}

const watchFrom = (opened: OpenDatabase, { config, replica, url, ...process }: WatchingProcess) =>
  watchSurroundings({
    ...process,
    database: opened.database,
    process: `${hostname()}:${new URL(url).port}`,
    isReplicaPassedOver: replica?.isPassedOver ?? null,
    engineRestarts: () => opened.engineRestarts(),
    dataDir: config.databaseUrl === null ? config.dataDir : null,
  });

async function stopParts(
  { boss, services, server, mqtt, listener, endWatch }: Parts,
  cut: AbortController,
): Promise<void> {
  const cutting = setTimeout(() => cut.abort(), GRACE_MS - ANSWER_MILLISECONDS);
  // Live streams stop first, because an open stream would hold up the server's end.
  await services?.live.stop();
  await Promise.all([
    server?.stop(GRACE_MS),
    Promise.race([finishRuns(), delay(GRACE_MS, undefined, { ref: false })]),
    mqtt?.stop(),
    listener?.stop(),
    boss?.stop({ graceful: true, timeout: GRACE_MS, close: false }),
  ]);
  // Last, because requests that were running have queued jobs to their end.
  await boss?.stop();
  clearTimeout(cutting);
  await endWatch?.();
  await services?.deviceKeys.flush();
}

async function prepareDatabase(database: OpenDatabase['database'], context: Context): Promise<void> {
  const { log } = context;
  const { applied } = await migrate(database);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const problem = await analystSetUpProblem(database);
  if (problem !== null) log.warn(problem);
  // The start does not wait for tidying, because gigabytes may have been left over.
  void tidyStaging(context).catch((error: unknown) =>
    log.warn({ err: error }, 'what a killed archive may have left over was not removed'),
  );
}

const readinessOfParts = (
  opened: OpenDatabase,
  config: Config,
  broker: () => BrokerLink | null,
  starting: ReadonlySet<string>,
): Promise<Readiness> =>
  readinessOf({
    engineTrouble: () => opened.engineTrouble(),
    ping: () => opened.database.ping(),
    isDiskFull: () => opened.database.isDiskFull(),
    broker,
    starting: () => [...starting],
    setUpProblem: () => analystSetUpProblem(opened.database),
    servesApi: config.role !== 'worker',
  });

async function inviteFirstOperator(context: Context, services: HttpServices | null, url: string): Promise<void> {
  if (services !== null && (await lacksOperators(context)))
    context.log.warn(
      { page: `${url}${BEGIN_PATH}`, code: setupCode(services.secrets[0] ?? '') },
      'this installation has no operator yet: whoever has this code makes the first one on this page',
    );
}

/** Reports channels without settings once at the start, in one line, so that a failing send surprises nobody. */
function reportChannels(channels: Channels, log: Logger): void {
  const missing = Object.values(channels).filter(({ isSetUp }) => !isSetUp);
  if (missing.length === 0) return;
  const settings = Object.fromEntries(missing.map((channel) => [channel.name, channel.settings]));
  log.warn({ settings }, `channels that are not set up, and whose sends fail: ${Object.keys(settings).join(', ')}`);
}
