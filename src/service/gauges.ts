import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { PgBoss } from 'pg-boss';
import type { Context, DataContext } from '../context.ts';
import { ALGORITHM_VERSION } from '../figures/rules/processors/version.ts';
import { countWaitingEvents, settledTotals } from '../figures/store/settled-events.ts';
import { lastCanary } from '../keeping/store/canary.ts';
import { countHeldCases, countSilentUnits } from '../keeping/store/statistics.ts';
import { countDocumentMismatches } from '../keeping/store/proof.ts';
import { countMismatches } from '../keeping/store/verify.ts';
import { SILENT_MINUTES } from '../kernel/measure/offline-thresholds.ts';
import { daysBehindRules, staleCounts } from '../ledger/store/ledger.ts';
import { type BrokerLink, LONGEST_PROBE_MILLISECONDS } from '../platform/readiness.ts';
import { countMails } from '../reports/store/report-mails.ts';

export interface Gauged {
  readonly context: Pick<Context, 'database' | 'clock' | 'log'>;
  readonly boss: () => PgBoss | null;
  readonly queues: readonly string[];
  /** null for a process without a broker. */
  readonly broker: () => BrokerLink | null;
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

/** Gauges ask the database when they are scraped. */
export function addGauges(registry: Registry, { context, boss, queues, broker }: Gauged): void {
  const gauge = gaugesIn(registry, context.log);
  gaugeMarks(gauge, context);
  gaugeSettling(gauge, context);
  gaugeProofs(gauge, context);
  gaugeWaiting(gauge, context);
  gaugeQueues(gauge, boss, queues);
  gaugeConnections(gauge, context, broker);
}

/**
 * Adds gauges. A gauge whose value cannot be read is left out. The other gauges matter most while the database is away,
 * and 0 would be a lie.
 */
function gaugesIn(registry: Registry, log: Context['log']) {
  return <L extends string = never>(
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
}

type AddGauge = ReturnType<typeof gaugesIn>;

/** Gauges of one scrape that tell the same reading share it, so that they agree and the database is asked once. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    if (reading !== null) return reading;
    // All gauges are collected in one turn. The next scrape asks anew, also where this reading never ends.
    setImmediate(() => {
      reading = null;
    });
    return (reading = read());
  };
}

function gaugeMarks(gauge: AddGauge, { database, clock }: DataContext): void {
  const counts = shared(() => staleCounts(database));
  gauge('water_stale_days', 'Business days whose documents wait for a rebuild', async (stale) =>
    stale.set((await counts()).staleDays),
  );
  gauge(
    'water_oldest_stale_day_seconds',
    'Age of the oldest mark in the stale-day ledger; 0 when there is none',
    async (age) => {
      const { oldestMarkedAt } = await counts();
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
}

function gaugeSettling(gauge: AddGauge, { database, clock }: DataContext): void {
  const events = shared(() => countWaitingEvents(database));
  const totals = shared(() => settledTotals(database));
  gauge(
    'water_settled_events_waiting',
    'Events of settled days that a consumer has not taken yet, each consumer counted',
    async (waiting) => waiting.set((await events()).waiting),
  );
  gauge('water_oldest_settled_event_seconds', 'Age of the oldest of these; 0 when there is none', async (age) => {
    const { oldestSettledAt } = await events();
    age.set(oldestSettledAt === null ? 0 : Math.max(0, (clock.now() - oldestSettledAt.getTime()) / 1000));
  });
  for (const { name, help, of } of SETTLED_TOTALS) {
    gauge(
      name,
      help,
      async (total) => {
        for (const row of await totals()) total.set({ cause: row.cause }, row[of]);
      },
      ['cause'],
    );
  }
}

function gaugeProofs(gauge: AddGauge, { database }: DataContext): void {
  const canary = shared(() => lastCanary(database));
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
      const succeededAt = (await canary())?.succeededAt ?? null;
      if (succeededAt !== null) at.set(succeededAt.getTime() / 1000);
    },
  );
  gauge(
    'water_canary_mismatches',
    'Figures that the last whole run of the canary found otherwise than expected; absent where it never ran',
    async (mismatches) => {
      const run = await canary();
      if (run !== null) mismatches.set(run.mismatches.length);
    },
  );
}

/** Mails, refused readings and silent units that an operator has to look at. */
function gaugeWaiting(gauge: AddGauge, { database, clock }: DataContext): void {
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
}

function gaugeQueues(gauge: AddGauge, boss: Gauged['boss'], queues: readonly string[]): void {
  gauge(
    'water_queue_jobs',
    'Jobs waiting or being worked on',
    async (jobs) => {
      const queue = boss();
      if (queue === null) return;
      // The supervisor of pg-boss counts jobs every few seconds. One statement reads the counts of all queues.
      for (const { name, queuedCount, activeCount } of await queue.getQueues([...queues])) {
        jobs.set({ queue: name, state: 'queued' }, queuedCount);
        jobs.set({ queue: name, state: 'active' }, activeCount);
      }
    },
    ['queue', 'state'],
  );
}

function gaugeConnections(gauge: AddGauge, { database }: DataContext, broker: Gauged['broker']): void {
  gauge('water_database_up', '1 while the database answers', async (up) => up.set((await database.ping()) ? 1 : 0));
  gauge(
    'water_mqtt_connected',
    '1 while the broker grants the subscription to readings; absent without a broker',
    async (link) => {
      const state = broker();
      if (state !== null) link.set(state === 'connected' ? 1 : 0);
    },
  );
}
