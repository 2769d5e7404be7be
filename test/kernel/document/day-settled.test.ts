import { expect, it } from 'vitest';
import { daySettled } from '../../../src/kernel/document/day-settled.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';

it('the event of settled days names each changed unit and period once, and leaves out days without a change', () => {
  const day = (date: string, changedUnitKeys: readonly number[]) => ({
    date: businessDate(date),
    changedUnitKeys,
    causes: ['batch'],
    markedAt: null,
  });
  const event = daySettled({
    eventKey: 1,
    industryKey: 2,
    settledAt: new Date(0),
    days: [day('2025-12-31', [12, 3]), day('2026-01-01', [3]), day('2026-01-02', [4]), day('2026-02-01', [])],
  });
  expect(event.changedUnitKeys).toEqual([3, 4, 12]);
  expect(event.changedPeriods).toEqual({
    daily: ['2025-12-31', '2026-01-01', '2026-01-02'],
    monthly: ['2025-12-01', '2026-01-01'],
    yearly: ['2025-01-01', '2026-01-01'],
  });
});
