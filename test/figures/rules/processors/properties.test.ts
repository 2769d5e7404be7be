import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDisplay } from '../../../../src/figures/rules/figures/display.ts';
import { composeMonth, composeYear } from '../../../../src/figures/rules/processors/compose.ts';
import { offlineByHour } from '../../../../src/figures/rules/processors/offline.ts';
import { ALIKE } from '../../../../src/figures/rules/processors/parameters.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import type { UnitGroup } from '../../../../src/kernel/measure/unit.ts';
import { addDays, businessDate } from '../../../../src/kernel/time/business-date.ts';
import { DAY_START, dayOf, type Reading, unitOf } from './builders.ts';
import { runs } from '../../../support/property-runs.ts';

const SLOTS = 288;
const slotIndexes = fc.uniqueArray(fc.nat(SLOTS - 1), { maxLength: 40 }).map((slots) => slots.sort((a, b) => a - b));
const tenths = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 10);

/** Anything a device may send: values and registers that come, go, jump and fall. */
const anyReadings: fc.Arbitrary<Reading[]> = slotIndexes.chain((slots) =>
  fc.tuple(
    ...slots.map((slot) =>
      fc.record({
        second: fc.constant(slot * 300),
        value: fc.option(fc.integer({ min: -50, max: 500 }).map((value) => value / 10)),
        register: fc.option(tenths(100_000)),
        estimated: fc.boolean(),
      }),
    ),
  ),
);

/** A meter without resets: its register advances by what flowed; some slots are lost, some readings are estimated. */
const steadyMeter = fc
  .record({
    start: tenths(1_000_000),
    flows: fc.array(tenths(500), { minLength: SLOTS, maxLength: SLOTS }),
    kept: slotIndexes.filter((slots) => slots.length > 0),
    estimated: fc.func(fc.boolean()),
    factor: fc.constantFrom(1, 0.5, 10, 1000),
  })
  .map(({ start, flows, kept, estimated, factor }) => {
    let register = start;
    const registers = flows.map((flowed) => (register += flowed));
    const readings = kept.map((slot): Reading => ({
      second: slot * 300,
      value: flows[slot] ?? 0,
      register: registers[slot] ?? 0,
      estimated: estimated(slot),
    }));
    return { start, readings, factor };
  });

/** Sum of figures as the decimals they are printed as: whole millionths, without a double in between. */
const decimalSum = (figures: readonly unknown[]): bigint =>
  figures.reduce<bigint>((total, y) => total + (typeof y === 'number' ? millionths(y) : 0n), 0n);

