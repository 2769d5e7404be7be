import type { DataContext } from '../context.ts';
import { OPERATOR_INDUSTRY_ID } from '../platform/login/rules/caller.ts';
import { invalid, ServiceError } from '../kernel/errors.ts';
import { type DayWindow, dayWindow } from '../kernel/time/business-clock.ts';
import { formatRequestDate } from '../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { listIndustries } from '../platform/directory/store/industries.ts';

/** An active industry and its business day of the date asked for. */
interface BegunDay {
  readonly industryKey: number;
  readonly industryId: string;
  readonly window: DayWindow;
}

/**
 * Active industries, or the one that is asked for, for which a business day has begun, by industryId. Spec gap:
 * industries east of others begin a day before them; those that have not begun it are left out.
 * @throws ServiceError 1403 for a day that none of them has begun.
 */
export async function begunDays(
  { database }: Pick<DataContext, 'database'>,
  date: BusinessDate,
  { now, onlyId }: { readonly now: EpochMillis; readonly onlyId: string | null },
): Promise<BegunDay[]> {
  const asked = (await listIndustries(database, now)).filter(({ industryId, isActive }) =>
    onlyId === null ? isActive && industryId !== OPERATOR_INDUSTRY_ID : industryId === onlyId,
  );
  const days = asked.map(({ industryKey, industryId, clock }) => ({
    industryKey,
    industryId,
    window: dayWindow(clock, date),
  }));
  const begun = days.filter(({ window }) => window.startEpochMs <= now);
  if (days.length > 0 && begun.length === 0) throw notBegun(1403, date);
  return begun;
}

export function notBegun(code: 400 | 1403, date: BusinessDate): ServiceError {
  return invalid(code, 'date', `'${formatRequestDate(date)}' has not begun for any industry`);
}
