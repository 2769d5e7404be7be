import { setTimeout as delay } from 'node:timers/promises';

/** A message that waits to be stored. `acknowledge` tells its sender that it is stored. */
export interface InboxMessage {
  readonly payload: Uint8Array;
  readonly acknowledge: () => void;
}

export interface InboxLimits {
  readonly messages: number;
  readonly bytes: number;
}

/**
 * Room for a message every few seconds from a thousand devices, many times over. A gateway's backlog must not fill
 * memory.
 */
export const INBOX_LIMITS: InboxLimits = { messages: 1000, bytes: 32 * 1024 * 1024 };

interface InboxOptions {
  readonly limits?: InboxLimits;
  /** Called when no message waits any more. */
  readonly onIdle?: () => void;
}

const FIRST_RETRY_MILLISECONDS = 500;
const LAST_RETRY_MILLISECONDS = 30_000;

/**
 * Messages between arrival and commit. While some are being stored, others gather and are stored together: one
 * transaction for many messages under load, one for each when there is little to do. Messages are acknowledged after
 * commit, in order of arrival. When storing fails, the same messages are tried again without end and with growing
 * pauses: they are neither lost nor acknowledged.
 */
export class Inbox<M extends InboxMessage> {
  readonly #store: (messages: readonly M[]) => Promise<void>;
  readonly #onFailure: (error: unknown, retryInMilliseconds: number) => void;
  readonly #limits: InboxLimits;
  readonly #onIdle: () => void;
  readonly #stopping = new AbortController();
  #waiting: M[] = [];
  #held = 0;
  #heldBytes = 0;
  #room: (() => void)[] = [];
  #working: Promise<void> | null = null;

  constructor(
    store: (messages: readonly M[]) => Promise<void>,
    onFailure: (error: unknown, retryInMilliseconds: number) => void,
    { limits = INBOX_LIMITS, onIdle = () => {} }: InboxOptions = {},
  ) {
    this.#store = store;
    this.#onFailure = onFailure;
    this.#limits = limits;
    this.#onIdle = onIdle;
  }

  /** Takes a message, and calls `onRoom` once there is room for another one, at once or later. */
  add(message: M, onRoom: () => void): void {
    if (this.#stopping.signal.aborted) return;
    this.#waiting.push(message);
    this.#held += 1;
    this.#heldBytes += message.payload.length;
    this.#room.push(onRoom);
    this.#giveRoom();
    this.#working ??= this.#work();
  }

  /**
   * Waits for the messages that are being stored. Waiting messages stay unacknowledged, so the broker sends them again.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#working;
  }

  #giveRoom(): void {
    if (this.#held >= this.#limits.messages || this.#heldBytes >= this.#limits.bytes) return;
    for (const onRoom of this.#room.splice(0)) onRoom();
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stopping.signal.aborted) {
      const messages = this.#waiting;
      this.#waiting = [];
      if (!(await this.#storeUntilDone(messages))) break;
      for (const message of messages) {
        this.#held -= 1;
        this.#heldBytes -= message.payload.length;
        message.acknowledge();
      }
      this.#giveRoom();
    }
    this.#working = null;
    if (this.#waiting.length === 0) this.#onIdle();
  }

  /** Stores messages, however often that fails. false: the inbox was stopped before. */
  async #storeUntilDone(messages: readonly M[]): Promise<boolean> {
    for (let pause = FIRST_RETRY_MILLISECONDS; ; pause = Math.min(pause * 2, LAST_RETRY_MILLISECONDS)) {
      try {
        await this.#store(messages);
        return true;
      } catch (error) {
        if (this.#stopping.signal.aborted) return false;
        this.#onFailure(error, pause);
        // Stopping ends the pause.
        await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => {});
      }
    }
  }
}
