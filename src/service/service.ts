import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { PgBoss } from 'pg-boss';
import type { Channel } from '../platform/channels/channel.ts';
import type { Channels } from '../platform/channels/channels.ts';
import { countedChannels } from '../platform/channels/counted.ts';
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
import { GRACE_MS, type RunningServer, startServer } from '../platform/http/server.ts';
import { createHttpServices, type HttpServices } from './services.ts';
import { QUEUE_NAMES, createQueues, startWorker } from './worker.ts';
import type { Logger } from '../logger.ts';
import { createMetrics } from './metrics.ts';
import { type RunningListener, startListener } from '../readings/mqtt/listener.ts';
import { type MqttOptions, type RunningMqtt, startMqtt } from '../readings/mqtt/subscriber.ts';
import type { MqttListenSettings, MqttSettings } from '../readings/mqtt/settings.ts';
import { preflight } from './preflight.ts';
import { openBoss, queueClient, queueDepth } from '../platform/queue/client.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import { signingSecrets } from './secrets.ts';
import { analystSetUpProblem } from '../keeping/analysts/analyst-logins.ts';
import { tidyStaging } from '../keeping/archive/staging.ts';
import { type BrokerLink, type Readiness, readinessOf } from '../platform/readiness.ts';
import { createDeviceKeys } from '../readings/keys/device-keys.ts';
import { receiverOfBroker, receiverOfKeys } from '../readings/sources/receive-of-key.ts';
import { createLimiter } from '../platform/limits/limiter.ts';
import { channelsOf } from '../platform/live/publish.ts';
import { receiveByIndustryId } from '../readings/readings.ts';
import { createStoredTeller } from './settled-reactions.ts';
import { PATIENCE_MILLISECONDS } from '../findings/insights/request-insights.ts';
import { keepFigures } from '../figures/store/kept-figures.ts';

