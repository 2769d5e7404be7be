import { describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../../src/kernel/document/types.ts';
import { evaluateFormula, type FormulaLookup, operandsOf } from '../../../../src/kernel/formula/evaluate.ts';
import { parseFormula } from '../../../../src/kernel/formula/parse.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import {
  type ProcessedVirtualDay,
  processVirtualDay,
  type VirtualDay,
} from '../../../../src/figures/rules/processors/virtual.ts';
import { DAY, DAY_START, at, dayOf, everySlot, isoAt, unitOf } from './builders.ts';

const flow = (unitId: string, valuePerHour: Readonly<Record<number, number>>): DailyDocument =>
  processDay(
    dayOf(
      unitOf({ unitId }),
      Object.entries(valuePerHour).map(([hour, value]) => ({ second: at(Number(hour)), value })),
    ),
  );

const tank = (unitId: string, percentBefore: number, percentPerHour: Readonly<Record<number, number>>): DailyDocument =>
  processDay(
    dayOf(
      unitOf({ unitId, group: 'STOCK', maxCapacity: 1000 }),
      Object.entries(percentPerHour).map(([hour, value]) => ({ second: at(Number(hour)), value })),
      { before: { register: null, value: percentBefore } },
    ),
  );

const processed = (
  formula: string,
  operands: Readonly<Record<string, readonly DailyDocument[]>>,
  overrides: Partial<VirtualDay> = {},
): ProcessedVirtualDay => {
  const parsed = parseFormula(formula);
  const { ids, addAll } = operandsOf(parsed);
  return processVirtualDay({
    industryId: 'ACME',
    unit: unitOf({ unitId: 'V1', group: 'VIRTUAL' }),
    date: DAY,
    dayStartEpochMs: DAY_START,
    dayLengthSeconds: 86_400,
    operands: new Map(Object.entries(operands)),
    addAll: [],
    usesFigures: addAll || ids.some((id) => (operands[id] ?? []).length > 0),
    failure: null,
    operandFailures: [],
    negativeAllowed: false,
    evaluate: (lookup: FormulaLookup) => evaluateFormula(parsed, lookup),
    ...overrides,
  });
};
const virtual = (...parameters: Parameters<typeof processed>): DailyDocument => processed(...parameters).document;

describe('virtual: the figures', () => {
  it('are the formula over daily values and over hours, with identity and tag of the virtual unit', () => {
    const day = virtual('{A} - {B}', { A: [flow('A', { 0: 10, 1: 4 })], B: [flow('B', { 0: 3, 1: 1 })] });
    expect(day).toMatchObject({
      id: 'ACME_15-01-2026_V1_DAILY',
      unitId: 'V1',
      date: '15/01/2026',
      tag: '15-01-2026_DAILY',
      value: 10,
    });
    expect(day.hourly.slice(0, 3).map(({ x, y }) => [x, y])).toEqual([
      [isoAt(0), 7],
      [isoAt(at(1)), 3],
      [isoAt(at(2)), null],
    ]);
    expect(day.hourly).toHaveLength(24);
  });

  it('of the day are not the sum of clamped hours', () => {
    // Hours 2 - 5 = -3 -> 0 and 9 - 1 = 8; the day is 11 - 6 = 5, not 8.
    const day = virtual('{A} - {B}', { A: [flow('A', { 0: 2, 1: 9 })], B: [flow('B', { 0: 5, 1: 1 })] });
    expect(day.hourly.slice(0, 2).map(({ y }) => y)).toEqual([0, 8]);
    expect(day.value).toBe(5);
  });

  it('stay negative when the industry allows negative results', () => {
    const operands = { A: [flow('A', { 0: 2 })], B: [flow('B', { 0: 5 })] };
    expect(virtual('{A} - {B}', operands).value).toBe(0);
    const day = virtual('{A} - {B}', operands, { negativeAllowed: true });
    expect([day.value, day.hourly[0]?.y]).toEqual([-3, -3]);
  });

  it('of a subcategory are the sum over its units', () => {
    const day = virtual('{S1} / 2', { S1: [flow('A', { 0: 3 }), flow('B', { 0: 5, 1: 2 }), flow('C', {})] });
    expect([day.value, day.hourly[0]?.y, day.hourly[1]?.y]).toEqual([5, 4, 1]);
  });

  it('of ADD_ALL are the sum over every unit given for it', () => {
    const day = virtual('ADD_ALL * 2', {}, { addAll: [flow('A', { 0: 3 }), flow('B', { 1: 5 })] });
    expect([day.value, day.hourly[0]?.y, day.hourly[1]?.y, day.hourly[2]?.y]).toEqual([16, 6, 10, null]);
  });

  it('use the opening stock of the day in every hour', () => {
    // Opening 80 % of 1000 = 800, closing 500: used 300 and in hour 2 800 - 600 = 200.
    const day = virtual('{T}#meta#openingStock - {T}', { T: [tank('T', 80, { 2: 60, 5: 50 })] });
    expect([day.value, day.hourly[2]?.y, day.hourly[5]?.y, day.hourly[6]?.y]).toEqual([300, 200, 300, null]);
  });
});

