import type { JsonValue } from '../../../kernel/json.ts';

/** An event that open pages are told at once. */
export interface WebEvent {
  readonly channel: string;
  /** The name that pages listen for: 'alert', 'reading', 'figures' .. */
  readonly name: string;
  readonly payload: Readonly<Record<string, JsonValue>>;
}

/** An event that is remembered for a day. Keys of a channel grow in the order of commits. */
export interface KeptWebEvent extends WebEvent {
  readonly key: number;
}

const INDUSTRY_CHANNEL = 'V2_';

/** The channel of everybody in an industry (specification, Events). */
export const industryChannel = (industryId: string): string => `${INDUSTRY_CHANNEL}${industryId}`;

/** The industry of a channel; null: none. */
export const industryOfChannel = (channel: string): string | null =>
  channel.startsWith(INDUSTRY_CHANNEL) ? channel.slice(INDUSTRY_CHANNEL.length) : null;

/**
 * The channel of an industry's administrators. Spec gap: its name, and that they are its users of role admin, and
 * operators who have chosen the industry.
 */
export const administratorsChannel = (industryId: string): string => `ADMIN_${industryId}`;

/** Spec gap: the name of the operators' channel. No industry's begins like it. */
export const OPERATORS_CHANNEL = 'ADMIN';

/** Browsers wait this long before they come back. */
const COME_BACK_MILLISECONDS = 2000;

/** One event of a stream of server-sent events; `key` null: it is not remembered, and moves no page's place. */
export const eventFrame = ({ name, payload }: Pick<WebEvent, 'name' | 'payload'>, key: number | null): string =>
  `${key === null ? '' : `id: ${key}\n`}event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`;

/** The beginning of a stream: how soon to come back, and the place from which to go on then. */
export const openingFrame = (key: number): string => `retry: ${COME_BACK_MILLISECONDS}\nid: ${key}\n\n`;

/** A sign of life without an event. */
export const HEARTBEAT_FRAME = ':\n\n';

/** Event names stand in a line of their own. */
export const isEventName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9 ._-]{0,99}$/.test(text);
