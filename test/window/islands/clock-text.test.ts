import { describe, expect, it } from 'vitest';
import { dateText, instantText } from '../../../src/kernel/format/date-text.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { clockTexts } from '../../../src/window/islands/clock-text.ts';

describe('an instant in the browser', () => {
  it.each([
    ['Europe/Berlin', '2026-10-24T20:00:00Z'],
    ['Europe/Berlin', '2026-03-28T20:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T10:00:00Z'],
    ['Pacific/Auckland', '2026-04-04T10:00:00Z'],
    ['America/St_Johns', '2026-11-01T00:30:00Z'],
    ['Europe/London', '2026-10-24T21:00:00Z'],
    ['Asia/Kolkata', '2026-09-14T10:00:00Z'],
    ['UTC', '2026-12-31T20:00:00Z'],
  ])('is written as the service writes it, in %s around %s', (zone, from) => {
    const { instant } = clockTexts(zone);
    const quarters = Array.from({ length: 48 }, (_, index) => Date.parse(from) + index * 900_000);
    expect(quarters.map(instant)).toEqual(quarters.map((at) => instantText(at, zone)));
  });

  it('is shorter below an axis', () => {
    const { day, hour } = clockTexts('Asia/Kolkata');
    const at = Date.parse('2026-09-14T20:00:00Z');
    expect([day(at), hour(at)]).toEqual([dateText(businessDate('2026-09-15')), '15 Sep 01:30']);
  });
});
