import { describe, expect, it } from 'vitest';
import {
  businessAt,
  businessDateOf,
  createClockReader,
  dayStart,
  dayWindow,
  endedHours,
} from '../../../src/kernel/time/business-clock.ts';
import { daysOffsetOf, isShiftStart, isTimezone } from '../../../src/kernel/time/day-rule.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import type { BusinessClock } from '../../../src/kernel/time/types.ts';
import { ServiceError } from '../../../src/kernel/errors.ts';

const HOUR_MS = 3_600_000;
const clock = (timezone: string, shiftStartAt: string, daysOffset = 0): BusinessClock => ({
  timezone,
  shiftStartAt,
  daysOffset,
});
const at = (iso: string): number => Date.parse(iso);

describe('dayWindow', () => {
  it.each([
    [
      'an evening shift in India belongs to the next date',
      clock('Asia/Kolkata', '18:00:00', 1),
      '2026-04-15',
      '2026-04-14T18:00+05:30',
      '2026-04-15T18:00+05:30',
      24,
    ],
    [
      'Kathmandu is 5:45 ahead',
      clock('Asia/Kathmandu', '06:00:00'),
      '2026-04-15',
      '2026-04-15T06:00+05:45',
      '2026-04-16T06:00+05:45',
      24,
    ],
    [
      'Auckland loses an hour in September',
      clock('Pacific/Auckland', '06:00:00'),
      '2025-09-27',
      '2025-09-27T06:00+12:00',
      '2025-09-28T06:00+13:00',
      23,
    ],
    [
      'Auckland gains one in April',
      clock('Pacific/Auckland', '06:00:00'),
      '2026-04-04',
      '2026-04-04T06:00+13:00',
      '2026-04-05T06:00+12:00',
      25,
    ],
    [
      'New York: the day before the Sunday of the change is short',
      clock('America/New_York', '08:00:00'),
      '2026-03-07',
      '2026-03-07T08:00-05:00',
      '2026-03-08T08:00-04:00',
      23,
    ],
    [
      'New York: that Sunday itself is not',
      clock('America/New_York', '08:00:00'),
      '2026-03-08',
      '2026-03-08T08:00-04:00',
      '2026-03-09T08:00-04:00',
      24,
    ],
    [
      'New York: the day before the Sunday of the change is long',
      clock('America/New_York', '08:00:00'),
      '2026-10-31',
      '2026-10-31T08:00-04:00',
      '2026-11-01T08:00-05:00',
      25,
    ],
    [
      'New York: that Sunday itself is not',
      clock('America/New_York', '08:00:00'),
      '2026-11-01',
      '2026-11-01T08:00-05:00',
      '2026-11-02T08:00-05:00',
      24,
    ],
    [
      'the days offset takes 24 elapsed hours away, not a calendar day',
      clock('America/New_York', '18:00:00', 1),
      '2026-03-07',
      '2026-03-06T18:00-05:00',
      '2026-03-07T17:00-05:00',
      23,
    ],
    [
      'Lord Howe loses half an hour',
      clock('Australia/Lord_Howe', '06:00:00'),
      '2025-10-04',
      '2025-10-04T06:00+10:30',
      '2025-10-05T06:00+11:00',
      23.5,
    ],
    [
      'Lord Howe gains half an hour',
      clock('Australia/Lord_Howe', '06:00:00'),
      '2026-04-04',
      '2026-04-04T06:00+11:00',
      '2026-04-05T06:00+10:30',
      24.5,
    ],
    [
      'Chatham is 12:45 ahead and loses an hour',
      clock('Pacific/Chatham', '06:00:00'),
      '2025-09-27',
      '2025-09-27T06:00+12:45',
      '2025-09-28T06:00+13:45',
      23,
    ],
    [
      'Chatham gains an hour',
      clock('Pacific/Chatham', '06:00:00'),
      '2026-04-04',
      '2026-04-04T06:00+13:45',
      '2026-04-05T06:00+12:45',
      25,
    ],
    [
      'a shift start that clocks skip is read with the offset before the change',
      clock('America/New_York', '02:30:00'),
      '2026-03-08',
      '2026-03-08T03:30-04:00',
      '2026-03-09T02:30-04:00',
      23,
    ],
    [
      'a shift start that clocks repeat is its second occurrence',
      clock('America/New_York', '01:30:00'),
      '2026-11-01',
      '2026-11-01T01:30-05:00',
      '2026-11-02T01:30-05:00',
      24,
    ],
    [
      'midnight skipped in Sao Paulo',
      clock('America/Sao_Paulo', '00:00:00'),
      '2018-11-04',
      '2018-11-04T01:00-02:00',
      '2018-11-05T00:00-02:00',
      23,
    ],
    [
      'Samoa had no 30 December 2011',
      clock('Pacific/Apia', '06:00:00'),
      '2011-12-30',
      '2011-12-30T06:00-10:00',
      '2011-12-31T06:00+14:00',
      0,
    ],
  ])('%s', (_, ofClock, date, start, end, lengthHours) => {
    expect(dayWindow(ofClock, businessDate(date))).toEqual({
      startEpochMs: at(start),
      endEpochMs: at(end),
      lengthSeconds: lengthHours * 3600,
    });
    expect(dayStart(ofClock, businessDate(date))).toBe(at(start));
  });
});

