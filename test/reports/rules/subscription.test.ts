import { describe, expect, it } from 'vitest';
import {
  dateDueAt,
  lastTime,
  mayMail,
  nextTime,
  recipientStanding,
  dueTime,
  type Timing,
} from '../../../src/reports/rules/subscription.ts';

const DAILY: Timing = { frequency: 'daily', weekday: null, monthDay: null, localTime: '07:30' };
const weekly = (weekday: number, localTime = '07:30'): Timing => ({
  ...DAILY,
  frequency: 'weekly',
  weekday,
  localTime,
});
const monthly = (monthDay: number): Timing => ({ ...DAILY, frequency: 'monthly', monthDay });
const iso = (time: number): string => new Date(time).toISOString();

describe('the next time', () => {
  it.each([
    // Kolkata is 5:30 ahead.
    [DAILY, 'Asia/Kolkata', '2026-03-02T01:59:00Z', '2026-03-02T02:00:00.000Z'],
    [DAILY, 'Asia/Kolkata', '2026-03-02T02:00:00Z', '2026-03-03T02:00:00.000Z'],
    // 2 March 2026 is a Monday.
    [weekly(1), 'UTC', '2026-03-02T07:29:59Z', '2026-03-02T07:30:00.000Z'],
    [weekly(1), 'UTC', '2026-03-02T07:30:00Z', '2026-03-09T07:30:00.000Z'],
    [weekly(7), 'UTC', '2026-03-02T07:30:00Z', '2026-03-08T07:30:00.000Z'],
    // At this instant it is Tuesday in Auckland, 13 hours ahead.
    [weekly(2), 'Pacific/Auckland', '2026-03-02T12:00:00Z', '2026-03-02T18:30:00.000Z'],
    [monthly(31), 'UTC', '2026-02-01T00:00:00Z', '2026-02-28T07:30:00.000Z'],
    [monthly(31), 'UTC', '2028-02-01T00:00:00Z', '2028-02-29T07:30:00.000Z'],
    [monthly(31), 'UTC', '2026-02-28T07:30:00Z', '2026-03-31T07:30:00.000Z'],
    [monthly(1), 'UTC', '2026-12-31T12:00:00Z', '2027-01-01T07:30:00.000Z'],
  ] as const)('of %j in %s after %s is %s', (timing, timezone, after, expected) => {
    expect(iso(nextTime(timing, timezone, Date.parse(after)))).toBe(expected);
  });

  it('is once a day where clocks pass over it, and where they show it twice', () => {
    const early = { ...DAILY, localTime: '02:30' };
    const times = (from: string, count: number): string[] => {
      let at = Date.parse(from);
      return Array.from({ length: count }, () => iso((at = nextTime(early, 'Europe/Berlin', at))));
    };
    // 29 March 2026 has no 02:30, and 25 October has two.
    expect(times('2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(times('2026-10-24T00:00:00Z', 3)).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });
});

describe('the time that has come', () => {
  const since = (timing: Timing, timezone: string, noted: string) => {
    const time = dueTime(timing, timezone, Date.parse(noted), Date.parse(noted));
    return time === null ? null : iso(time);
  };

  it('is the noted one, or the newest after it', () => {
    expect(since(DAILY, 'UTC', '2026-03-02T07:30:00Z')).toBe('2026-03-02T07:30:00.000Z');
    const later = dueTime(DAILY, 'UTC', Date.parse('2026-03-02T07:30:00Z'), Date.parse('2026-03-07T12:00:00Z'));
    expect(later).toBe(Date.parse('2026-03-07T07:30:00Z'));
  });

  it('is not lost by a move to the east, where it was earlier, not for a month either', () => {
    expect(since(DAILY, 'Asia/Kolkata', '2026-03-02T07:30:00Z')).toBe('2026-03-02T02:00:00.000Z');
    expect(since(monthly(1), 'Asia/Kolkata', '2026-03-01T07:30:00Z')).toBe('2026-03-01T02:00:00.000Z');
  });

  it('is still to come after a move to the west', () => {
    expect(since(DAILY, 'UTC', '2026-03-02T02:00:00Z')).toBeNull();
    expect(since(monthly(1), 'UTC', '2026-03-01T02:00:00Z')).toBeNull();
  });
});

it('the last time is the newest of those that have come', () => {
  expect(iso(lastTime(DAILY, 'UTC', Date.parse('2026-03-02T07:30:00Z')))).toBe('2026-03-02T07:30:00.000Z');
  expect(iso(lastTime(DAILY, 'UTC', Date.parse('2026-03-02T07:29:59Z')))).toBe('2026-03-01T07:30:00.000Z');
  expect(iso(lastTime(monthly(31), 'UTC', Date.parse('2026-03-02T00:00:00Z')))).toBe('2026-02-28T07:30:00.000Z');
  expect(iso(lastTime(weekly(3), 'UTC', Date.parse('2026-03-02T00:00:00Z')))).toBe('2026-02-25T07:30:00.000Z');
});

describe('the days of a mail', () => {
  const clock = { timezone: 'UTC', shiftStartAt: '06:00:00', daysOffset: 0 };
  const night = { timezone: 'UTC', shiftStartAt: '23:00:00', daysOffset: 1 };
  it.each([
    ['the day before', 'daily', clock, '2026-03-02T07:30:00Z', '2026-03-01'],
    ['the day that ends soon', 'daily', clock, '2026-03-02T04:00:00Z', '2026-03-01'],
    ['the last day that has ended', 'daily', clock, '2026-03-02T03:59:00Z', '2026-02-28'],
    ['the day that ended at night', 'daily', night, '2026-03-02T05:00:00Z', '2026-03-01'],
    ['the day that ends at night', 'daily', night, '2026-03-02T21:00:00Z', '2026-03-02'],
    ['the month before', 'monthly', clock, '2026-03-01T00:00:00Z', '2026-02-01'],
    ['the month before, on its last day', 'monthly', night, '2026-03-31T23:30:00Z', '2026-02-01'],
    ['the month before, of a year before', 'monthly', clock, '2026-01-15T07:00:00Z', '2025-12-01'],
  ] as const)('are %s', (_, frequency, rule, dueAt, expected) => {
    expect(dateDueAt(frequency, rule, Date.parse(dueAt))).toBe(expected);
  });
});

describe('a recipient', () => {
  const ann = {
    userKey: 1,
    isActive: true,
    permissions: ['reports:read'],
    adderIsActive: true,
    adderPermissions: ['reports:send'],
    confirmedAt: null,
    unsubscribedAt: null,
  };
  const outside = { ...ann, userKey: null, isActive: false, permissions: [], confirmedAt: new Date(0) };
  it.each([
    ['gets', ann],
    ['gets', { ...ann, permissions: ['admin:*'] }],
    ['gets', { ...ann, adderIsActive: false }],
    ['noAccess', { ...ann, permissions: ['reports:send'] }],
    ['noAccess', { ...ann, isActive: false }],
    ['unsubscribed', { ...ann, unsubscribedAt: new Date(0) }],
    ['gets', outside],
    ['unconfirmed', { ...outside, confirmedAt: null }],
    ['unsubscribed', { ...outside, unsubscribedAt: new Date(0) }],
    ['noAccess', { ...outside, adderIsActive: false }],
    ['noAccess', { ...outside, adderPermissions: ['reports:read'] }],
  ] as const)('%s: %j', (expected, facts) => {
    expect(recipientStanding(facts)).toBe(expected);
  });
});

it('others are mailed to by who may send alone, and everybody mails to himself', () => {
  const reader = { userKey: 1, permissions: ['reports:read'] };
  const sender = { userKey: 1, permissions: ['reports:send'] };
  expect(mayMail(reader, 1, [1])).toBe(true);
  expect(mayMail(reader, 1, [1, 2])).toBe(false);
  expect(mayMail(reader, 1, [null])).toBe(false);
  expect(mayMail(reader, 2, [1])).toBe(false);
  expect(mayMail(sender, 2, [3, null])).toBe(true);
});
