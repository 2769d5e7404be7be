import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { ingestReadings, type IngestResult } from '../../src/readings/ingest.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { compressOldChunks } from '../../src/readings/chunks.ts';
import { refreshRecentRollups } from '../../src/keeping/upkeep/upkeep.ts';
import { verifyRollups } from '../../src/keeping/upkeep/verify-rollups.ts';
import {
  at,
  dates,
  exported,
  process as processDays,
  type Row,
  shuffled,
  staleOf,
  unit,
  virtual,
  works,
} from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';

/*
 * Several senders at once, each with a connection of its own. On a server their transactions really overlap; on the
 * embedded engine, which has one session, they take turns, and the same must hold.
 */

const METERS = Array.from({ length: 8 }, (_, index) => `M${index}`);
const UNITS = [
  ...METERS.map((unitId) => unit(unitId, 'FLOW_CATEGORY')),
  unit('POND', 'QUALITY_CATEGORY', { params: { pH: { displayName: 'pH', siUnit: '' } } }),
  virtual('ALL', 'ADD_ALL'),
];
const DAYS = dates('2026-03-28', '2026-04-27');
const [FIRST, LAST] = ['2026-03-28', '2026-04-27'];
const SENDERS = [1, 2, 3, 4];
let context: OwnContext;

const rowsOf = (industry: Industry, days: readonly string[], hours: readonly number[]): Row[] =>
  days.flatMap((date, day) =>
    hours.flatMap((hour): Row[] => [
      ...METERS.map((unitId, index): Row => ({
        unitId,
        createdOn: at(industry, date, hour),
        value: 1 + index,
        summedValue: 1000 * index + 24 * day + hour,
      })),
      { unitId: 'POND', createdOn: at(industry, date, hour), value: { pH: 7 + hour / 100 } },
    ]),
  );

/** One stream of rows in pieces, so that a sender's transactions end at moments of their own. */
const stream = (industry: Industry, rows: readonly Row[]): Promise<IngestResult> =>
  ingestReadings({ context, onStaleDays: async () => {} }, industry, [rows.map((row) => ({ row }))], 'http');

const stored = async (industry: Industry): Promise<{ readings: number; total: number; samples: number }> => {
  const keys = [...industry.units.values()].map((known) => known.unitKey);
  const [row] = await context.database.execute<{ readings: number; total: number }>(
    'SELECT count(*) AS readings, sum(value) AS total FROM telemetry.reading WHERE unit_key = ANY ($1)',
    [keys],
  );
  const [samples] = await context.database.execute<{ samples: number }>(
    'SELECT count(*) AS samples FROM telemetry.parameter_reading WHERE unit_key = ANY ($1)',
    [keys],
  );
  return { readings: row?.readings ?? -1, total: row?.total ?? -1, samples: samples?.samples ?? -1 };
};
const total = (results: readonly IngestResult[], verdict: 'inserted' | 'updated' | 'unchanged'): number =>
  results.reduce((sum, result) => sum + result[verdict], 0);
const valuesOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + (typeof row.value === 'number' ? row.value : 0), 0);

beforeAll(async () => {
  context = await ownContext('2026-07-01T12:00:00Z', { COMPRESS_AFTER_DAYS: '35' });
});

