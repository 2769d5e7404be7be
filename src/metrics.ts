import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { PgBoss } from 'pg-boss';
import type { Context } from './context.ts';
import { staleCounts } from './store/ledger.ts';
import { countMismatches } from './store/verify.ts';

export interface ServiceMetrics {
  readonly registry: Registry;
  readonly jobFailures: Counter<'queue'>;
  readonly ingestRows: Counter<'source' | 'verdict'>;
}

/** Counters of the service (Prometheus names, units last). Gauges ask the database when they are scraped. */
export function createMetrics({ database, clock }: Pick<Context, 'database' | 'clock'>, boss: () => PgBoss | null, queues: readonly string[]): ServiceMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'water_stale_days', help: 'Business days whose documents wait for a rebuild', registers: [registry],
    async collect() { this.set((await staleCounts(database)).staleDays); },
  });
  new Gauge({
    name: 'water_oldest_stale_day_seconds', help: 'Age of the oldest mark in the stale-day ledger; 0 when there is none', registers: [registry],
    async collect() {
      const { oldestMarkedAt } = await staleCounts(database);
      this.set(oldestMarkedAt === null ? 0 : Math.max(0, (clock.now() - oldestMarkedAt.getTime()) / 1000));
    },
  });
  new Gauge({
    name: 'water_rollup_mismatches', help: 'Buckets of rollups ever found to differ from their readings', registers: [registry],
    async collect() { this.set(await countMismatches(database)); },
  });
  new Gauge({
    name: 'water_queue_jobs', help: 'Jobs waiting or being worked on', labelNames: ['queue', 'state'], registers: [registry],
    async collect() {
      const queue = boss();
      if (queue === null) return;
      for (const name of queues) {
        const [latest] = await queue.getQueueStats(name, { force: true });
        if (latest === undefined) continue;
        this.set({ queue: name, state: 'queued' }, latest.queuedCount);
        this.set({ queue: name, state: 'active' }, latest.activeCount);
      }
    },
  });
  return {
    registry,
    jobFailures: new Counter({ name: 'water_job_failures_total', help: 'Jobs that failed, each attempt counted', labelNames: ['queue'], registers: [registry] }),
    ingestRows: new Counter({ name: 'water_ingest_rows_total', help: 'Rows received', labelNames: ['source', 'verdict'], registers: [registry] }),
  };
}
