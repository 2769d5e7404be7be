import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type {
  DailyDocument,
  MonthlyDocument,
  PeriodEntry,
  YearlyDocument,
} from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import { computeDays } from '../../../src/figures/compute-days.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { refreshRollups } from '../../../src/figures/store/upkeep.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  at,
  dates,
  documents,
  exported,
  process,
  type Row,
  send,
  shuffled,
  staleOf,
  unit,
  virtual,
  works,
} from './works.ts';
import { runs } from '../../support/property-runs.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

/** Every group, an update interval that is no whole number of minutes, a cutoff, parameters, formulas over formulas. */
const UNITS = [
  unit('FLOW', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
  unit('CUTOFF', 'FLOW_CATEGORY', { minNonZeroThreshold: 5, flowFactor: 0.1 }),
  unit('UNEVEN', 'FLOW_CATEGORY', { dataUpdateFrequency: 90 }),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 12_345.6 }),
  unit('WELL', 'GROUND_WATER_LEVEL'),
  unit('RIVER', 'QUALITY_CATEGORY', {
    params: { pH: { displayName: 'pH', siUnit: '' }, turbidity: { displayName: 'T', siUnit: '' } },
  }),
  unit('PUMP', 'ENERGY_CATEGORY', {
    minNonZeroThreshold: 1,
    params: { voltage: { displayName: 'V', siUnit: 'V', isLatest: true }, current: { displayName: 'A', siUnit: 'A' } },
    meta: { pRef: 2 },
  }),
  virtual('SUM', '{FLOW} + {CUTOFF} - {UNEVEN}'),
  virtual('OVER', '({SUM} + {TANK}#meta#openingStock) / 2'),
  virtual('ALL', 'ADD_ALL'),
];
const READING_UNITS = ['FLOW', 'CUTOFF', 'UNEVEN', 'TANK', 'WELL', 'RIVER', 'PUMP'] as const;
// The repeated hour of Europe/Berlin (2025-10-26, inside the day of the 25th) and the end of a month lie within.
const DAYS = dates('2025-10-24', '2025-11-03');
const CLOCK = { timezone: 'Europe/Berlin', shiftStartAt: '06:30:00' } as const;

/** Where and what, without an industry: second of the days' span, unit, figures. */
interface Drawn {
  readonly second: number;
  readonly unitId: (typeof READING_UNITS)[number];
  readonly value: number;
  readonly register: number | null;
  readonly estimated: boolean;
  readonly offline: boolean;
  readonly bare: boolean;
}
const SPAN_SECONDS = DAYS.length * 86_400 + 3600;
const tenths = (low: number, high: number) => fc.integer({ min: low * 10, max: high * 10 }).map((value) => value / 10);
const drawn: fc.Arbitrary<Drawn> = fc.record({
  second: fc.integer({ min: 0, max: SPAN_SECONDS - 1 }),
  unitId: fc.constantFrom(...READING_UNITS),
  value: tenths(-5, 95),
  register: fc.option(tenths(0, 5000), { freq: 3 }),
  estimated: fc.boolean(),
  offline: fc.boolean(),
  bare: fc.boolean(),
});
const manyDrawn = (most: number) =>
  fc.uniqueArray(drawn, { minLength: 40, maxLength: most, selector: ({ second, unitId }) => `${second} ${unitId}` });

function rowOf(industry: Industry, reading: Drawn): Row {
  const createdOn = at(industry, DAYS[0] ?? '', reading.second / 3600);
  const flags = { interpolated: reading.estimated, ...(reading.offline ? { offlinePeriod: 5 } : {}) };
  const head = { unitId: reading.unitId, createdOn, ...flags };
  switch (reading.unitId) {
    case 'TANK':
    case 'WELL':
      return { ...head, value: Math.abs(reading.value) };
    case 'RIVER':
      return {
        ...head,
        value: reading.bare
          ? { pH: reading.value }
          : { pH: reading.value, turbidity: reading.value * 3, undeclared: 1 },
      };
    case 'PUMP':
      return {
        ...head,
        value: reading.value,
        ...(reading.register === null ? {} : { summedValue: reading.register }),
        paramValue: reading.bare ? {} : { voltage: reading.value, current: reading.value / 7 },
      };
    default:
      return {
        ...head,
        ...(reading.bare && reading.register !== null ? {} : { value: reading.value }),
        ...(reading.register === null ? {} : { summedValue: reading.register }),
      };
  }
}
const sendDrawn = (industry: Industry, readings: readonly Drawn[]) =>
  send(
    context,
    industry,
    readings.map((reading) => rowOf(industry, reading)),
  );
