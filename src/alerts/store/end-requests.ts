import type { Querier } from '../../platform/database/database.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

/**
 * Ends alerts that came by request once they are over; gives their number. `industryKey` null: of every industry.
 *
 * Spec gap: such an alert is active for 24 hours, or until a later request tells its end. That is device_status online,
 * or flow_rate_back_in_range for flow rates.
 */
export const endRequests = async (db: Querier, industryKey: number | null, now: EpochMillis): Promise<number> =>
  (await db.many('incidents.end_requests', { now: new Date(now), industryKey })).length;
