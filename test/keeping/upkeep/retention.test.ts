import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { readMonths } from '../../../src/figures/read-months.ts';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { compressOldChunks } from '../../../src/readings/chunks.ts';
import { proveDocuments } from '../../../src/keeping/upkeep/prove-documents.ts';
import { applyRetention, refreshRecentRollups } from '../../../src/keeping/upkeep/upkeep.ts';
import { verifyRollups } from '../../../src/keeping/upkeep/verify-rollups.ts';
import { holdPlacement } from '../../../src/platform/directory/store/placement.ts';
import { sealedBefore } from '../../../src/ledger/store/seal.ts';
import { databaseEnvironment } from '../../support/database-environment.ts';
import {
  at,
  dates,
  documents,
  exported,
  process,
  rollups,
  type Row,
  send,
  staleOf,
  unit,
  virtual,
  works,
} from '../../figures/processing/works.ts';
import { type OwnContext, ownContext } from './own-database.ts';

/*
 * One database whose old readings are compressed and then removed. Chunks hold 30 days on a grid of their own and are
 * merged as they are compressed, up to 90 days, so that the seal stands at the end of a chunk: here 2025-12-03 is the
 * first day of one.
 */

const UNITS = [
  unit('M1', 'FLOW_CATEGORY'),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
  unit('RIVER', 'QUALITY_CATEGORY', { params: { pH: { displayName: 'pH', siUnit: '' } } }),
  virtual('TWICE', '{M1} * 2'),
];
const DAYS = dates('2025-10-01', '2026-03-31');
const isServer = databaseEnvironment()['DATABASE_URL'] !== undefined;
let context: OwnContext;
let industry: Industry;

const rowsOf = (date: string, index: number): Row[] => [
  { unitId: 'M1', createdOn: at(industry, date, 5), value: 10, summedValue: 100 + 10 * index },
  { unitId: 'RIVER', createdOn: at(industry, date, 5), value: { pH: 7 + (index % 10) / 10 } },
  ...(date < '2025-11-20' || date > '2025-12-20'
    ? [{ unitId: 'TANK', createdOn: at(industry, date, 5), value: 50 + (index % 40) }]
    : []),
];
const countReadings = async (): Promise<number> =>
  (await context.database.execute<{ count: number }>('SELECT count(*) FROM telemetry.reading'))[0]?.count ?? -1;
const chunks = () =>
  context.database.execute<{ hypertable: string; from: string; to: string; compressed: boolean }>(
    `SELECT hypertable_name AS hypertable, range_start::date::text AS from, range_end::date::text AS to, is_compressed AS compressed FROM timescaledb_information.chunks
   WHERE hypertable_schema = 'telemetry' AND hypertable_name IN ('reading', 'parameter_reading') ORDER BY 1, 2`,
  );
const withRetention = (days: number) => ({ ...context, config: { ...context.config, readingRetentionDays: days } });

beforeAll(async () => {
  context = await ownContext('2026-04-01T12:00:00Z', { COMPRESS_AFTER_DAYS: '35' });
  industry = await works(context, UNITS);
  // While the tank is silent it is enlarged.
  const { industryId } = industry;
  industry = await works(
    context,
    UNITS.with(1, unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 2000, meta: { effectiveFrom: '25/11/2025' } })),
    { industryId },
  );
  await send(context, industry, DAYS.flatMap(rowsOf));
  await process(context, industry, '2025-10-01', '2026-03-31');
});

describe('compressing', () => {
  it('takes the chunks that ended long enough ago, merges them up to 90 days, leaves every row, and once is enough', async () => {
    const before = await countReadings();
    // 35 days before the 1st of April is the 25th of February.
    const due = (await chunks()).filter((chunk) => chunk.to <= '2026-02-25').length;
    expect(await compressOldChunks(withRetention(400))).toBeGreaterThanOrEqual(due);
    const all = await chunks();
    expect(all.every((chunk) => chunk.compressed === chunk.to <= '2026-02-25')).toBe(true);
    const days = all
      .filter((chunk) => chunk.compressed)
      .map((chunk) => (Date.parse(chunk.to) - Date.parse(chunk.from)) / 86_400_000);
    expect(Math.max(...days)).toBe(90);
    expect(days.length).toBeLessThan(due / 2);
    expect(await countReadings()).toBe(before);
    expect(await compressOldChunks(withRetention(400))).toBe(0);
  });

  it('does not stand in the way of a late reading: the documents are right, and the chunk is compressed again', async () => {
    const before = await countReadings();
    await send(context, industry, [
      { unitId: 'M1', createdOn: at(industry, '2025-10-10', 7), value: 5 },
      { unitId: 'M1', createdOn: at(industry, '2025-10-10', 5), value: 12, summedValue: 190 },
    ]);
    expect(await staleOf(context, industry)).toEqual(['2025-10-10: M1: correction, late reading']);
    await process(context, industry, '2025-10-10', '2025-10-10');
    const value = async (unitId: string) =>
      (await documents<DailyDocument>(context, industry, 'DAILY')).find(
        (day) => day.unitId === unitId && day.date === '10/10/2025',
      )?.value;
    // Hour 5: 190 - (190 - 12); hour 7: a value without a register.
    expect([await value('M1'), await value('TWICE')]).toEqual([17, 34]);
    expect(await countReadings()).toBe(before + 1);
    expect(await compressOldChunks(withRetention(400))).toBeGreaterThanOrEqual(1);
    expect(await countReadings()).toBe(before + 1);
    expect(await verifyRollups(context, businessDate('2025-10-10'), businessDate('2025-10-10'))).toEqual({
      mismatches: [],
      unrepaired: [],
    });
  });
});