const first = DAYS[0] ?? '';
const last = DAYS.at(-1) ?? '';

describe('days rebuilt in any order, again, or in several runs', () => {
  it('give byte for byte the documents of one run, whatever order the readings come in', async () => {
    await fc.assert(
      fc.asyncProperty(manyDrawn(160), fc.integer({ min: 1, max: 1_000_000 }), async (readings, seed) => {
        const once = await works(context, UNITS, CLOCK);
        await sendDrawn(once, readings);
        await process(context, once, first, last);

        const pieces = await works(context, UNITS, CLOCK);
        const mixed = shuffled(readings, seed);
        // A few come late, so that most days are not marked by readings of their own.
        const inTime = mixed.length - 5;
        await sendDrawn(pieces, mixed.slice(0, inTime));
        for (const date of shuffled(DAYS, seed)) await process(context, pieces, date, date);
        await sendDrawn(pieces, mixed.slice(inTime));
        // As their jobs do: only what is marked, one day at a time.
        for (const date of shuffled(
          (await staleOf(context, pieces)).map((mark) => mark.slice(0, 10)),
          seed + 1,
        ))
          await process(context, pieces, date, date);
        expect(await staleOf(context, pieces)).toEqual([]);
        expect(await exported(context, pieces)).toBe(await exported(context, once));
        const cut = DAYS[seed % DAYS.length] ?? first;
        for (const [from, to] of [
          [cut, last],
          [first, cut],
        ] as const)
          expect((await process(context, pieces, from, to)).written).toEqual({ daily: 0, monthly: 0, yearly: 0 });
        const before = await exported(context, once, true);
        context.clock.set('2026-11-21T01:00:00Z');
        const again = await process(context, once, first, last);
        expect(again.written).toEqual({ daily: 0, monthly: 0, yearly: 0 });
        expect(await exported(context, once, true)).toBe(before);
      }),
      { numRuns: runs(3), endOnFailure: true },
    );
  }, 300_000);
});

describe('materialised hours and live ones', () => {
  it('give identical documents: cutoffs, odd intervals, parameters, estimates, long days', async () => {
    await fc.assert(
      fc.asyncProperty(manyDrawn(250), async (readings) => {
        const industry = await works(context, UNITS, CLOCK);
        await sendDrawn(industry, readings);
        await refreshRollups(context.database, businessDate(first), businessDate(last), businessDate('2026-01-01'));
        const days = DAYS.map((date) => businessDate(date));
        const computed = async (materialisedBefore: BusinessDate | null): Promise<string> => {
          const found: DailyDocument[] = [];
          for await (const day of computeDays(context.database, {
            industry,
            dates: days,
            unitIds: null,
            now: context.clock.now(),
            materialisedBefore,
          }))
            found.push(...day.documents.values());
          return JSON.stringify(found, null, 1);
        };
        const live = await computed(null);
        expect(await computed(businessDate('2026-01-01'))).toBe(live);
        expect(await computed(businessDate('2025-10-29'))).toBe(live);
      }),
      { numRuns: runs(12), endOnFailure: true },
    );
  }, 300_000);
});

