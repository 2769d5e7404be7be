import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PeriodEntry } from '../../../../src/kernel/document/types.ts';
import { calendarDay } from '../../../../src/figures/rules/figures/calendar-day.ts';
import { cutHour, withCutHour } from '../../../../src/figures/rules/figures/cut-hour.ts';
import { type CutHour, handedOn, readPart } from '../../../../src/figures/rules/figures/hour-part.ts';
import { ALIKE } from '../../../../src/figures/rules/processors/parameters.ts';
import { sum } from '../../../../src/kernel/measure/exact.ts';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { HOUR_MS } from '../../../../src/kernel/time/durations.ts';
import { runs } from '../../../support/property-runs.ts';
import { DAY_SECONDS, DAY_START, dayOf, daysOf, type Reading, unitOf } from '../processors/builders.ts';

type Days = ReturnType<typeof daysOf>;

/** Days with the hour cut in two in which the second `cutSecond` of the day lies. */
function cutDays(unit: Unit, readings: readonly Reading[], days: Days, cutSecond: number) {
  const hour = Math.floor(cutSecond / 3600);
  return days.map(({ day, document, startEpochMs }, index) => {
    const cut: CutHour = {
      startEpochMs: startEpochMs + hour * HOUR_MS,
      cutEpochMs: startEpochMs + cutSecond * 1000,
      endEpochMs: startEpochMs + (hour + 1) * HOUR_MS,
    };
    const rollupOf = (from: number, until: number) => {
      const own = readings
        .map((reading) => ({ ...reading, second: reading.second - index * DAY_SECONDS }))
        .filter(({ second }) => second >= from && second < until);
      return dayOf(unit, own, { dayStartEpochMs: startEpochMs }).hours[0] ?? null;
    };
    const [first, second] = [rollupOf(hour * 3600, cutSecond), rollupOf(cutSecond, (hour + 1) * 3600)];
    const part = { industryId: 'ACME', unit, date: day.date, cut };
    const parts = cutHour(document.hourly[hour] ?? NO_ENTRY, unit, cut, [
      first === null ? null : readPart({ ...part, side: 'before' }, first, { register: null, value: null }, null),
      second === null
        ? null
        : readPart({ ...part, side: 'after' }, second, handedOn(unit.flowFactor, null, first), null),
    ]);
    return { whole: document.hourly[hour], parts, document: withCutHour(document, hour, parts) };
  });
}
const NO_ENTRY: PeriodEntry = {
  x: '',
  y: null,
  offlineCount: 0,
  offlineDuration: 0,
  coverage: null,
  meta: { lastEpoch: null },
};

const told = (entries: readonly (PeriodEntry | undefined)[]): number =>
  sum(entries.map((entry) => sum([typeof entry?.y === 'number' ? entry.y : 0, entry?.unheard?.value ?? 0])));

const tenths = (min: number, max: number) => fc.integer({ min, max }).map((number) => number / 10);
const DAYS = 3;
const SLOTS = 96 * DAYS;

/** Readings with a value, a register or both, some estimated; a register may fall, jump or count less than values. */
const stream = (leastValue: number) =>
  fc
    .tuple(
      fc.uniqueArray(
        fc.record({
          slot: fc.nat(SLOTS - 1),
          kind: fc.constantFrom('value', 'register', 'both'),
          value: tenths(leastValue, 300),
          gained: fc.oneof({ weight: 9, arbitrary: tenths(0, 400) }, { weight: 1, arbitrary: tenths(-9000, 9000) }),
          estimated: fc.boolean(),
        }),
        { minLength: 1, maxLength: 200, selector: ({ slot }) => slot },
      ),
      fc.constantFrom(1, 0.5, 1000, -1, 0.123457),
    )
    .map(([sent, flowFactor]) => {
      let register = 1000;
      const readings = sent
        .sort((a, b) => a.slot - b.slot)
        .map(({ slot, kind, value, gained, estimated }): Reading => {
          register = Math.round((register + Math.sign(flowFactor) * gained) * 10) / 10;
          return {
            second: slot * 900,
            ...(kind === 'register' ? {} : { value: Math.sign(flowFactor) * value }),
            ...(kind === 'value' ? {} : { register }),
            estimated,
          };
        });
      return { unit: unitOf({ dataUpdateFrequencySeconds: 900, flowFactor }), readings };
    });

/** Midnight within the first hour (a shift at 23:30), the 18th (06:30) and the 19th (05:45), or in any other. */
const midnights = fc.oneof(
  fc.constantFrom(1800, 17.5 * 3600, 18.25 * 3600),
  fc.tuple(fc.nat(23), fc.constantFrom(900, 1800, 2700)).map(([hour, second]) => hour * 3600 + second),
);

describe('law: an hour that midnight cuts', () => {
  it('is together what its parts tell, to the last digit, whatever a meter sends', () => {
    fc.assert(
      fc.property(stream(-100), midnights, ({ unit, readings }, cutSecond) => {
        for (const { whole, parts } of cutDays(unit, readings, daysOf(unit, readings, DAYS), cutSecond)) {
          expect(told(parts)).toBe(told([whole]));
          expect(sum(parts.map(({ offlineCount }) => offlineCount))).toBe(whole?.offlineCount);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('has no part below zero where no reading is', () => {
    fc.assert(
      fc.property(stream(0), midnights, ({ unit, readings }, cutSecond) => {
        for (const { parts } of cutDays(unit, readings, daysOf(unit, readings, DAYS), cutSecond))
          for (const { y, unheard, offlineValue } of parts) {
            expect(y ?? 0).toBeGreaterThanOrEqual(0);
            expect(unheard?.value ?? 0).toBeGreaterThanOrEqual(0);
            expect(offlineValue).toBeGreaterThanOrEqual(unheard?.value ?? 0);
          }
      }),
      { numRuns: runs(500) },
    );
  });

  it('lets days from midnight to midnight tell what business days tell', () => {
    fc.assert(
      fc.property(stream(0), midnights, ({ unit, readings }, cutSecond) => {
        const days = daysOf(unit, readings, DAYS);
        const cut = cutDays(unit, readings, days, cutSecond);
        const touching = cut.map(({ document }, index) => ({
          document,
          endEpochMs: DAY_START + (index + 1) * DAY_SECONDS * 1000,
        }));
        const instant = (day: number): number => DAY_START + (day * DAY_SECONDS + cutSecond) * 1000;
        const calendar = Array.from({ length: DAYS + 1 }, (_, index) =>
          calendarDay(
            unit,
            { startEpochMs: instant(index - 1), endEpochMs: instant(index), nowEpochMs: instant(DAYS + 1) },
            touching,
            ALIKE,
          ),
        );
        const sumOf = (documents: readonly (Days[number]['document'] | null)[]): number =>
          sum(documents.map((day) => sum([Number(day?.value ?? 0), day?.meta.unheard?.value ?? 0])));
        expect(sumOf(calendar)).toBe(sumOf(days.map(({ document }) => document)));
      }),
      { numRuns: runs(300) },
    );
  });
});
