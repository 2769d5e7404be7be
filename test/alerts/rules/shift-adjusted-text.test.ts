import { describe, expect, it } from 'vitest';
import { shiftAdjustedText } from '../../../src/alerts/rules/shift-adjusted-text.ts';

const clockOf = (timezone: string, shiftStartAt: string, daysOffset = 0) => ({ timezone, shiftStartAt, daysOffset });

describe('the shift-adjusted time', () => {
  it.each([
    // 08:40 in Kolkata, 2 h 40 min into a day that began at 06:00.
    ['Asia/Kolkata', '06:00:00', '2026-01-15T03:10:00.999Z', '2026-01-15T02:40:00+0530'],
    // One second before the shift: the day before is not over.
    ['Asia/Kolkata', '06:00:00', '2026-01-15T00:29:59Z', '2026-01-14T23:59:59+0530'],
    ['America/St_Johns', '00:00:00', '2026-01-15T12:00:00Z', '2026-01-15T08:30:00-0330'],
    ['UTC', '00:00:00', '2026-01-15T12:00:00Z', '2026-01-15T12:00:00+0000'],
    // The 25th hour of 25/10/2026 stays on its day.
    ['Europe/Berlin', '00:00:00', '2026-10-25T22:30:00Z', '2026-10-25T23:59:59+0100'],
  ])('in %s with a shift at %s at %s is %s', (timezone, shiftStartAt, instant, text) => {
    expect(shiftAdjustedText(clockOf(timezone, shiftStartAt), Date.parse(instant))).toBe(text);
  });

  it('is of the date that the days offset gives', () => {
    // Days begin at 22:00 of the day before their date.
    expect(shiftAdjustedText(clockOf('UTC', '22:00:00', 1), Date.parse('2026-01-14T23:00:00Z'))).toBe(
      '2026-01-15T01:00:00+0000',
    );
  });
});