describe('sums', () => {
  const numeric = (entry: PeriodEntry): number => (typeof entry.y === 'number' ? entry.y : 0);
  const total = (entries: readonly PeriodEntry[]): number => entries.reduce((sum, entry) => sum + numeric(entry), 0);

  it('hours make the day, days the month, months the year, for flow and energy', async () => {
    await fc.assert(
      fc.asyncProperty(manyDrawn(200), async (readings) => {
        const industry = await works(context, UNITS, CLOCK);
        await sendDrawn(industry, readings);
        await process(context, industry, first, last);
        const added = new Set(['FLOW', 'CUTOFF', 'UNEVEN', 'PUMP']);
        const days = (await documents<DailyDocument>(context, industry, 'DAILY')).filter((day) =>
          added.has(day.unitId),
        );
        for (const day of days) expect(total(day.hourly), day.id).toBeCloseTo(Number(day.value), 6);
        const months = (await documents<MonthlyDocument>(context, industry, 'MONTHLY')).filter((month) =>
          added.has(month.unitId),
        );
        for (const month of months) {
          const own = days.filter((day) => day.unitId === month.unitId && day.date.endsWith(month.month));
          expect(month.daily.filter((entry) => entry.y !== null).length).toBe(
            own.filter((day) => day.value !== null).length,
          );
          expect(
            own.reduce((sum, day) => sum + Number(day.value), 0),
            month.id,
          ).toBeCloseTo(Number(month.value), 6);
        }
        for (const year of (await documents<YearlyDocument>(context, industry, 'YEARLY')).filter((document) =>
          added.has(document.unitId),
        )) {
          expect(
            months.filter((month) => month.unitId === year.unitId).reduce((sum, month) => sum + Number(month.value), 0),
            year.id,
          ).toBeCloseTo(Number(year.value), 6);
        }
      }),
      { numRuns: runs(3), endOnFailure: true },
    );
  });
});

describe('a figure', () => {
  it('does not depend on whether a batch has run: never processed, stale and settled days read alike', async () => {
    await fc.assert(
      fc.asyncProperty(manyDrawn(150), async (readings) => {
        const industry = await works(context, UNITS, CLOCK);
        const half = Math.floor(readings.length / 2);
        const read = async (): Promise<string> => {
          const found = await readDays(context, {
            industry,
            unitIds: new Set(industry.units.keys()),
            dates: DAYS.map((date) => businessDate(date)),
            withEntries: true,
          });
          return JSON.stringify(
            [...found].map(([date, byUnit]) => [
              date,
              [...byUnit].sort(([a], [b]) => (a < b ? -1 : 1)).map(([unitId, document]) => [unitId, sorted(document)]),
            ]),
            null,
            1,
          );
        };
        await sendDrawn(industry, readings.slice(0, half));
        const neverProcessed = await read();
        await process(context, industry, first, last);
        expect(await read()).toBe(neverProcessed);
        await sendDrawn(industry, readings.slice(half));
        expect(await staleOf(context, industry)).not.toEqual([]);
        await process(context, industry, first, last);
        const settled = await read();
        await context.database.execute(
          "INSERT INTO telemetry.stale_day (industry_key, business_date, unit_keys, causes, marked_at) SELECT $1, d, '{}', '{}', now() FROM unnest($2::date[]) AS d",
          [industry.industryKey, DAYS],
        );
        expect(await read()).toBe(settled);
      }),
      { numRuns: runs(4), endOnFailure: true },
    );
  });

  it('of the running day is what the batch writes of these readings once the day has ended', async () => {
    const industry = await works(context, [unit('M1', 'FLOW_CATEGORY'), virtual('TWICE', '{M1} * 2')]);
    context.clock.set('2026-03-02T23:59:59Z');
    await send(
      context,
      industry,
      Array.from({ length: 24 }, (_, hour) => ({
        unitId: 'M1',
        createdOn: at(industry, '2026-03-02', hour),
        value: 1.5,
        summedValue: 100 + 1.5 * hour,
      })),
    );
    const read = async () =>
      (
        await readDays(context, {
          industry,
          unitIds: new Set(['M1', 'TWICE']),
          dates: [businessDate('2026-03-02')],
          withEntries: true,
        })
      ).get(businessDate('2026-03-02'));
    const running = await read();
    expect(running?.get('TWICE')?.value).toBe(72);
    context.clock.set('2026-03-03T00:03:00Z');
    await process(context, industry, '2026-03-02', '2026-03-02');
    expect(sorted(Object.fromEntries((await read()) ?? []))).toEqual(sorted(Object.fromEntries(running ?? [])));
    context.clock.set('2026-11-21T00:00:00Z');
  });
});

/** With keys in order, as stored documents have them in an order of their own. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : value;
