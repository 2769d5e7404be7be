import type { DataContext } from '../context.ts';
import { hasExpired } from '../alerts/rules/expired.ts';
import { atInstant } from '../alerts/rules/silence-length.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { DayRange, ReportIncident } from './rules/input.ts';
import { dayWindow } from '../kernel/time/business-clock.ts';
import { incidentsDuring } from '../alerts/store/incidents.ts';

/** Incidents that were open on a day of the period, in the form of reports. */
export async function incidentsOfReport(
  { database, clock: present }: Pick<DataContext, 'database' | 'clock'>,
  { industryKey, clock }: Pick<Industry, 'industryKey' | 'clock'>,
  { from, to }: DayRange,
): Promise<readonly ReportIncident[]> {
  const span = { from: dayWindow(clock, from).startEpochMs, to: dayWindow(clock, to).endEpochMs };
  const found = await incidentsDuring(database, industryKey, span);
  const now = present.now();
  return found.map((one): ReportIncident => {
    const incident = atInstant(one, now);
    const of = (value: number | null) => (value === null ? null : { value, unit: incident.unitText ?? '' });
    return {
      alertId: incident.incidentId,
      alertType: incident.alertType,
      title: incident.title,
      severity: incident.severity,
      state: hasExpired(incident) ? 'expired' : incident.state,
      isAcknowledged: incident.acknowledgedAt !== null,
      unitId: incident.unit?.unitId ?? null,
      place: incident.unit?.displayName ?? null,
      fromEpochMs: incident.openedAt,
      toEpochMs: incident.closedAt,
      fact: incident.parameter === null ? incident.title : `${incident.title} (${incident.parameter})`,
      amount: of(incident.peak ?? incident.value),
      limit: of(incident.limit),
    };
  });
}
