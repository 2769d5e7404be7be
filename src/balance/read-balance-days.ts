import type { DataContext } from '../context.ts';
import { MILLI } from '../kernel/measure/exact.ts';
import type { BalanceDay } from './rules/balance-day.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { dayWindow } from '../kernel/time/business-clock.ts';
import { eachDate } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { readBalance } from './read-balance.ts';

/** The balance of each day, as GET waterBalance answers it for that day. */
export async function readBalanceDays(
  context: DataContext,
  industry: Industry,
  from: BusinessDate,
  to: BusinessDate,
): Promise<BalanceDay[]> {
  const days: BalanceDay[] = [];
  for (const date of eachDate(from, to)) {
    const { startEpochMs, endEpochMs } = dayWindow(industry.clock, date);
    // Of a running day the inflow is known before the outflow, so the day is looked at once it has ended.
    if (endEpochMs > context.clock.now()) break;
    const { figures } = await readBalance(context, industry, {
      startDate: date,
      endDate: date,
      divisionFactor: MILLI,
    });
    const { value, band } = figures.unaccounted;
    days.push({
      startEpochMs,
      endEpochMs,
      inflow: figures.inflow.value,
      imbalance: value,
      band95: band?.plusMinus ?? null,
    });
  }
  return days;
}