describe('several senders at once', () => {
  it('of the same readings, each in an order of its own, store each one once and count it once', async () => {
    const industry = await works(context, UNITS);
    const rows = rowsOf(industry, DAYS, [1, 2, 3]);
    const results = await Promise.all(SENDERS.map((seed) => stream(industry, shuffled(rows, seed))));
    expect(total(results, 'inserted')).toBe(rows.length);
    expect(total(results, 'unchanged')).toBe((SENDERS.length - 1) * rows.length);
    expect(await stored(industry)).toEqual({ readings: rows.length, total: valuesOf(rows), samples: DAYS.length * 3 });
    expect((await staleOf(context, industry)).length).toBe(DAYS.length);
  });

  it('of the same corrections and late readings of compressed days lose none and count each once', async () => {
    const industry = await works(context, UNITS);
    await stream(industry, rowsOf(industry, DAYS, [1, 2, 3]));
    expect(await compressOldChunks(context)).toBeGreaterThan(0);
    const late = rowsOf(industry, DAYS, [4]);
    const corrected = rowsOf(industry, DAYS, [2]).map((row): Row =>
      typeof row.value === 'number' ? { ...row, value: row.value + 10 } : { ...row, value: { pH: 6 } },
    );
    const results = await Promise.all(SENDERS.map((seed) => stream(industry, shuffled([...late, ...corrected], seed))));
    expect([total(results, 'inserted'), total(results, 'updated')]).toEqual([late.length, corrected.length]);
    const expected = [...rowsOf(industry, DAYS, [1, 3, 4]), ...corrected];
    expect(await stored(industry)).toEqual({
      readings: expected.length,
      total: valuesOf(expected),
      samples: DAYS.length * 4,
    });
  });

  it('and of the same rows that are refused hold each of them once', async () => {
    const industry = await works(context, UNITS);
    const refused = Array.from({ length: 50 }, (_, index): Row => ({
      unitId: `NONE${index}`,
      createdOn: '2026-05-01T00:00:00Z',
      value: 1,
    }));
    const results = await Promise.all(SENDERS.map((seed) => stream(industry, shuffled(refused, seed))));
    expect(results.map((result) => result.rejected)).toEqual(SENDERS.map(() => refused.length));
    expect(
      await context.database.execute(
        'SELECT count(*) AS cases, sum(times_received) AS received FROM telemetry.quarantine WHERE industry_key = $1',
        [industry.industryKey],
      ),
    ).toEqual([{ cases: refused.length, received: refused.length * SENDERS.length }]);
  });
});

describe('readings, batch, upkeep, verification and configuration, all at the same time', () => {
  it('end with every reading, with the documents of a quiet run, and with rollups that agree', async () => {
    const quiet = await works(context, UNITS);
    await stream(quiet, rowsOf(quiet, DAYS, [1, 2, 3, 4]));
    await processDays(context, quiet, FIRST, LAST);

    const industry = await works(context, UNITS);
    const rows = rowsOf(industry, DAYS, [1, 2, 3, 4]);
    const pieces = SENDERS.map((sender) => rows.filter((_row, index) => index % SENDERS.length === sender - 1));
    const batches = [
      [FIRST, LAST],
      ['2026-04-10', '2026-04-20'],
      ['2026-04-01', LAST],
    ] as const;
    const [sent] = await Promise.all([
      Promise.all(
        pieces.map(async (piece, index) => {
          const results: IngestResult[] = [];
          const order = shuffled(piece, index + 1);
          for (let start = 0; start < order.length; start += 100)
            results.push(await stream(industry, order.slice(start, start + 100)));
          return results;
        }),
      ),
      ...batches.map(([from, to]) => processDays(context, industry, from, to)),
      compressOldChunks(context),
      refreshRecentRollups(context),
      verifyRollups(context, businessDate('2026-04-01'), businessDate('2026-04-03')),
      works(
        context,
        UNITS.map((known) => ({ ...known, displayName: 'Renamed' })),
        { industryId: industry.industryId },
      ),
    ]);
    expect(total(sent.flat(), 'inserted')).toBe(rows.length);
    expect(await stored(industry)).toEqual({ readings: rows.length, total: valuesOf(rows), samples: DAYS.length * 4 });

    // What came after its day was read is still marked.
    for (const mark of await staleOf(context, industry))
      await processDays(context, industry, mark.slice(0, 10), mark.slice(0, 10));
    expect(await staleOf(context, industry)).toEqual([]);
    expect(await exported(context, industry)).toBe(await exported(context, quiet));
    expect((await verifyRollups(context, businessDate(FIRST), businessDate(LAST))).mismatches).toEqual([]);
  }, 240_000);
});
