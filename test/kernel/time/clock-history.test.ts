import { describe, expect, it } from 'vitest';
import { businessAt, businessDateOf, clockAsOf, dayWindow, ruleOn } from '../../../src/kernel/time/business-clock.ts';
import { businessDate, formatRequestDate } from '../../../src/kernel/time/business-date.ts';
import { clockIdentity } from '../../../src/kernel/time/day-rule.ts';
import { requestDateOfTime } from '../../../src/kernel/time/request-window.ts';
import type { BusinessClock, DayRule } from '../../../src/kernel/time/types.ts';

/*
 * Clocks whose rule changed, worked out by hand. Days and instants are of March 2026; Berlin goes to summer time on the
 * 29th.
 */

const rule = (timezone: string, shiftStartAt: string, daysOffset = 0): DayRule => ({
  timezone,
  shiftStartAt,
  daysOffset,
});
const PUNE = rule('Asia/Kolkata', '06:00:00');
const date = (day: number) => businessDate(`2026-03-${String(day).padStart(2, '0')}`);

/** The first rule, and others from days of March on. */
const changing = (first: DayRule, ...changes: readonly [day: number, rule: DayRule][]): BusinessClock =>
  clockAsOf(
    [
      { fromDate: businessDate('1900-01-01'), ...first },
      ...changes.map(([day, changed]) => ({ fromDate: date(day), ...changed })),
    ],
    Date.parse('2026-03-15T12:00:00Z'),
  );

const day = (clock: BusinessClock, of: number) => {
  const { startEpochMs, endEpochMs, lengthSeconds } = dayWindow(clock, date(of));
  return {
    from: new Date(startEpochMs).toISOString().slice(5, 16),
    to: new Date(endEpochMs).toISOString().slice(5, 16),
    hours: lengthSeconds / 3600,
  };
};
const positionOf = (clock: BusinessClock, iso: string): string => businessAt(clock, Date.parse(iso));

describe('a shift that starts an hour later', () => {
  const clock = changing(PUNE, [10, rule('Asia/Kolkata', '07:00:00')]);

  it('makes the last day before it 25 hours long', () => {
    expect(day(clock, 8)).toEqual({ from: '03-08T00:30', to: '03-09T00:30', hours: 24 });
    expect(day(clock, 9)).toEqual({ from: '03-09T00:30', to: '03-10T01:30', hours: 25 });
    expect(day(clock, 10)).toEqual({ from: '03-10T01:30', to: '03-11T01:30', hours: 24 });
  });

  it('folds the extra hour into the last microsecond of that day', () => {
    expect(positionOf(clock, '2026-03-10T05:59:59.999+05:30')).toBe('2026-03-09 23:59:59.999');
    expect(positionOf(clock, '2026-03-10T06:00+05:30')).toBe('2026-03-09 23:59:59.999999');
    expect(positionOf(clock, '2026-03-10T06:59:59.999+05:30')).toBe('2026-03-09 23:59:59.999999');
    expect(positionOf(clock, '2026-03-10T07:00+05:30')).toBe('2026-03-10 00:00:00.000');
  });

  it('shows the rule of today and places every day by its own', () => {
    expect(clock).toMatchObject({ timezone: 'Asia/Kolkata', shiftStartAt: '07:00:00' });
    expect([ruleOn(clock, date(9)), ruleOn(clock, date(10))]).toMatchObject([
      { shiftStartAt: '06:00:00' },
      { shiftStartAt: '07:00:00' },
    ]);
  });
});

describe('a plant that moves from Kolkata to Berlin and back', () => {
  const clock = changing(PUNE, [10, rule('Europe/Berlin', '06:00:00')], [20, PUNE]);

  it('has one day of 28.5 hours and one of 19.5', () => {
    expect(day(clock, 9)).toEqual({ from: '03-09T00:30', to: '03-10T05:00', hours: 28.5 });
    expect(day(clock, 10)).toEqual({ from: '03-10T05:00', to: '03-11T05:00', hours: 24 });
    expect(day(clock, 19)).toEqual({ from: '03-19T05:00', to: '03-20T00:30', hours: 19.5 });
    expect(day(clock, 20)).toEqual({ from: '03-20T00:30', to: '03-21T00:30', hours: 24 });
  });
});

describe('a shift that moves to the evening before, and back', () => {
  const clock = changing(PUNE, [10, rule('Asia/Kolkata', '22:00:00', 1)], [20, PUNE]);

  it('cuts the last day to 16 hours, and makes it 32 on the way back', () => {
    expect(day(clock, 9)).toEqual({ from: '03-09T00:30', to: '03-09T16:30', hours: 16 });
    expect(day(clock, 10)).toEqual({ from: '03-09T16:30', to: '03-10T16:30', hours: 24 });
    expect(day(clock, 19)).toEqual({ from: '03-18T16:30', to: '03-20T00:30', hours: 32 });
    expect(positionOf(clock, '2026-03-20T05:59+05:30')).toBe('2026-03-19 23:59:59.999999');
  });

  it('batchProcess?time= means the window that ends at the shift start of the local date', () => {
    const meant = (time: string): string | null => {
      const found = requestDateOfTime(clock, time);
      return found === null ? null : formatRequestDate(found);
    };
    expect(meant('2026-03-08T08:00:00')).toBe('07/03/2026');
    // On the 9th the 9th ends at 22:00; on the 10th the 10th does.
    expect([meant('2026-03-09'), meant('2026-03-10')]).toEqual(['09/03/2026', '10/03/2026']);
    // No window ends on the 19th: the 18th ended on the evening of the 18th, the 19th ends in the morning of the 20th.
    expect([meant('2026-03-18'), meant('2026-03-19'), meant('2026-03-20')]).toEqual([
      '18/03/2026',
      '18/03/2026',
      '19/03/2026',
    ]);
    expect(meant('yesterday')).toBeNull();
  });
});

describe('a rule that begins before the day before it has', () => {
  it('leaves days of no length, which no instant is on', () => {
    const clock = changing(PUNE, [10, { ...PUNE, daysOffset: 2 }]);
    expect(day(clock, 7)).toEqual({ from: '03-07T00:30', to: '03-08T00:30', hours: 24 });
    expect([day(clock, 8).hours, day(clock, 9).hours]).toEqual([0, 0]);
    expect(day(clock, 10)).toEqual({ from: '03-08T00:30', to: '03-09T00:30', hours: 24 });
    expect([
      businessDateOf(clock, Date.parse('2026-03-08T00:29:59Z')),
      businessDateOf(clock, Date.parse('2026-03-08T00:30:00Z')),
    ]).toEqual([date(7), date(10)]);
  });
});

describe('the identity of a clock', () => {
  it('is that of its rules, whichever is in force', () => {
    const rules = [
      { fromDate: businessDate('1900-01-01'), ...PUNE },
      { fromDate: date(10), ...PUNE, shiftStartAt: '07:00:00' },
    ];
    const [before, after] = ['2026-03-01Z', '2026-04-01Z'].map((now) => clockAsOf(rules, Date.parse(now)));
    if (before === undefined || after === undefined) throw new Error('two clocks were made');
    expect([before.shiftStartAt, after.shiftStartAt]).toEqual(['06:00:00', '07:00:00']);
    expect(clockIdentity(before)).toBe(clockIdentity(after));
    expect(clockIdentity(before)).not.toBe(clockIdentity(clockAsOf(rules.slice(0, 1), 0)));
  });
});
