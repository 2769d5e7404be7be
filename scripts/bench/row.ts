import type { Context } from '../../src/context.ts';
import type { Line } from './lines.ts';
import type { ServiceProcess } from './service-process.ts';

/** Place of a row's measurement: a database of its own with an empty schema. */
export interface Bench {
  readonly context: Context;
  /** Share of the row's full size, above 0 and up to 1. */
  readonly share: number;
  /** Starts the service as a process of its own on the same database. The row's end stops it at the latest. */
  startService(role: 'api' | 'all', settings?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** Registers another thing to close with the row, before or while it is opened. */
  closeLater(close: () => Promise<void>): void;
  /** Tells progress to the person who waits. */
  say(text: string): void;
}

export interface BenchRow {
  /** Name of the row in --only. */
  readonly name: string;
  /** Share of the full size on either engine, unless --full or --share sets another. */
  readonly shareByDefault?: number;
  readonly run: (bench: Bench) => Promise<Line[]>;
}

/** Number of units, days or rows at a row's share. */
export const atShare = (share: number, full: number, least = 1): number => Math.max(least, Math.round(full * share));
