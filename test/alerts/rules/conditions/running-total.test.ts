import { describe, expect, it } from 'vitest';
import { dayPeriods, type DocumentDay, hourPeriods, monthPeriod } from '../../../../src/alerts/rules/inputs.ts';
import type { AlertType, TotalsInput } from '../../../../src/alerts/rules/types.ts';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { addDays, addMonths, firstOfMonth } from '../../../../src/kernel/time/business-date.ts';
import type { BusinessClock } from '../../../../src/kernel/time/types.ts';
import { dayStart, dayWindow } from '../../../../src/kernel/time/business-clock.ts';
import { at, DAY, dayOf, everySlot, unitOf } from '../../../figures/rules/processors/builders.ts';
import { CANTERBURY, daysOfReadings, sampleReadings } from '../sample.ts';
import { told, watched } from '../watch.ts';

const KOLKATA = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 };
const METER = unitOf({ flowFactor: 2 });
const POWER = unitOf({ group: 'ENERGY', siUnit: 'kWh', flowFactor: 2 });

/** 500 milli-units each slot, twice that by the factor: 12 an hour. */
const dayLike = (unit: Unit, days: number, hours = 24): DocumentDay => {
  const date = addDays(DAY, days);
  const readings = everySlot(300, 0, at(hours), () => ({ value: 500 }));
  const document = processDay(dayOf(unit, readings, { date, dayStartEpochMs: dayStart(KOLKATA, date) }));
  return { date, ...dayWindow(KOLKATA, date), document };
};

const periodsOf = (clock: BusinessClock, window: 'hour' | 'day' | 'month', days: readonly DocumentDay[]) => {
  if (window !== 'month') return window === 'hour' ? hourPeriods(days) : dayPeriods(days);
  return [...Map.groupBy(days, ({ date }) => firstOfMonth(date))].map(([first, own]) =>
    monthPeriod(own, { startEpochMs: dayStart(clock, first), endEpochMs: dayStart(clock, addMonths(first, 1)) }),
  );
};
const totalsOf = (unit: Unit, window: 'hour' | 'day' | 'month', days: readonly DocumentDay[]): TotalsInput => ({
  kind: 'totals',
  unit,
  periods: periodsOf(KOLKATA, window, days),
  until: dayStart(KOLKATA, addDays(DAY, 90)),
});

describe('what a day adds up to', () => {
  it.each([
    ['unit_threshold', METER],
    ['energy_daily_threshold', POWER],
  ] as const)('%s fires at the last reading of the hour that passes the limit, and ends with the day', (type, unit) => {
    const days = [dayLike(unit, 0), dayLike(unit, 1, 3)];
    const transitions = watched(type, totalsOf(unit, 'day', days), { limit: 100 });
    // 9 hours are 108. The day is 288, so 188 too much.
    expect(transitions).toMatchObject([
      { kind: 'fired', at: Date.parse('2026-01-15T09:25:00Z'), value: 108, limit: 100, excess: 8 },
      { kind: 'recovered', at: Date.parse('2026-01-16T00:30:00Z'), value: 288, peak: 288, excess: 188 },
    ]);
    expect(transitions[1]).toMatchObject({
      durationMs: Date.parse('2026-01-16T00:30Z') - Date.parse('2026-01-15T09:25Z'),
    });
  });

  it('that just reaches its limit does not fire', () => {
    expect(told('unit_threshold', totalsOf(METER, 'day', [dayLike(METER, 0)]), { limit: 288 })).toEqual([]);
  });
});

describe('what an hour adds up to', () => {
  it.each([
    ['hourly_threshold', METER],
    ['energy_threshold', POWER],
  ] as const)('%s fires in each hour above the limit', (type, unit) => {
    expect(told(type, totalsOf(unit, 'hour', [dayLike(unit, 0, 2)]), { limit: 11.9 })).toEqual([
      'fired 2026-01-15T01:25Z',
      'recovered 2026-01-15T01:30Z',
      'fired 2026-01-15T02:25Z',
      'recovered 2026-01-15T02:30Z',
    ]);
  });
});

