import type { DailyDocument, MonthlyDocument } from '../../kernel/document/types.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { countsOn } from '../../kernel/industry/retired.ts';
import { dayStart } from '../../kernel/time/business-clock.ts';
import { eachDate, lastOfMonth, monthOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { composeMonth } from './processors/compose.ts';

/**
 * The month's document of a unit from its daily documents. Those of days on which the unit does not count are left out.
 * @param month its first date
 * @param documentOf null: the unit has none of that day
 */
export const monthOfUnit = (
  { industryId, clock }: Pick<Industry, 'industryId' | 'clock'>,
  unit: StoredUnit,
  month: BusinessDate,
  documentOf: (date: BusinessDate) => DailyDocument | null,
): MonthlyDocument =>
  composeMonth({
    industryId,
    unit: unitAsOf(unit, lastOfMonth(month)),
    month: monthOf(month),
    days: [...eachDate(month, lastOfMonth(month))].map((date) => ({
      date,
      startEpochMs: dayStart(clock, date),
      document: countsOn(unit, date) ? documentOf(date) : null,
    })),
  });
