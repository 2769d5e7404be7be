import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { compressOldChunks } from '../../../src/readings/chunks.ts';
import { DEADLOCK, retry } from '../../../src/platform/database/retry.ts';
import { databaseEnvironment } from '../../support/database-environment.ts';
import { at, dates, send, unit, works } from '../../figures/processing/works.ts';
import { type OwnContext, ownContext } from './own-database.ts';

let context: OwnContext;
let industry: Industry;

const openChunks = async (): Promise<string[]> =>
  (
    await context.database.execute<{ chunk: string }>(
      `SELECT format('%I.%I', chunk_schema, chunk_name) AS chunk FROM timescaledb_information.chunks
       WHERE hypertable_schema = 'telemetry' AND hypertable_name = 'reading' AND NOT is_compressed AND range_end <= '2025-12-31'
       ORDER BY range_start`,
    )
  ).map(({ chunk }) => chunk);
const waitingForLocks = async (): Promise<number> =>
  (
    await context.database.execute<{ waiting: number }>(
      'SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
    )
  )[0]?.waiting ?? 0;

// The embedded engine has one session: nobody reads while it compresses.
describe.skipIf(databaseEnvironment()['DATABASE_URL'] === undefined)('upkeep on a server', () => {
  beforeAll(async () => {
    context = await ownContext('2026-04-01T12:00:00Z', { COMPRESS_AFTER_DAYS: '35' });
    industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
    await send(
      context,
      industry,
      dates('2025-07-01', '2025-12-31').map((date) => ({ unitId: 'M1', createdOn: at(industry, date, 5), value: 10 })),
    );
  });

  it('leaves a chunk to its reader, ends at once, and compresses the chunk once it has been read', async () => {
    const [held] = await openChunks();
    await context.database.transaction(async (reader) => {
      await reader.execute(`SELECT count(*) FROM ${held}`);
      await compressOldChunks(context);
      expect(await openChunks()).toEqual([held]);
      // The reader goes on as if nobody had asked for the chunk.
      expect(await reader.execute(`SELECT count(*) > 0 AS read FROM ${held}`)).toEqual([{ read: true }]);
    });
    await compressOldChunks(context);
    expect(await openChunks()).toEqual([]);
  });

  it('leaves the length of merged chunks to the next night while somebody reads, and senders are answered', async () => {
    const mergedDays = async () =>
      (
        await context.database.execute<{ days: number }>(
          `SELECT date_part('epoch', compress_interval_length::interval) / 86400 AS days
           FROM timescaledb_information.hypertable_columnstore_settings WHERE hypertable = 'telemetry.reading'::regclass`,
        )
      )[0]?.days;
    await compressOldChunks(context);
    expect(await mergedDays()).toBe(360);
    // Chunks are dropped as a whole, so they are merged up to 90 days where readings are dropped.
    const dropping = { ...context, config: { ...context.config, readingRetentionDays: 400 } };
    await context.database.transaction(async (reader) => {
      await reader.execute('SELECT count(*) FROM telemetry.reading');
      const sent = compressOldChunks(dropping).then(() =>
        send(context, industry, [{ unitId: 'M1', createdOn: at(industry, '2026-03-30', 5), value: 10 }]),
      );
      const meanwhile = send(context, industry, [
        { unitId: 'M1', createdOn: at(industry, '2026-03-30', 6), value: 10 },
      ]);
      expect((await Promise.all([sent, meanwhile])).map(({ rejected }) => rejected)).toEqual([0, 0]);
      expect(await mergedDays()).toBe(360);
    });
    await compressOldChunks(dropping);
    expect(await mergedDays()).toBe(90);
  });

  it('a reader that the server gives up in a deadlock reads once more and is answered', async () => {
    await context.database.execute(
      'CREATE TABLE telemetry.first_taken (n int); CREATE TABLE telemetry.then_taken (n int)',
    );
    let meetings = 0;
    const meet = () =>
      context.database.transaction(async (writer) => {
        meetings += 1;
        await writer.execute('LOCK TABLE telemetry.then_taken IN ACCESS EXCLUSIVE MODE');
        // The reader has the first table and waits for the second one.
        const reader = context.database.execute('SELECT count(*) FROM telemetry.first_taken, telemetry.then_taken');
        await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), { timeout: 60_000 });
        await writer.execute('LOCK TABLE telemetry.first_taken IN ACCESS EXCLUSIVE MODE');
        return { reader };
      });
    // The server looks at whoever has waited for a second. On a busy machine that can be the writer.
    const { reader } = await retry(meet, { codes: [DEADLOCK], attempts: 20, pause: () => 0 });
    expect(await reader).toEqual([{ count: 0 }]);
    const deadlocks = async () =>
      (
        await context.database.execute<{ deadlocks: number }>(
          'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
        )
      )[0]?.deadlocks;
    // The writer had what it asked for at the last meeting, so the reader was the victim of that one.
    await vi.waitFor(async () => expect(await deadlocks()).toBe(meetings), { timeout: 60_000 });
  });
});
