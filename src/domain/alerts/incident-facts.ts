import type { Industry } from '../industry/industry.ts';
import { isObject } from '../json.ts';
import type { EpochMillis } from '../time/types.ts';
import { type AlertFacts, TOLD_KINDS, type ToldKind } from './facts.ts';
import type { Incident, Transition } from './incident-record.ts';

const MINUTE_MS = 60_000;

/** A reminder is told as what it reminds of. null: nobody is told of such a transition. */
export function toldKindOf(kind: Transition['kind']): ToldKind | null {
  if (kind === 'reminded') return 'fired';
  return TOLD_KINDS.find((told) => told === kind) ?? null;
}

interface Told {
  readonly industry: Pick<Industry, 'industryId' | 'industryName' | 'clock' | 'units'>;
  readonly incident: Incident;
  readonly kind: ToldKind;
  /** Where the service is reached, without a slash at the end; null: messages have no link. */
  readonly publicUrl: string | null;
  readonly now: EpochMillis;
}

/** What an incident of a rule or of a request gives to be told. */
export function factsOfIncident({ industry, incident, kind, publicUrl, now }: Told): AlertFacts {
  const unit = [...industry.units.values()].find(({ unitKey }) => unitKey === incident.unitKey)?.current ?? null;
  return {
    alertId: incident.incidentId,
    kind: isOverFromTheStart(incident) ? 'recovered' : kind,
    alertType: incident.alertType,
    severity: incident.severity,
    industryId: industry.industryId,
    industryName: industry.industryName,
    unitId: unit?.unitId ?? null,
    unitName: unit?.displayName ?? null,
    title: incident.title,
    parameter: incident.parameter,
    side: SIDES[incident.alertType] ?? null,
    litres: incident.litres,
    since: incident.openedAt,
    // A request that nobody has ended is over after its time, which says nothing about what it tells.
    until: incident.origin === 'request' && incident.state === 'resolved' ? null : incident.closedAt,
    now,
    timezone: industry.clock.timezone,
    // Spec gap: where the link of a message leads.
    link: publicUrl === null ? null : `${publicUrl}/alerts/${incident.incidentId}`,
    value: incident.value,
    limit: incident.limit,
    peak: incident.peak,
    unit: incident.unitText ?? '',
    days: null,
    ...countedOtherwise(incident),
  };
}

const SIDES: Partial<Record<Incident['alertType'], AlertFacts['side']>> = {
  flow_rate_above_the_range: 'above',
  flow_rate_below_the_range: 'below',
};

/** Values that are minutes or days are told as times, not as quantities. */
function countedOtherwise({ alertType, origin, value, openedAt, evidence }: Incident): Partial<AlertFacts> {
  const nothing = { value: null, limit: null, peak: null };
  if (alertType === 'no_flow_n_days') return { ...nothing, days: value };
  if (alertType === 'no_level_variation_n_days')
    return { ...nothing, days: origin === 'rule' ? daysOfRule(evidence) : value };
  if (alertType !== 'device_status') return {};
  // A rule finds silence after so many minutes of it.
  return { ...nothing, since: origin === 'rule' && value !== null ? openedAt - value * MINUTE_MS : openedAt };
}

/** How many days the rule looks at. The value of its incident is how far the level moved within them. */
function daysOfRule({ settings }: Incident['evidence']): number | null {
  const days = isObject(settings) ? settings['days'] : null;
  return typeof days === 'number' ? days : null;
}

/** A request may tell of an end alone; when it began is not known then. */
const isOverFromTheStart = ({ origin, state, openedAt, closedAt }: Incident): boolean =>
  origin === 'request' && state === 'recovered' && closedAt === openedAt;
