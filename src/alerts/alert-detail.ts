import type { DataContext } from '../context.ts';
import { atInstant } from './rules/silence-length.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { deliveriesOfAlert, findAlert, type FoundIncident, type ListedDelivery } from './store/alert-listings.ts';
import { type NamedTransition, transitionsOf } from './store/incidents.ts';
import { requireAlertId, unknownAlert } from './manage-rules.ts';

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