describe('virtual: what is missing', () => {
  it('counts 0 beside an operand that has data', () => {
    const day = virtual('{A} + {GONE} + {B}', { A: [flow('A', { 0: 7 })], B: [flow('B', { 3: 1 })] });
    expect([day.value, day.hourly[0]?.y, day.hourly[3]?.y]).toEqual([8, 7, 1]);
  });

  it('is null, not 0, in an hour or day in which no operand has data', () => {
    const day = virtual('{A} + {GONE}', { A: [flow('A', {})] });
    expect(day.value).toBeNull();
    expect(day.hourly.every(({ y }) => y === null)).toBe(true);
  });

  it('an id that names nothing counts 0, also alone; an opening stock is known in every hour', () => {
    expect(virtual('{GONE} + 4', {}).value).toBe(4);
    const day = virtual('{T}#meta#openingStock', { T: [tank('T', 80, { 2: 60 })] });
    expect([day.value, day.hourly[0]?.y, day.hourly[23]?.y]).toEqual([800, 800, 800]);
  });

  it('does not make a constant formula null', () => {
    expect(virtual('4 * 3', {}).value).toBe(12);
  });

  it('is null where the evaluation fails', () => {
    const day = virtual('{A} / {B}', { A: [flow('A', { 0: 7, 1: 8 })], B: [flow('B', { 1: 2 })] });
    expect([day.value, day.hourly[0]?.y, day.hourly[1]?.y]).toEqual([7.5, null, 4]);
    const failed = virtual('{A}', { A: [flow('A', { 0: 7 })] }, { evaluate: () => null });
    expect([failed.value, failed.hourly[0]?.y]).toEqual([null, null]);
    expect(virtual('{A}', { A: [flow('A', { 0: 7 })] }, { evaluate: () => Number.POSITIVE_INFINITY }).value).toBeNull();
  });

  it('is told by the units that are added up: one named for its opening stock alone tells nothing', () => {
    const silent = flow('A', {});
    const [sent, quiet] = [tank('T', 80, { 2: 60 }), tank('T', 80, {})];
    for (const stock of [sent, quiet]) {
      const day = virtual('{A} + {T}#meta#openingStock', { A: [silent], T: [stock] });
      expect(day.value).toBeNull();
      expect(day.hourly.every(({ y }) => y === null)).toBe(true);
    }
    expect(virtual('{A} + {T}#meta#openingStock', { A: [flow('A', { 2: 5 })], T: [quiet] }).value).toBe(805);
    expect(virtual('ADD_ALL + {T}#meta#openingStock', { T: [sent] }, { addAll: [silent] }).value).toBeNull();
  });

  it('of a sub-category whose units are all left out is null', () => {
    expect(virtual('{RIVERS} + 4', { RIVERS: [] }, { usesFigures: true }).value).toBeNull();
  });
});

