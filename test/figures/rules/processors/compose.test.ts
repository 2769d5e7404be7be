import { describe, expect, it } from 'vitest';
import type { DailyDocument, MonthlyDocument } from '../../../../src/kernel/document/types.ts';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { composeMonth, composeYear } from '../../../../src/figures/rules/processors/compose.ts';
import { ALIKE } from '../../../../src/figures/rules/processors/parameters.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { processVirtualDay } from '../../../../src/figures/rules/processors/virtual.ts';
import { addDays, businessDate } from '../../../../src/kernel/time/business-date.ts';
import { at, dayOf, everySlot, type Reading, unitOf } from './builders.ts';

const FIRST = businessDate('2026-01-01');
const startOf = (day: number): number => Date.UTC(2026, 0, 1 + day, 0, 30);

/** One daily document per list of readings, null for a day that is not processed. */
const daysOf = (unit: Unit, days: readonly (readonly Reading[] | null)[], percentBefore: number | null = null) =>
  days.map((readings, day) => ({
    date: addDays(FIRST, day),
    startEpochMs: startOf(day),
    document:
      readings === null
        ? null
        : processDay(
            dayOf(unit, readings, {
              date: addDays(FIRST, day),
              dayStartEpochMs: startOf(day),
              before: { register: null, value: percentBefore },
            }),
          ),
  }));

const monthOf = (unit: Unit, days: ReturnType<typeof daysOf>): MonthlyDocument =>
  composeMonth({ industryId: 'ACME', unit, month: '01/2026', days, unlike: ALIKE });

const yearOf = (unit: Unit, months: readonly (MonthlyDocument | null)[]) =>
  composeYear({
    industryId: 'ACME',
    unit,
    year: '2026',
    months: months.map((document, index) => ({
      month: `${String(index + 1).padStart(2, '0')}/2026`,
      startEpochMs: Date.UTC(2026, index, 1, 0, 30),
      document,
    })),
    unlike: ALIKE,
  });

describe('month of a flow unit', () => {
  const unit = unitOf();
  const month = monthOf(
    unit,
    daysOf(unit, [
      [],
      [
        { second: at(0), value: 2, register: 100 },
        { second: at(0, 5), value: 3, register: 103 },
      ],
      [{ second: at(1), value: 7 }],
      [{ second: at(2), value: 4, register: 150 }],
      null,
    ]),
  );

  it('sums its days and takes ir of the first and fr of the last day with a register', () => {
    // 0 readings -> null, 5, 7, 4: 16. ir = 100 - 2 = 98, fr = 150, non-zero samples 4.
    expect(month).toMatchObject({ id: 'ACME_01-2026_M1_MONTHLY', month: '01/2026', tag: '01-2026_MONTHLY', value: 16 });
    expect(month.meta).toMatchObject({ flowFactor: 1, ir: 98, fr: 150, nonZero: 4, offlineValue: 0 });
  });

  it('lists each day with its figures; a silent day is null and fully offline, a day without document null and empty', () => {
    expect(month.daily.map(({ y }) => y)).toEqual([null, 5, 7, 4, null]);
    expect(month.daily[0]).toMatchObject({
      x: new Date(startOf(0)).toISOString(),
      offlineCount: 0,
      offlineDuration: 1440,
      coverage: 0,
    });
    expect(month.daily[1]).toMatchObject({
      ir: 98,
      fr: 103,
      nonZero: 2,
      offlineCount: 286,
      offlineDuration: 1430,
      coverage: 0.0069,
    });
    expect(month.daily[1]?.meta.lastEpoch).toBe(startOf(1) + at(0, 5) * 1000);
    expect(month.daily[4]).toEqual({
      x: new Date(startOf(4)).toISOString(),
      y: null,
      ir: null,
      fr: null,
      nonZero: 0,
      offlineValue: 0,
      offlineCount: 0,
      offlineDuration: 0,
      coverage: null,
      estimatedShare: null,
      meta: { lastEpoch: null },
    });
  });

  it('sums offline figures and slots, and leaves days without document out', () => {
    // 286 + 287 + 287 slots of three days with readings, none of the silent one: 860; minutes 1440 + 1430 + 1435 +
    // 1435.
    expect(month.meta).toMatchObject({ offlineCount: 860, offlineDuration: 5740 });
    expect(month.provenance).toMatchObject({
      slotsExpected: 4 * 288,
      slotsGenuine: 4,
      readingsUsed: 4,
      coverageRatio: 0.0035,
    });
  });

  it('is null when no day has a figure, and when no day has a document', () => {
    expect(monthOf(unit, daysOf(unit, [[], []]))).toMatchObject({
      value: null,
      meta: { ir: null, fr: null, offlineDuration: 2880 },
    });
    expect(monthOf(unit, daysOf(unit, [null]))).toMatchObject({
      value: null,
      provenance: { slotsExpected: 0, coverageRatio: null },
    });
  });

  it('adds up to the year in the same way', () => {
    const year = yearOf(unit, [null, month, month]);
    expect(year).toMatchObject({ id: 'ACME_2026_M1_YEARLY', year: '2026', tag: '2026_YEARLY', value: 32 });
    expect(year.meta).toMatchObject({ ir: 98, fr: 150, nonZero: 8, offlineCount: 1720 });
    expect(year.monthly.map(({ y }) => y)).toEqual([null, 16, 16]);
    expect(year.provenance).toMatchObject({ slotsExpected: 8 * 288, slotsGenuine: 8 });
  });
});

