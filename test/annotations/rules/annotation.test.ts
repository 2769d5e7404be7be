import { describe, expect, it } from 'vitest';
import { annotatedDays, touches } from '../../../src/annotations/rules/annotation.ts';

/* The day of 15/01/2026 in Kolkata, from 06:00 to 06:00. */
const CLOCK = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 };
const DAY = { startEpochMs: Date.parse('2026-01-15T00:30:00Z'), endEpochMs: Date.parse('2026-01-16T00:30:00Z') };
const time = (from: string, to: string | null = null) => ({
  fromEpochMs: Date.parse(from),
  toEpochMs: to === null ? null : Date.parse(to),
});

describe('an annotation is of a day', () => {
  it.each([
    ['a moment in it', time('2026-01-15T12:00:00Z'), true],
    ['a moment as it begins', time('2026-01-15T00:30:00Z'), true],
    ['a moment as it ends, which is of the next one', time('2026-01-16T00:30:00Z'), false],
    ['a moment before it', time('2026-01-15T00:29:59.999Z'), false],
    ['a span around it', time('2026-01-10T00:00:00Z', '2026-02-10T00:00:00Z'), true],
    ['a span that ends as it begins', time('2026-01-14T12:00:00Z', '2026-01-15T00:30:00Z'), false],
    ['a span that ends just after', time('2026-01-14T12:00:00Z', '2026-01-15T00:30:00.001Z'), true],
    ['a span that begins as it ends', time('2026-01-16T00:30:00Z', '2026-01-16T12:00:00Z'), false],
  ])('%s: %o', (_, when, isTouched) => {
    expect(touches(when, DAY)).toBe(isTouched);
    const { from, to } = annotatedDays(CLOCK, when);
    expect(from <= '2026-01-15' && '2026-01-15' <= to).toBe(isTouched);
  });
});