describe('businessDateOf', () => {
  const kolkata = clock('Asia/Kolkata', '18:00:00', 1);

  it('a reading exactly at the shift start opens the new day', () => {
    expect(businessDateOf(kolkata, at('2026-04-14T18:00+05:30'))).toBe('2026-04-15');
    expect(businessDateOf(kolkata, at('2026-04-14T18:00+05:30') - 1)).toBe('2026-04-14');
    expect(businessDateOf(kolkata, at('2026-04-15T18:00+05:30') - 1)).toBe('2026-04-15');
  });

  it('passes by a day of no length', () => {
    const apia = clock('Pacific/Apia', '06:00:00');
    expect(businessDateOf(apia, at('2011-12-31T06:00+14:00') - 1)).toBe('2011-12-29');
    expect(businessDateOf(apia, at('2011-12-31T06:00+14:00'))).toBe('2011-12-31');
  });

  it('covers the first and the last day it can name, and refuses what lies beyond', () => {
    const utc = clock('UTC', '00:00:00');
    expect(businessDateOf(utc, at('1900-01-01T00:00Z'))).toBe('1900-01-01');
    expect(businessDateOf(utc, at('2200-12-31T23:59:59.999Z'))).toBe('2200-12-31');
    expect(() => businessDateOf(utc, at('1900-01-01T00:00Z') - 1)).toThrow(RangeError);
    expect(() => businessDateOf(utc, at('2201-01-01T00:00Z'))).toThrow(RangeError);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 0.5, 1e300])('refuses %d as an instant', (instant) => {
    expect(() => businessDateOf(kolkata, instant)).toThrow(RangeError);
    expect(() => businessAt(kolkata, instant)).toThrow(RangeError);
  });
});

describe('businessAt', () => {
  it('is the date and the time since the shift start', () => {
    expect(businessAt(clock('Asia/Kolkata', '18:00:00', 1), at('2026-04-14T18:00+05:30'))).toBe(
      '2026-04-15 00:00:00.000',
    );
    expect(businessAt(clock('Asia/Kathmandu', '06:30:15'), at('2026-04-15T05:29:14.007+05:45'))).toBe(
      '2026-04-14 22:58:59.007',
    );
  });

  it('counts elapsed hours through a change of clocks', () => {
    const auckland = clock('Pacific/Auckland', '06:00:00');
    const start = dayStart(auckland, businessDate('2025-09-27'));
    expect(businessAt(auckland, start + 23 * HOUR_MS - 1)).toBe('2025-09-27 22:59:59.999');
    expect(businessAt(auckland, start + 23 * HOUR_MS)).toBe('2025-09-28 00:00:00.000');
  });

  it('folds the 25th hour into the last microsecond of the day', () => {
    const auckland = clock('Pacific/Auckland', '06:00:00');
    const start = dayStart(auckland, businessDate('2026-04-04'));
    const instants = [24 * HOUR_MS - 1, 24 * HOUR_MS, 24.5 * HOUR_MS, 25 * HOUR_MS - 1, 25 * HOUR_MS].map(
      (elapsed) => start + elapsed,
    );
    expect(instants.map((instant) => businessAt(auckland, instant))).toEqual([
      '2026-04-04 23:59:59.999',
      '2026-04-04 23:59:59.999999',
      '2026-04-04 23:59:59.999999',
      '2026-04-04 23:59:59.999999',
      '2026-04-05 00:00:00.000',
    ]);
  });
});

