import { describe, expect, it } from 'vitest';
import { periodNames } from '../../../src/window/unit/span.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { HOUR_MS } from '../../../src/kernel/time/durations.ts';

describe('the hours of a unit', () => {
  // Clocks of Berlin go back from 03:00 +2 to 02:00 +1 at 01:00 UTC on 25 October 2026, a day of 25 hours.
  it('are named apart on a day of 25, and below an axis as the clocks show them', () => {
    const date = businessDate('2026-10-25');
    const names = Array.from({ length: 25 }, (_, hour) => {
      const startMs = Date.parse('2026-10-24T22:00:00Z') + hour * HOUR_MS;
      return periodNames('HOUR', { date, startMs, timezone: 'Europe/Berlin', language: 'en' });
    });
    expect(new Set(names.map(({ long }) => long)).size).toBe(25);
    expect(names.slice(1, 5)).toEqual([
      { short: '01:00', long: '01:00' },
      { short: '02:00', long: '02:00 +02:00' },
      { short: '02:00', long: '02:00 +01:00' },
      { short: '03:00', long: '03:00' },
    ]);
  });
});
