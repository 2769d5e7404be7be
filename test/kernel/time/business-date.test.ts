import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  businessDate,
  dateOfDayNumber,
  dayNumberOf,
  daysBetween,
  eachDate,
  earlierOf,
  FIRST_DATE,
  firstOfMonth,
  firstOfNextYear,
  firstOfYear,
  formatRequestDate,
  LAST_DATE,
  lastOfMonth,
  laterOf,
  monthOf,
  parseRequestDate,
  readRequestDate,
  stretchesOf,
  toDashed,
  utcDateOf,
} from '../../../src/kernel/time/business-date.ts';

const anyDate = fc
  .integer({ min: dayNumberOf(businessDate('1900-01-01')), max: dayNumberOf(businessDate('2200-12-31')) })
  .map(dateOfDayNumber);

describe('request dates', () => {
  it.each([
    ['15/04/2026', '2026-04-15'],
    ['29/02/2024', '2024-02-29'],
    ['29/02/2000', '2000-02-29'],
    ['01/01/1900', '1900-01-01'],
    ['31/12/2200', '2200-12-31'],
  ])('%s is read as %s', (text, iso) => {
    expect(parseRequestDate(text)).toBe(iso);
  });

  it.each([
    '29/02/2026',
    '29/02/1900',
    '31/04/2026',
    '00/04/2026',
    '15/00/2026',
    '15/13/2026',
    '32/01/2026',
    '31/12/1899',
    '01/01/2201',
    '15-04-2026',
    '2026-04-15',
    '4/15/2026',
    '5/4/2026',
    '15/04/26',
    ' 15/04/2026',
    '15/04/2026\n',
    '15/04/2026x',
    '15/04/+026',
    '',
    '١٥/٠٤/٢٠٢٦',
  ])('%j is refused', (text) => {
    expect(parseRequestDate(text)).toBeNull();
  });

  it('come back as they were written', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(parseRequestDate(formatRequestDate(date))).toBe(date);
        expect(toDashed(date)).toBe(formatRequestDate(date).replaceAll('/', '-'));
      }),
    );
  });

  it('are written day first', () => {
    expect(formatRequestDate(businessDate('2026-04-05'))).toBe('05/04/2026');
    expect(toDashed(businessDate('2026-04-05'))).toBe('05-04-2026');
    expect(monthOf(businessDate('2026-04-05'))).toBe('04/2026');
  });
});

describe('businessDate', () => {
  it.each(['2026-02-29', '1899-12-31', '2201-01-01', '2026-4-15', '2026-04-15T00:00:00Z', '15/04/2026', ''])(
    'refuses %j',
    (text) => {
      expect(() => businessDate(text)).toThrow(RangeError);
    },
  );

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, -25_568, 84_371])('has no date at day number %d', (dayNumber) => {
    expect(() => dateOfDayNumber(dayNumber)).toThrow(RangeError);
  });
});

describe('calendar arithmetic', () => {
  it('knows the length of months', () => {
    expect(lastOfMonth(businessDate('2024-02-10'))).toBe('2024-02-29');
    expect(lastOfMonth(businessDate('2026-02-28'))).toBe('2026-02-28');
    expect(lastOfMonth(businessDate('2026-12-01'))).toBe('2026-12-31');
    expect(firstOfMonth(businessDate('2026-12-31'))).toBe('2026-12-01');
  });

  it('knows where years begin', () => {
    expect([firstOfYear(businessDate('2026-12-31')), firstOfNextYear(businessDate('2026-01-01'))]).toEqual([
      '2026-01-01',
      '2027-01-01',
    ]);
    expect(() => firstOfNextYear(LAST_DATE)).toThrow(RangeError);
  });

  it('tells the date of an instant in UTC, up to the last millisecond of the day', () => {
    const midnight = Date.parse('2026-03-01T00:00:00Z');
    expect([utcDateOf(midnight - 1), utcDateOf(midnight), utcDateOf(-1)]).toEqual([
      '2026-02-28',
      '2026-03-01',
      '1969-12-31',
    ]);
  });

  it('tells which of two dates comes first', () => {
    expect([earlierOf(FIRST_DATE, LAST_DATE), earlierOf(LAST_DATE, FIRST_DATE)]).toEqual(['1900-01-01', '1900-01-01']);
    expect([laterOf(FIRST_DATE, LAST_DATE), laterOf(LAST_DATE, FIRST_DATE)]).toEqual(['2200-12-31', '2200-12-31']);
  });

  it('keeps the day of the month when months are added, or takes the last one', () => {
    expect(addMonths(businessDate('2026-01-31'), 1)).toBe('2026-02-28');
    expect(addMonths(businessDate('2024-03-31'), -1)).toBe('2024-02-29');
    expect(addMonths(businessDate('2026-11-15'), 2)).toBe('2027-01-15');
    expect(addMonths(businessDate('2026-01-15'), -13)).toBe('2024-12-15');
    expect(addMonths(businessDate('2026-05-31'), 0)).toBe('2026-05-31');
  });

  it('counts days as steps of one calendar date, across leap days and years', () => {
    expect(addDays(businessDate('2024-02-28'), 2)).toBe('2024-03-01');
    expect(daysBetween(businessDate('2025-12-31'), businessDate('2026-01-01'))).toBe(1);
    fc.assert(
      fc.property(anyDate, anyDate, (from, to) => {
        expect(addDays(from, daysBetween(from, to))).toBe(to);
        expect(daysBetween(from, to) > 0).toBe(from < to);
      }),
    );
  });

  it('lists both ends and everything between, and nothing for a reversed range', () => {
    expect([...eachDate(businessDate('2024-02-28'), businessDate('2024-03-01'))]).toEqual([
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ]);
    expect([...eachDate(businessDate('2026-01-01'), businessDate('2026-01-01'))]).toEqual(['2026-01-01']);
    expect([...eachDate(businessDate('2026-01-02'), businessDate('2026-01-01'))]).toEqual([]);
  });

  it('tells first and last of neighbouring dates', () => {
    const dates = ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-03'].map(businessDate);
    expect(stretchesOf(dates)).toEqual([
      ['2024-02-28', '2024-03-01'],
      ['2024-03-03', '2024-03-03'],
    ]);
    expect(stretchesOf([])).toEqual([]);
  });

  it('has a date that comes twice in one stretch', () => {
    const dates = ['2024-02-28', '2024-02-29', '2024-02-29', '2024-03-01'].map(businessDate);
    expect(stretchesOf(dates)).toEqual([['2024-02-28', '2024-03-01']]);
  });

  it('does not leave the years 1900 to 2200', () => {
    expect(() => addDays(businessDate('2200-12-31'), 1)).toThrow(RangeError);
    expect(() => addMonths(businessDate('1900-01-31'), -1)).toThrow(RangeError);
  });
});

describe('a date that figures are asked for by', () => {
  it.each(['01/01/1910', '29/02/2024', '31/12/2190'])('may be %s', (text) => {
    expect(readRequestDate(text)).toEqual({ date: parseRequestDate(text) });
  });

  it.each(['31/12/1909', '01/01/2191', '01/01/1900', '15/06/0050', '31/02/9999', '01/01/0000'])(
    'is told to be out of range: %s',
    (text) => {
      expect(readRequestDate(text)).toEqual({ problem: 'is not of the years 1910 to 2190', isOtherYear: true });
    },
  );

  it.each(['', '31/02/2026', '2026-01-15', '1/1/2026', '15/01/26', '15/13/2026'])('is told to be none: %j', (text) => {
    expect(readRequestDate(text)).toEqual({ problem: 'is not a date DD/MM/YYYY', isOtherYear: false });
  });
});