describe('what a month was computed with', () => {
  const unit = unitOf({ flowFactor: 2 });
  const [before, after] = daysOf(unit, [[{ second: 0, value: 1 }], [{ second: 0, value: 1 }]]);

  it('is the configuration of its latest day, not of today', () => {
    const days = daysOf(unit, [[{ second: 0, value: 1 }], []]);
    expect(monthOf(unitOf({ flowFactor: 7 }), days).meta.flowFactor).toBe(2);
    const tank = unitOf({ group: 'STOCK', maxCapacity: 1000 });
    expect(monthOf(unitOf({ group: 'STOCK', maxCapacity: 9 }), daysOf(tank, [[]])).meta.maxCapacity).toBe(1000);
  });

  it('is the oldest version of the rules among its days', () => {
    const outdated = {
      ...before,
      document: { ...before?.document, provenance: { ...before?.document?.provenance, algorithmVersion: 0 } },
    };
    // Only the version differs from a processed day; the spreads above lose that for the compiler.
    const days = [outdated, after] as ReturnType<typeof daysOf>;
    expect(monthOf(unit, days).provenance.algorithmVersion).toBe(0);
  });
});

describe('month of an energy unit', () => {
  const parameter = (isLatest: boolean) => ({ displayName: '', siUnit: '', isLatest });
  const unit = unitOf({
    group: 'ENERGY',
    pRefKilowatts: 6,
    params: { voltage: parameter(false), powerFactor: parameter(true) },
  });
  const fullDay = everySlot(300, 0, 86_400, (index) => ({
    value: 250,
    register: 250 * (index + 1),
    params: { voltage: 230 },
  }));
  const month = monthOf(
    unit,
    daysOf(unit, [
      fullDay,
      [{ second: 0, value: 1, register: 1, params: { voltage: 240, powerFactor: 0.8 } }],
      [],
      [{ second: 0, value: 1, register: 1, params: { voltage: 235, powerFactor: 0.9 } }],
      [{ second: 0, value: 1, register: 1 }],
    ]),
  );

  it('sums savings and weights their coverage by expected slots', () => {
    // Day 1: 287 pairs of 0.25 kWh saved, coverage 0.9965; four days of 288 slots without pairs: 0.9965 / 5 = 0.1993.
    expect(month.meta.energySaved).toBeCloseTo(287 * 0.25, 9);
    expect(month.meta.energySavedCoverage).toBe(0.1993);
    expect(month.daily[0]).toMatchObject({ energySavedCoverage: 0.9965 });
    expect(month.daily[1]).toMatchObject({ energySaved: 0, energySavedCoverage: 0 });
  });

  it('weights the coverage of a longer month more', () => {
    // January: one full day, 0.9965. February: three silent days, 0. Year 0.9965 / 4 = 0.2491.
    const year = yearOf(unit, [monthOf(unit, daysOf(unit, [fullDay])), monthOf(unit, daysOf(unit, [[], [], []]))]);
    expect(year.meta.energySavedCoverage).toBe(0.2491);
  });

  it('means the parameters of the days that have them, and takes the last of an isLatest parameter', () => {
    // voltage: (230 + 240 + 235) / 3 = 235; powerFactor: last known day 0.9.
    expect(month.paramValue).toEqual({ voltage: 235, powerFactor: 0.9 });
    expect(month.daily[1]?.py).toEqual({ voltage: 240, powerFactor: 0.8 });
    expect(yearOf(unit, [month, null]).paramValue).toEqual({ voltage: 235, powerFactor: 0.9 });
  });
});

describe('month of a stock unit', () => {
  const unit = unitOf({ group: 'STOCK', maxCapacity: 1000 });
  const month = monthOf(unit, daysOf(unit, [[{ second: 0, value: 40 }], [{ second: at(3), value: 25 }], [], null], 60));

  it('is the latest level with its percentage, opened by the first day', () => {
    expect(month).toMatchObject({ value: 250, meta: { maxCapacity: 1000, percentage: 25, openingStock: 600 } });
    expect(month.meta).toMatchObject({ offlineCount: 287 + 287 + 288, offlineDuration: 1435 + 1435 + 1440 });
    expect(month.daily[1]).toMatchObject({ y: 250, y1: 600, percentage: 25 });
    expect(month.daily[3]).toMatchObject({ y: null, y1: null, percentage: null });
  });

  it('opens with the first day, whatever later days open with', () => {
    const [first] = daysOf(unit, [[{ second: 0, value: 40 }]], 60);
    const [, second] = daysOf(unit, [null, [{ second: 0, value: 30 }]], 40);
    const days = [first, second].flatMap((day) => day ?? []);
    expect(days.map(({ document }) => document?.meta.openingStock)).toEqual([600, 400]);
    expect(monthOf(unit, days).meta.openingStock).toBe(600);
  });

  it('carries on into the year', () => {
    expect(yearOf(unit, [month, null])).toMatchObject({ value: 250, meta: { percentage: 25, openingStock: 600 } });
  });
});

