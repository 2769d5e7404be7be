import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import type { CountMessage } from '../platform/channels/counted.ts';
import type { AnsweredBy } from '../platform/database/replica.ts';
import type { CountRows } from '../readings/intake.ts';
import { addGauges, type Gauged } from './gauges.ts';

interface ServiceMetrics {
  readonly registry: Registry;
  readonly jobFailures: Counter<'queue'>;
  readonly countRows: CountRows;
  readonly countMessage: CountMessage;
}

/** Sources of the metrics: this process and its surroundings. */
export interface Measured extends Gauged {
  /** null where the database is a server. */
  readonly engineRestarts: () => number | null;
  readonly loginsCutOff: () => ReadonlyMap<string, number> | null;
  /** null for a process without a replica. */
  readonly replicaReads: Readonly<Record<AnsweredBy, number>> | null;
}

/** Metrics of the service (Prometheus names, units last). */
export function createMetrics(measured: Measured): ServiceMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addGauges(registry, measured);
  countInEngine(registry, measured);
  countReplicaReads(registry, measured);
  return countersOf(registry);
}

function countInEngine(registry: Registry, { engineRestarts, loginsCutOff }: Measured): void {
  if (engineRestarts() === null) return;
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

function countReplicaReads(registry: Registry, { replicaReads }: Measured): void {
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
}

function countersOf(registry: Registry): ServiceMetrics {
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
