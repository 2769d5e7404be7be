import { describe, expect, it } from 'vitest';
import { rowsOfFile, understandLines } from './support.ts';

describe('the zone of a file', () => {
  const firstOf = (lines: readonly string[], written = {}) => {
    const understood = understandLines(lines, written);
    const [first] = rowsOfFile(understood);
    return [first === undefined || !('row' in first) ? first : first.row['createdOn'], understood.hasLocalTimes];
  };

  it('is the one that the head of the times names, as loggers of Onset and meters of Shelly write it', () => {
    const hobo = ['Plot Title: Weir', '#|Date Time, GMT-07:00|INLET register m3', '1|11/03/23 02:30:00 AM|68.828'];
    const asked = { dateOrder: 'mdy', columns: '1=-' };
    expect(firstOf(hobo, asked)).toEqual(['2023-11-03T09:30:00.000Z', false]);
    const shelly = ['Date/time UTC|PUMP_1 usage Wh', '2025-12-27 00:10|2.10'];
    expect(firstOf(shelly)).toEqual(['2025-12-27T00:10:00.000Z', false]);
    const two = ['Date, GMT+07:00|Time, GMT+07:00|INLET register m3', '2025-12-27|00:10|1'];
    expect(firstOf(two)).toEqual(['2025-12-26T17:10:00.000Z', false]);
  });

  it.each([
    ['Time (UTC)', '2026-01-13T06:05:00.000Z'],
    ['timestamp_utc', '2026-01-13T06:05:00.000Z'],
    ['DateTimeUTC', '2026-01-13T06:05:00.000Z'],
    ['Zeit [UTC+1]', '2026-01-13T05:05:00.000Z'],
    ['Date (GMT +0530)', '2026-01-13T00:35:00.000Z'],
    ['Time UTC−03:30', '2026-01-13T09:35:00.000Z'],
    // Neither names one zone, so the times are local to the industry, in India.
    ['Time GMT/BST', '2026-01-13T00:35:00.000Z'],
    ['Time UTC+99', '2026-01-13T00:35:00.000Z'],
  ])('of the head %s is told', (head, createdOn) => {
    expect(firstOf([`${head}|INLET register m3`, '2026-01-13 06:05|1'])[0]).toBe(createdOn);
  });

  it('is told by a time itself before its head, as databases write it', () => {
    const head = 'Time (UTC)|INLET register m3';
    for (const time of [
      '2026-01-13 06:05:00 UTC',
      '2026-01-13 06:05:00+00',
      '2026-01-13 07:05:00+01',
      '13/01/2026 06:05 GMT',
    ])
      expect(firstOf([head, `${time}|1`])).toEqual(['2026-01-13T06:05:00.000Z', false]);
    expect(firstOf(['Time|INLET register m3', '2026-01-13 06:05:00-0330|1'])[0]).toBe('2026-01-13T09:35:00.000Z');
  });
});
