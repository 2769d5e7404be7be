import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../src/kernel/time/instant.ts';

describe('parseInstant', () => {
  it.each([
    ['2026-01-15T06:00:00Z', '2026-01-15T06:00:00.000Z'],
    ['2026-01-15T06:00:00+13:00', '2026-01-14T17:00:00.000Z'],
    ['2026-01-15T06:00:00-0330', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15 06:00:00+05', '2026-01-15T01:00:00.000Z'],
    ['2026-01-15 06:00Z', '2026-01-15T06:00:00.000Z'],
    ['2026-01-15T06:00:00.5z', '2026-01-15T06:00:00.500Z'],
    ['2026-01-15T06:00:00,123Z', '2026-01-15T06:00:00.123Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2026-01-15T06:00:00.123999999Z', '2026-01-15T06:00:00.123Z'],
  ])('reads %s', (text, expected) => expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(expected));

  it.each([
    ['no offset', '2026-01-15T06:00:00'],
    ['a date', '2026-01-15'],
    ['30 February', '2026-02-30T00:00:00Z'],
    ['29 February 2100', '2100-02-29T00:00:00Z'],
    ['29 February 2026', '2026-02-29T00:00:00Z'],
    ['month 13', '2026-13-01T00:00:00Z'],
    ['month 0', '2026-00-01T00:00:00Z'],
    ['day 0', '2026-01-00T00:00:00Z'],
    ['hour 24', '2026-01-15T24:00:00Z'],
    ['minute 60', '2026-01-15T06:60:00Z'],
    ['a leap second', '2026-06-30T23:59:60Z'],
    ['an offset of 16 hours', '2026-01-15T06:00:00+16:00'],
    ['an offset of 60 minutes', '2026-01-15T06:00:00+05:60'],
    ['a year of five digits', '12026-01-15T06:00:00Z'],
    ['something behind', '2026-01-15T06:00:00Z; DROP'],
    ['a NUL behind', '2026-01-15T06:00:00Z\u0000'],
    ['a line break behind', '2026-01-15T06:00:00Z\n'],
    ['a name of a zone', '2026-01-15T06:00:00 IST'],
    ['nothing', ''],
    ['a number', 1_768_456_800_000],
    ['a date object', new Date(0)],
    ['null', null],
  ])('refuses %s', (_, value) => expect(parseInstant(value)).toBeNull());

  it('reads back every instant as JavaScript writes it', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
        (date) => {
          expect(parseInstant(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
  });
});
