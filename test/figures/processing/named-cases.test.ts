import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument, MonthlyDocument, YearlyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import type { Period } from '../../../src/figures/store/document-rows.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  at,
  dates,
  documents,
  exported,
  process,
  processedOf,
  rollups,
  type Row,
  send,
  shuffled,
  unit,
  virtual,
  works,
} from './works.ts';

let context: TestContext;

beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

const dayOf = async (industry: Industry, unitId: string, date: string): Promise<DailyDocument> => {
  const found = (await documents<DailyDocument>(context, industry, 'DAILY')).find(
    (document) => document.unitId === unitId && document.date === date,
  );
  if (found === undefined) throw new Error(`no document of ${unitId} on ${date}`);
  return found;
};

const figures = (document: DailyDocument) => document.hourly.map((hour) => hour.y);

/** A meter that sends every five minutes from the start of a day: its register after each of these values. */
const fiveMinutes = (
  industry: Industry,
  date: string,
  firstMinute: number,
  readings: readonly (readonly [value: number | null, register: number | null])[],
): Row[] =>
  readings.map(([value, register], index) => ({
    unitId: 'M1',
    createdOn: at(industry, date, (firstMinute + 5 * index) / 60),
    ...(value === null ? {} : { value }),
    ...(register === null ? {} : { summedValue: register }),
  }));

describe('a register', () => {
  const meter = [unit('M1', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 })];

  it('that is reset within an hour counts that hour by its values', async () => {
    const industry = await works(context, meter);
    // 1000 -> 1010 -> 1020 -> reset -> 5 -> 12: fr 12 - (1000 - 10) is negative, so the values count: 10 + 10 + 10 + 5
    // + 7 = 42.
    await send(
      context,
      industry,
      fiveMinutes(industry, '2026-03-02', 60, [
        [10, 1000],
        [10, 1010],
        [10, 1020],
        [5, 5],
        [7, 12],
      ]),
    );
    await process(context, industry, '2026-03-02', '2026-03-02');
    const day = await dayOf(industry, 'M1', '02/03/2026');
    expect(day.hourly[1]).toMatchObject({ y: 42, fr: 12, ir: 12 - 42 });
    expect(day.value).toBe(42);
    expect(day.meta).toMatchObject({ ir: -30, fr: 12, nonZero: 5 });
  });

  it('that dips by a digit and comes back loses and invents nothing', async () => {
    const industry = await works(context, meter);
    // 215.7 -> 215.6 -> 215.7 within one hour: fr - ir = 215.7 - (215.7 - 0.1) = 0.1, and the dip is inside the hour.
    await send(
      context,
      industry,
      fiveMinutes(industry, '2026-03-02', 0, [
        [0.1, 215.7],
        [0, 215.6],
        [0, 215.7],
      ]),
    );
    // At the end of an hour: fr - ir = 215.6 - (215.7 - 0.2) = 0.1, and the next hour begins where this one ended:
    // 215.7 - (215.7 - 0.1) = 0.1.
    await send(
      context,
      industry,
      fiveMinutes(industry, '2026-03-02', 170, [
        [0.2, 215.7],
        [0, 215.6],
      ]),
    );
    await send(context, industry, fiveMinutes(industry, '2026-03-02', 180, [[0.1, 215.7]]));
    await process(context, industry, '2026-03-02', '2026-03-02');
    const day = await dayOf(industry, 'M1', '02/03/2026');
    expect(day.hourly[0]?.y).toBeCloseTo(0.1, 9);
    expect(day.hourly[2]?.y).toBeCloseTo(0.1, 9);
    expect(day.hourly[3]?.y).toBeCloseTo(0.1, 9);
    expect(day.value).toBeCloseTo(0.3, 9);
  });

  it('that dips by a digit in an hour without flow counts that hour by its values: nothing', async () => {
    const industry = await works(context, meter);
    // 215.6 - (215.7 - 0) is negative by more than rounding noise: the values count, 0 + 0.
    await send(
      context,
      industry,
      fiveMinutes(industry, '2026-03-02', 50, [
        [0, 215.7],
        [0, 215.6],
      ]),
    );
    await send(context, industry, fiveMinutes(industry, '2026-03-02', 60, [[0, 215.7]]));
    await process(context, industry, '2026-03-02', '2026-03-02');
    const day = await dayOf(industry, 'M1', '02/03/2026');
    expect(figures(day).slice(0, 2)).toEqual([0, 0]);
    expect(day.value).toBe(0);
    // What the register made good between the hours is reported and booked to no hour.
    expect(day.meta.offlineValue).toBeCloseTo(0.1, 9);
  });

  it('of a unit that was silent for 30 days and comes back where it stood adds nothing, and the silence is null', async () => {
    const industry = await works(context, meter);
    await send(context, industry, fiveMinutes(industry, '2026-01-10', 0, [[4, 504]]));
    await send(
      context,
      industry,
      fiveMinutes(industry, '2026-02-10', 0, [
        [0, 504],
        [3, 507],
      ]),
    );
    await process(context, industry, '2026-01-10', '2026-02-10');
    const days = await documents<DailyDocument>(context, industry, 'DAILY');
    expect(days.length).toBe(32);
    expect(days.map((day) => day.value)).toEqual([4, ...new Array<null>(30).fill(null), 3]);
    expect(days.at(-1)?.meta).toMatchObject({ ir: 504, fr: 507, offlineValue: 0 });
    for (const day of days.slice(1, -1))
      expect(day.meta).toMatchObject({ ir: null, fr: null, offlineCount: 0, offlineDuration: 1440, offlineValue: 0 });
    const months = await documents<MonthlyDocument>(context, industry, 'MONTHLY');
    expect(months.map((month) => [month.month, month.value, month.meta.ir, month.meta.fr])).toEqual([
      ['01/2026', 4, 500, 504],
      ['02/2026', 3, 504, 507],
    ]);
  });

  it('of a meter that was swapped for one that stands lower never gives a negative hour', async () => {
    const industry = await works(context, meter);
    // Hour 0: the old meter, 90 000 -> 90 020. Hour 1: the new one, 15 -> 40, first value 15: fr - ir = 40 - (15 - 15)
    // = 40.
    await send(
      context,
      industry,
      fiveMinutes(industry, '2026-03-02', 0, [
        [10, 90_010],
        [10, 90_020],
      ]),
    );
    await send(
      context,
      industry,
      fiveMinutes(industry, '2026-03-02', 60, [
        [15, 15],
        [25, 40],
      ]),
    );
    // A swap inside hour 2: 40 -> 50 and then a third meter 3 -> 8: 8 - (50 - 10) is negative, the values count: 10 + 3
    // + 5 = 18.
    await send(
      context,
      industry,
      fiveMinutes(industry, '2026-03-02', 120, [
        [10, 50],
        [3, 3],
        [5, 8],
      ]),
    );
    await process(context, industry, '2026-03-02', '2026-03-02');
    const day = await dayOf(industry, 'M1', '02/03/2026');
    expect(figures(day).slice(0, 3)).toEqual([20, 40, 18]);
    expect(day.value).toBe(78);
    expect(day.meta).toMatchObject({ ir: 90_000, fr: 8, offlineValue: 0 });
  });
});

