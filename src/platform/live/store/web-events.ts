import type { Querier } from '../../database/database.ts';
import { industryOfChannel, type KeptWebEvent, type WebEvent } from '../rules/web-event.ts';

/** Keeps an event and tells every process that listens, when the transaction commits. */
export async function keepWebEvent(db: Querier, { channel, name, payload }: WebEvent, now: Date): Promise<number> {
  const { eventKey: key } = await db.one<{ eventKey: number }>('web-events.publish', {
    channel,
    industryId: industryOfChannel(channel),
    name,
    payload: JSON.stringify(payload),
    now,
  });
  return key;
}

/** Tells every process that listens, and keeps nothing. @param text at most 7,900 bytes */
export const tellWebEvent = async (db: Querier, text: string): Promise<void> => {
  await db.many('web-events.tell', { text });
};

/** Events of these channels after the place named for each, in order, at most `limit` of each. */
export async function webEventsAfter(
  db: Querier,
  places: ReadonlyMap<string, number>,
  limit: number,
): Promise<KeptWebEvent[]> {
  const rows = await db.many<{ channel: string; eventKey: number; name: string; payload: WebEvent['payload'] }>(
    'web-events.after',
    { channels: [...places.keys()], afterKeys: [...places.values()], limit },
  );
  return rows.map(({ eventKey: key, ...event }) => ({ ...event, key }));
}

interface ChannelPosition {
  /** Key of its newest event; 0 when there is none. */
  readonly newest: number;
  /** True while the event asked about is still stored. */
  readonly isRemembered: boolean;
  /** Number of later events, up to a limit. */
  readonly laterCount: number;
}

export async function channelPosition(
  db: Querier,
  channel: string,
  key: number,
  limit: number,
): Promise<ChannelPosition> {
  const row = await db.one<{ newest: number; isRemembered: boolean; laterCount: number }>('web-events.position', {
    channel,
    key,
    limit,
  });
  return { newest: row.newest, isRemembered: row.isRemembered, laterCount: row.laterCount };
}

/** The id by which the industry's channel is named. */
export const industryIdOf = async (db: Querier, industryKey: number): Promise<string> =>
  (await db.one<{ industryId: string }>('web-events.industry_id', { industryKey })).industryId;

/** Upkeep: drops events published before `before`. */
export const forgetWebEvents = async (db: Querier, before: Date): Promise<void> => {
  await db.many('web-events.forget', { before });
};
