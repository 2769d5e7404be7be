import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundOfUnheard, toldPartsOf, unheardTogether } from '../../../../src/kernel/document/unheard.ts';
import { calendarDay } from '../../../../src/figures/rules/figures/calendar-day.ts';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { composeMonth, composeYear } from '../../../../src/figures/rules/processors/compose.ts';
import { ALIKE } from '../../../../src/figures/rules/processors/parameters.ts';
import { packEntries, unpackEntries } from '../../../../src/figures/store/packed-entries.ts';
import { at, DAY_SECONDS, DAY_START, daysOf, isoAt, type Reading, unitOf } from './builders.ts';

const dayAnd = (day: number, hour: number, minute = 0): number => day * DAY_SECONDS + at(hour, minute);

describe('what passed while nothing was sent', () => {
  // Day 0 ends at 110 (05:00). Silent for a day and a half. Day 2 begins at 150 with value 3 (10:00): 37 passed unseen.
  const silent: readonly Reading[] = [
    { second: at(4), value: 4, register: 104 },
    { second: at(5), value: 6, register: 110 },
    { second: dayAnd(2, 10), value: 3, register: 150 },
    { second: dayAnd(2, 10, 5), value: 2, register: 152 },
  ];

  it('is told by the hour and day in which the meter is heard again, with the readings around it', () => {
    const [first, between, last] = daysOf(unitOf(), silent, 3).map(({ document }) => document);
    expect([first?.value, between?.value, last?.value]).toEqual([10, null, 5]);
    expect([first?.meta.unheard, between?.meta.unheard]).toEqual([undefined, undefined]);
    const unheard = { value: 37, from: isoAt(at(5)), to: isoAt(dayAnd(2, 10)), times: 1, silences: 1 };
    expect(last?.meta.unheard).toEqual(unheard);
    expect(last?.hourly[10]?.unheard).toEqual(unheard);
    expect(last?.hourly.filter((hour) => (hour.unheard ?? null) !== null)).toHaveLength(1);
    expect(last?.hourly[10]?.y).toBe(5);
  });

  it('carries the multiplier, and is more than nothing where a meter counts down', () => {
    const [, , tenfold] = daysOf(unitOf({ flowFactor: 10 }), silent, 3);
    expect(tenfold?.document.meta.unheard).toMatchObject({ value: 370 });
    const reversed = silent.map(({ second, value, register }) => ({
      second,
      value: -(value ?? 0),
      register: 1000 - (register ?? 0),
    }));
    const [, , down] = daysOf(unitOf({ flowFactor: -2 }), reversed, 3);
    expect(down?.document).toMatchObject({ value: 10, meta: { unheard: { value: 74, silences: 1 } } });
  });

  it('is added up by months and years, and only once', () => {
    const days = daysOf(unitOf(), silent, 3);
    const month = composeMonth({ industryId: 'ACME', unit: unitOf(), month: '01/2026', days, unlike: ALIKE });
    expect(month).toMatchObject({ value: 15, meta: { unheard: { value: 37, from: isoAt(at(5)), times: 1 } } });
    expect(month.daily.map(({ unheard }) => unheard?.value ?? null)).toEqual([null, null, 37]);
    const year = composeYear({
      industryId: 'ACME',
      unit: unitOf(),
      year: '2026',
      months: [
        { month: '01/2026', startEpochMs: DAY_START, document: month },
        { month: '02/2026', startEpochMs: DAY_START, document: month },
      ],
      unlike: ALIKE,
    });
    expect(year.meta.unheard).toEqual({ ...month.meta.unheard, value: 74, times: 2, silences: 2 });
  });

  it('is in every entry of a document or in none, so that entries stay packed', () => {
    const [first, , last] = daysOf(unitOf(), silent, 3).map(({ document }) => document);
    expect(first?.hourly.some((hour) => 'unheard' in hour)).toBe(false);
    const stored = packEntries(last?.hourly ?? []);
    expect(Array.isArray(stored)).toBe(false);
    expect(unpackEntries(stored)).toEqual(last?.hourly);
  });

  it('belongs to the midnight day of the hour in which the meter is heard again', () => {
    const documents = daysOf(unitOf(), silent, 3).map(({ document }) => document);
    const until = (day: number, hour: number) => DAY_START + dayAnd(day, hour) * 1000;
    const days = documents.map((document, day) => ({ document, endEpochMs: until(day + 1, 0) }));
    const from = (day: number) => ({ startEpochMs: until(day, 10), endEpochMs: until(day + 1, 10) });
    const early = calendarDay(unitOf(), { ...from(1), nowEpochMs: until(4, 0) }, days, ALIKE);
    const late = calendarDay(unitOf(), { ...from(2), nowEpochMs: until(4, 0) }, days, ALIKE);
    expect(early?.meta.unheard).toBeUndefined();
    expect(late?.meta.unheard).toMatchObject({ value: 37, to: isoAt(dayAnd(2, 10)) });
  });

  it('is not known where the register fell meanwhile: that is a reset', () => {
    const reset = [...silent.slice(0, 2), { second: dayAnd(2, 10), value: 3, register: 20 }];
    expect(daysOf(unitOf(), reset, 3).at(-1)?.document).toMatchObject({ value: 3 });
    expect(daysOf(unitOf(), reset, 3).at(-1)?.document.meta.unheard).toBeUndefined();
  });

  it('is what values alone have not counted meanwhile, also on days before', () => {
    // 110; then values alone, 10 on the same day and 15 on the next; then 150 with value 3: 147 - 110 - 25 = 12.
    const byValues: readonly Reading[] = [
      ...silent.slice(0, 2),
      { second: at(20), value: 10 },
      { second: dayAnd(1, 3), value: 15 },
      ...silent.slice(2),
    ];
    const days = daysOf(unitOf(), byValues, 3).map(({ document }) => document);
    expect(days.map(({ value }) => value)).toEqual([20, 15, 5]);
    expect(days.map(({ meta }) => meta.unheard?.value ?? 0)).toEqual([0, 0, 12]);
    expect(days.at(-1)?.meta).toMatchObject({ offlineValue: 12, unheard: { silences: 0 } });
  });

  it('is no silence where a meter sends registers alone in every slot, though no hour has what passed between two', () => {
    // 10, 12 | 15, 16: 2 and 1 in the hours, 3 between them.
    const registers: readonly Reading[] = [10, 12, 15, 16].map((register, index) => ({
      second: at(0, 30) + index * 900,
      register,
    }));
    const [day] = daysOf(unitOf({ dataUpdateFrequencySeconds: 900 }), registers, 1);
    expect(day?.document).toMatchObject({ value: 3, meta: { unheard: { value: 3, times: 1, silences: 0 } } });
  });
});

