import type { Querier } from '../database/database.ts';

interface NewNotification {
  /** The incident it tells of; null: none. */
  readonly incidentKey: number | null;
  readonly title: string;
  readonly message: string;
  /** What it tells of: an alert type, or the type of the request that made it. */
  readonly type: string;
  readonly category: string;
  readonly priority: 'critical' | 'high' | 'medium' | 'low';
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** Writes one for everybody of the industry. Its identity is given back. */
export async function addNotification(db: Querier, industryKey: number, added: NewNotification): Promise<string> {
  const row = await db.one<{ notification_id: string }>('notifications.add', [
    industryKey,
    added.incidentKey,
    added.title,
    added.message,
    added.type,
    added.category,
    added.priority,
    JSON.stringify(added.data),
    added.createdAt,
  ]);
  return row.notification_id;
}