describe('retention', () => {
  it('is off unless it is asked for', async () => {
    expect(context.config.readingRetentionDays).toBe(0);
    const before = await countReadings();
    expect(await applyRetention(context)).toBe(0);
    expect([await countReadings(), await sealedBefore(context.database)]).toEqual([before, null]);
  });

  it('keeps readings of days that are stale, and of days that were never processed, and everything after them', async () => {
    const named: unknown[] = [];
    const warn = (fields: unknown) => void named.push(fields);
    const kept = () => applyRetention({ ...withRetention(90), log: { ...context.log, warn } as typeof context.log });
    await send(context, industry, [{ unitId: 'M1', createdOn: at(industry, '2025-10-05', 9), value: 1 }]);
    expect(await kept()).toBe(0);
    await process(context, industry, '2025-10-05', '2025-10-05');
    // Nobody processes the days of an inactive industry, and it keeps the readings of all.
    const other = await works(context, [unit('M1', 'FLOW_CATEGORY')], { isActive: false });
    await context.database.execute(
      `INSERT INTO telemetry.reading (unit_key, created_on, business_at, value, received_at) VALUES ($1, '2025-10-06T05:00:00Z', '2025-10-06 05:00', 1, now())`,
      [other.units.get('M1')?.unitKey],
    );
    expect(await kept()).toBe(0);
    await process(context, other, '2025-10-06', '2025-10-06');
    expect(await sealedBefore(context.database)).toBeNull();
    expect(named).toEqual([
      { industry: industry.industryId, businessDate: '2025-10-05' },
      { industry: other.industryId, businessDate: '2025-10-06' },
    ]);
  });

  it.runIf(isServer)('lets senders store readings while it waits for one whose transaction takes long', async () => {
    const { database } = context;
    const sent = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slow = database.transaction(async (transaction) => {
      await holdPlacement(transaction, industry.industryKey);
      held.resolve();
      await sent.promise;
    });
    await held.promise;
    const sealed = applyRetention(withRetention(400));
    await vi.waitUntil(
      async () => {
        const [row] = await database.execute<{ waits: boolean }>(
          `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 7224004 AND NOT granted
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS waits`,
        );
        return row?.waits;
      },
      { timeout: 60_000 },
    );
    // It stands behind the seal, which gives way.
    await database.transaction((transaction) => holdPlacement(transaction, industry.industryKey));
    sent.resolve();
    await slow;
    expect(await sealed).toBe(0);
  });

  it('tries again where a sender did not let it through', async () => {
    const { database } = context;
    let attempts = 0;
    const busy: typeof database = {
      ...database,
      transaction: async (work) => {
        attempts += 1;
        if (attempts === 1)
          throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
        return database.transaction(work);
      },
    };
    expect([await applyRetention({ ...withRetention(400), database: busy }), attempts]).toEqual([0, 2]);
  });

  it('removes old readings; documents, rollups and every answer stay what they were', async () => {
    const asked = { industry, unitIds: new Set(['M1', 'TANK', 'RIVER', 'TWICE']), withEntries: true };
    const answers = async () =>
      JSON.stringify([
        [...(await readDays(context, { ...asked, dates: DAYS.map((date) => businessDate(date)) }))].map(
          ([date, byUnit]) => [date, [...byUnit].sort()],
        ),
        [
          ...(await readMonths(context, {
            ...asked,
            months: ['2025-10-01', '2025-11-01', '2025-12-01'].map((date) => businessDate(date)),
          })),
        ].map(([month, byUnit]) => [month, [...byUnit].sort()]),
      ]);
    const all = async () => [
      await exported(context, industry, true),
      await rollups(context, industry, 'hourly'),
      await rollups(context, industry, 'daily'),
      await rollups(context, industry, 'monthly'),
      await rollups(context, industry, 'yearly'),
      await answers(),
    ];
    const before = await all();
    const readings = await countReadings();
    // 90 days before the 1st of April is the 1st of January: chunks that ended by then go.
    const dropped = await applyRetention(withRetention(90));
    const seal = await sealedBefore(context.database);
    expect(dropped).toBe(2);
    expect(await countReadings()).toBeLessThan(readings);
    expect(seal).not.toBeNull();
    expect(seal !== null && seal > '2025-12-01' && seal <= '2026-01-01').toBe(true);
    expect((await chunks()).every((chunk) => chunk.from >= String(seal))).toBe(true);
    expect(await all()).toEqual(before);

    // Nothing that runs by schedule or by hand changes them afterwards.
    await refreshRecentRollups(context);
    expect(await verifyRollups(context, businessDate('2025-11-10'), businessDate('2026-01-10'))).toEqual({
      mismatches: [],
      unrepaired: [],
    });
    expect(await applyRetention(withRetention(90))).toBe(0);
    expect(await all()).toEqual(before);
  });

  it('seals the days: a batch over them leaves their documents as they are and says so', async () => {
    const seal = String(await sealedBefore(context.database));
    const before = await exported(context, industry, true);
    const inside = await process(context, industry, '2025-10-01', '2025-10-31');
    expect(inside).toMatchObject({ days: 0, daysSealed: 31, computed: { daily: 0, monthly: 0, yearly: 0 } });
    const across = await process(context, industry, '2025-11-20', '2026-01-31');
    expect(across.daysSealed).toBe(dates('2025-11-20', seal).length - 1);
    expect(across.days + across.daysSealed).toBe(73);
    expect(across.written).toEqual({ daily: 0, monthly: 0, yearly: 0 });
    expect(await exported(context, industry, true)).toBe(before);
  });

  it('hands levels and registers on across the seal from the rollups', async () => {
    // The tank was silent from the 20th of November to the 20th of December: its opening stock comes from readings that
    // are gone.
    const seal = String(await sealedBefore(context.database));
    const opening = (await documents<DailyDocument>(context, industry, 'DAILY')).find(
      (day) => day.unitId === 'TANK' && day.date === seal.split('-').reverse().join('/'),
    )?.meta.openingStock;
    // 59 % on the 19th of November, of the 1000 that it held then.
    expect(opening).toBe(590);
    await send(context, industry, [{ unitId: 'TANK', createdOn: at(industry, seal, 20), value: 1 }]);
    await process(context, industry, seal, seal);
    expect(
      (await documents<DailyDocument>(context, industry, 'DAILY')).find(
        (day) => day.unitId === 'TANK' && day.date === seal.split('-').reverse().join('/'),
      )?.meta.openingStock,
    ).toBe(opening);
  });

  it('refuses readings of sealed days with the reason and takes the others of the same batch', async () => {
    const seal = String(await sealedBefore(context.database));
    const rows = [
      { unitId: 'M1', createdOn: at(industry, '2025-10-10', 11), value: 5 },
      { unitId: 'M1', createdOn: at(industry, seal, 11), value: 5 },
    ].map((row) => ({ row }));
    const result = await ingestReadings({ context, onStaleDays: async () => {} }, industry, [rows], 'http');
    expect(result).toMatchObject({
      received: 2,
      inserted: 1,
      rejected: 1,
      reasons: { period_sealed: 1 },
      staleDates: [seal],
    });
    expect(result.errors).toEqual([
      {
        index: 0,
        unitId: 'M1',
        reason: `createdOn lies on business day 10/10/2025, which is sealed: readings before ${seal.split('-').reverse().join('/')} have been removed`,
      },
    ]);
    const held = await context.database.execute<{ reason_code: string }>(
      'SELECT reason_code FROM telemetry.quarantine',
    );
    expect(held).toEqual([{ reason_code: 'period_sealed' }]);
  });

  it('lets a changed configuration reach unsealed days only', async () => {
    await process(context, industry, String(await sealedBefore(context.database)), '2026-03-31');
    await works(
      context,
      [unit('M1', 'FLOW_CATEGORY', { flowFactor: 3, meta: { effectiveFrom: '01/10/2025' } }), ...UNITS.slice(1)],
      { industryId: industry.industryId },
    );
    const stale = await staleOf(context, industry);
    expect(stale.length).toBeGreaterThan(50);
    expect(stale[0]?.slice(0, 10)).toBe(await sealedBefore(context.database));
    // The proof would take the old documents for wrong ones.
    await works(context, [unit('M1', 'FLOW_CATEGORY', { meta: { effectiveFrom: '01/10/2025' } }), ...UNITS.slice(1)], {
      industryId: industry.industryId,
    });
    await context.database.execute(
      `UPDATE telemetry.document SET value = 77 WHERE unit_key = $1 AND period_start = '2025-10-10'`,
      [industry.units.get('M1')?.unitKey],
    );
    expect(await proveDocuments(context, [businessDate('2025-10-10')])).toEqual([]);
  });
});
