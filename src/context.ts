import type { Channels } from './platform/channels/channels.ts';
import type { CountMessage } from './platform/channels/counted.ts';
import type { Config } from './config.ts';
import type { Database } from './platform/database/database.ts';
import type { EpochMillis } from './kernel/time/types.ts';
import type { Logger } from './logger.ts';
import type { FindHeldIndustry } from './platform/directory/held-industries.ts';
import type { FigureCaches } from './figures/store/figure-caches.ts';
import type { QueueClient } from './platform/queue/client.ts';

/** The only reader of the clock; tests pass their own. */
export interface Clock {
  now(): EpochMillis;
}
export const systemClock: Clock = { now: () => Date.now() };

/** Settings, database, clock and logger of the process: passed in, never imported. */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  /** Absent: everything of days is read anew. */
  readonly figureCaches?: FigureCaches;
  /** Absent: every industry is read anew. */
  readonly findHeldIndustry?: FindHeldIndustry;
}

/** Database and clock, for verbs that neither log nor read settings. */
export type DataContext = Pick<Context, 'database' | 'clock'> & Pick<Context, 'figureCaches' | 'findHeldIndustry'>;

/** The queue, for a verb that leaves work to a job. */
export interface WithQueue {
  readonly queue: QueueClient;
}

/** The channels by which people and devices are reached. */
export interface Reach {
  readonly channels: Channels;
  /** For the metrics; absent: nobody counts. */
  readonly countMessage?: CountMessage | undefined;
}
