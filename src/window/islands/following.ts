/*
 * When a page that is open asks anew, and what is said of it. It knows no document, so that tests can run it.
 */

/** Events come in bursts. One look at the page answers for all of them. */
export const SETTLE_MILLISECONDS = 100;
/**
 * So many looks follow what happens at once, and another one may every five seconds. Of a plant that sends all the time
 * a page would else be made every second.
 */
const MOST_READY = 10;
const READY_EVERY_MILLISECONDS = 5000;
/** A page that takes long to make is asked for seldom: it is at rest so many times as long as it was made. */
const REST_SHARE = 2;
const FIRST_WAIT_MILLISECONDS = 5000;
/** A screen that nobody tends must not use up what its network may ask. */
const LONGEST_WAIT_MILLISECONDS = 300_000;

/** What a look at the page found. `over`: nobody is logged in any more. */
export type LookResult = 'read' | 'failed' | 'over';
/** What people are told of the page. `paused`: it may be older than it looks. */
export type Freshness = 'live' | 'paused' | 'over';

interface Heard {
  readonly opened: () => void;
  /** `isClosed`: the browser does not try again by itself. */
  readonly failed: (isClosed: boolean) => void;
  readonly happened: () => void;
}

interface Surroundings {
  readonly open: (heard: Heard) => { readonly close: () => void };
  readonly look: () => Promise<LookResult>;
  readonly tell: (freshness: Freshness) => void;
}

const waitAfter = (failures: number): number =>
  Math.min(FIRST_WAIT_MILLISECONDS * 2 ** (failures - 1), LONGEST_WAIT_MILLISECONDS);

/**
 * Follows the stream while somebody sees the page.
 * @returns `start` with whether the page was made just now, and `stop`, because a stream takes one of few connections.
 */
export function follower({ open, look, tell }: Surroundings) {
  let isSeen = false;
  let isNew = false;
  let stream: { readonly close: () => void } | null = null;
  let isOpen = false;
  let isOver = false;
  /** Of the stream and of looks, since the last that went well. */
  const failures = { stream: 0, look: 0 };
  let later: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  let isLooking = false;
  let restUntil = 0;
  /** When as many looks will be ready as there can be. */
  let allReadyAt = 0;

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
        // Not all that happened in between is told afterwards.
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
      // A look that failed has its next one set.
      happened: () => {
        if (failures.look === 0) soon();
      },
    });
    stream = opened;
  }

  function take(looked: LookResult): void {
    isOver = looked === 'over';
    failures.look = looked === 'read' ? 0 : failures.look + 1;
    // What happened during a look that went wrong waits as that look does.
    if (looked !== 'read') isWanted = false;
    if (looked === 'over') {
      clearTimeout(later);
      close();
    } else if (looked === 'failed') soonAfter(waitAfter(failures.look));
    else if (stream === null) openStream();
    say();
  }

  /** One look at a time, none while nobody sees the page, and the last event is always followed by one. */
  async function lookAnew(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    while (isWanted && isSeen) {
      const readyAt = allReadyAt - (MOST_READY - 1) * READY_EVERY_MILLISECONDS;
      const wait = Math.max(SETTLE_MILLISECONDS, Math.max(restUntil, readyAt) - performance.now());
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (!isSeen) break;
      isWanted = false;
      const began = performance.now();
      allReadyAt = Math.max(allReadyAt, began) + READY_EVERY_MILLISECONDS;
      const looked = await look().catch((): LookResult => 'failed');
      restUntil = performance.now() + REST_SHARE * (performance.now() - began);
      if (isSeen) take(looked);
    }
    isLooking = false;
  }

  function soon(): void {
    isWanted = true;
    void lookAnew();
  }

  return {
    start(isJustMade: boolean): void {
      if (isSeen) return;
      isSeen = true;
      isNew = isJustMade;
      // Somebody may have logged in again meanwhile. The look tells.
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
