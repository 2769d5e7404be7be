import { describe, expect, it } from 'vitest';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { customSpan, spanAround, spanOf, weekUpTo } from '../../../../src/figures/rules/figures/span.ts';

const NAMES = { from: 'date1', to: 'date2' };
const day = businessDate;

describe('buckets of device data', () => {
  it('are the hours of the date', () => {
    expect(spanAround('HOUR', day('2026-06-10'))).toEqual({ kind: 'HOURS', date: '2026-06-10' });
  });

  it('are every day of its month, leap days included', () => {
    const span = spanAround('DAY', day('2028-02-10'));
    expect(span).toMatchObject({ kind: 'DAYS' });
    expect(span.kind === 'DAYS' && [span.dates[0], span.dates.at(-1), span.dates.length]).toEqual([
      '2028-02-01',
      '2028-02-29',
      29,
    ]);
  });

  it('are the months of its year', () => {
    const span = spanAround('MONTH', day('2026-12-31'));
    expect(span.kind === 'MONTHS' && [span.months[0], span.months.at(-1), span.months.length]).toEqual([
      '2026-01-01',
      '2026-12-01',
      12,
    ]);
  });

  it('are all days of a CUSTOM range, both ends included, over month ends', () => {
    expect(customSpan(day('2026-06-29'), day('2026-07-01'), NAMES)).toEqual({
      kind: 'DAYS',
      dates: ['2026-06-29', '2026-06-30', '2026-07-01'],
    });
  });

  it('are only date1 for CUSTOM without date2', () => {
    expect(spanOf({ type: 'CUSTOM', from: day('2026-06-29'), to: null, names: NAMES })).toEqual({
      kind: 'DAYS',
      dates: ['2026-06-29'],
    });
  });

  it('do not depend on date2 otherwise', () => {
    expect(spanOf({ type: 'HOUR', from: day('2026-06-29'), to: day('2020-01-01'), names: NAMES })).toEqual({
      kind: 'HOURS',
      date: '2026-06-29',
    });
  });

  it('are 1,100 at most, and never backwards', () => {
    expect(customSpan(day('2026-01-01'), day('2029-01-04'), NAMES)).toMatchObject({ kind: 'DAYS' });
    expect(() => customSpan(day('2026-01-01'), day('2029-01-05'), NAMES)).toThrow(
      "Invalid 'date2': '05/01/2029' is 1101 days from date1, allowed are 1100",
    );
    expect(() => customSpan(day('2026-01-02'), day('2026-01-01'), NAMES)).toThrow('date1 cannot be after date2');
  });
});

describe('days before a date', () => {
  it('are the six before it and itself in a week', () => {
    const span = weekUpTo(day('2026-03-03'));
    expect(span.kind === 'DAYS' && span.dates).toEqual([
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
    ]);
  });
});
