import { describe, expect, it } from 'vitest';
import { requestDateOfTime } from '../../../src/kernel/time/request-window.ts';

const meant = (time: string, timezone = 'Asia/Kolkata') =>
  requestDateOfTime({ timezone, shiftStartAt: '06:00:00', daysOffset: 0 }, time);

describe('the local date of batchProcess?time=', () => {
  it('ends a day at 24:00, which is 00:00 of the next one', () => {
    expect([meant('2026-01-16T23:59:59'), meant('2026-01-17T00:00:00')]).toEqual(['2026-01-15', '2026-01-16']);
    for (const midnight of ['2026-01-16T24:00:00', '2026-01-16 24:00', '2026-01-16T24:00:00+05:30'])
      expect(meant(midnight), midnight).toBe('2026-01-16');
    expect([meant('2026-01-16T24:00:01'), meant('2026-01-16T25:00')]).toEqual([null, null]);
  });

  it('is as written where clocks skip the time, or the day', () => {
    expect(meant('2018-11-04T00:30:00', 'America/Sao_Paulo')).toBe('2018-11-03');
    expect(meant('2011-12-30T06:00:00', 'Pacific/Apia')).toBe('2011-12-29');
  });
});
