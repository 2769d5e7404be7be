import { fdatasyncSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type pg from 'pg';
import { DatabaseSession } from '../../../../src/platform/database/embedded/session.ts';
import { ensureDatabase } from '../../../../src/platform/database/embedded/template.ts';
import { connectClient, engineTestMilliseconds, openEngine, reached, temporaryDirectory } from './support.ts';

async function writeUntilGone(
  client: pg.Client,
  writer: number,
  acknowledged: Set<string>,
  enough: () => void,
): Promise<void> {
  for (let number = 0; ; number++) {
    try {
      await client.query('INSERT INTO kept SELECT $1::int, n FROM unnest($2::int[]) n', [writer, [number]]);
    } catch {
      return;
    }
    acknowledged.add(`${writer}:${number}`);
    if (number === 60) enough();
  }
}

describe('what the embedded database has acknowledged', { timeout: engineTestMilliseconds }, () => {
  it('survives kill -9 of the database while 4 writers insert, three times over', async () => {
    const dataDir = temporaryDirectory();
    const acknowledged = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const engine = await openEngine(dataDir);
      const reader = await connectClient(engine);
      if (round === 0) await reader.query('CREATE TABLE kept (writer int, number int, PRIMARY KEY (writer, number))');
      const writers = await Promise.all(Array.from({ length: 4 }, () => connectClient(engine)));
      const busy = Promise.withResolvers<void>();
      const writing = writers.map((client, own) => writeUntilGone(client, round * 4 + own, acknowledged, busy.resolve));
      await busy.promise;
      const noticed = reached(engine, 'restarting');
      process.kill(engine.pid ?? 0, 'SIGKILL');
      await Promise.all([...writing, noticed]);
      await reached(engine, 'up');
      const after = await connectClient(engine);
      const { rows } = await after.query<{ writer: number; number: number }>('SELECT writer, number FROM kept');
      const present = new Set(rows.map(({ writer, number }) => `${writer}:${number}`));
      expect(acknowledged.size).toBeGreaterThan(60 * (round + 1));
      expect([...acknowledged].filter((row) => !present.has(row))).toEqual([]);
      await engine.stop();
    }
  });

  it('is all there after a restart, in compressed chunks as well', async () => {
    const dataDir = temporaryDirectory();
    const count =
      'SELECT count(*)::int AS rows, count(DISTINCT unit)::int AS units, sum(value)::float8 AS total FROM reading WHERE unit >= 0';
    const first = await openEngine(dataDir);
    const writer = await connectClient(first);
    await writer.query('CREATE EXTENSION IF NOT EXISTS timescaledb');
    await writer.query(
      'CREATE TABLE reading (unit int NOT NULL, at timestamptz NOT NULL, value float8, PRIMARY KEY (unit, at))',
    );
    await writer.query("SELECT create_hypertable('reading', 'at', chunk_time_interval => interval '1 day')");
    await writer.query(
      "ALTER TABLE reading SET (timescaledb.compress, timescaledb.compress_segmentby = 'unit', timescaledb.compress_orderby = 'at')",
    );
    await writer.query(
      "INSERT INTO reading SELECT u, timestamptz '2026-01-01' + n * interval '1 hour', u + n FROM generate_series(1, 10) u, generate_series(0, 95) n",
    );
    const compressed = await writer.query(
      "SELECT count(compress_chunk(c))::int AS chunks FROM show_chunks('reading') c",
    );
    expect(compressed.rows).toEqual([{ chunks: 4 }]);
    const before = (await writer.query(count)).rows;
    expect(before).toEqual([{ rows: 960, units: 10, total: 10 * 96 * 5.5 + 10 * 95 * 48 }]);
    await first.stop();
    const second = await openEngine(dataDir);
    const reader = await connectClient(second);
    expect((await reader.query(count)).rows).toEqual(before);
    await reader.query(
      "INSERT INTO reading VALUES (1, '2026-01-01', 1000) ON CONFLICT (unit, at) DO UPDATE SET value = EXCLUDED.value",
    );
    expect((await reader.query('SELECT count(*)::int AS rows FROM reading')).rows).toEqual([{ rows: 960 }]);
  });

  it('has been flushed to the disk before it was acknowledged', async () => {
    const directory = `${temporaryDirectory()}/postgres`;
    await ensureDatabase(directory);
    let flushes = 0;
    const session = await DatabaseSession.open(directory, (descriptor) => {
      flushes += 1;
      fdatasyncSync(descriptor);
    });
    session.command('CREATE TABLE t (a int)');
    const before = flushes;
    session.command('SELECT 1');
    expect(flushes).toBe(before);
    session.command('INSERT INTO t VALUES (1)');
    expect(flushes).toBe(before + 1);
    session.command('BEGIN; INSERT INTO t VALUES (2)');
    expect(flushes).toBe(before + 1);
    session.command('COMMIT');
    expect(flushes).toBe(before + 2);
    session.close();
  });
});
