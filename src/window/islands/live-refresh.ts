/*
 * Times at which an open page asks anew, and the words about its freshness. This file uses no document, so that tests
 * can run it.
 */

/** Wait after an event, because events come in bursts and one request answers all of them. */
export const SETTLE_MILLISECONDS = 100;
/**
 * Requests that may follow events at once. Later ones come every five seconds, because a plant that sends all the time
 * would have the page made every second.
 */
const MOST_READY = 10;
const READY_EVERY_MILLISECONDS = 5000;
/** Factor of a page's own time by which it rests, so that a slow page is asked for seldom. */
const REST_SHARE = 2;
const FIRST_WAIT_MILLISECONDS = 5000;
/** Longest wait. A screen that nobody tends must not use up its network's limit. */
const LONGEST_WAIT_MILLISECONDS = 300_000;

/** Result of a request for the page. `over`: the session has ended. */
export type LookResult = 'read' | 'failed' | 'over';
/** Freshness of the page for people. `paused`: it may be older than it seems. */
export type Freshness = 'live' | 'paused' | 'over';

export interface StreamEvents {
  readonly opened: () => void;
  /** `isClosed`: the browser does not reconnect by itself. */
  readonly failed: (isClosed: boolean) => void;
  readonly happened: () => void;
}

interface Surroundings {
  readonly open: (heard: StreamEvents) => { readonly close: () => void };
  readonly look: () => Promise<LookResult>;
  readonly tell: (freshness: Freshness) => void;
}

const waitAfter = (failures: number): number =>
  Math.min(FIRST_WAIT_MILLISECONDS * 2 ** (failures - 1), LONGEST_WAIT_MILLISECONDS);

interface Asking extends Pick<Surroundings, 'look'> {
  readonly isSeen: () => boolean;
  readonly take: (looked: LookResult) => void;
}

/** One request at a time, none while nobody sees the page, and always one after the last event. */
function requests({ look, isSeen, take }: Asking) {
  let isWanted = false;
  let isLooking = false;
  let restUntil = 0;
  /** Instant at which the most requests are allowed again. */
  let allReadyAt = 0;

  async function lookAnew(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    while (isWanted && isSeen()) {
      const readyAt = allReadyAt - (MOST_READY - 1) * READY_EVERY_MILLISECONDS;
      const wait = Math.max(SETTLE_MILLISECONDS, Math.max(restUntil, readyAt) - performance.now());
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (!isSeen()) break;
      isWanted = false;
      const began = performance.now();
      allReadyAt = Math.max(allReadyAt, began) + READY_EVERY_MILLISECONDS;
      const looked = await look().catch((): LookResult => 'failed');
      restUntil = performance.now() + REST_SHARE * (performance.now() - began);
      if (isSeen()) take(looked);
    }
    isLooking = false;
  }

  return {
    soon(): void {
      isWanted = true;
      void lookAnew();
    },
    giveUp(): void {
      isWanted = false;
    },
  };
}

/**
 * Follows the stream of events while somebody sees the page.
 * @returns `start` with whether the page was made just now, and `stop`, because browsers allow few open streams.
 */
export function follower({ open, look, tell }: Surroundings) {
  let isSeen = false;
  let isNew = false;
  let stream: { readonly close: () => void } | null = null;
  let isOpen = false;
  let isOver = false;
  /** Failures of the stream and of requests, since the last success. */
  const failures = { stream: 0, look: 0 };
  let later: ReturnType<typeof setTimeout> | undefined;
  const { soon, giveUp } = requests({ look, isSeen: () => isSeen, take });

  const say = (): void => tell(isOver ? 'over' : isOpen && failures.look === 0 ? 'live' : 'paused');

  function close(): void {
    stream?.close();
    stream = null;
    isOpen = false;
  }

  function soonAfter(milliseconds: number): void {
    clearTimeout(later);
    later = setTimeout(soon, milliseconds);
  }

  function openStream(): void {
    const opened = open({
      opened: () => {
        if (stream !== opened) return;
        isOpen = true;
        failures.stream = 0;
        // Events during an interruption are not sent again, so the page is asked for.
        if (!isNew) soon();
        isNew = false;
        say();
      },
      failed: (isClosed) => {
        if (stream !== opened) return;
        isOpen = false;
        isNew = false;
        if (isClosed) {
          stream = null;
          failures.stream += 1;
          soonAfter(waitAfter(failures.stream));
        }
        say();
      },
      // A failed request has set its next one already.
      happened: () => {
        if (failures.look === 0) soon();
      },
    });
    stream = opened;
  }

  function take(looked: LookResult): void {
    isOver = looked === 'over';
    failures.look = looked === 'read' ? 0 : failures.look + 1;
    // An event during a failed request waits for the next one.
    if (looked !== 'read') giveUp();
    if (looked === 'over') {
      clearTimeout(later);
      close();
    } else if (looked === 'failed') soonAfter(waitAfter(failures.look));
    else if (stream === null) openStream();
    say();
  }

  return {
    start(isJustMade: boolean): void {
      if (isSeen) return;
      isSeen = true;
      isNew = isJustMade;
      // Somebody may have logged in again meanwhile, which the request finds out.
      if (!isOver) openStream();
      if (!isJustMade) soon();
    },
    stop(): void {
      isSeen = false;
      clearTimeout(later);
      close();
    },
  };
}
