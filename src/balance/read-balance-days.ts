import type { DataContext } from '../context.ts';
import { MILLI } from '../kernel/measure/exact.ts';
import type { BalanceDay } from './rules/figure.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { dayWindow } from '../kernel/time/business-clock.ts';
import { eachDate } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { readBalance } from './read-balance.ts';

/** The balance of each day, equal to GET waterBalance for that day. */
export async function readBalanceDays(
  context: DataContext,
  industry: Industry,
  from: BusinessDate,
  to: BusinessDate,
): Promise<BalanceDay[]> {
  const days: BalanceDay[] = [];
  for (const date of eachDate(from, to)) {
    const { startEpochMs, endEpochMs } = dayWindow(industry.clock, date);
    // The running day is left out, because its inflow is known before its outflow.
    if (endEpochMs > context.clock.now()) break;
    const { figures } = await readBalance(context, industry, {
      startDate: date,
      endDate: date,
      divisionFactor: MILLI,
    });
    const { value, siUnit, band } = figures.unaccounted;
    days.push({
      startEpochMs,
      endEpochMs,
      siUnit,
      inflow: figures.inflow.value,
      imbalance: value,
      band95: band?.plusMinus ?? null,
    });
  }
  return days;
}