describe('a silence among steps between registers', () => {
  const silence = { value: 37, from: isoAt(at(5)), to: isoAt(at(9)), times: 1, silences: 1 };
  const step = { value: 12, from: isoAt(at(1)), to: isoAt(at(23)), times: 1, silences: 0 };

  it('keeps what passed in it apart, however the parts are added up', () => {
    const mixed = {
      value: 49,
      from: step.from,
      to: step.to,
      times: 2,
      silences: 1,
      silent: { value: 37, from: silence.from, to: silence.to },
    };
    expect(unheardTogether([step, silence])).toEqual(mixed);
    expect(unheardTogether([mixed, silence, null, step])).toMatchObject({
      value: 98,
      silences: 2,
      silent: { value: 74, from: silence.from, to: silence.to },
    });
    expect(unheardTogether([silence, silence])).toEqual({ ...silence, value: 74, times: 2, silences: 2 });
    expect(unheardTogether([step, step])).toEqual({ ...step, value: 24, times: 2 });
  });

  it('is told as two, and crumbs beside it are not told', () => {
    const told = (figure: number | null, crumb: number) =>
      toldPartsOf(unheardTogether([silence, { ...step, value: crumb }]) ?? silence, figure).map(
        ({ value, isSilence }) => [value, isSilence],
      );
    expect(told(1000, 12)).toEqual([
      [37, true],
      [12, false],
    ]);
    expect(told(1_000_000, 12)).toEqual([[37, true]]);
    expect(toldPartsOf(silence, 0)).toEqual([{ value: 37, from: silence.from, to: silence.to, isSilence: true }]);
    expect(toldPartsOf(step, 1_000_000)).toEqual([{ value: 12, from: step.from, to: step.to, isSilence: false }]);
  });
});