describe('createClockReader', () => {
  it('says where an instant stands; what lies beyond 24 hours stands in the last microsecond', () => {
    const reader = createClockReader(clock('America/New_York', '08:00:00'));
    expect(reader.locate(at('2026-11-01T07:29-05:00'))).toEqual({
      date: '2026-10-31',
      businessMicroseconds: at('2026-11-01T00:00Z') * 1000 - 1,
    });
    expect(reader.locate(at('2026-10-31T09:30:00.250-04:00'))).toEqual({
      date: '2026-10-31',
      businessMicroseconds: at('2026-10-31T01:30:00.250Z') * 1000,
    });
  });

  it('answers the same whatever it was asked before', () => {
    const ofClock = clock('Australia/Lord_Howe', '02:15:00', 1);
    const reader = createClockReader(ofClock);
    const instants = Array.from(
      { length: 400 },
      (_, index) => at('2025-01-01T00:00Z') + ((index * 149) % 400) * 22 * HOUR_MS,
    );
    const alone = instants.map((instant) => createClockReader(ofClock).locate(instant));
    expect(instants.map((instant) => reader.locate(instant))).toEqual(alone);
  });

  it.each([
    ['meta.timezone', clock('Mars/Olympus', '06:00:00')],
    ['meta.shift.startAt', clock('Asia/Kolkata', '6:00')],
    ['daysOffset', clock('Asia/Kolkata', '06:00:00', 0.5)],
  ])('refuses a clock with a wrong %s, naming it', (field, wrong) => {
    expect(() => createClockReader(wrong)).toThrow(
      expect.objectContaining({ code: 400, details: [expect.objectContaining({ field })] }),
    );
  });
});

describe('daysOffsetOf', () => {
  it.each([
    [0, '18:00:00', 0],
    [1, '06:00:00', 1],
    [-1, '06:00:00', -1],
    [2, '18:00:00', 2],
  ])('a declared %d stands, whatever the shift (%s)', (declared, shift, expected) => {
    expect(daysOffsetOf(declared, shift)).toBe(expected);
  });

  it.each([
    ['00:00:00', 0],
    ['11:59:59', 0],
    ['12:00:00', 1],
    ['23:59:59', 1],
  ])('without one, a shift at %s means %d', (shift, expected) => {
    expect(daysOffsetOf(undefined, shift)).toBe(expected);
    expect(daysOffsetOf(null, shift)).toBe(expected);
  });

  it.each([
    [0.5, '0.5'],
    ['1', '"1"'],
    ['', '""'],
    [true, 'true'],
    [Number.NaN, 'NaN'],
    [{}, '{}'],
    [[1], '[1]'],
  ])('reports %j as a data error with field, value and what is allowed', (declared, shown) => {
    const problem = `is ${shown}, allowed is a whole number of days`;
    expect(() => daysOffsetOf(declared, '06:00:00')).toThrow(
      new ServiceError(400, `'daysOffset' ${problem}`, [{ field: 'daysOffset', problem }]),
    );
  });

  it('reports a shift start that is none', () => {
    expect(() => daysOffsetOf(undefined, '25:00:00')).toThrow(/meta\.shift\.startAt.*25:00:00.*HH:MM:SS/);
  });
});

describe('validators', () => {
  it.each(['Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'America/Port-au-Prince', 'Etc/GMT+5', 'UTC'])(
    '%s is a zone',
    (name) => {
      expect(isTimezone(name)).toBe(true);
    },
  );

  it.each([
    'CET',
    'EST',
    'MET',
    'IST',
    '+05:30',
    'GMT+5',
    'Asia/Nowhere',
    'Asia/',
    '',
    ' Asia/Kolkata',
    "Asia/Kolkata'",
  ])('%j is not', (name) => {
    expect(isTimezone(name)).toBe(false);
  });

  it.each(['00:00:00', '06:30:00', '23:59:59'])('%s is a shift start', (text) => {
    expect(isShiftStart(text)).toBe(true);
  });

  it.each(['24:00:00', '6:00:00', '06:00', '06:60:00', '06:00:60', '06:00:00Z', '06:00:00\n', ''])(
    '%j is not',
    (text) => {
      expect(isShiftStart(text)).toBe(false);
    },
  );
});

describe('endedHours', () => {
  const day = dayWindow(clock('Pacific/Auckland', '06:00:00'), businessDate('2026-04-04'));

  it.each([
    ['none of a day to come', '2026-04-03T12:00+13:00', 0],
    ['none while the first one runs', '2026-04-04T06:59:59.999+13:00', 0],
    ['the first one as soon as the second begins', '2026-04-04T07:00+13:00', 1],
    ['all but the one that runs of a day of 25', '2026-04-05T05:59+12:00', 24],
    ['null: all, as soon as the day is over', '2026-04-05T06:00+12:00', null],
  ])('counts %s', (_, now, expected) => {
    expect(endedHours(day, at(now))).toBe(expected);
  });
});
