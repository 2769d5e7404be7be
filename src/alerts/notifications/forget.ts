import type { DataContext } from '../../context.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import { forgetDeliveries } from '../store/deliveries.ts';
import { forgetNotifications } from '../store/notifications.ts';

/** Spec gap: how long notifications are listed, and how long it is known who was told of an incident that has ended. */
const KEPT_MILLISECONDS = 400 * DAY_MS;

/** Upkeep. Incidents stay, because reports of their time are asked for later. */
export async function forgetOldNotifications({
  database,
  clock,
}: Pick<DataContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - KEPT_MILLISECONDS);
  await forgetNotifications(database, before);
  await forgetDeliveries(database, before);
}