describe('what a new meter has counted before its first reading', () => {
  const exchanged = (initialRegister: number | null): Unit =>
    unitOf({
      meters: [
        {
          installedAtEpochMs: DAY_START + at(8) * 1000,
          serial: null,
          finalRegisterOfOld: 1020,
          initialRegister,
        },
      ],
    });
  const readings: readonly Reading[] = [
    { second: at(2), value: 5, register: 1000 },
    { second: at(11), value: 2, register: 70 },
  ];

  it('is in the total where its first register was written down, so nothing is unheard', () => {
    const [day] = daysOf(exchanged(5), readings, 1);
    // 5, then 20 up to the last register, then 65 from the first one.
    expect(day?.document.value).toBe(90);
    expect(day?.document.meta.unheard).toBeUndefined();
  });

  it('is not known where nobody wrote its first register down', () => {
    const [day] = daysOf(exchanged(null), readings, 1);
    expect(day?.document.meta.unheard).toBeUndefined();
  });
});

describe('a sum', () => {
  const unheard = { value: 1, from: isoAt(0), to: isoAt(1), times: 1, silences: 1 };
  it.each([
    ['is "at least" where a meter was silent, however little passed', 1e9, unheard, 'at least'],
    ['is as it is where nothing passed', 5, null, null],
    ['is "at most" where a formula subtracts the meter', 5, { ...unheard, value: -1 }, 'at most'],
    ['is as it is where rounding left crumbs between registers', 1001, { ...unheard, silences: 0 }, null],
    ['is "at least" where more than crumbs passed between registers', 1000, { ...unheard, silences: 0 }, 'at least'],
    ['is "at least" where it has no figure', null, { ...unheard, silences: 0 }, 'at least'],
  ])('%s', (_, figure, passed, expected) => {
    expect(boundOfUnheard(figure, passed)).toBe(expected);
  });
});

describe('law: hours and what passed unheard', () => {
  const DAYS = 4;
  const SLOTS = 96 * DAYS;
  /** A meter without resets whose values are what its register gained since the slot before; any slots are lost. */
  const meter = fc.record({
    start: fc.integer({ min: 0, max: 1e7 }).map((tenths) => tenths / 10),
    flows: fc.array(
      fc.integer({ min: 0, max: 500 }).map((tenths) => tenths / 10),
      { minLength: SLOTS, maxLength: SLOTS },
    ),
    kept: fc
      .uniqueArray(fc.nat(SLOTS - 1), { minLength: 1, maxLength: 60 })
      .map((slots) => slots.sort((a, b) => a - b)),
    sendsValues: fc.boolean(),
    flowFactor: fc.constantFrom(1, 0.5, 1000, -1, -10),
  });

  it('are together the last register less the first one', () => {
    fc.assert(
      fc.property(meter, ({ start, flows, kept, sendsValues, flowFactor }) => {
        const sign = Math.sign(flowFactor);
        let register = sign * start;
        const registers = flows.map((flow) => (register = Math.round((register + sign * flow) * 10) / 10));
        const readings = kept.map((slot): Reading => ({
          second: slot * 900,
          register: registers[slot] ?? 0,
          ...(sendsValues ? { value: sign * (flows[slot] ?? 0) } : {}),
        }));
        const unit = unitOf({ dataUpdateFrequencySeconds: 900, flowFactor });
        const days = daysOf(unit, readings, DAYS);
        const month = composeMonth({ industryId: 'ACME', unit, month: '01/2026', days, unlike: ALIKE });
        const first = (readings[0]?.register ?? 0) - (readings[0]?.value ?? 0);
        const gain = ((readings.at(-1)?.register ?? 0) - first) * flowFactor;
        const told = Number(month.value) + (month.meta.unheard?.value ?? 0);
        expect(told).toBeCloseTo(gain, 4);
        expect(month.meta).toMatchObject({ ir: expect.closeTo(first * flowFactor, 4) });
        if (sendsValues) expect(month.meta.offlineValue).toBeGreaterThanOrEqual(month.meta.unheard?.value ?? 0);
      }),
    );
  });
});
