import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { eventFrame, HEARTBEAT_FRAME, type KeptWebEvent, openingFrame } from './rules/web-event.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { channelPosition, webEventsAfter } from './store/web-events.ts';

/** One open page. */
interface Listener {
  /**
   * Channels of the page. Missed events of the first reach it, because these are stored. Other channels bring only new
   * ones.
   */
  readonly channels: readonly [string, ...string[]];
  /** false: it cannot take more, and is not asked again. */
  send(frame: Uint8Array): boolean;
  end(): void;
}

/** Hands events to the pages that are connected to this process. */
interface Hub {
  /**
   * Sends what came after `lastKey` first; null: the page is new.
   * @returns takes the page out again.
   */
  join(listener: Listener, lastKey: number | null): Promise<() => void>;
  stop(): Promise<void>;
}

/** Notifications of this name come from publishers in any process. */
const NOTIFICATION = 'web_event';
/** Events of a channel read at once. */
const BATCH = 200;
/** Most missed events; a page that missed more reads itself again. */
const MOST_LATER = 1000;
const HEARTBEAT_MILLISECONDS = 15_000;
/** A notification may be lost while the connection to the database is renewed. */
const LOOK_MILLISECONDS = 5000;
const RETRY_MILLISECONDS = 1000;

const MISSED = { name: 'missed', payload: {} } as const;

const bytes = new TextEncoder();
const HEARTBEAT = bytes.encode(HEARTBEAT_FRAME);

const told = z.object({
  channel: z.string(),
  name: z.string().optional(),
  payload: z.record(z.string(), z.json()).optional(),
});

/** The place up to which a page has been told. */
interface Place {
  key: number;
}
type Pages = Map<Listener, Place>;
/** The place in a channel whose events are not kept. */
const NO_PLACE: Place = { key: Number.MAX_SAFE_INTEGER };

/** The open pages by channel. */
function createListeners() {
  const channels = new Map<string, Pages>();
  const everybody = (): Set<Listener> => new Set([...channels.values()].flatMap((pages) => [...pages.keys()]));
  const leave = (listener: Listener): void => {
    for (const channel of listener.channels) {
      const pages = channels.get(channel);
      if (pages?.delete(listener) === true && pages.size === 0) channels.delete(channel);
    }
  };
  const hand = (listener: Listener, frame: Uint8Array): void => {
    if (!listener.send(frame)) leave(listener);
  };
  return {
    channels,
    leave,
    hand,
    handEverybody(frame: Uint8Array): void {
      for (const listener of everybody()) hand(listener, frame);
    },
    enter(listener: Listener, channel: string, place: Place): void {
      const pages: Pages = channels.get(channel) ?? new Map();
      channels.set(channel, pages.set(listener, place));
    },
    endAll(): void {
      for (const listener of everybody()) listener.end();
      channels.clear();
    },
  };
}

type Listeners = ReturnType<typeof createListeners>;

/**
 * Tells the pages of these channels what they have not been told. Pages that join meanwhile have a place of their own,
 * and are looked after in the next round.
 * @returns channels that have more events.
 */
async function deliver(
  database: Context['database'],
  listeners: Listeners,
  names: readonly string[],
): Promise<string[]> {
  const rounds = new Map(
    names.flatMap((name): [string, [Listener, Place][]][] => {
      const pages = [...(listeners.channels.get(name) ?? [])];
      return pages.length === 0 ? [] : [[name, pages]];
    }),
  );
  if (rounds.size === 0) return [];
  const places = new Map([...rounds].map(([name, pages]) => [name, Math.min(...pages.map(([, { key }]) => key))]));
  const events = Map.groupBy(await webEventsAfter(database, places, BATCH), ({ channel }) => channel);
  await Promise.all([...events].map(([name, ofChannel]) => tell(listeners, rounds.get(name) ?? [], ofChannel)));
  return [...events].flatMap(([name, { length }]) => (length === BATCH ? [name] : []));
}