describe('month of a ground-water unit', () => {
  const unit = unitOf({ group: 'GROUND_WATER_LEVEL' });
  const level = (value: number) => [{ second: at(5), value }];
  const january = monthOf(unit, daysOf(unit, [level(10), level(20), [], level(12), null]));
  const february = monthOf(unit, daysOf(unit, [level(2)]));

  it('is the last level, averaged over the days that have one', () => {
    // (10 + 20 + 12) / 3 = 14.
    expect(january).toMatchObject({ value: 12, meta: { average: 14, lastEpoch: startOf(3) + at(5) * 1000 } });
    expect(january.daily[1]).toMatchObject({ y: 20, average: 20 });
    expect(january.daily[2]).toMatchObject({ y: null, average: null });
  });

  it('averages the days of the year, not its months', () => {
    // (10 + 20 + 12 + 2) / 4 = 11; the mean of the months would be (14 + 2) / 2 = 8.
    const year = yearOf(unit, [january, february, null]);
    expect(year).toMatchObject({ value: 2, meta: { average: 11 } });
    expect(year.monthly[0]).toMatchObject({ y: 12, average: 14 });
  });

  it('averages 0 without any level', () => {
    expect(monthOf(unit, daysOf(unit, [[]]))).toMatchObject({ value: null, meta: { average: 0, lastEpoch: null } });
  });
});

describe('month of a quality unit', () => {
  const unit = unitOf({ group: 'QUALITY' });
  const sent = (...samples: Record<string, number>[]) =>
    samples.map((params, index) => ({ second: index * 300, params }));

  it('means the daily means of every parameter over the days that have it', () => {
    // ph: days 7 (of 6 and 8) and 9: 8, whatever the number of samples. tds: one day, 300.
    const month = monthOf(unit, daysOf(unit, [sent({ ph: 6 }, { ph: 8 }), sent({ ph: 9, tds: 300 }), [], null]));
    expect(month.value).toEqual({ ph: 8, tds: 300 });
    expect(month.daily.map(({ y }) => y)).toEqual([{ ph: 7 }, { ph: 9, tds: 300 }, null, null]);
    expect(yearOf(unit, [month, null]).value).toEqual({ ph: 8, tds: 300 });
  });

  it('is null when no day has any', () => {
    expect(monthOf(unit, daysOf(unit, [[], []]))).toMatchObject({
      value: null,
      meta: { offlineCount: 576, offlineDuration: 2880 },
    });
  });
});

describe('month of a virtual unit', () => {
  const unit = unitOf({ unitId: 'V1', group: 'VIRTUAL' });
  const virtualDay = (operand: DailyDocument, minus: number, more: readonly DailyDocument[] = []) =>
    processVirtualDay({
      industryId: 'ACME',
      unit,
      date: FIRST,
      dayStartEpochMs: startOf(0),
      dayLengthSeconds: 86_400,
      operands: new Map([
        ['M1', [operand]],
        ['MORE', more],
      ]),
      addAll: [],
      usesFigures: true,
      failure: null,
      operandFailures: [],
      negativeAllowed: false,
      evaluate: (lookup) => (lookup.value('M1') ?? 0) - minus,
    }).document;
  const operand = processDay(
    dayOf(
      unitOf(),
      everySlot(300, 0, 43_200, () => ({ value: 1 })),
    ),
  );

  it('sums its own earlier documents, clamped as they are, and weights their coverage by slots', () => {
    // Days 144 - 100 = 44 and 144 - 200 -> 0: 44, where the formula over the operands' month would give 288 - 300 -> 0.
    const days = [virtualDay(operand, 100), virtualDay(operand, 200), null].map((document, day) => ({
      date: addDays(FIRST, day),
      startEpochMs: startOf(day),
      document,
    }));
    const month = composeMonth({ industryId: 'ACME', unit, month: '01/2026', days, unlike: ALIKE });
    expect(month).toMatchObject({
      id: 'ACME_01-2026_V1_MONTHLY',
      value: 44,
      meta: { offlineCount: 288, offlineDuration: 1440 },
    });
    expect(month.provenance).toMatchObject({ slotsExpected: 576, coverageRatio: 0.5, meters: 1, metersMeasured: 1 });
    expect(month.daily.map(({ y, coverage }) => [y, coverage])).toEqual([
      [44, 0.5],
      [0, 0.5],
      [null, null],
    ]);
  });
});