function millionths(figure: number): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(String(figure)) ?? [];
  if (whole === '') throw new Error(`${figure} is not a whole number of millionths`);
  return BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`);
}

const sum = (figures: readonly unknown[]): number => Number(decimalSum(figures)) / 1e6;
const groups = fc.constantFrom<UnitGroup>('FLOW', 'CONSUMPTION', 'ENERGY');

describe('flow and energy figures add up', () => {
  it('the hours to the day, which is null exactly when every hour is', () => {
    fc.assert(
      fc.property(groups, anyReadings, (group, readings) => {
        const day = processDay(dayOf(unitOf({ group, flowFactor: 2.5 }), readings));
        const hours = day.hourly.map(({ y }) => y);
        if (hours.every((y) => y === null)) expect(day.value).toBeNull();
        else expect(day.value).toBe(sum(hours));
        expect(day.meta.offlineValue).toBe(sum(day.hourly.map(({ offlineValue }) => offlineValue)));
      }),
    );
  });

  it('the difference of registers in every hour that has them', () => {
    fc.assert(
      fc.property(anyReadings, (readings) => {
        for (const { y, ir, fr } of processDay(dayOf(unitOf(), readings)).hourly) {
          if (typeof y === 'number' && typeof ir === 'number' && typeof fr === 'number')
            expect(fr - ir).toBeCloseTo(y, 6);
        }
      }),
    );
  });

  it('the registers since the day before: what the hours hold and what jumped between them', () => {
    fc.assert(
      fc.property(groups, steadyMeter, (group, { start, readings, factor }) => {
        const day = processDay(
          dayOf(unitOf({ group, flowFactor: factor }), readings, { before: { register: start, value: 0 } }),
        );
        const advanced = ((readings.at(-1)?.register ?? 0) - start) * factor;
        let previousFr = start * factor;
        let jumps = 0;
        for (const { ir, fr } of day.hourly) {
          if (typeof ir !== 'number' || typeof fr !== 'number') continue;
          jumps += ir - previousFr;
          previousFr = fr;
        }
        expect(sum([day.value]) + jumps).toBeCloseTo(advanced, 4);
      }),
    );
  });

  it('the registers since the day before: the genuine interval values and the quantity booked offline', () => {
    fc.assert(
      fc.property(groups, steadyMeter, (group, { start, readings, factor }) => {
        const day = processDay(
          dayOf(unitOf({ group, flowFactor: factor }), readings, { before: { register: start, value: 0 } }),
        );
        const genuine = sum(readings.filter(({ estimated }) => estimated !== true).map(({ value }) => value)) * factor;
        const advanced = ((readings.at(-1)?.register ?? 0) - start) * factor;
        expect(genuine + (day.meta.offlineValue ?? 0)).toBeCloseTo(advanced, 4);
      }),
    );
  });

  it('the days to the month and the months to the year', () => {
    const unit = (group: UnitGroup) => unitOf({ group, pRefKilowatts: group === 'ENERGY' ? 6 : null });
    const daysOfMonth = fc.array(fc.option(anyReadings), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(groups, fc.array(daysOfMonth, { minLength: 1, maxLength: 3 }), (group, months) => {
        const monthly = months.map((days, index) => {
          const first = businessDate(`2026-0${index + 1}-01`);
          return composeMonth({
            industryId: 'ACME',
            unit: unit(group),
            month: `0${index + 1}/2026`,
            days: days.map((readings, day) => ({
              date: addDays(first, day),
              startEpochMs: DAY_START,
              document:
                readings === null ? null : processDay(dayOf(unit(group), readings, { date: addDays(first, day) })),
            })),
            unlike: ALIKE,
          });
        });
        const year = composeYear({
          industryId: 'ACME',
          unit: unit(group),
          year: '2026',
          months: monthly.map((document, index) => ({
            month: `0${index + 1}/2026`,
            startEpochMs: DAY_START,
            document,
          })),
          unlike: ALIKE,
        });
        for (const document of monthly) {
          expect(sum([document.value])).toBe(sum(document.daily.map(({ y }) => y)));
          expect(document.value === null).toBe(document.daily.every(({ y }) => y === null));
          expect(document.meta.energySaved ?? 0).toBe(sum(document.daily.map(({ energySaved }) => energySaved)));
        }
        expect(sum([year.value])).toBe(sum(monthly.map(({ value }) => value)));
        expect(year.value === null).toBe(monthly.every(({ value }) => value === null));
        expect(year.meta.offlineDuration).toBe(sum(monthly.map(({ meta }) => meta.offlineDuration)));
        expect(year.meta.nonZero).toBe(sum(monthly.map(({ meta }) => meta.nonZero)));
      }),
      { numRuns: runs(50) },
    );
  });
});

describe('stored figures are decimals', () => {
  const factors = fc.constantFrom(1, 0.1, 1.0368, 2.5, 1000);
  const numbersOf = (found: unknown): number[] =>
    typeof found === 'number'
      ? [found]
      : found !== null && typeof found === 'object'
        ? Object.values(found).flatMap(numbersOf)
        : [];

  it('whole millionths, so that dividing them for people rounds nothing away', () => {
    fc.assert(
      fc.property(groups, anyReadings, factors, (group, readings, flowFactor) => {
        const { value, hourly, meta } = processDay(
          dayOf(unitOf({ group, flowFactor }), readings, { before: { register: 777.7, value: 0 } }),
        );
        for (const figure of numbersOf([
          value,
          hourly.map(({ y, ir, fr, offlineValue }) => [y, ir, fr, offlineValue]),
          meta.ir,
          meta.fr,
          meta.offlineValue,
        ])) {
          expect(Number(millionths(figure)) / 1e6).toBe(figure);
          expect(toDisplay(figure, 1)).toBe(figure);
          expect(toDisplay(figure, 1000)).toBe(Number(`${millionths(figure)}e-9`));
        }
      }),
    );
  });

  it('a total is final minus initial register, to the last decimal', () => {
    fc.assert(
      fc.property(anyReadings, factors, (readings, flowFactor) => {
        for (const { y, ir, fr } of processDay(dayOf(unitOf({ flowFactor }), readings)).hourly) {
          if (typeof y === 'number' && typeof ir === 'number' && typeof fr === 'number')
            expect(millionths(fr) - millionths(ir)).toBe(millionths(y));
        }
      }),
    );
  });

  it('levels, percentages and means too', () => {
    const noisy = [
      { second: 0, value: 12.300000190734863, params: { pH: 7.1 } },
      { second: 300, value: 12.300000190734863, params: { pH: 7.2 } },
      { second: 600, value: 0.1 + 0.2, params: { pH: 7.2 } },
    ];
    expect(processDay(dayOf(unitOf({ group: 'GROUND_WATER_LEVEL' }), noisy.slice(0, 2))).value).toBe(12.3);
    expect(processDay(dayOf(unitOf({ group: 'STOCK', maxCapacity: 1000 }), noisy)).meta.percentage).toBe(0.3);
    expect(processDay(dayOf(unitOf({ group: 'QUALITY' }), noisy)).value).toEqual({ pH: 7.166666667 });
  });
});

describe('slots tile the day', () => {
  const frequencies = fc.constantFrom(60, 90, 300, 420, 600, 900, 3600, 5400, 86_400);
  const lengths = fc.constantFrom(82_800, 86_400, 88_200, 90_000);

  it('every second is either in a slot with a genuine reading or in exactly one offline interval', () => {
    fc.assert(
      fc.property(
        frequencies,
        lengths,
        fc.uniqueArray(fc.nat(82_799), { maxLength: 60 }),
        (frequency, dayLengthSeconds, seconds) => {
          const readings = seconds.sort((a, b) => a - b).map((second) => ({ second, value: 1 }));
          const hourCount = Math.ceil(dayLengthSeconds / 3600);
          const hours = offlineByHour(
            dayOf(unitOf({ dataUpdateFrequencySeconds: frequency }), readings, { dayLengthSeconds }),
            hourCount,
          );
          // A whole-minute unit is known by the minute of its readings, which lies in the same slot.
          const genuine = new Set(seconds.map((second) => Math.floor(second / frequency)));
          const slots = Math.ceil(dayLengthSeconds / frequency);
          expect(sum(hours.map(({ slotsGenuine }) => slotsGenuine))).toBe(genuine.size);
          expect(sum(hours.map(({ slotsExpected }) => slotsExpected))).toBe(slots);
          expect(sum(hours.map(({ offlineCount }) => offlineCount))).toBe(slots - genuine.size);
          const genuineSeconds = sum(
            [...genuine].map((slot) => Math.min((slot + 1) * frequency, dayLengthSeconds) - slot * frequency),
          );
          expect(sum(hours.map(({ offlineMinutes }) => offlineMinutes)) * 60).toBeCloseTo(
            dayLengthSeconds - genuineSeconds,
            6,
          );

          hours.forEach(({ offlineIntervals, offlineMinutes }, hour) => {
            let cursor = DAY_START + hour * 3_600_000;
            let covered = 0;
            offlineIntervals.forEach(({ from, to }, index) => {
              expect(Date.parse(from)).toBeGreaterThanOrEqual(index === 0 ? cursor : cursor + 1);
              expect(Date.parse(to)).toBeGreaterThan(Date.parse(from));
              covered += Date.parse(to) - Date.parse(from);
              cursor = Date.parse(to);
            });
            expect(cursor).toBeLessThanOrEqual(DAY_START + (hour + 1) * 3_600_000);
            expect(covered).toBeCloseTo(offlineMinutes * 60_000, 6);
          });
        },
      ),
    );
  });
});
