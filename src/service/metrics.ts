import { setTimeout as delay } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { PgBoss } from 'pg-boss';
import type { CountMessage } from '../platform/channels/counted.ts';
import type { Context } from '../context.ts';
import { ALGORITHM_VERSION } from '../figures/rules/processors/registry.ts';
import { SILENT_MINUTES } from '../kernel/measure/offline-thresholds.ts';
import { type BrokerLink, LONGEST_PROBE_MILLISECONDS } from '../platform/readiness.ts';
import type { CountRows } from '../readings/intake.ts';
import { lastCanary } from '../keeping/store/canary.ts';
import type { AnsweredBy } from '../platform/database/replica.ts';
import { countWaitingEvents, settledTotals } from '../figures/store/settled-events.ts';
import { daysBehindRules, staleCounts } from '../ledger/store/ledger.ts';
import { countHeldCases, countSilentUnits } from '../keeping/store/operations.ts';
import { countDocumentMismatches } from '../keeping/store/proof.ts';
import { countMails } from '../reports/store/report-mails.ts';
import { countMismatches } from '../keeping/store/verify.ts';

interface ServiceMetrics {
  readonly registry: Registry;
  readonly jobFailures: Counter<'queue'>;
  readonly countRows: CountRows;
  readonly countMessage: CountMessage;
}

/** Sources of the metrics: this process and its surroundings. */
export interface Measured {
  readonly context: Pick<Context, 'database' | 'clock' | 'log'>;
  readonly boss: () => PgBoss | null;
  readonly queues: readonly string[];
  /** null for a process without a broker. */
  readonly broker: () => BrokerLink | null;
  /** null where the database is a server. */
  readonly engineRestarts: () => number | null;
  readonly loginsCutOff: () => ReadonlyMap<string, number> | null;
  /** null for a process without a replica. */
  readonly replicaReads: Readonly<Record<AnsweredBy, number>> | null;
}

/**
 * Totals of the installation since its first day. The database keeps them, so each event counts once, whichever process
 * took it.
 */
const SETTLED_TOTALS = [
  {
    name: 'water_settled_days_total',
    of: 'settledDays',
    help: 'Business days settled, under each cause of their marks; batch: not marked',
  },
  {
    name: 'water_changed_figures_total',
    of: 'changedFigures',
    help: 'Daily figures of units that were new or changed when their day settled',
  },
  {
    name: 'water_mark_to_settled_seconds_sum',
    of: 'markedSeconds',
    help: 'Seconds from the oldest mark of a day to its settling',
  },
  { name: 'water_mark_to_settled_seconds_count', of: 'markedDays', help: 'Marked days that have settled' },
] as const;

