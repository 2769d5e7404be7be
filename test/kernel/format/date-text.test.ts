import { describe, expect, it } from 'vitest';
import {
  clockText,
  dateText,
  dayText,
  generatedText,
  instantText,
  sheetInstantText,
} from '../../../src/kernel/format/date-text.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { HOUR_MS } from '../../../src/kernel/time/durations.ts';

const at = (iso: string): number => Date.parse(iso);
const hoursFrom = (iso: string, count: number): readonly number[] =>
  Array.from({ length: count }, (_, hour) => at(iso) + hour * HOUR_MS);

describe('a month', () => {
  it('is written one way in dates and instants: no month has four letters', () => {
    for (let month = 1; month <= 12; month += 1) {
      const date = `2026-${String(month).padStart(2, '0')}-26`;
      const noon = at(`${date}T12:00:00Z`);
      expect(instantText(noon, 'UTC')).toBe(`${dateText(businessDate(date))} 12:00`);
      expect(dayText(noon, 'UTC')).toBe(dateText(businessDate(date)).slice(0, 6));
      expect(generatedText(noon, 'UTC')).toBe(`${dateText(businessDate(date))}, 12:00 PM (UTC)`);
    }
    expect(instantText(at('2026-09-26T06:00:00Z'), 'UTC')).toBe('26 Sep 2026 06:00');
  });
});

describe('a local time that comes twice', () => {
  // Clocks of Auckland go back from 03:00 +13 to 02:00 +12 at 14:00 UTC on 4 April 2026.
  it.each([
    ['for people', instantText, ['05 Apr 2026 01:00', '05 Apr 2026 02:00 +13:00', '05 Apr 2026 02:00 +12:00']],
    ['for spreadsheets', sheetInstantText, ['2026-04-05 01:00', '2026-04-05 02:00+13:00', '2026-04-05 02:00+12:00']],
    ['as a time of day', clockText, ['01:00', '02:00 +13:00', '02:00 +12:00']],
  ] as const)('has its offset beside it %s', (_, write, expected) => {
    const hours = hoursFrom('2026-04-04T12:00:00Z', 4).map((hour) => write(hour, 'Pacific/Auckland'));
    expect(hours.slice(0, 3)).toEqual(expected);
    expect(hours[3]).not.toMatch(/\+/);
  });

  it('names no two hours of a day alike, wherever clocks are set', () => {
    for (const [zone, start] of [
      ['Europe/Berlin', '2026-10-24T22:00:00Z'],
      ['America/St_Johns', '2026-11-01T02:30:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T12:00:00Z'],
      ['Europe/Berlin', '2026-03-28T23:00:00Z'],
      ['Asia/Kolkata', '2026-10-24T18:30:00Z'],
    ] as const) {
      const names = hoursFrom(start, 25).map((hour) => instantText(hour, zone));
      expect(new Set(names).size).toBe(25);
    }
    expect(hoursFrom('2026-03-28T23:00:00Z', 23).every((hour) => !/\+/.test(instantText(hour, 'Europe/Berlin')))).toBe(
      true,
    );
  });
});