describe('what a month adds up to', () => {
  it.each([
    ['monthly_threshold', METER],
    ['energy_monthly_threshold', POWER],
  ] as const)('%s fires once in a month, and begins anew with the next', (type, unit) => {
    const days = Array.from({ length: 20 }, (_, index) => dayLike(unit, index));
    // Two days are 576, so the limit falls into the third hour of the third day. January ends before it would again.
    expect(told(type, totalsOf(unit, 'month', days), { limit: 600 })).toEqual([
      'fired 2026-01-17T03:25Z',
      'recovered 2026-02-01T00:30Z',
      'fired 2026-02-03T03:25Z',
      'recovered 2026-03-01T00:30Z',
    ]);
  });

  it('is followed by days where their hours are not at hand', () => {
    const days = Array.from({ length: 5 }, (_, index) => dayLike(METER, index)).map((day) => ({
      ...day,
      document: day.document === null ? null : { ...day.document, hourly: [] },
    }));
    expect(told('monthly_threshold', totalsOf(METER, 'month', days), { limit: 600 })[0]).toBe(
      'fired 2026-01-18T00:25Z',
    );
  });
});

describe('totals of the sample readings', () => {
  const sample = (
    unitId: string,
    unit: Unit,
    window: 'hour' | 'day' | 'month',
    from: string,
    to: string,
  ): TotalsInput => {
    const readings = sampleReadings(unitId, from, to);
    const periods = periodsOf(CANTERBURY, window, daysOfReadings(CANTERBURY, unit, readings));
    return { kind: 'totals', unit, periods, until: Date.parse(to) };
  };
  const bore = unitOf({ unitId: 'CB_BORE_1', dataUpdateFrequencySeconds: 900 });
  const pumps = unitOf({ unitId: 'CB_PUMP_HOUSE', group: 'ENERGY', siUnit: 'kWh' });
  // Bounds that are shift starts in Auckland, 06:00 at +13:00.
  const cases: [AlertType, TotalsInput, number, string[]][] = [
    [
      'unit_threshold',
      sample('CB_BORE_1', bore, 'day', '2025-12-06T17:00Z', '2025-12-08T17:00Z'),
      1000,
      [
        'fired 2025-12-07T12:45Z',
        'recovered 2025-12-07T17:00Z',
        'fired 2025-12-08T12:45Z',
        'recovered 2025-12-08T17:00Z',
      ],
    ],
    [
      'hourly_threshold',
      sample('CB_BORE_1', bore, 'hour', '2026-01-22T17:00Z', '2026-01-23T17:00Z'),
      72,
      ['fired 2026-01-23T07:45Z', 'recovered 2026-01-23T08:00Z'],
    ],
    [
      'monthly_threshold',
      sample('CB_BORE_1', bore, 'month', '2025-12-31T17:00Z', '2026-01-31T17:00Z'),
      6000,
      ['fired 2026-01-19T17:45Z', 'recovered 2026-01-31T17:00Z'],
    ],
    [
      'energy_daily_threshold',
      sample('CB_PUMP_HOUSE', pumps, 'day', '2025-12-27T17:00Z', '2025-12-29T17:00Z'),
      50,
      ['fired 2025-12-28T14:55Z', 'recovered 2025-12-28T17:00Z'],
    ],
    [
      'energy_threshold',
      sample('CB_PUMP_HOUSE', pumps, 'hour', '2026-01-03T17:00Z', '2026-01-04T17:00Z'),
      5,
      ['fired 2026-01-03T22:55Z', 'recovered 2026-01-03T23:00Z'],
    ],
    [
      'energy_monthly_threshold',
      sample('CB_PUMP_HOUSE', pumps, 'month', '2025-12-31T17:00Z', '2026-01-31T17:00Z'),
      1000,
      ['fired 2026-01-24T21:55Z', 'recovered 2026-01-31T17:00Z'],
    ],
  ];
  it.each(cases)('%s', (type, input, limit, expected) => {
    expect(told(type, input, { limit })).toEqual(expected);
  });
});
