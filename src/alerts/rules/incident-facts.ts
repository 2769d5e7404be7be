import { businessDateOf, dayWindow } from '../../kernel/time/business-clock.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/time/durations.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { isObject } from '../../kernel/json.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { type AlertFacts, type Checked, TOLD_KINDS, type ToldKind } from './facts.ts';
import type { Incident, Transition } from './incident-record.ts';
import { firstSeen } from './silence-length.ts';
import { LIMIT_KINDS } from './types.ts';

/** Kind of the message about a transition. A reminder repeats the firing. null: nobody is told of the transition. */
export function toldKindOf(kind: Transition['kind']): ToldKind | null {
  if (kind === 'reminded') return 'fired';
  return TOLD_KINDS.find((told) => told === kind) ?? null;
}

interface Told {
  readonly industry: Pick<Industry, 'industryId' | 'industryName' | 'clock' | 'units'>;
  readonly incident: Incident;
  readonly kind: ToldKind;
  /**
   * Further detail of the transition; of an end how long the condition lasted, of a call when quiet hours had ended.
   */
  readonly detail: Transition['detail'];
  /** Address of the service without a slash at the end; null: messages have no link. */
  readonly publicUrl: string | null;
  readonly now: EpochMillis;
}

/** A message may have waited while its unit was removed, and is no message about the industry. */
const REMOVED_UNIT = catalogueOf('en').alertFacts.removedUnit;

/** Facts of an incident of a rule or of a request, for messages. */
export function factsOfIncident({ industry, incident, kind, detail, publicUrl, now }: Told): AlertFacts {
  const unit = [...industry.units.values()].find(({ unitKey }) => unitKey === incident.unitKey)?.current ?? null;
  return {
    alertId: incident.incidentId,
    kind: isOverFromTheStart(incident) ? 'recovered' : kind,
    alertType: incident.alertType,
    severity: incident.severity,
    industryId: industry.industryId,
    industryName: industry.industryName,
    unitId: unit?.unitId ?? null,
    unitName: unit?.displayName ?? (incident.unitKey === null ? null : REMOVED_UNIT),
    group: unit?.group ?? null,
    title: incident.title,
    parameter: incident.parameter,
    side: SIDES[incident.alertType] ?? null,
    litres: incident.litres,
    report: reportOf(incident),
    isNeverHeard: incident.evidence['neverHeard'] === true,
    ...spanOfIncident(incident, industry.clock, detail['durationMinutes']),
    foundAt: typeof detail['toldAt'] === 'string' ? Date.parse(detail['toldAt']) : incident.detectedAt,
    now,
    timezone: industry.clock.timezone,
    // Spec gap: where the link of a message leads.
    link: publicUrl === null ? null : `${publicUrl}/app/alerts/incident?id=${incident.incidentId}`,
    value: incident.value,
    limit: incident.threshold,
    limitKind: LIMIT_KINDS.find((kind) => kind === incident.evidence['limitKind']) ?? null,
    peak: incident.peak,
    unit: incident.unitText ?? '',
    days: null,
    ...countedOtherwise(incident),
  };
}

const MINUTES_OF_DAY = DAY_MS / MINUTE_MS;

const SIDES: Partial<Record<Incident['alertType'], AlertFacts['side']>> = {
  flow_rate_above_the_range: 'above',
  flow_rate_below_the_range: 'below',
};

export type IncidentSpan = Pick<AlertFacts, 'since' | 'until' | 'sinceDay'>;

/**
 * Begin and end of the condition, which differ from the times of messages. A rule waits for its hold time before it
 * opens an incident, and for its time of recovery before it closes one.
 * @param lastedMinutes how long the condition lasted, as its end has it
 */