/** Sends one event a turn of the event loop, so that a page can read it before it gets the next one. */
async function tell(
  listeners: Listeners,
  pages: readonly [Listener, Place][],
  events: readonly KeptWebEvent[],
): Promise<void> {
  for (const event of events) {
    const frame = bytes.encode(eventFrame(event, event.key));
    for (const [listener, place] of pages) {
      if (place.key >= event.key || listeners.channels.get(event.channel)?.has(listener) !== true) continue;
      place.key = event.key;
      listeners.hand(listener, frame);
    }
    await turn();
  }
}

/**
 * Looks for events of channels, one round at a time.
 * @param deliverOf tells the pages, and gives the channels that have more.
 * @returns asks for another round.
 */
function createPump(
  deliverOf: (names: readonly string[]) => Promise<readonly string[]>,
  log: Context['log'],
): (names: Iterable<string>) => void {
  const dirty = new Set<string>();
  let isPumping = false;

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    while (dirty.size > 0) {
      const names = [...dirty];
      dirty.clear();
      try {
        for (const name of await deliverOf(names)) dirty.add(name);
      } catch (error) {
        log.warn({ error: reasonOf(error) }, 'live events could not be read, trying again');
        for (const name of names) dirty.add(name);
        break;
      }
    }
    isPumping = false;
    if (dirty.size > 0) setTimeout(() => void pump(), RETRY_MILLISECONDS).unref();
  }

  return (names) => {
    for (const name of names) dirty.add(name);
    void pump();
  };
}

/** Hands on the event of a notification. Where the event is stored, the notification names its channel only. */
function hear(listeners: Listeners, look: (names: Iterable<string>) => void, text: string): void {
  const { channel, name, payload } = told.parse(JSON.parse(text));
  const pages = listeners.channels.get(channel);
  if (pages === undefined) return;
  if (name === undefined || payload === undefined) return look([channel]);
  const frame = bytes.encode(eventFrame({ name, payload }, null));
  for (const listener of [...pages.keys()]) listeners.hand(listener, frame);
}

/**
 * Hub of a process, with one connection that listens. A notification names a channel only, and the process reads the
 * new events there once for all its pages. Each page is told each event once and in order.
 */
export function createHub({ database, log }: Pick<Context, 'database' | 'log'>): Hub {
  const listeners = createListeners();
  const look = createPump((names) => deliver(database, listeners, names), log);
  let listening: Promise<() => Promise<void>> | null = null;
  let timers: NodeJS.Timeout[] = [];

  async function listen(): Promise<() => Promise<void>> {
    const stop = await database.listen(NOTIFICATION, (text) => {
      try {
        hear(listeners, look, text);
      } catch (error) {
        log.warn({ error: reasonOf(error) }, 'a notification of a live event could not be read');
      }
    });
    const beat = setInterval(() => listeners.handEverybody(HEARTBEAT), HEARTBEAT_MILLISECONDS);
    const lookAgain = setInterval(() => look(listeners.channels.keys()), LOOK_MILLISECONDS);
    timers = [beat.unref(), lookAgain.unref()];
    return stop;
  }

  /** Another attempt follows with the next page when the database could not be reached. */
  function start(): Promise<unknown> {
    listening ??= listen().catch((error: unknown) => {
      listening = null;
      throw error;
    });
    return listening;
  }

  return {
    async join(listener, lastKey) {
      await start();
      const [remembered, ...others] = listener.channels;
      const position = await channelPosition(database, remembered, lastKey ?? 0, MOST_LATER + 1);
      // 0 is the place of a page that came before the channel's first event.
      const isKnown = lastKey === 0 || position.isRemembered;
      const resumes = lastKey !== null && isKnown && position.laterCount <= MOST_LATER;
      const key = resumes ? lastKey : position.newest;
      listeners.enter(listener, remembered, { key });
      for (const channel of others) listeners.enter(listener, channel, NO_PLACE);
      listeners.hand(listener, bytes.encode(openingFrame(key)));
      if (lastKey !== null && !resumes) listeners.hand(listener, bytes.encode(eventFrame(MISSED, null)));
      look([remembered]);
      return () => listeners.leave(listener);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      listeners.endAll();
      // A connection that was never made needs no end.
      await (
        await listening?.catch(() => null)
      )?.();
    },
  };
}
