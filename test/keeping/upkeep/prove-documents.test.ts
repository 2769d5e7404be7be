import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { rebuildIndustry } from '../../../src/figures/processing/rebuild-industry.ts';
import { proveDocuments } from '../../../src/keeping/upkeep/prove-documents.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import { proveSampledDays } from '../../../src/keeping/upkeep/upkeep.ts';
import { addDueRollups } from '../../../src/figures/store/upkeep.ts';
import { createMetrics } from '../../../src/service/metrics.ts';
import {
  at,
  dates,
  exported,
  jobsByHand,
  process,
  type Row,
  send,
  shuffled,
  staleOf,
  unit,
  virtual,
  works,
} from '../../figures/processing/works.ts';
import { type OwnContext, ownContext } from './own-database.ts';
import { runs } from '../../support/property-runs.ts';

/*
 * The meter counts what it says: each hour's register grows by its values, so no rule lies between its documents and
 * its rollups.
 */

const UNITS = [
  unit('METER', 'FLOW_CATEGORY', { dataUpdateFrequency: 1800 }),
  unit('DOUBLED', 'FLOW_CATEGORY', { flowFactor: 2, minNonZeroThreshold: 3 }),
  unit('WELL', 'GROUND_WATER_LEVEL'),
  unit('RIVER', 'QUALITY_CATEGORY', { params: { pH: { displayName: 'pH', siUnit: '' } } }),
  unit('PUMP', 'ENERGY_CATEGORY', {
    params: { voltage: { displayName: 'V', siUnit: 'V' }, state: { displayName: 'S', siUnit: '', isLatest: true } },
  }),
  virtual('TWICE', '{METER} * 2'),
];
const DAY = businessDate('2025-03-10');
let context: OwnContext;
let industry: Industry;
const logged: { fields: Record<string, unknown>; text: string }[] = [];

const rowsOf = (date: string, index: number): Row[] =>
  [0, 1].flatMap((reading): Row[] => {
    const createdOn = at(industry, date, 5 + reading / 2);
    const counted = 100 + 30 * index + (reading === 0 ? 10 : 30);
    return [
      { unitId: 'METER', createdOn, value: reading === 0 ? 10 : 20, summedValue: counted },
      { unitId: 'DOUBLED', createdOn, value: 4, summedValue: counted },
      { unitId: 'WELL', createdOn, value: 12.5 + index },
      { unitId: 'RIVER', createdOn, value: { pH: 7 + reading } },
      {
        unitId: 'PUMP',
        createdOn,
        value: 1.5,
        interpolated: reading === 0,
        paramValue: { voltage: 230 + reading, state: reading },
      },
    ];
  });

beforeAll(async () => {
  const own = await ownContext('2026-11-21T00:00:00Z');
  const log = Object.assign(Object.create(own.log) as typeof own.log, {
    error: (fields: Record<string, unknown>, text: string) => {
      logged.push({ fields, text });
    },
  });
  context = { ...own, log };
  industry = await works(context, UNITS);
  await send(context, industry, dates('2025-03-01', '2025-04-02').flatMap(rowsOf));
  await process(context, industry, '2025-03-01', '2025-04-02');
});

const unitKey = (unitId: string): number => industry.units.get(unitId)?.unitKey ?? -1;
const tamper = async (change: string, unitId: string, period: string, start: string): Promise<void> => {
  const changed = await context.database.execute(
    `UPDATE telemetry.document SET ${change} WHERE unit_key = $1 AND period = $2 AND period_start = $3 RETURNING unit_key`,
    [unitKey(unitId), period, start],
  );
  expect(changed.length).toBe(1);
};
const rebuild = async (): Promise<void> => {
  await rebuildIndustry(context, noQueue, industry.industryId);
  await refreshDueRollups(context);
};
const counts = async (): Promise<string[]> => {
  const { registry } = createMetrics({
    context,
    boss: () => null,
    queues: [],
    broker: () => null,
    engineRestarts: () => null,
    loginsCutOff: () => null,
    replicaReads: null,
  });
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('water_document_mismatches'));
};