export function spanOfIncident(incident: Incident, clock: Industry['clock'], lastedMinutes: unknown): IncidentSpan {
  const { origin, state, closedAt } = incident;
  if (origin === 'request')
    // A request that nobody has ended expires, and its expiry says nothing about the end of the condition.
    return { since: sinceOfReport(incident), until: state === 'resolved' ? null : closedAt, sinceDay: null };
  const found = firstSeen(incident);
  const until = closedAt !== null && typeof lastedMinutes === 'number' ? found + lastedMinutes * MINUTE_MS : closedAt;
  if (incident.alertType !== 'water_balance_leakage' || incident.unitKey !== null)
    return { since: found - minutesBefore(incident) * MINUTE_MS, until, sinceDay: null };
  // The balance of a day is known at its end, and describes the loss of the whole day. Older findings have the first
  // instant after their day.
  const date = businessDateOf(clock, found - 1);
  const { startEpochMs } = dayWindow(clock, date);
  return { since: startEpochMs, until: until === null ? null : until - (found - startEpochMs), sinceDay: date };
}

/**
 * Minutes for which the condition held before its finding: a silence's limit, the length of an unvarying flow, the
 * nights of a leak.
 */
function minutesBefore({ alertType, unitKey, threshold, evidence: { settings } }: Incident): number {
  const of = (name: string, least = 0): number => {
    const value = isObject(settings) ? settings[name] : null;
    return typeof value === 'number' ? value : least;
  };
  if (alertType === 'stable_flow_alert') return of('minutes');
  if (alertType === 'water_balance_leakage' && unitKey !== null) return (of('nights', 1) - 1) * MINUTES_OF_DAY;
  return alertType === 'device_status' ? (threshold ?? 0) : 0;
}

/** The reporter, and the verdict of the readings by then; null: a rule has found it, or nobody noted who asked. */
export function reportOf({ origin, evidence: { reportedBy, checked } }: Pick<Incident, 'origin' | 'evidence'>) {
  if (origin !== 'request' || typeof reportedBy !== 'string') return null;
  return { by: reportedBy, ...checkedOf(checked) };
}

function checkedOf(stored: unknown): Checked {
  if (!isObject(stored) || typeof stored['at'] !== 'string') return { verdict: 'unchecked' };
  const { verdict, passed } = stored;
  const at = Date.parse(stored['at']);
  if (verdict === 'confirmed') return { verdict, at };
  return verdict === 'denied' ? { verdict, at, passed: passedOf(passed) } : { verdict: 'unchecked' };
}

const passedOf = (stored: unknown) =>
  isObject(stored) && typeof stored['value'] === 'number' && typeof stored['unit'] === 'string'
    ? { value: stored['value'], unit: stored['unit'] }
    : null;

/** A silence that readings confirm began with the last of them, whenever somebody reported it. */
function sinceOfReport(incident: Incident): EpochMillis {
  const report = reportOf(incident);
  return report?.verdict === 'confirmed' && !isOverFromTheStart(incident) ? report.at : incident.openedAt;
}

/** Values that are minutes or days are told as times, not as quantities. */
function countedOtherwise({ alertType, origin, value, threshold, evidence }: Incident): Partial<AlertFacts> {
  const nothing = { value: null, limit: null, peak: null };
  if (alertType === 'no_flow_n_days') return { ...nothing, days: value };
  if (alertType === 'no_level_variation_n_days')
    return { ...nothing, days: origin === 'rule' ? daysOfRule(evidence) : value };
  // An unvarying flow has a floor and no limit.
  if (alertType === 'stable_flow_alert') return { limit: threshold === 0 ? null : threshold };
  return alertType === 'device_status' ? nothing : {};
}

/** Number of days that the rule looks at. The value of its incident is the movement of the level within them. */
function daysOfRule({ settings }: Incident['evidence']): number | null {
  const days = isObject(settings) ? settings['days'] : null;
  return typeof days === 'number' ? days : null;
}

/** A request may tell of an end alone; when it began is not known then. */
const isOverFromTheStart = ({ origin, state, openedAt, closedAt }: Incident): boolean =>
  origin === 'request' && state === 'recovered' && closedAt === openedAt;