describe('a meter mounted the wrong way round', () => {
  it('has the figures of its register in days, months, years and on the fly, the step over a silent day included', async () => {
    const industry = await works(context, [
      unit('M1', 'FLOW_CATEGORY', { flowFactor: -1 }),
      unit('PUMP', 'ENERGY_CATEGORY', { flowFactor: -1 }),
    ]);
    const rows = (date: string, hour: number, value: number, summedValue: number): Row[] =>
      ['M1', 'PUMP'].map((unitId) => ({ unitId, createdOn: at(industry, date, hour), value, summedValue }));
    // 31/01: 1000 (-5) .. 965 (-5) in hour 1: 40. 02/02: first register 950 (-3), so 12 passed unseen since 965; 3,
    // then 950 -> 940 (-10) in hour 2: 10.
    await send(context, industry, [
      ...rows('2026-01-31', 1, -5, 1000),
      ...rows('2026-01-31', 1.5, -5, 965),
      ...rows('2026-02-02', 1, -3, 950),
      ...rows('2026-02-02', 2, -10, 940),
    ]);
    const onTheFly = await readDays(context, {
      industry,
      unitIds: new Set(['M1', 'PUMP']),
      dates: dates('2026-01-31', '2026-02-02').map(businessDate),
      withEntries: true,
    });
    await process(context, industry, '2026-01-31', '2026-02-02');
    for (const unitId of ['M1', 'PUMP']) {
      const of = async <D extends DailyDocument | MonthlyDocument | YearlyDocument>(period: Period) =>
        (await documents<D>(context, industry, period))
          .filter((document) => document.unitId === unitId)
          .map(({ value, meta }) => [value, meta.ir, meta.fr, meta.offlineValue]);
      expect(await of('DAILY')).toEqual([
        [40, -1005, -965, 0],
        [null, null, null, 0],
        [13, -953, -940, 12],
      ]);
      expect(await of('MONTHLY')).toEqual([
        [40, -1005, -965, 0],
        [13, -953, -940, 12],
      ]);
      expect(await of('YEARLY')).toEqual([[53, -1005, -940, 12]]);
      for (const document of (await documents<DailyDocument>(context, industry, 'DAILY')).filter(
        (found) => found.unitId === unitId,
      )) {
        expect(
          [...onTheFly.values()].some((day) => isDeepStrictEqual(day.get(unitId), document)),
          document.id,
        ).toBe(true);
      }
    }
  });
});

