import { describe, expect, it } from 'vitest';
import { canaryMismatches, expectedOfCanary } from '../../../../src/keeping/rules/canary/expected.ts';
import { canaryDates, canaryMeter, canaryReadings } from '../../../../src/keeping/rules/canary/scenario.ts';
import { detectUnits } from '../../../../src/findings/rules/detect.ts';
import type { InsightDay, InsightUnit } from '../../../../src/findings/rules/types.ts';
import { addDays, businessDate } from '../../../../src/kernel/time/business-date.ts';

const LAST = businessDate('2026-03-08');
const readings = canaryReadings(LAST);
const of = (unitId: string) => readings.inTime.filter((reading) => reading.unitId === unitId);

describe('the days of the canary', () => {
  it('are twenty-three, of which the seventh has 25 hours: from 23:00 to midnight UTC', () => {
    expect([canaryDates(LAST)[0], canaryDates(LAST).at(-1), canaryDates(LAST).length]).toEqual([
      '2026-02-14',
      LAST,
      23,
    ]);
    expect(of('STEADY').length).toBe(23 * 24 + 1);
    expect(of('STEADY')[0]?.createdOn).toBe('2026-02-13T23:30:00.000Z');
    expect(of('STEADY').at(-1)?.createdOn).toBe('2026-03-08T23:30:00.000Z');
  });

  it('hold a reset, a gap, a day that comes late, a swap and a leak', () => {
    expect(of('RESET').findIndex(({ summedValue }) => summedValue === 10)).toBe(2 * 24 + 12);
    expect(of('GAP').length).toBe(23 * 24 + 1 - 6);
    expect(readings.late.map(({ unitId, value }) => `${unitId} ${value}`)).toEqual(Array(24).fill('LATE 5'));
    // Five days at noon: 60 + 60 + 12 hours of 10 since 1,000, and 5 for the half hour since the last reading.
    expect(canaryMeter(LAST)).toEqual({
      installedAtEpochMs: Date.parse('2026-02-19T11:00:00Z'),
      serial: 'CANARY-2',
      initialRegister: 0,
      finalRegisterOfOld: 2325,
    });
    const atNight = of('LEAK').filter(({ createdOn }) => createdOn.endsWith('T02:30:00.000Z'));
    expect(atNight.map(({ value }) => value)).toEqual([...Array(20).fill(0), 100, 100, 100]);
  });

  it('have figures that are the sums of what was sent', () => {
    const expected = expectedOfCanary(LAST);
    const sums = Map.groupBy([...readings.inTime, ...readings.late], ({ unitId }) => unitId);
    for (const unitId of ['STEADY', 'RESET', 'GAP', 'LATE', 'LEAK'] as const)
      expect(expected.get(`${unitId} year 2026-01-01 value`), unitId).toBe(
        sums.get(unitId)?.reduce((sum, { value }) => sum + value, 0),
      );
    // The old meter counted half an hour that no value tells.
    expect(expected.get('SWAP year 2026-01-01 value')).toBe(22 * 240 + 250);
    expect(expected.get('TOTAL month 2026-02-01 value')).toBe(14 * 34_000 + 35_000);
  });
});

describe('the leak of the canary', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])(
    'is found, and no other, on whichever weekday its days begin: %d days later',
    (later) => {
      const dates = canaryDates(addDays(LAST, later));
      const units = (['STEADY', 'LEAK'] as const).map((unitId): InsightUnit => {
        const values = of(unitId).map(({ value }) => value);
        const days = dates.map((date, day): InsightDay => {
          const from = day * 24 + (day > 6 ? 1 : 0);
          const hours = values.slice(from, from + (day === 6 ? 25 : 24));
          return { date, hours, registers: hours.map(() => null), coverage: 1 };
        });
        return { unitId, group: 'FLOW', learnFrom: null, days };
      });
      const leaks = detectUnits(units).filter(({ kind }) => kind === 'leak');
      expect(leaks.map(({ unitId, firstDay, quantityPerDay }) => [unitId, firstDay, quantityPerDay])).toEqual([
        ['LEAK', dates[20], 2400],
      ]);
    },
  );
});

describe('a mismatch', () => {
  it('is a figure that differs, is missing, or is there although none should be', () => {
    const expected = new Map([
      ['a', 1],
      ['b', 2],
      ['c', null],
      ['d', 4],
    ]);
    const found = new Map([
      ['a', 1],
      ['c', 3],
      ['d', 5],
    ]);
    expect(canaryMismatches(expected, found)).toEqual([
      { what: 'b', expected: 2, found: null },
      { what: 'c', expected: null, found: 3 },
      { what: 'd', expected: 4, found: 5 },
    ]);
  });
});
