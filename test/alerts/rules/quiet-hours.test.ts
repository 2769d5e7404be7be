import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { mayLeaveAt } from '../../../src/alerts/rules/quiet-hours.ts';
import type { RuleSchedule } from '../../../src/alerts/rules/rule.ts';

const NIGHT: RuleSchedule = {
  enabled: true,
  timezone: null,
  quietHours: { start: '22:00', end: '06:30' },
  holdCritical: false,
};
const leaves = (now: string, schedule: RuleSchedule = NIGHT, zone = 'Europe/Berlin'): string =>
  new Date(mayLeaveAt(schedule, zone, 'high', Date.parse(now))).toISOString();

describe('a message', () => {
  it('in quiet hours waits for their end, on whichever side of midnight it is', () => {
    expect(leaves('2026-06-04T20:00:00Z')).toBe('2026-06-05T04:30:00.000Z');
    expect(leaves('2026-06-05T01:00:00Z')).toBe('2026-06-05T04:30:00.000Z');
  });

  it('outside of them, at their end, or without any leaves now', () => {
    expect(leaves('2026-06-04T19:59:59Z')).toBe('2026-06-04T19:59:59.000Z');
    expect(leaves('2026-06-05T04:30:00Z')).toBe('2026-06-05T04:30:00.000Z');
    expect(leaves('2026-06-05T01:00:00Z', { ...NIGHT, quietHours: null })).toBe('2026-06-05T01:00:00.000Z');
    expect(leaves('2026-06-05T01:00:00Z', { ...NIGHT, enabled: false })).toBe('2026-06-05T01:00:00.000Z');
  });

  it("goes by the schedule's own zone where it has one", () => {
    expect(leaves('2026-06-05T01:00:00Z', { ...NIGHT, timezone: 'Asia/Kolkata' })).toBe('2026-06-05T01:00:00.000Z');
    expect(leaves('2026-06-04T17:00:00Z', { ...NIGHT, timezone: 'Asia/Kolkata' })).toBe('2026-06-05T01:00:00.000Z');
  });

  it('waits by the clock on the wall in nights in which clocks change', () => {
    // Berlin: at 01:00Z clocks go forward on 29 March and back on 25 October.
    expect(leaves('2026-03-28T22:00:00Z')).toBe('2026-03-29T04:30:00.000Z');
    expect(leaves('2026-10-24T22:00:00Z')).toBe('2026-10-25T05:30:00.000Z');
    const skipped = { ...NIGHT, quietHours: { start: '01:00', end: '02:30' } };
    expect(leaves('2026-03-29T00:30:00Z', skipped)).toBe('2026-03-29T01:30:00.000Z');
    expect(leaves('2026-10-25T00:40:00Z', skipped)).toBe('2026-10-25T01:30:00.000Z');
  });

  it('that is critical waits only where its rule says so', () => {
    const now = Date.parse('2026-06-05T01:00:00Z');
    expect(mayLeaveAt(NIGHT, 'Europe/Berlin', 'critical', now)).toBe(now);
    expect(mayLeaveAt({ ...NIGHT, holdCritical: true }, 'Europe/Berlin', 'critical', now)).toBeGreaterThan(now);
  });

  it('leaves at its end or now, and never waits for more than a day and an hour', () => {
    const time = fc.integer({ min: 0, max: 1439 }).map((minute) => {
      const two = (value: number): string => String(value).padStart(2, '0');
      return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
    });
    const zones = fc.constantFrom('Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/New_York');
    const instants = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 0) });
    fc.assert(
      fc.property(time, time, zones, instants, (start, end, zone, now) => {
        const at = mayLeaveAt({ ...NIGHT, quietHours: { start, end } }, zone, 'low', now);
        expect(at - now).toBeGreaterThanOrEqual(0);
        expect(at - now).toBeLessThanOrEqual(25 * 3_600_000);
        const wall = DateTime.fromMillis(at, { zone }).toFormat('HH:mm');
        // An end that clocks skip is shown an hour later, or half an hour on Lord Howe.
        const isSkipped =
          DateTime.fromMillis(at, { zone }).offset !== DateTime.fromMillis(at - 7_200_000, { zone }).offset;
        if (at > now && !isSkipped) expect(wall).toBe(end);
      }),
    );
  });
});
