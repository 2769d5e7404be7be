import type { Context } from '../../src/context.ts';
import type { Line } from './lines.ts';
import type { ServiceProcess } from './service-process.ts';

/** What a row measures on: a database of its own, empty but for the schema. */
export interface Bench {
  readonly context: Context;
  /** Share of the row's full size, above 0 and up to 1. */
  readonly share: number;
  /** The service as a process of its own on the same database; stopped with the row at the latest. */
  startService(role: 'api' | 'all', settings?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** Something else to be closed with the row; told before or as it is opened. */
  closeLater(close: () => Promise<void>): void;
  /** Progress, for whoever waits. */
  say(text: string): void;
}

export interface BenchRow {
  /** What --only calls it. */
  readonly name: string;
  /** Share of the full size that is run on either engine unless --full or --share says otherwise. */
  readonly shareByDefault?: number;
  readonly run: (bench: Bench) => Promise<Line[]>;
}

/** Units, days or rows of a row at its share. */
export const atShare = (share: number, full: number, least = 1): number => Math.max(least, Math.round(full * share));
