import { existsSync, readFileSync } from 'node:fs';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { icebergManifests, icebergMetadata, icebergRead } from 'icebird';
import { vi } from 'vitest';
import { afterFile } from '../../support/after-file.ts';
import type { Json } from '../../figures/processing/works.ts';

/*
 * Two engines of other makers, each with its own reader of Parquet: DuckDB reads the folders, icebird the table format.
 */

/** What DuckDB answers, rows as JSON has them. */
export async function duckdb(): Promise<(sql: string) => Promise<Json[]>> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection: DuckDBConnection = await instance.connect();
  afterFile(() => {
    connection.closeSync();
    instance.closeSync();
  });
  return async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

/** A file of an archive by its whole address; null: there is none. */
type Fetched = (address: string) => Buffer | null | Promise<Buffer | null>;

const localFile: Fetched = (path) => (existsSync(path) ? readFileSync(path) : null);

/** Lets an engine that fetches have files of an archive, parts of files included. */
async function fetching<T>(read: Fetched, work: () => Promise<T>): Promise<T> {
  const whole = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) => {
    // Whoever reads the archive may do so from a server on this machine.
    if (url instanceof Request) return whole(url, init);
    const bytes = await read(String(url));
    if (bytes === null) return new Response('', { status: 404, statusText: `no ${String(url)}` });
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get('range') ?? '') ?? [];
    return from === undefined
      ? new Response(new Uint8Array(bytes))
      : new Response(new Uint8Array(bytes.subarray(Number(from), Number(to) + 1)), { status: 206 });
  });
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
}

/** Every row of a table that a version names, the hinted one by default. */
export async function icebergRows(table: string, version?: number, read: Fetched = localFile): Promise<Json[]> {
  const named = version === undefined ? {} : { metadataFileName: `v${version}.metadata.json` };
  try {
    return await fetching(read, () => icebergRead({ tableUrl: table, ...named }));
  } catch (error) {
    // This reader refuses a table without files.
    if (error instanceof Error && error.message === 'No data manifest files found for current snapshot') return [];
    throw error;
  }
}

/** What a table says of its files. */
export const icebergFiles = (table: string) =>
  fetching(localFile, async () =>
    (await icebergManifests(await icebergMetadata({ tableUrl: table }))).flatMap(({ entries }) =>
      // Its types lack counts and bounds, which it reads.
      entries.map(({ data_file }) => data_file as typeof data_file & FileFacts),
    ),
  );

interface FileFacts {
  readonly null_value_counts: readonly { key: number; value: bigint }[];
  readonly lower_bounds: readonly { key: number; value: Uint8Array }[];
  readonly upper_bounds: readonly { key: number; value: Uint8Array }[];
}