describe('the proof that documents and rollups tell the same story', () => {
  it('finds nothing where every document says what its rollup says', async () => {
    expect(await proveDocuments(context, [DAY])).toEqual([]);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it.each([
    ['the value of a day', 'value = 31', 'METER', 'DAILY', '2025-03-10', { value: 30 }, { value: 31 }],
    ['a value that became null', 'value = NULL', 'METER', 'DAILY', '2025-03-10', { value: 30 }, { value: null }],
    [
      'the register a day ends with',
      `meta = jsonb_set(meta::jsonb, '{fr}', '1')`,
      'METER',
      'DAILY',
      '2025-03-10',
      { lastRegister: 400 },
      { lastRegister: 1 },
    ],
    [
      'how many readings are not 0',
      `meta = jsonb_set(meta::jsonb, '{nonZero}', '9')`,
      'METER',
      'DAILY',
      '2025-03-10',
      { nonZero: 2 },
      { nonZero: 9 },
    ],
    [
      'the readings of a day',
      `provenance = jsonb_set(provenance::jsonb, '{readingsUsed}', '9')`,
      'DOUBLED',
      'DAILY',
      '2025-03-10',
      { readings: 2 },
      { readings: 9 },
    ],
    [
      'the estimated readings',
      `provenance = jsonb_set(provenance::jsonb, '{readingsEstimated}', '0')`,
      'PUMP',
      'DAILY',
      '2025-03-10',
      { estimated: 1 },
      { estimated: 0 },
    ],
    [
      'the genuine slots',
      `provenance = jsonb_set(provenance::jsonb, '{slotsGenuine}', '48')`,
      'METER',
      'DAILY',
      '2025-03-10',
      { slotsGenuine: 2 },
      { slotsGenuine: 48 },
    ],
    ['the level of a well', 'value = 3', 'WELL', 'DAILY', '2025-03-10', { value: 21.5 }, { value: 3 }],
    [
      'the mean of a parameter',
      `value_by_parameter = '{"pH": 7.25}'`,
      'RIVER',
      'DAILY',
      '2025-03-10',
      { parameters: { pH: 7.5 } },
      { parameters: { pH: 7.25 } },
    ],
    [
      'a parameter that was lost',
      `param_value = '{"state": 1}'`,
      'PUMP',
      'DAILY',
      '2025-03-10',
      { parameters: { voltage: 230.5 } },
      { parameters: { voltage: null } },
    ],
    ['the value of a month', 'value = 31', 'METER', 'MONTHLY', '2025-03-01', { value: 930 }, { value: 31 }],
    [
      'the last reading of a month',
      `provenance = jsonb_set(provenance::jsonb, '{lastEpoch}', '0')`,
      'DOUBLED',
      'MONTHLY',
      '2025-03-01',
      {},
      { lastEpoch: 0 },
    ],
  ])(
    'finds %s that was tampered with, keeps and logs both figures, and has it written anew',
    async (_, change, unitId, period, start, expected, found) => {
      const before = await exported(context, industry);
      await tamper(change, unitId, period, start);
      logged.length = 0;
      const mismatches = await proveDocuments(context, [DAY]);
      expect(mismatches).toEqual([
        expect.objectContaining({
          industryId: industry.industryId,
          unitId,
          period,
          periodStart: start,
          expected: expect.objectContaining(expected),
          found: expect.objectContaining(found),
        }),
      ]);
      expect(logged).toEqual([
        {
          fields: expect.objectContaining({
            unitId,
            period,
            periodStart: start,
            rollup: expect.objectContaining(expected),
            document: expect.objectContaining(found),
          }),
          text: 'a document does not say what its rollup says',
        },
      ]);
      expect((await counts())[0]).toBe('water_document_mismatches{state="open"} 1');
      expect(await staleOf(context, industry)).toEqual([
        `${period === 'DAILY' ? start : '2025-03-31'}: ${unitId}: document repair`,
      ]);
      await rebuild();
      expect(await exported(context, industry)).toBe(before);
      expect(await proveDocuments(context, [])).toEqual([]);
      expect((await counts())[0]).toBe('water_document_mismatches{state="open"} 0');
    },
  );

  it('finds the figure of a year, of each unit in one of ten nights', async () => {
    await tamper('value = 1', 'METER', 'YEARLY', '2025-01-01');
    const nights: number[] = [];
    for (let night = 0; night < 10; night += 1) {
      context.clock.set(new Date(Date.parse('2026-11-21T00:00:00Z') + night * 86_400_000).toISOString());
      nights.push((await proveDocuments(context, [DAY])).length);
      await context.database.execute('DELETE FROM telemetry.document_mismatch');
      await context.database.execute('DELETE FROM telemetry.stale_day WHERE industry_key = $1', [industry.industryKey]);
    }
    context.clock.set('2026-11-21T00:00:00Z');
    expect(nights.sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    await process(context, industry, '2025-03-31', '2025-03-31');
  });

  it('finds a document that was lost', async () => {
    await context.database.execute(
      `DELETE FROM telemetry.document WHERE unit_key = $1 AND period = 'DAILY' AND period_start = $2`,
      [unitKey('METER'), DAY],
    );
    expect(await proveDocuments(context, [DAY])).toEqual([expect.objectContaining({ unitId: 'METER', found: {} })]);
    await rebuild();
    expect(await proveDocuments(context, [DAY])).toEqual([]);
  });

  it('keeps one row of a mismatch for as long as it is open, and closes it only once its day is settled', async () => {
    await tamper('value = 31', 'METER', 'DAILY', '2025-03-10');
    await proveDocuments(context, [DAY]);
    const [before] = await counts();
    expect(before).toBe('water_document_mismatches{state="open"} 1');
    await proveDocuments(context, [DAY]);
    expect((await counts())[0]).toBe(before);
    await rebuild();
    await addDueRollups(context.database, DAY, DAY);
    await proveDocuments(context, []);
    expect((await counts())[0]).toBe(before);
    await refreshDueRollups(context);
    await proveDocuments(context, []);
    expect((await counts())[0]).toBe('water_document_mismatches{state="open"} 0');
  });

  it('takes a day that waits for its rebuild, and documents of an earlier algorithm, for no mismatch', async () => {
    await tamper('value = 31', 'METER', 'DAILY', '2025-03-10');
    await send(context, industry, [{ unitId: 'WELL', createdOn: at(industry, DAY, 9), value: 5 }]);
    expect(await proveDocuments(context, [DAY])).toEqual([]);
    await process(context, industry, DAY, DAY);
    await tamper(
      `value = 31, provenance = jsonb_set(provenance::jsonb, '{algorithmVersion}', '0')`,
      'METER',
      'DAILY',
      '2025-03-10',
    );
    expect(await proveDocuments(context, [DAY])).toEqual([]);
    await process(context, industry, DAY, DAY);
  });

  it('runs by schedule behind the verification of the rollups, over the same days', async () => {
    await tamper('value = 31', 'METER', 'DAILY', '2025-03-10');
    logged.length = 0;
    context.clock.set('2025-03-11T03:11:00Z');
    await proveSampledDays(context).finally(() => {
      context.clock.set('2026-11-21T00:00:00Z');
    });
    expect(logged.map(({ fields }) => fields['periodStart'])).toEqual(['2025-03-10']);
    await rebuild();
    await proveDocuments(context, []);
  });
});

/** Registers that grow, jump, fall and are large; values of every sign; gaps; days of 23 and 25 hours. */
const DRAWN_UNITS = [
  unit('M1', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
  unit('M2', 'FLOW_CATEGORY', { flowFactor: 0.1, minNonZeroThreshold: 5 }),
  unit('M3', 'ENERGY_CATEGORY', {
    dataUpdateFrequency: 1200,
    meta: { pRef: 2 },
    params: { v: { displayName: 'v', siUnit: '' } },
  }),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 500 }),
  unit('WELL', 'GROUND_WATER_LEVEL'),
  unit('RIVER', 'QUALITY_CATEGORY'),
  virtual('SUM', '{M1} + {M2}'),
];
const DRAWN_DAYS = dates('2025-10-24', '2025-11-02');
const drawn = fc.record({
  minute: fc.integer({ min: 0, max: DRAWN_DAYS.length * 1440 }),
  unitId: fc.constantFrom('M1', 'M2', 'M3', 'TANK', 'WELL', 'RIVER'),
  value: fc.integer({ min: -50, max: 950 }).map((tenths) => tenths / 10),
  counts: fc.boolean(),
  jump: fc.constantFrom(0, 0, 0, 7.3, -40, 3_000_000_000.1),
  estimated: fc.boolean(),
});

describe('random histories', () => {
  it('yield no mismatch, in whatever order their readings come and whatever is rebuilt', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(drawn, {
          minLength: 50,
          maxLength: 250,
          selector: ({ minute, unitId }) => `${minute} ${unitId}`,
        }),
        fc.integer({ min: 1, max: 99_999 }),
        async (readings, seed) => {
          const random = await works(context, DRAWN_UNITS, { timezone: 'Europe/Berlin', shiftStartAt: '06:30:00' });
          const registers = new Map<string, number>();
          const rows = readings
            .toSorted((a, b) => a.minute - b.minute)
            .map(({ minute, unitId, value, counts: isCounting, jump, estimated }): Row => {
              const head = { unitId, createdOn: at(random, DRAWN_DAYS[0] ?? '', minute / 60), interpolated: estimated };
              if (unitId === 'RIVER') return { ...head, value: { pH: value, undeclared: value / 7 } };
              if (unitId === 'TANK' || unitId === 'WELL') return { ...head, value: Math.abs(value) };
              const register = Math.round(((registers.get(unitId) ?? 1000) + value + jump) * 10) / 10;
              registers.set(unitId, register);
              return {
                ...head,
                value,
                ...(isCounting && register >= 0 ? { summedValue: register } : {}),
                ...(unitId === 'M3' ? { paramValue: { v: value } } : {}),
              };
            });
          const mixed = shuffled(rows, seed);
          await send(context, random, mixed.slice(0, -10));
          await process(context, random, DRAWN_DAYS[0] ?? '', '2025-11-30');
          await send(context, random, mixed.slice(-10));
          const jobs = jobsByHand(context);
          await rebuildIndustry(context, jobs.queue, random.industryId);
          await jobs.work();
          await refreshDueRollups(context);
          expect(
            await proveDocuments(
              context,
              DRAWN_DAYS.map((date) => businessDate(date)),
            ),
          ).toEqual([]);
        },
      ),
      { numRuns: runs(4), endOnFailure: true },
    );
  }, 300_000);
});
