import { describe, expect, it } from 'vitest';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { diagramWindow, type DiagramType } from '../../../src/balance/rules/window.ts';

const date = (text: string) => businessDate(text.split('/').toReversed().join('-'));
const TODAY = date('15/06/2026');
const windowOf = (type: DiagramType, date1: string, date2: string | null = null) =>
  diagramWindow({ type, date1: date(date1), date2: date2 === null ? null : date(date2) }, TODAY);

describe('the window of a diagram', () => {
  it('by the hour is the day of date1, whatever date2 is', () => {
    const day = { kind: 'HOURS', date: '2026-06-14' };
    expect(windowOf('HOUR', '14/06/2026', '20/06/2026')).toMatchObject({
      flows: day,
      stocks: day,
      lastDate: '2026-06-14',
      isLive: false,
      onlineMinutes: 15,
    });
    expect(windowOf('HOUR', '15/06/2026').isLive).toBe(true);
  });

  it('by the date is date1 alone, or every day up to date2', () => {
    expect(windowOf('DATE', '01/06/2026').flows).toEqual({ kind: 'DAYS', dates: ['2026-06-01'] });
    expect(windowOf('DATE', '01/06/2026', '03/06/2026').flows).toEqual({
      kind: 'DAYS',
      dates: ['2026-06-01', '2026-06-02', '2026-06-03'],
    });
  });

  const stocksOf = (...dates: [string, string?]) => windowOf('DATE', ...dates).stocks;

  it('takes tanks at the end of the month of its last day, those of the running month as they stand', () => {
    expect(stocksOf('03/02/2026')).toEqual({ kind: 'MONTHS', months: ['2026-02-01'] });
    expect(stocksOf('03/02/2026', '10/03/2026')).toEqual({ kind: 'MONTHS', months: ['2026-03-01'] });
    expect(stocksOf('01/06/2026')).toEqual({ kind: 'MONTHS', months: ['2026-06-01'] });
    expect(stocksOf('20/06/2026')).toEqual({ kind: 'MONTHS', months: ['2026-06-01'] });
  });

  it('takes tanks as they stand where it reaches into months that have not begun, and of those alone nothing', () => {
    for (const [date1, date2] of [
      ['15/06/2026', '01/07/2026'],
      ['01/06/2026', '31/07/2026'],
      ['31/12/2025', '31/01/2027'],
    ] as const)
      expect(stocksOf(date1, date2)).toEqual({ kind: 'MONTHS', months: ['2026-06-01'] });
    expect(stocksOf('01/07/2026', '02/07/2026')).toEqual({ kind: 'MONTHS', months: ['2026-07-01'] });
  });

  it('of one day is seen by the day, of several by the month', () => {
    expect([
      windowOf('DATE', '01/06/2026').onlineMinutes,
      windowOf('DATE', '01/06/2026', '02/06/2026').onlineMinutes,
    ]).toEqual([60, 1800]);
  });

  // Specification, rules 2 and 5: "date1 is today".
  it('is of today when date1 is, and live when it ends with today', () => {
    const windows = [
      windowOf('DATE', '15/06/2026'),
      windowOf('DATE', '01/06/2026', '15/06/2026'),
      windowOf('DATE', '01/06/2026', '14/06/2026'),
      windowOf('HOUR', '14/06/2026'),
    ];
    expect(windows.map(({ isToday, isLive }) => [isToday, isLive])).toEqual([
      [true, true],
      [false, true],
      [false, false],
      [false, false],
    ]);
  });

  it('is refused when it ends before it begins', () => {
    expect(() => windowOf('DATE', '02/06/2026', '01/06/2026')).toThrow('date1 cannot be after date2');
  });
});
