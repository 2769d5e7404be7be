import { hash } from 'node:crypto';

/** Tables that no back-up holds, with the reason. Every other table of the service travels. */
export const EXCLUDED_TABLES: ReadonlyMap<string, string> = new Map([
  ['alerting.web_event', 'events of open pages, kept for a day: pages connect anew after a restore'],
  ['telemetry.materialised', 'says how far rollups are materialised: after a restore nothing is'],
  ['telemetry.rollup_due', 'rollups that wait for a refresh: after a restore all of them do'],
  ['telemetry.unmaterialised_day', 'says which days rollups do not show yet: after a restore nothing is materialised'],
  ['tenant.analyst_login', 'logins are roles of the server, with passwords that nobody can read'],
  ['tenant.limit_use', 'counts of requests, which a crash of the database forgets, too'],
  ['tenant.report_job', 'files are kept for a day, and their jobs are left behind: whoever waits asks again'],
]);

/** Digest of a table's rows, in any order. */
export interface TableDigest {
  readonly rows: number;
  /** The sum of the first 128 bits of the SHA-256 of each row, in hexadecimal digits. */
  readonly digest: string;
}

/**
 * Adds up digests of rows as they pass. A sum does not depend on order: the two engines sort text by different rules,
 * and a table of readings is too large to be sorted.
 */
export class RowDigest {
  #rows = 0;
  #high = 0n;
  #low = 0n;

  add(row: string): void {
    const sum = hash('sha256', row, 'buffer');
    this.#rows += 1;
    this.#high = BigInt.asUintN(64, this.#high + sum.readBigUInt64BE(0));
    this.#low = BigInt.asUintN(64, this.#low + sum.readBigUInt64BE(8));
  }

  value(): TableDigest {
    const digits = (half: bigint): string => half.toString(16).padStart(16, '0');
    return { rows: this.#rows, digest: digits(this.#high) + digits(this.#low) };
  }
}

/** A table and those that its rows refer to. */
interface Referring {
  readonly name: string;
  readonly needs: readonly string[];
}

/**
 * Tables in an order in which each comes after those it refers to, otherwise by name.
 * @throws Error when tables refer to each other in a circle.
 */
export function inOrderOfReferences<T extends Referring>(tables: readonly T[]): T[] {
  const waiting = new Map([...tables].sort((a, b) => (a.name < b.name ? -1 : 1)).map((table) => [table.name, table]));
  const ordered: T[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)));
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}.`);
    for (const table of ready) {
      waiting.delete(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}
