import type { DataContext } from '../context.ts';
import { instantsOf, type ListedDays, daysUpTo } from './rules/listed-days.ts';
import {
  type AlertCategory,
  type AlertStatus,
  STATES_OF_STATUS,
  type TypeFilter,
  TYPES_OF_CATEGORY,
  typesListed,
} from './rules/listing.ts';
import type { Severity } from '../kernel/severity.ts';
import type { AlertType } from './rules/types.ts';
import { type Industry, requireUnit } from '../kernel/industry/industry.ts';
import { withRetired } from '../kernel/industry/retired.ts';
import { businessDateOf, dayWindow } from '../kernel/time/business-clock.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import {
  countAlerts,
  listAlerts,
  type ListedIncident,
  type ListFilter,
  deliveriesOfAlert,
  findAlert,
  type FoundIncident,
  type ListedDelivery,
  countAlertsOfIndustries,
} from './store/alert-listings.ts';
import type { ListPage } from '../platform/database/list-page.ts';
import { atInstant } from './rules/silence-length.ts';
import { type NamedTransition, transitionsOf } from './store/incidents.ts';
import { requireAlertId, unknownAlert } from './manage-rules.ts';
import { OPERATOR_INDUSTRY_ID } from '../platform/login/rules/caller.ts';
import { ServiceError } from '../kernel/errors.ts';
import { formatRequestDate } from '../kernel/time/business-date.ts';
import { listIndustries } from '../platform/directory/store/industries.ts';

export type { ListedIncident } from './store/alert-listings.ts';

/** Filters of any list; null: not narrowed. */
interface Narrowed {
  readonly unitId: string | null;
  readonly status: AlertStatus | null;
  readonly severity: Severity | null;
  /** userIds of people who work on them, an empty one for nobody. */
  readonly assigneeIds: readonly string[] | null;
}

interface ListedDay {
  readonly date: BusinessDate;
  readonly alerts: readonly ListedIncident[];
}

/** A page, the newest first, and how many all pages have together. */
export interface DaysPage {
  readonly listed: ListedDays;
  readonly total: number;
  readonly days: readonly ListedDay[];
}
interface AlertsPage {
  readonly total: number;
  readonly alerts: readonly ListedIncident[];
}

/**
 * Keys of units. Retired ones are among them, because their alerts stay in every list.
 * @throws ServiceError 404 for a unit that never was the industry's.
 */
export const unitKeysOf = (industry: Industry, unitIds: readonly string[]): readonly number[] | null =>
  unitIds.length === 0 ? null : unitIds.map((unitId) => requireUnit(withRetired(industry), unitId).unitKey);

const narrowed = (industry: Industry, { unitId, status, severity, assigneeIds }: Narrowed) => ({
  assigneeIds,
  severities: severity === null ? null : [severity],
  states: status === null ? null : STATES_OF_STATUS[status],
  unitKeys: unitKeysOf(industry, unitId === null ? [] : [unitId]),
});

async function listPage(
  { database, clock }: DataContext,
  industry: Industry,
  filter: ListFilter,
  page: ListPage,
): Promise<AlertsPage> {
  const [alerts, total] = await Promise.all([
    listAlerts(database, industry, filter, page, clock.now()),
    countAlerts(database, industry.industryKey, filter),
  ]);
  return { total, alerts };
}

/** Alerts of business days, grouped by the day on which they began. */
export async function listAlertsByDay(
  context: DataContext,
  industry: Industry,
  { days, types, ...more }: Narrowed & { readonly days: ListedDays; readonly types: TypeFilter },
  page: ListPage,
): Promise<DaysPage> {
  const filter = { ...instantsOf(industry.clock, days), alertTypes: typesListed(types), ...narrowed(industry, more) };
  const { total, alerts } = await listPage(context, industry, filter, page);
  const byDay = Map.groupBy(alerts, ({ openedAt }) => businessDateOf(industry.clock, openedAt));
  return { listed: days, total, days: [...byDay].map(([date, ofDay]) => ({ date, alerts: ofDay })) };
}

/** The older form: alerts of a time that may be open at both ends. */
export const listAlertsBetween = (
  context: DataContext,
  industry: Industry,
  {
    from,
    to,
    types,
    alertTypes,
    ...more
  }: Narrowed & {
    readonly from: BusinessDate | null;
    readonly to: BusinessDate | null;
    readonly types: TypeFilter;
    /** The types that are wanted; empty: all. */
    readonly alertTypes: readonly AlertType[];
  },
  page: ListPage,
): Promise<AlertsPage> =>
  listPage(
    context,
    industry,
    {
      from: from === null ? null : dayWindow(industry.clock, from).startEpochMs,
      until: to === null ? null : dayWindow(industry.clock, to).endEpochMs,
      alertTypes: typesListed(types, alertTypes),
      ...narrowed(industry, more),
    },
    page,
  );

/** A page of each category. */
export async function listAlertsByCategory(
  { database, clock }: DataContext,
  industry: Industry,
  {
    days,
    categories,
    unitIds,
  }: {
    readonly days: ListedDays;
    readonly categories: readonly AlertCategory[];
    readonly unitIds: readonly string[];
  },
  page: ListPage,
): Promise<ReadonlyMap<AlertCategory, readonly ListedIncident[]>> {
  const common = {
    ...instantsOf(industry.clock, days),
    severities: null,
    states: null,
    unitKeys: unitKeysOf(industry, unitIds),
    assigneeIds: null,
  };
  return new Map(
    await Promise.all(
      categories.map(
        async (category) =>
          [
            category,
            await listAlerts(
              database,
              industry,
              { ...common, alertTypes: TYPES_OF_CATEGORY[category] },
              page,
              clock.now(),
            ),
          ] as const,
      ),
    ),
  );
}

/** One alert with its rule, its transitions and its deliveries. */
interface AlertDetail {
  readonly incident: FoundIncident;
  readonly transitions: readonly NamedTransition[];
  readonly deliveries: readonly ListedDelivery[];
}

/** @throws ServiceError 404 for an id of which the industry has no alert. */
export async function readAlert(
  { database, clock }: DataContext,
  industry: Industry,
  alertId: string,
): Promise<AlertDetail> {
  const { industryKey } = industry;
  const incident = await findAlert(database, industry, requireAlertId(alertId));
  if (incident === null) throw unknownAlert(alertId);
  const [transitions, deliveries] = await Promise.all([
    transitionsOf(database, industryKey, incident.incidentKey),
    deliveriesOfAlert(database, industryKey, incident.incidentKey),
  ]);
  return { incident: atInstant(incident, clock.now()), transitions, deliveries };
}

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