/** Counters of the service (Prometheus names, units last). Gauges ask the database when they are scraped. */
export function createMetrics({
  context,
  boss,
  queues,
  broker,
  engineRestarts,
  loginsCutOff,
  replicaReads,
}: Measured): ServiceMetrics {
  const { database, clock, log } = context;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  /**
   * A gauge whose value cannot be read is left out. The other gauges matter most while the database is away, and 0
   * would be a lie.
   */
  const gauge = <L extends string = never>(
    name: string,
    help: string,
    tell: (gauge: Gauge<L>) => Promise<void>,
    labelNames: readonly L[] = [],
  ): void => {
    new Gauge<L>({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        // The value of the last scrape must not outlive its reading.
        this.reset();
        if (labelNames.length === 0) this.remove();
        const late = delay(LONGEST_PROBE_MILLISECONDS, undefined, { ref: false });
        await Promise.race([tell(this), late]).catch((error: unknown) =>
          log.debug({ err: error, metric: name }, 'metric could not be told'),
        );
      },
    });
  };

  gauge('water_stale_days', 'Business days whose documents wait for a rebuild', async (stale) =>
    stale.set((await staleCounts(database)).staleDays),
  );
  gauge(
    'water_oldest_stale_day_seconds',
    'Age of the oldest mark in the stale-day ledger; 0 when there is none',
    async (age) => {
      const { oldestMarkedAt } = await staleCounts(database);
      age.set(oldestMarkedAt === null ? 0 : Math.max(0, (clock.now() - oldestMarkedAt.getTime()) / 1000));
    },
  );
  gauge(
    'water_days_of_earlier_rules',
    'Business days that do not follow the rules of this release yet',
    async (days) => {
      const { unseen, marked } = await daysBehindRules(database, ALGORITHM_VERSION);
      days.set(unseen + marked);
    },
  );
  gauge(
    'water_settled_events_waiting',
    'Events of settled days that a consumer has not taken yet, each consumer counted',
    async (waiting) => waiting.set((await countWaitingEvents(database)).waiting),
  );
  gauge('water_oldest_settled_event_seconds', 'Age of the oldest of these; 0 when there is none', async (age) => {
    const { oldestSettledAt } = await countWaitingEvents(database);
    age.set(oldestSettledAt === null ? 0 : Math.max(0, (clock.now() - oldestSettledAt.getTime()) / 1000));
  });
  for (const { name, help, of } of SETTLED_TOTALS) {
    gauge(
      name,
      help,
      async (total) => {
        for (const row of await settledTotals(database)) total.set({ cause: row.cause }, row[of]);
      },
      ['cause'],
    );
  }
  gauge('water_rollup_mismatches', 'Buckets of rollups ever found to differ from their readings', async (mismatches) =>
    mismatches.set(await countMismatches(database)),
  );
  gauge(
    'water_document_mismatches',
    'Documents found not to say what their rollups say: open, or agreed since',
    async (mismatches) => {
      for (const [state, count] of Object.entries(await countDocumentMismatches(database)))
        mismatches.set({ state }, count);
    },
    ['state'],
  );
  gauge(
    'water_canary_last_success_timestamp_seconds',
    'When the canary last found every figure as expected; absent where it never did',
    async (at) => {
      const succeededAt = (await lastCanary(database))?.succeededAt ?? null;
      if (succeededAt !== null) at.set(succeededAt.getTime() / 1000);
    },
  );
  gauge(
    'water_canary_mismatches',
    'Figures that the last whole run of the canary found otherwise than expected; absent where it never ran',
    async (mismatches) => {
      const run = await lastCanary(database);
      if (run !== null) mismatches.set(run.mismatches.length);
    },
  );
  gauge(
    'water_report_mails',
    'Mails of automated reports in each state; failed and unconfirmed ones wait for an operator',
    async (mails) => {
      for (const [state, count] of await countMails(database)) mails.set({ state }, count);
    },
    ['state'],
  );
  gauge('water_quarantine_held_rows', 'Refused rows that wait for an operator', async (held) =>
    held.set(await countHeldCases(database)),
  );
  gauge(
    'water_silent_units',
    'Units in use, virtual ones left out, without a reading for so many minutes or ever',
    async (silent) => {
      for (const { minutes, units } of await countSilentUnits(database, SILENT_MINUTES, clock.now()))
        silent.set({ minutes: String(minutes) }, units);
    },
    ['minutes'],
  );
  gauge(
    'water_queue_jobs',
    'Jobs waiting or being worked on',
    async (jobs) => {
      const queue = boss();
      if (queue === null) return;
      for (const name of queues) {
        const [latest] = await queue.getQueueStats(name, { force: true });
        if (latest === undefined) continue;
        jobs.set({ queue: name, state: 'queued' }, latest.queuedCount);
        jobs.set({ queue: name, state: 'active' }, latest.activeCount);
      }
    },
    ['queue', 'state'],
  );
  gauge('water_database_up', '1 while the database answers', async (up) => up.set((await database.ping()) ? 1 : 0));
  gauge(
    'water_mqtt_connected',
    '1 while the broker grants the subscription to readings; absent without a broker',
    async (link) => {
      const state = broker();
      if (state !== null) link.set(state === 'connected' ? 1 : 0);
    },
  );
  if (engineRestarts() !== null) {
    new Counter({
      name: 'water_engine_restarts_total',
      help: 'Times the embedded database died, or its host went, since this process started',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(engineRestarts() ?? 0);
      },
    });
    new Counter({
      name: 'water_logins_cut_off_total',
      help: 'Times a login of an analyst kept everybody else waiting too long and was cut off',
      labelNames: ['login'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [login, times] of loginsCutOff() ?? []) this.inc({ login }, times);
      },
    });
  }

  if (replicaReads !== null)
    new Counter({
      name: 'water_replica_reads_total',
      help: 'Statements that a replica may answer, by the server that answered: the primary where the replica was behind',
      labelNames: ['server'],
      registers: [registry],
      collect() {
        this.reset();
        for (const server of ['replica', 'primary'] as const) this.inc({ server }, replicaReads[server]);
      },
    });

  const rows = new Counter({
    name: 'water_ingest_rows_total',
    help: 'Rows received',
    labelNames: ['source', 'verdict'],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'water_refused_rows_total',
    help: 'Rows that were not taken: kept in quarantine, or dropped when their industry is unknown',
    labelNames: ['source', 'reason'],
    registers: [registry],
  });
  const messages = new Counter({
    name: 'water_messages_total',
    help: 'Messages: sent, failed and unconfirmed (no answer came) of those handed to a channel, each attempt counted; carried: told by another message; overdue: given up',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  });
  return {
    registry,
    countMessage: (channel, outcome, count = 1) => messages.inc({ channel, outcome }, count),
    jobFailures: new Counter({
      name: 'water_job_failures_total',
      help: 'Jobs that failed, each attempt counted',
      labelNames: ['queue'],
      registers: [registry],
    }),
    countRows: (source, verdict, count, reason) => {
      rows.inc({ source, verdict }, count);
      if (reason !== undefined) refused.inc({ source, reason }, count);
    },
  };
}
