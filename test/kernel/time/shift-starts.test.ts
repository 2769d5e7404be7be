import { describe, expect, it } from 'vitest';
import { shiftStartNear } from '../../../src/kernel/time/shift-starts.ts';

const QUARTER_HOUR = 15 * 60_000;
const near = (timezone: string, shiftStartAt: string, instant: string): string | null => {
  const start = shiftStartNear({ timezone, shiftStartAt }, Date.parse(instant), QUARTER_HOUR);
  return start === null ? null : new Date(start).toISOString();
};

describe('the shift that starts about now', () => {
  it.each([
    ['2026-06-11T00:14:59Z', null],
    ['2026-06-11T00:15:00Z', '2026-06-11T00:30:00.000Z'],
    ['2026-06-11T00:45:00Z', '2026-06-11T00:30:00.000Z'],
    ['2026-06-11T00:45:01Z', null],
  ])('of 06:00 in Kolkata, at %s, is %s', (instant, start) => {
    expect(near('Asia/Kolkata', '06:00:00', instant)).toBe(start);
  });

  it('is found on the other side of midnight, here and in UTC', () => {
    expect(near('UTC', '00:05:00', '2026-06-10T23:51:00Z')).toBe('2026-06-11T00:05:00.000Z');
    expect(near('UTC', '23:55:00', '2026-06-11T00:09:00Z')).toBe('2026-06-10T23:55:00.000Z');
    expect(near('Pacific/Auckland', '00:00:00', '2026-06-10T12:10:00Z')).toBe('2026-06-10T12:00:00.000Z');
    expect(near('America/Los_Angeles', '23:00:00', '2026-06-11T05:50:00Z')).toBe('2026-06-11T06:00:00.000Z');
  });

  it('follows the clocks of its zone', () => {
    expect(near('Europe/Berlin', '06:00:00', '2026-03-28T05:10:00Z')).toBe('2026-03-28T05:00:00.000Z');
    expect(near('Europe/Berlin', '06:00:00', '2026-03-29T04:10:00Z')).toBe('2026-03-29T04:00:00.000Z');
    expect(near('Europe/Berlin', '06:00:00', '2026-03-29T05:10:00Z')).toBeNull();
    // 02:30 does not exist on that day: 03:30 by the new time.
    expect(near('Europe/Berlin', '02:30:00', '2026-03-29T01:35:00Z')).toBe('2026-03-29T01:30:00.000Z');
    // 02:30 comes twice: the later one counts, as for the business day.
    expect(near('Europe/Berlin', '02:30:00', '2026-10-25T00:35:00Z')).toBeNull();
    expect(near('Europe/Berlin', '02:30:00', '2026-10-25T01:35:00Z')).toBe('2026-10-25T01:30:00.000Z');
  });
});
