import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { Incident, Transition } from '../rules/incident-record.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

export type IncidentRow = RowOf<
  Omit<Incident, 'windowStart'>,
  'openedAt' | 'detectedAt' | 'closedAt' | 'acknowledgedAt' | 'snoozedUntil' | 'requestCreatedOn'
> & { readonly windowStart: string };

/** Start of the window of conditions that know none: a key of the database has no null. */
const NO_WINDOW = '-infinity';

const instantOf = (text: string): EpochMillis => new Date(text).getTime();
const instantOrNull = (text: string | null): EpochMillis | null => (text === null ? null : instantOf(text));

export const toIncident = (row: IncidentRow): Incident => ({
  ...row,
  windowStart: row.windowStart === NO_WINDOW ? null : instantOf(row.windowStart),
  openedAt: instantOf(row.openedAt),
  detectedAt: instantOf(row.detectedAt),
  closedAt: instantOrNull(row.closedAt),
  acknowledgedAt: instantOrNull(row.acknowledgedAt),
  snoozedUntil: instantOrNull(row.snoozedUntil),
  requestCreatedOn: instantOrNull(row.requestCreatedOn),
});

/** Incidents by key, each with its own. */
export const incidentsByKey = async (
  db: Querier,
  industryKey: number,
  incidentKeys: readonly number[],
): Promise<Map<number, Incident>> =>
  new Map(
    (await db.many<IncidentRow>('incidents.by_keys', { industryKey, incidentKeys: plainArray(incidentKeys) })).map(
      (row) => [row.incidentKey, toIncident(row)],
    ),
  );

/** Locks an incident against other writers until the transaction ends. */
export const holdIncident = async (
  transaction: Querier,
  industryKey: number,
  incidentId: string,
): Promise<Incident | null> => {
  const row = await transaction.maybeOne<IncidentRow>('incidents.hold', { industryKey, incidentId });
  return row === null ? null : toIncident(row);
};

/** Incidents that rules have opened and that are not over. */
export const openIncidents = async (db: Querier, industryKey: number): Promise<Incident[]> =>
  (await db.many<IncidentRow>('incidents.open', { industryKey })).map(toIncident);

interface IncidentDuring extends Incident {
  readonly unit: { readonly unitId: string; readonly displayName: string } | null;
  /** How long the condition lasted; null: it lasts, or nobody noted it. */
  readonly lastedMinutes: number | null;
}

/** Incidents that were open at some moment of a span, the oldest first, each with the id and the name of its unit. */
export const incidentsDuring = async (
  db: Querier,
  industryKey: number,
  { from, to }: { readonly from: EpochMillis; readonly to: EpochMillis },
): Promise<IncidentDuring[]> =>
  (
    await db.many<
      IncidentRow & { unitId: string | null; displayName: string | null } & Pick<IncidentDuring, 'lastedMinutes'>
    >('incidents.during', { industryKey, from: new Date(from), to: new Date(to) })
  ).map((row) => ({
    ...toIncident(row),
    lastedMinutes: row.lastedMinutes,
    unit: row.unitId === null ? null : { unitId: row.unitId, displayName: row.displayName ?? row.unitId },
  }));

/** Incidents of rules that were open at some moment of a span. */
export const incidentsOfRules = async (
  db: Querier,
  industryKey: number,
  ruleKeys: readonly number[],
  { from, to }: { readonly from: EpochMillis; readonly to: EpochMillis },
): Promise<Incident[]> =>
  (
    await db.many<IncidentRow>('incidents.of_rules', {
      industryKey,
      ruleKeys: plainArray(ruleKeys),
      from: new Date(from),
      to: new Date(to),
    })
  ).map(toIncident);

/** A transition as people read it, with names of people; null: not known, or nobody. */
export interface NamedTransition extends Transition {
  readonly actorName: string | null;
  /** Who it was handed to, or taken from. */
  readonly assigneeName: string | null;
}

/** Transitions of an incident, in order. */
export const transitionsOf = async (
  db: Querier,
  industryKey: number,
  incidentKey: number,
): Promise<NamedTransition[]> =>
  (
    await db.many<RowOf<NamedTransition, 'at' | 'recordedAt' | 'dispatchedAt'>>('incidents.transitions', {
      industryKey,
      incidentKey,
    })
  ).map((row) => ({
    ...row,
    at: instantOf(row.at),
    recordedAt: instantOf(row.recordedAt),
    dispatchedAt: instantOrNull(row.dispatchedAt),
  }));

/** The calls about an open incident since it fired. */
export interface Called {
  readonly incidentKey: number;
  readonly escalations: number;
  readonly lastRemindedAt: EpochMillis | null;
  /** The incident was acknowledged after it was snoozed last. */
  readonly isAnsweredSince: boolean;
  /** Every message has failed. */
  readonly isUnreached: boolean;
}

export const callsOfOpen = async (db: Querier, industryKey: number): Promise<Map<number, Called>> =>
  new Map(
    (await db.many<RowOf<Called, 'lastRemindedAt'>>('incidents.calls', { industryKey })).map((row) => [
      row.incidentKey,
      { ...row, lastRemindedAt: instantOrNull(row.lastRemindedAt) },
    ]),
  );
