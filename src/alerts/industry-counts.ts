import type { DataContext } from '../context.ts';
import { OPERATOR_INDUSTRY_ID } from '../platform/login/rules/caller.ts';
import { daysUpTo, instantsOf, type ListedDays } from './rules/listed-days.ts';
import { typesListed } from './rules/listing.ts';
import { ServiceError } from '../kernel/errors.ts';
import { formatRequestDate } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { countAlertsOfIndustries } from './store/alert-listings.ts';
import { listIndustries } from '../platform/directory/store/industries.ts';

export const FETCH_TYPES = ['monthly', 'daily', 'dateRange'] as const;

interface IndustryCountsRequest {
  readonly type: (typeof FETCH_TYPES)[number];
  readonly startDate: BusinessDate;
  readonly endDate: BusinessDate | null;
  readonly adminAlerts: boolean;
}

/** @throws ServiceError 1403 for a range without its end, or backwards. */
function daysOf({ type, startDate, endDate }: IndustryCountsRequest): ListedDays {
  // Spec gap: the meaning of monthly and daily. They are those of one industry's listing, with startDate as its date.
  if (type !== 'dateRange') return daysUpTo(type, startDate);
  if (endDate === null)
    throw new ServiceError(1403, 'endDate is required for dateRange type', [
      { field: 'endDate', problem: 'is required' },
    ]);
  if (startDate > endDate)
    throw new ServiceError(1403, 'startDate cannot be after endDate', [
      { field: 'startDate', problem: `is after '${formatRequestDate(endDate)}'` },
    ]);
  return { from: startDate, to: endDate };
}

/** Counts for operators, over every industry except those of tests and their own. */
export async function countByIndustry({ database, clock }: DataContext, request: IndustryCountsRequest) {
  const days = daysOf(request);
  const all = (await listIndustries(database, clock.now())).filter(
    ({ industryId }) => industryId !== OPERATOR_INDUSTRY_ID,
  );
  const counted = all.filter(({ isTest }) => !isTest);
  const counts = await countAlertsOfIndustries(
    database,
    counted.map(({ industryKey, clock: ownClock }) => ({ industryKey, ...instantsOf(ownClock, days) })),
    typesListed({ kind: 'all', energyEnabled: true, adminAlerts: request.adminAlerts }),
  );
  const alertsByIndustry = counted.map(
    ({ industryKey, industryId, industryName }) =>
      [industryId, { industryName, count: counts.get(industryKey) ?? 0 }] as const,
  );
  return {
    totalAlerts: alertsByIndustry.reduce((sum, [, { count }]) => sum + count, 0),
    totalIndustries: counted.length,
    startDate: formatRequestDate(days.from),
    endDate: formatRequestDate(days.to),
    fetchType: request.type,
    excludedIndustries: all.filter(({ isTest }) => isTest).map(({ industryId }) => industryId),
    adminAlertsOnly: request.adminAlerts,
    alertsByIndustry: Object.fromEntries(alertsByIndustry),
  };
}
