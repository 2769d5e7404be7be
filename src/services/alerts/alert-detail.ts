import type { DataContext } from '../../context.ts';
import type { Transition } from '../../domain/alerts/incident-record.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { findAlert, type FoundIncident } from '../../store/alert-listings.ts';
import { transitionsOf } from '../../store/incidents.ts';

/** One alert with all that is known of it. */
export interface AlertDetail {
  readonly incident: FoundIncident;
  readonly transitions: readonly Transition[];
}

/** @throws ServiceError 404 when it is not the industry's. */
export async function readAlert(
  { database }: DataContext,
  { industryKey }: Industry,
  alertId: string,
): Promise<AlertDetail> {
  const incident = await findAlert(database, industryKey, alertId);
  if (incident === null) throw new ServiceError(404, 'There is no such alert');
  return { incident, transitions: await transitionsOf(database, industryKey, incident.incidentKey) };
}
