/**
 * Follows one answer of the engine while its bytes pass to the client. Only message headers are looked at; bodies are
 * opened for the few messages that concern the host: ReadyForQuery (transaction status), CommandComplete (short tags),
 * NotificationResponse (taken out: the host delivers it to the listeners) and the engine's own debugging notices
 * (dropped).
 */
import { readText } from './frontend-messages.ts';
import type { TransactionStatus } from './backend-messages.ts';

/** Types of backend messages by their first byte. */
export const BACKEND_TYPE = {
  bindComplete: 0x32, // 2
  closeComplete: 0x33, // 3
  commandComplete: 0x43, // C
  error: 0x45, // E
  noData: 0x6e, // n
  notice: 0x4e, // N
  notification: 0x41, // A
  parseComplete: 0x31, // 1
  readyForQuery: 0x5a, // Z
} as const;
const HEADER_BYTES = 5;
/** Longest tag the host acts on is "UNLISTEN"; longer CommandComplete bodies are not opened. */
const LONGEST_TAG_BYTES = 10;
/** Source location of the WebAssembly build's debugging notice on every rolled back transaction. */
const debuggingNotice = Buffer.from('RRecordTransactionAbort\0');

export interface RelayedAnswer {
  /** Last reported status, null when the answer had no ReadyForQuery (a group cut at Flush). */
  readonly status: TransactionStatus | null;
  /** LISTEN, UNLISTEN, COMMIT, ROLLBACK, BEGIN and other short tags in order of completion. */
  readonly tags: readonly string[];
  /** Whole NotificationResponse messages in order. */
  readonly notifications: readonly Buffer[];
  readonly failed: boolean;
}

export class ResponseRelay {
  readonly #output: (bytes: Buffer) => void;
  readonly #hidden: ReadonlySet<number>;
  readonly #tags: string[] = [];
  readonly #notifications: Buffer[] = [];
  #status: TransactionStatus | null = null;
  #failed = false;
  /** Bytes of the current message still to pass through. */
  #passing = 0;
  /** Start of a message whose header, or whose needed body, has not arrived completely. */
  #held: Buffer | null = null;

  /**
   * @param output receives copies, in order; never the engine's memory
   * @param hidden types of messages that are looked at but not passed on
   */
  constructor(output: (bytes: Buffer) => void, hidden: ReadonlySet<number> = new Set()) {
    this.#output = output;
    this.#hidden = hidden;
  }

  /** @param view bytes in the engine's memory: valid during this call only */
  feed(view: Uint8Array): void {
    const bytes = this.#held === null ? Buffer.from(view) : Buffer.concat([this.#held, view]);
    this.#held = null;
    let runStart = 0;
    let offset = Math.min(this.#passing, bytes.length);
    this.#passing -= offset;
    while (offset < bytes.length) {
      const complete =
        offset + HEADER_BYTES <= bytes.length ? offset + 1 + bytes.readUInt32BE(offset + 1) : Number.POSITIVE_INFINITY;
      const interesting = this.#isInteresting(bytes[offset], complete - offset - HEADER_BYTES);
      if (complete > bytes.length && (interesting || complete === Number.POSITIVE_INFINITY)) {
        this.#held = bytes.subarray(offset);
        break;
      }
      if (interesting && !this.#inspect(bytes.subarray(offset, complete))) {
        this.#pass(bytes.subarray(runStart, offset));
        runStart = complete;
      }
      this.#passing = Math.max(0, complete - bytes.length);
      offset = Math.min(complete, bytes.length);
    }
    this.#pass(bytes.subarray(runStart, offset));
  }

  answer(): RelayedAnswer {
    return { status: this.#status, tags: this.#tags, notifications: this.#notifications, failed: this.#failed };
  }

  #pass(bytes: Buffer): void {
    if (bytes.length > 0) this.#output(bytes);
  }

  #isInteresting(messageType: number | undefined, bodyBytes: number): boolean {
    if (messageType === BACKEND_TYPE.commandComplete) return bodyBytes <= LONGEST_TAG_BYTES;
    return (
      this.#hidden.has(messageType ?? 0)
      || messageType === BACKEND_TYPE.notification
      || messageType === BACKEND_TYPE.notice
      || messageType === BACKEND_TYPE.error
      || messageType === BACKEND_TYPE.readyForQuery
    );
  }

  /** Returns whether the message goes on to the client. */
  #inspect(message: Buffer): boolean {
    return this.#note(message) && !this.#hidden.has(message[0] ?? 0);
  }

  #note(message: Buffer): boolean {
    switch (message[0]) {
      case BACKEND_TYPE.readyForQuery: {
        const status = message.toString('latin1', HEADER_BYTES);
        if (status === 'I' || status === 'T' || status === 'E') this.#status = status;
        return true;
      }
      case BACKEND_TYPE.commandComplete:
        this.#tags.push(readText(message, HEADER_BYTES).text);
        return true;
      case BACKEND_TYPE.error:
        this.#failed = true;
        return true;
      case BACKEND_TYPE.notification:
        this.#notifications.push(Buffer.from(message));
        return false;
      default:
        return !message.includes(debuggingNotice);
    }
  }
}