describe('virtual: what failed', () => {
  const own = { unitId: 'V1', kind: 'not finite' } as const;

  it('is the formula where it divides by zero, in hours and the day alike; no data is no failure', () => {
    const { document, failures } = processed('{A} / {B}', { A: [flow('A', { 0: 7, 1: 8 })], B: [flow('B', { 1: 2 })] });
    expect(document.hourly.slice(0, 3).map(({ y }) => y)).toEqual([null, 4, null]);
    expect(failures.hours.slice(0, 3)).toEqual([own, null, null]);
    expect(failures.day).toBeNull();
    expect(processed('{A} / {B}', { A: [flow('A', { 0: 7 })], B: [flow('B', {})] }).failures.day).toEqual(own);
    expect(processed('{A} / {B}', { A: [flow('A', {})], B: [flow('B', {})] }).failures.day).toBeNull();
  });

  it('is the formula itself, all day', () => {
    const failure = { unitId: 'V1', kind: 'quality unit', operandId: 'Q' } as const;
    const { document, failures } = processed('{A} + {Q}', { A: [flow('A', { 0: 7 })] }, { failure });
    expect([document.value, document.hourly[0]?.y, failures.day, failures.hours[23]]).toEqual([
      null,
      null,
      failure,
      failure,
    ]);
  });

  it('is a unit that it uses, in the hours and days in which that failed', () => {
    const failure = { unitId: 'V0', kind: 'not finite' } as const;
    const hours = Array.from({ length: 24 }, (_, hour) => (hour === 1 ? failure : null));
    const { document, failures } = processed(
      '{A} + {V}',
      { A: [flow('A', { 0: 7, 1: 8 })], V: [flow('V', { 0: 1 })] },
      { operandFailures: [{ day: null, hours }] },
    );
    expect([document.value, ...document.hourly.slice(0, 2).map(({ y }) => y)]).toEqual([16, 8, null]);
    expect(failures.hours.slice(0, 2)).toEqual([null, failure]);
    expect(
      processed('{A} + {V}', { A: [flow('A', {})], V: [] }, { operandFailures: [{ day: failure, hours: [] }] }).failures
        .day,
    ).toEqual(failure);
  });
});