describe('an empty day between two full ones', () => {
  it('is null and never 0, and the days after it are processed', async () => {
    const industry = await works(context, [
      unit('M1', 'FLOW_CATEGORY'),
      unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
      unit('WELL', 'GROUND_WATER_LEVEL'),
      unit('RIVER', 'QUALITY_CATEGORY', { params: { pH: { displayName: 'pH', siUnit: '' } } }),
      virtual('TWICE', '{M1} * 2'),
    ]);
    for (const [date, register] of [
      ['2026-03-01', 100],
      ['2026-03-03', 300],
    ] as const) {
      await send(context, industry, [
        { unitId: 'M1', createdOn: at(industry, date, 1), value: 10, summedValue: register },
        { unitId: 'TANK', createdOn: at(industry, date, 1), value: register / 10 },
        { unitId: 'WELL', createdOn: at(industry, date, 1), value: register },
        { unitId: 'RIVER', createdOn: at(industry, date, 1), value: { pH: 7 } },
      ]);
    }
    await process(context, industry, '2026-03-01', '2026-03-04');
    const values = async (unitId: string) =>
      (await documents<DailyDocument>(context, industry, 'DAILY'))
        .filter((document) => document.unitId === unitId)
        .map((document) => document.value);
    expect(await values('M1')).toEqual([10, null, 10, null]);
    expect(await values('TANK')).toEqual([100, null, 300, null]);
    expect(await values('WELL')).toEqual([100, null, 300, null]);
    expect(await values('RIVER')).toEqual([{ pH: 7 }, null, { pH: 7 }, null]);
    expect(await values('TWICE')).toEqual([20, null, 20, null]);
    // The tank's opening stock survives the silence; the register jump 100 -> 290 across it is reported and booked to
    // no hour.
    expect((await dayOf(industry, 'TANK', '03/03/2026')).meta.openingStock).toBe(100);
    expect((await dayOf(industry, 'M1', '03/03/2026')).meta).toMatchObject({ ir: 290, fr: 300, offlineValue: 190 });
    expect(await processedOf(context, industry)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']);
  });
});

describe('rows of three closed days that arrive shuffled in one batch', () => {
  it('leave every rollup and every document as a rebuild from scratch does', async () => {
    const units = [
      unit('M1', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
      unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 12_345 }),
      unit('WELL', 'GROUND_WATER_LEVEL'),
      unit('PUMP', 'ENERGY_CATEGORY', {
        params: { voltage: { displayName: 'V', siUnit: 'V', isLatest: true } },
        meta: { pRef: 2 },
      }),
      unit('RIVER', 'QUALITY_CATEGORY', { params: { pH: { displayName: 'pH', siUnit: '' } } }),
      virtual('SUM', '{M1} + {PUMP}'),
      virtual('OVER', '{SUM} * 2 + {TANK}#meta#openingStock'),
    ];
    const rowsOf = (industry: Industry, date: string, day: number): Row[] =>
      Array.from({ length: 24 }, (_, hour): Row[] => [
        {
          unitId: 'M1',
          createdOn: at(industry, date, hour + 0.25),
          value: 1.7,
          summedValue: 1000 + 1.7 * (24 * day + hour),
        },
        { unitId: 'M1', createdOn: at(industry, date, hour + 0.5), value: 0.3, interpolated: true },
        { unitId: 'TANK', createdOn: at(industry, date, hour + 0.1), value: 40 + day + hour / 10 },
        { unitId: 'WELL', createdOn: at(industry, date, hour + 0.1), value: 12.25 + day },
        {
          unitId: 'PUMP',
          createdOn: at(industry, date, hour),
          value: 900,
          summedValue: 900 * (24 * day + hour),
          paramValue: { voltage: 230 + hour },
        },
        { unitId: 'RIVER', createdOn: at(industry, date, hour + 0.1), value: { pH: 7 + hour / 100 } },
      ]).flat();
    // The end of a month and of a year lies within.
    const all = ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02'];
    const closed = all.slice(0, 3);

    const late = await works(context, units, { timezone: 'Europe/Berlin', shiftStartAt: '06:00:00' });
    await send(context, late, rowsOf(late, '2026-01-02', 3));
    await process(context, late, '2025-12-30', '2026-01-02');
    await send(
      context,
      late,
      shuffled(
        closed.flatMap((date, day) => rowsOf(late, date, day)),
        7,
      ),
    );
    await process(context, late, '2025-12-30', '2026-01-01');

    const scratch = await works(context, units, { timezone: 'Europe/Berlin', shiftStartAt: '06:00:00' });
    await send(
      context,
      scratch,
      all.flatMap((date, day) => rowsOf(scratch, date, day)),
    );
    await process(context, scratch, '2025-12-30', '2026-01-02');

    for (const level of ['hourly', 'daily', 'monthly', 'yearly'] as const) {
      // While another test's process is refreshing, this one's days stay due.
      await expect
        .poll(
          async () => {
            await refreshDueRollups(context);
            return (await rollups(context, late, level)) === (await rollups(context, scratch, level));
          },
          { message: level },
        )
        .toBe(true);
    }
    expect(await exported(context, late)).toBe(await exported(context, scratch));
    expect((await documents<YearlyDocument>(context, late, 'YEARLY')).length).toBe(2 * units.length);
  });
});
