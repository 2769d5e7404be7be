import type { Context } from '../../context.ts';
import type { Actor, Caller } from '../login/rules/caller.ts';
import { ServiceError, stopping } from '../../kernel/errors.ts';
import { eventFrame, OPERATORS_CHANNEL } from './rules/web-event.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { writeAudit } from '../audit/store/audit.ts';
import type { TokenInUse } from '../login/token-status.ts';
import { createHub } from './hub.ts';
import { broadcastWebEvent } from './publish.ts';

/** Streams of server-sent events, one for each open page. */
export interface LiveService {
  /**
   * @param token of the caller; the stream ends when it is no longer in force.
   * @param channels what it hears; of the first it also gets what it missed.
   * @param lastEventId as the page knows it; null: it is new.
   * @throws ServiceError 429 for one stream too many of a user, 503 when the process has no room.
   */
  open(
    caller: Caller,
    token: TokenInUse,
    channels: readonly [string, ...string[]],
    lastEventId: string | null,
  ): Promise<ReadableStream<Uint8Array>>;
  /** Tells the operators' pages that are open at this moment; audited. */
  tellOperators(actor: Actor, message: { readonly title: string; readonly body: string }): Promise<void>;
  /** Pages that are open in this process. */
  readonly size: number;
  /** Ends every stream; pages come back, to another process or after the restart. */
  stop(): Promise<void>;
}

interface LiveParts {
  /** Problems of tokens that are no longer in force; null: it is in force. */
  readonly tokenProblems: (tokens: readonly TokenInUse[]) => Promise<(ServiceError | null)[]>;
  readonly limits?: LiveLimits;
}

interface LiveLimits {
  readonly streamsPerUser: number;
  readonly streamsPerProcess: number;
  /** Most bytes that wait for a page that does not read. */
  readonly waitingBytes: number;
  readonly checkMilliseconds: number;
}

const LIMITS: LiveLimits = {
  streamsPerUser: 20,
  streamsPerProcess: 5000,
  // Pages of a channel share the bytes of an event, so what waits for many is there once.
  waitingBytes: 1024 * 1024,
  checkMilliseconds: 2000,
};

interface OpenStream {
  readonly user: string;
  readonly token: TokenInUse;
  readonly finish: (reason: ServiceError) => void;
}

const bytes = new TextEncoder();

export function createLive(
  context: Pick<Context, 'database' | 'log' | 'clock'>,
  { tokenProblems, limits = LIMITS }: LiveParts,
): LiveService {
  const hub = createHub(context);
  const open = new Set<OpenStream>();
  let isStopping = false;
  let isChecking = false;
  let checking: NodeJS.Timeout | null = null;

  async function check(): Promise<void> {
    if (isChecking || open.size === 0) return;
    isChecking = true;
    try {
      await finishEnded(open, tokenProblems);
    } catch (error) {
      context.log.warn({ error: reasonOf(error) }, 'tokens of open streams could not be checked, trying again');
    } finally {
      isChecking = false;
    }
  }

  function requireRoom(user: string): void {
    if (isStopping) throw stopping();
    if (open.size >= limits.streamsPerProcess)
      throw new ServiceError(503, 'There are too many open streams at the moment. Please try again.');
    if ([...open].filter((stream) => stream.user === user).length >= limits.streamsPerUser)
      throw new ServiceError(
        429,
        `A user has at most ${limits.streamsPerUser} open streams. Please close one and try again.`,
      );
  }

  return {
    async open(caller, token, channels, lastEventId) {
      const user = `${caller.homeIndustryId}/${caller.userId}`;
      requireRoom(user);
      const { body, page } = boundedBody(limits.waitingBytes, () => close());
      let leave = (): void => {};
      let isClosed = false;
      const stream: OpenStream = {
        user,
        token,
        finish: ({ code, message }) => {
          page.send(bytes.encode(eventFrame({ name: 'end', payload: { status_code: code, message } }, null)));
          page.end();
          close();
        },
      };
      function close(): void {
        isClosed = true;
        open.delete(stream);
        leave();
      }
      open.add(stream);
      checking ??= setInterval(() => void check(), limits.checkMilliseconds).unref();
      try {
        leave = await hub.join({ channels, ...page }, placeOf(lastEventId));
      } catch (error) {
        close();
        throw error;
      }
      // The page may have gone, or the process may have been told to stop, while the place was looked up.
      if (isClosed) leave();
      if (isStopping) {
        page.end();
        close();
      }
      return body;
    },
    tellOperators: (actor, message) =>
      context.database.transaction(async (transaction) => {
        await writeAudit(transaction, {
          at: context.clock.now(),
          actor,
          industryKey: null,
          verb: 'notification.broadcast',
          subject: message.title,
          before: null,
          after: message,
        });
        await broadcastWebEvent(transaction, { channel: OPERATORS_CHANNEL, name: 'broadcast', payload: message });
      }),
    get size() {
      return open.size;
    },
    async stop() {
      isStopping = true;
      if (checking !== null) clearInterval(checking);
      await hub.stop();
      open.clear();
    },
  };
}

/** Finishes streams whose token has ended. Each token is checked once, however many pages use it. */
async function finishEnded(open: ReadonlySet<OpenStream>, tokenProblems: LiveParts['tokenProblems']): Promise<void> {
  const streams = [...Map.groupBy(open, ({ token }) => JSON.stringify(token)).values()];
  const ends = await tokenProblems(streams.flatMap(([first]) => (first === undefined ? [] : [first.token])));
  streams.forEach((ofToken, index) => {
    const reason = ends[index] ?? null;
    if (reason !== null) for (const stream of ofToken) stream.finish(reason);
  });
}

/** A place that this service has not given counts as one that is forgotten. */
const placeOf = (lastEventId: string | null): number | null => {
  if (lastEventId === null || lastEventId === '') return null;
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : -1;
};

/**
 * A body that buffers a limited number of bytes for a slow reader, and is cut off beyond it.
 * @param closed is called when nothing can be sent any more, for whatever reason.
 */
function boundedBody(waitingBytes: number, closed: () => void) {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (made) => {
        controller = made;
      },
      cancel: () => {
        controller = null;
        closed();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waitingBytes }),
  );
  const page = {
    send(frame: Uint8Array): boolean {
      if (controller === null) return false;
      const room = controller.desiredSize ?? 0;
      // A reader who has taken everything so far gets an event of any size.
      if (room >= frame.length || room === waitingBytes) {
        controller.enqueue(frame);
        return true;
      }
      controller.error(new Error('The page reads too slowly.'));
      controller = null;
      closed();
      return false;
    },
    end(): void {
      controller?.close();
      controller = null;
    },
  };
  return { body, page };
}