export interface RunningService {
  /** Address of the API, or of a worker's health and metrics. */
  readonly url: string;
  /** Address for devices with keys over MQTT; null: none. */
  readonly mqttUrl: string | null;
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
  const opened = await openConfigured(config, log);
  for (;;) {
    const restarts = opened.engineRestarts();
    try {
      return await startParts(config, log, clock, demonstration, opened);
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

/**
 * Starts every part that rests on the database.
 * @throws Error when a part cannot start; parts that had started are stopped again.
 */
async function startParts(
  config: Config,
  log: Logger,
  clock: Clock,
  demonstration: StartedDemonstration | null,
  opened: OpenDatabase,
): Promise<RunningService> {
  const replica = config.databaseReadUrl === null ? null : openReplica(config.databaseReadUrl, opened.database, log);
  const database = replica?.database ?? opened.database;
  const context: Context = { config, clock, log, database, keptFigures: keepFigures() };
  let boss: PgBoss | null = null;
  let services: HttpServices | null = null;
  let server: RunningServer | null = null;
  let mqtt: RunningMqtt | null = null;
  let listener: RunningListener | null = null;
  const cut = new AbortController();
  const stopParts = async (): Promise<void> => {
    const cutting = setTimeout(() => cut.abort(), GRACE_MS - ANSWER_MILLISECONDS);
    // Live streams stop first, because an open stream would hold up the server's end.
    await services?.live.stop();
    await Promise.all([
      server?.stop(GRACE_MS),
      mqtt?.stop(),
      listener?.stop(),
      boss?.stop({ graceful: true, timeout: GRACE_MS, close: false }),
    ]);
    // Last, because requests that were running have queued jobs to their end.
    await boss?.stop();
    clearTimeout(cutting);
    await services?.deviceKeys.flush();
    await replica?.close();
  };
  const stop = async (): Promise<void> => {
    log.info('stopping');
    await stopParts();
    await opened.close();
    log.info('stopped');
  };
  try {
    const { applied } = await migrate(opened.database);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    const problem = await analystSetUpProblem(opened.database);
    if (problem !== null) log.warn(problem);
    // The start does not wait for tidying, because gigabytes may have been left over.
    void tidyStaging(context).catch((error: unknown) =>
      log.warn({ err: error }, 'what a killed archive may have left over was not removed'),
    );
    const ownBoss = await openBoss(opened.connection, log);
    boss = ownBoss;
    await createQueues(boss);
    const queue = queueClient(boss, () => clock.now());
    const takesMessages = config.role !== 'api' && config.mqtt !== null;
    const broker = (): BrokerLink | null => (takesMessages ? (mqtt?.link() ?? 'connecting') : null);
    const metrics = createMetrics({
      context,
      boss: () => boss,
      queues: QUEUE_NAMES,
      broker,
      engineRestarts: () => opened.engineRestarts(),
      loginsCutOff: () => opened.loginsCutOff(),
      replicaReads: replica?.answered ?? null,
    });
    const intake = { tellStored: createStoredTeller(context, queue), countRows: metrics.countRows };
    const receiving = { ...context, queue, ...intake };
    const servesApi = config.role !== 'worker';
    const starting = new Set(
      config.role === 'api' ? [] : [WORKER_STARTS, ...(config.mqttListen === null ? [] : [LISTENER_STARTS])],
    );
    const readiness = (): Promise<Readiness> =>
      readinessOf({
        engineTrouble: () => opened.engineTrouble(),
        ping: () => opened.database.ping(),
        isDiskFull: () => opened.database.isDiskFull(),
        broker,
        starting: () => [...starting],
        setUpProblem: () => analystSetUpProblem(opened.database),
        servesApi,
      });
    const channels = countedChannels(
      { ...channelsOf(context), ...(demonstration === null ? {} : { email: demonstration.email }) },
      metrics.countMessage,
    );
    const foundation = {
      ...intake,
      context,
      queue,
      queueDepth: (name: string) => queueDepth(ownBoss, name),
      channels,
      countMessage: metrics.countMessage,
      metrics: metrics.registry,
      readiness,
      cut: cut.signal,
      demonstration,
      insightsPatienceMilliseconds: PATIENCE_MILLISECONDS,
    };
    if (servesApi) services = createHttpServices({ ...foundation, secrets: await signingSecrets(config) });
    const app = services === null ? createOperationsApp(foundation) : createApp(services);
    server = await startServer(app, config.host, config.port);
    if (services !== null && (await lacksOperators(context)))
      log.warn(
        { page: `${server.url}${BEGIN_PATH}`, code: setupCode(services.secrets[0] ?? '') },
        'this installation has no operator yet: whoever has this code makes the first one on this page',
      );
    if (config.role !== 'api') {
      await startWorker(
        boss,
        { context, queue, channels, countMessage: metrics.countMessage },
        { failures: metrics.jobFailures },
      );
      starting.delete(WORKER_STARTS);
      if (config.mqtt !== null)
        mqtt = startMqtt(
          mqttOptions(config.mqtt, server.url, {
            log,
            receive: (industryId, groups) => receiveByIndustryId(receiving, industryId, groups, 'mqtt'),
            receiveOfSource: receiverOfBroker(receiving),
            countRows: metrics.countRows,
          }),
        );
      if (config.mqttListen !== null) {
        const deviceKeys = services?.deviceKeys ?? createDeviceKeys(receiving, createLimiter(context));
        const receiveOfKey = receiverOfKeys(receiving, deviceKeys);
        listener = await startListener({ ...listenOptions(config.mqttListen), log, deviceKeys, receiveOfKey });
      }
      starting.delete(LISTENER_STARTS);
    }
    reportChannels(channels, log);
    log.info({ url: server.url, database: opened.kind, role: config.role }, 'ready');
    return { url: server.url, mqttUrl: listener?.url ?? null, context, connection: opened.connection, stop };
  } catch (error) {
    await stopParts().catch((trouble: unknown) => log.warn({ error: reasonOf(trouble) }, 'stopping failed'));
    throw error;
  }
}

/**
 * Spec gap: name of a process at the broker: its machine and port. No two processes share one at a time, and a restart
 * keeps it.
 */
const mqttOptions = (
  settings: MqttSettings,
  url: string,
  more: Pick<MqttOptions, 'log' | 'receive' | 'receiveOfSource' | 'countRows'>,
): MqttOptions => {
  const pem = (name: 'ca' | 'cert' | 'key', path: string | null) =>
    path === null ? {} : { [name]: readFileSync(path) };
  return {
    url: settings.url,
    topic: settings.topic,
    sourceTopic: settings.sourceTopic,
    shareGroup: settings.shareGroup,
    ...more,
    clientId: settings.clientId ?? `water-${hostname()}-${new URL(url).port}`,
    tls: { ...pem('ca', settings.caFile), ...pem('cert', settings.certFile), ...pem('key', settings.keyFile) },
  };
};

const listenOptions = ({ certFile, keyFile, ...address }: MqttListenSettings) => ({
  ...address,
  tls: certFile === null || keyFile === null ? null : { cert: readFileSync(certFile), key: readFileSync(keyFile) },
});

/** Reports channels without settings once at the start, in one line, so that a failing send surprises nobody. */
function reportChannels(channels: Channels, log: Logger): void {
  const missing = Object.values(channels).filter(({ isSetUp }) => !isSetUp);
  if (missing.length === 0) return;
  const settings = Object.fromEntries(missing.map((channel) => [channel.name, channel.settings]));
  log.warn({ settings }, `channels that are not set up, and whose sends fail: ${Object.keys(settings).join(', ')}`);
}