describe('virtual: completeness', () => {
  const complete = processDay(
    dayOf(
      unitOf({ unitId: 'A' }),
      everySlot(300, 0, 86_400, () => ({ value: 1 })),
    ),
  );
  const halfEstimated = processDay(
    dayOf(
      unitOf({ unitId: 'B' }),
      everySlot(300, 0, 86_400, (index) => ({ value: 1, estimated: index % 2 === 0 })),
    ),
  );

  it('is that of all meters together, weighted by slots', () => {
    const day = virtual('{A} + {B}', { A: [complete], B: [halfEstimated] });
    expect(day.provenance).toMatchObject({
      slotsExpected: 576,
      slotsGenuine: 432,
      readingsUsed: 576,
      readingsEstimated: 144,
      coverageRatio: 0.75,
      estimatedShare: 0.25,
    });
    expect(day.hourly[0]).toMatchObject({ coverage: 0.75, offlineCount: 6, offlineDuration: 30 });
    expect(day.meta).toEqual({ offlineCount: 144, offlineDuration: 720 });
  });

  const silentAll = (unitId: string): DailyDocument => processDay(dayOf(unitOf({ unitId }), []));
  const wholeDay = (unitId: string): DailyDocument =>
    processDay(
      dayOf(
        unitOf({ unitId }),
        everySlot(300, 0, 86_400, () => ({ value: 1 })),
      ),
    );
  const known = ({ value, provenance: { coverageRatio, meters, metersMeasured, bound } }: DailyDocument) => ({
    value,
    coverageRatio,
    meters,
    metersMeasured,
    bound,
  });

  it('is two thirds of three meters of which one is silent, and the figure is "at least"', () => {
    const day = virtual('{A} + {B} + {C}', { A: [wholeDay('A')], B: [wholeDay('B')], C: [silentAll('C')] });
    expect(known(day)).toEqual({
      value: 576,
      coverageRatio: 0.6667,
      meters: 3,
      metersMeasured: 2,
      bound: 'at least',
    });
    expect(day.hourly[0]).toMatchObject({ y: 24, coverage: 0.6667, bound: 'at least' });
  });

  it('makes the figure "at most" where the silent meter is taken off, and open where both kinds are silent', () => {
    const of = (formula: string, ...silent: string[]) =>
      known(
        virtual(
          formula,
          Object.fromEntries(['A', 'B', 'C'].map((id) => [id, [silent.includes(id) ? silentAll(id) : wholeDay(id)]])),
          { negativeAllowed: true },
        ),
      ).bound;
    expect(of('{A} - {B}', 'B')).toBe('at most');
    expect(of('{A} - ({B} - {C})', 'C')).toBe('at least');
    expect(of('{A} - 2 * {B}', 'B')).toBe('at most');
    expect(of('{A} - {B} + {C}', 'B', 'C')).toBe('open');
    expect(of('{A} + 0 * {B}', 'B')).toBeUndefined();
    expect(of('{A} - {B}')).toBeUndefined();
    // A quotient falls as what it is divided by grows, and by nothing nothing is divided.
    expect(of('{A} / ({B} + {C})', 'C')).toBe('at most');
  });

  it('knows no bound of a figure that is 0 because it cannot be less', () => {
    const operands = { A: [silentAll('A')], B: [wholeDay('B')] };
    expect(known(virtual('{A} - {B}', operands))).toMatchObject({ value: 0, bound: 'at least' });
    expect(known(virtual('{B} - {C} - {A}', { ...operands, C: [wholeDay('C')] })).bound).toBeUndefined();
  });

  it('passes on through other virtual units, with the meters that they are made of', () => {
    const inner = virtual('{A} - {C}', { A: [wholeDay('A')], C: [silentAll('C')] }, { negativeAllowed: true });
    const outer = virtual('{B} - {V0}', { B: [wholeDay('B')], V0: [inner] }, { negativeAllowed: true });
    expect(known(inner)).toMatchObject({ meters: 2, metersMeasured: 1, bound: 'at most' });
    expect(known(outer)).toMatchObject({ coverageRatio: 0.6667, meters: 3, metersMeasured: 2, bound: 'at least' });
  });

  it('is that of the units it adds up, not of a tank whose opening stock alone is named', () => {
    const unread = tank('T', 50, {});
    const day = virtual('{A} + {T}#meta#openingStock', { A: [wholeDay('A')], T: [unread] });
    expect(known(day)).toMatchObject({ coverageRatio: 1, meters: 1, metersMeasured: 1, bound: undefined });
  });

  it('of levels is no bound, and open where a tank was not read', () => {
    const [read, unread] = [tank('T', 50, { 3: 40 }), tank('U', 50, {})];
    expect(known(virtual('{T} + {A}', { T: [read], A: [wholeDay('A')] })).bound).toBeUndefined();
    expect(known(virtual('{T} + {U}', { T: [read], U: [unread] })).bound).toBe('open');
  });

  it('takes offline slots and minutes from one and the same operand, the one that was offline longest', () => {
    // A silent meter has 0 slots and 1,440 minutes by the specification; the other one lacks 105 slots of five minutes:
    // 525 minutes.
    const silent = processDay(dayOf(unitOf({ unitId: 'C' }), []));
    const gaps = processDay(
      dayOf(
        unitOf({ unitId: 'D' }),
        everySlot(300, 0, 183 * 300, () => ({ value: 1 })),
      ),
    );
    expect(
      [silent.meta, gaps.meta].map(({ offlineCount, offlineDuration }) => [offlineCount, offlineDuration]),
    ).toEqual([
      [0, 1440],
      [105, 525],
    ]);
    expect(virtual('{C} + {D}', { C: [silent], D: [gaps] }).meta).toEqual({ offlineCount: 0, offlineDuration: 1440 });
    expect(virtual('{A} + {D}', { A: [complete], D: [gaps] }).meta).toEqual({
      offlineCount: 105,
      offlineDuration: 525,
    });
    // By the hour a silent meter lacks its slots; a slower one that lacks its only slot was offline just as long.
    const slow = processDay(
      dayOf(unitOf({ unitId: 'E', dataUpdateFrequencySeconds: 3600 }), [{ second: 7200, value: 1 }]),
    );
    expect(virtual('{C} + {E}', { C: [silent], E: [slow] }).hourly[0]).toMatchObject({
      offlineCount: 12,
      offlineDuration: 60,
    });
  });

  it('counts a unit that is named twice once', () => {
    const day = virtual('{A} + {S1}', { A: [complete], S1: [complete, halfEstimated] });
    expect(day.value).toBe(288 * 3);
    expect(day.provenance.slotsExpected).toBe(576);
  });

  it.each([
    [82_800, 23],
    [90_000, 25],
    [88_200, 25],
  ])('has the hours of a day of %i s: %i', (dayLengthSeconds, entries) => {
    const operand = processDay(
      dayOf(
        unitOf({ unitId: 'A' }),
        everySlot(300, 0, dayLengthSeconds, () => ({ value: 1 })),
        { dayLengthSeconds },
      ),
    );
    const day = virtual('{A}', { A: [operand] }, { dayLengthSeconds });
    expect(day.hourly).toHaveLength(entries);
    expect(day.hourly.at(-1)?.y).toBe(dayLengthSeconds === 88_200 ? 6 : 12);
    expect(day.value).toBe(dayLengthSeconds / 300);
  });
});
