import { dateOrNull, type Querier } from '../../platform/database/database.ts';
import type { Claim } from '../rules/facts.ts';
import { type IncidentSpan, reportOf, spanOfIncident } from '../rules/incident-facts.ts';
import type { Incident, IncidentState } from '../rules/incident-record.ts';
import { atInstant } from '../rules/silence-length.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { Severity } from '../../kernel/severity.ts';
import type { AlertType } from '../rules/types.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import type { DeliveryState } from './deliveries.ts';
import { type IncidentRow, toIncident } from './incidents.ts';
import type { ListPage } from '../../platform/database/list-page.ts';

/** An incident of a list, with its unit. Only the page of an incident shows its evidence. */
export interface ListedIncident extends Omit<Incident, 'evidence'>, Pick<IncidentSpan, 'since' | 'until'> {
  /** Names of people; null: not known. */
  readonly acknowledgedByName: string | null;
  readonly assigneeName: string | null;
  /** null: the whole industry. */
  readonly unitId: string | null;
  readonly unitName: string | null;
  /** null: a rule has found it, or nobody noted who asked. */
  readonly report: Claim | null;
}

type Told = 'acknowledgedByName' | 'assigneeName' | 'unitId' | 'unitName' | 'since' | 'until' | 'report';

/** An incident on its own page. */
export interface FoundIncident extends Incident, Pick<ListedIncident, Told> {
  /** null: it came by a request. */
  readonly ruleId: string | null;
}

interface WithNames extends Pick<ListedIncident, 'acknowledgedByName' | 'assigneeName'> {
  unitId: string | null;
  displayName: string | null;
  /** How long the condition lasted; null: it lasts, or nobody noted it. */
  lastedMinutes: number | null;
}

function toldOf(
  incident: Incident,
  clock: Industry['clock'],
  { acknowledgedByName, assigneeName, unitId, displayName, lastedMinutes }: WithNames,
): Pick<ListedIncident, Told> {
  const { since, until } = spanOfIncident(incident, clock, lastedMinutes);
  const report = reportOf(incident);
  return { acknowledgedByName, assigneeName, unitId, unitName: displayName, since, until, report };
}

/** Filters of the list; null: all. */
export interface ListFilter {
  readonly from: EpochMillis | null;
  /** End of the span, excluded. */
  readonly until: EpochMillis | null;
  readonly alertTypes: readonly AlertType[] | null;
  readonly severities: readonly Severity[] | null;
  readonly states: readonly IncidentState[] | null;
  /** Null includes incidents of the whole industry. */
  readonly unitKeys: readonly number[] | null;
  /** userIds of people who work on them, an empty one for nobody. */
  readonly assigneeIds: readonly string[] | null;
}

const valuesOf = (industryKey: number, filter: ListFilter) => ({
  industryKey,
  ...filter,
  from: dateOrNull(filter.from),
  until: dateOrNull(filter.until),
  unitKeys: filter.unitKeys === null ? null : plainArray(filter.unitKeys),
});

/** The newest first, with the figures that hold at `now`. */
export async function listAlerts(
  db: Querier,
  { industryKey, clock }: Pick<Industry, 'industryKey' | 'clock'>,
  filter: ListFilter,
  { limit, offset }: ListPage,
  now: EpochMillis,
): Promise<ListedIncident[]> {
  const rows = await db.many<IncidentRow & WithNames>('alert-listings.page', {
    ...valuesOf(industryKey, filter),
    limit,
    offset,
  });
  return rows.map((row) => {
    const incident = toIncident(row);
    const { evidence: _evidence, ...listed } = atInstant(incident, now);
    return { ...listed, ...toldOf(incident, clock, row) };
  });
}

/** null: the industry has none of this id. */
export async function findAlert(
  db: Querier,
  { industryKey, clock }: Pick<Industry, 'industryKey' | 'clock'>,
  incidentId: string,
): Promise<FoundIncident | null> {
  const row = await db.maybeOne<IncidentRow & WithNames & { ruleId: string | null }>('alert-listings.find', {
    industryKey,
    incidentId,
  });
  if (row === null) return null;
  const incident = toIncident(row);
  return { ...incident, ...toldOf(incident, clock, row), ruleId: row.ruleId };
}

/** One message of an incident to one recipient. */
export interface ListedDelivery extends DeliveryState {
  /** Number of the transition that the message tells. */
  readonly ordinal: number;
  readonly attempts: number;
  readonly queuedAt: Date;
  /** null: it is still under way. */
  readonly finishedAt: Date | null;
}

/** Deliveries in the order of their transitions, the first thousand. */
export const deliveriesOfAlert = async (
  db: Querier,
  industryKey: number,
  incidentKey: number,
): Promise<ListedDelivery[]> =>
  (
    await db.many<DeliveryState & { ordinal: number; attempts: number; queuedAt: string; finishedAt: string | null }>(
      'alert-listings.deliveries',
      { industryKey, incidentKey },
    )
  ).map(({ queuedAt, finishedAt, ...same }) => ({
    ...same,
    queuedAt: new Date(queuedAt),
    finishedAt: dateOrNull(finishedAt),
  }));

export const countAlerts = async (db: Querier, industryKey: number, filter: ListFilter): Promise<number> =>
  (await db.one<{ total: number }>('alert-listings.count', valuesOf(industryKey, filter))).total;

/** Number of alerts of one type, unit and bucket. */
export interface BucketCount {
  /** null: the whole industry. */
  readonly unitKey: number | null;
  readonly unitId: string | null;
  readonly unitName: string | null;
  readonly alertType: AlertType;
  /** Index of the bucket, from 0. */
  readonly bucket: number;
  readonly alerts: number;
}

/** Counts by unit in the industry's order. Units without alerts are left out. */
export const countAlertsByBucket = (
  db: Querier,
  industryKey: number,
  { starts, until }: { readonly starts: readonly EpochMillis[]; readonly until: EpochMillis },
  alertTypes: readonly AlertType[] | null,
  unitKeys: readonly number[] | null,
): Promise<BucketCount[]> =>
  db.many<BucketCount>('alert-listings.by_bucket', {
    industryKey,
    starts: starts.map((start) => new Date(start)),
    until: new Date(until),
    alertTypes,
    unitKeys: unitKeys === null ? null : plainArray(unitKeys),
  });

/** Numbers of alerts in each industry's own window. */
export const countAlertsOfIndustries = async (
  db: Querier,
  windows: readonly { readonly industryKey: number; readonly from: EpochMillis; readonly until: EpochMillis }[],
  alertTypes: readonly AlertType[] | null,
): Promise<ReadonlyMap<number, number>> =>
  new Map(
    (
      await db.many<{ industryKey: number; alerts: number }>('alert-listings.by_industry', {
        industryKeys: plainArray(windows.map(({ industryKey }) => industryKey)),
        froms: windows.map(({ from }) => new Date(from)),
        untils: windows.map(({ until }) => new Date(until)),
        alertTypes,
      })
    ).map((row) => [row.industryKey, row.alerts]),
  );

/** Incidents that were open at an instant, and how many of them were severe. */
export const countOpenAlerts = (
  db: Querier,
  industryKey: number,
  at: EpochMillis,
): Promise<{ readonly active: number; readonly critical: number; readonly high: number }> =>
  db.one('alert-listings.open_at', { industryKey, at: new Date(at) });
