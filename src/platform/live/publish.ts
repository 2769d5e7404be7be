import type { DataContext, Context } from '../../context.ts';
import type { Querier } from '../database/database.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { isEventName, type WebEvent, industryChannel } from './rules/web-event.ts';
import { forgetWebEvents, keepWebEvent, tellWebEvent, industryIdOf } from './store/web-events.ts';
import { type Channels, createChannels } from '../channels/channels.ts';
import type { DaySettled } from '../../kernel/document/day-settled.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';

/** Channels to people and devices; open pages are reached by published events. */
export const channelsOf = ({ config, database, clock }: Pick<Context, 'config' | 'database' | 'clock'>): Channels =>
  createChannels(
    config,
    (event) => publishWebEvent(database, event, clock.now()),
    () => clock.now(),
  );

/** Tells the industry's pages which days have changed figures. */
export async function tellFigures(transaction: Querier, event: DaySettled): Promise<void> {
  if (event.changedUnitKeys.length === 0) return;
  const channel = industryChannel(await industryIdOf(transaction, event.industryKey));
  const payload = { days: event.changedPeriods.daily.map(formatRequestDate), units: event.changedUnitKeys.length };
  await publishWebEvent(transaction, { channel, name: 'figures', payload }, event.settledAt.getTime());
}

/** Just below the 8,000 bytes that the database takes in one notification. */
const MOST_TOLD_BYTES = 7900;

/**
 * Tells all open pages of a channel, whichever process they are connected to, once the transaction commits. A page
 * that is away gets it on coming back within a day. Publish last in a transaction: the channel's other publishers wait
 * for its end. One that publishes to two channels names the operators' last, so that no two wait for each other.
 * @returns the event's key
 */
export async function publishWebEvent(db: Querier, event: WebEvent, now: EpochMillis): Promise<number> {
  requireName(event);
  return keepWebEvent(db, event, new Date(now));
}

/**
 * Tells an event without storing it, so a page that is away misses it.
 * @throws RangeError for an event too large for that.
 */
export async function broadcastWebEvent(db: Querier, event: WebEvent): Promise<void> {
  requireName(event);
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) > MOST_TOLD_BYTES)
    throw new RangeError(`An event that is not kept has at most ${MOST_TOLD_BYTES} bytes.`);
  await tellWebEvent(db, text);
}

function requireName({ name }: WebEvent): void {
  if (!isEventName(name)) throw new RangeError(`'${name}' is no name of an event.`);
}

const KEPT_MILLISECONDS = 24 * 3_600_000;

/** Forgets events after a day, because a page that was away longer is read again. */
export const forgetOldWebEvents = ({ database, clock }: DataContext): Promise<void> =>
  forgetWebEvents(database, new Date(clock.now() - KEPT_MILLISECONDS));
