import type { Querier } from '../../src/platform/database/database.ts';
import { pause } from './asking.ts';

/** How the process is at a moment, by its own metrics. */
export interface Moment {
  readonly phase: string;
  /** Seconds since the soak began. */
  readonly atSeconds: number;
  readonly megabytes: number;
  /** How long the event loop was held since the sample before. */
  readonly heldMilliseconds: { readonly p99: number; readonly most: number };
  /** Connections to the database of a server; null: the embedded engine, which has one session. */
  readonly connections: number | null;
}

const EVERY_MILLISECONDS = 5000;
/** Node measures by a timer of ten milliseconds, whose period is in every figure. */
const TIMER_MILLISECONDS = 10;

/** A value of the text that Prometheus scrapes. @throws Error when it is not in it. */
export function metricOf(text: string, name: string): number {
  const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`The metrics have no ${name}`);
  return Number(found);
}

const heldOf = (text: string, name: string): number => Math.max(0, metricOf(text, name) * 1000 - TIMER_MILLISECONDS);

/** Moments of a process until the signal ends. */
export async function watch(
  url: string,
  database: Querier | null,
  phase: () => string,
  signal: AbortSignal,
): Promise<Moment[]> {
  const samples: Moment[] = [];
  const started = performance.now();
  // The first scrape begins the measurement of the event loop anew.
  await (await fetch(`${url}/metrics`)).text();
  while (!signal.aborted) {
    const before = phase();
    await pause(EVERY_MILLISECONDS, signal);
    try {
      const text = await (await fetch(`${url}/metrics`)).text();
      const rows =
        database === null
          ? []
          : await database.execute<{ connections: number }>(
              'SELECT count(*) AS connections FROM pg_stat_activity WHERE datname = current_database()',
            );
      samples.push({
        phase: before,
        atSeconds: (performance.now() - started) / 1000,
        megabytes: metricOf(text, 'process_resident_memory_bytes') / 1e6,
        heldMilliseconds: {
          p99: heldOf(text, 'nodejs_eventloop_lag_p99_seconds'),
          most: heldOf(text, 'nodejs_eventloop_lag_max_seconds'),
        },
        connections: rows[0]?.connections ?? null,
      });
    } catch {
      // A process that does not answer in time is what other figures tell of.
    }
  }
  return samples;
}

interface Memory {
  readonly begin: number;
  readonly quarter: number;
  readonly end: number;
  readonly most: number;
  /** Megabytes an hour after the first quarter, by the line that fits best. */
  readonly slope: number;
}

/** Memory over a run; null: too few samples. */
export function memoryOf(samples: readonly Pick<Moment, 'atSeconds' | 'megabytes'>[]): Memory | null {
  const settled = samples.slice(Math.floor(samples.length / 4));
  const [first, quarter, last] = [samples[0], settled[0], samples.at(-1)];
  if (first === undefined || quarter === undefined || last === undefined || settled.length < 3) return null;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, megabytes] = [
    mean(settled.map(({ atSeconds }) => atSeconds)),
    mean(settled.map((sample) => sample.megabytes)),
  ];
  const covariance = mean(settled.map((sample) => (sample.atSeconds - at) * (sample.megabytes - megabytes)));
  const variance = mean(settled.map(({ atSeconds }) => (atSeconds - at) ** 2));
  return {
    begin: first.megabytes,
    quarter: quarter.megabytes,
    end: last.megabytes,
    most: Math.max(...samples.map((sample) => sample.megabytes)),
    slope: (covariance / variance) * 3600,
  };
}
