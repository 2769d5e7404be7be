/**
 * Follows one answer of the engine while its bytes pass to the client. Only message headers are looked at; bodies are
 * opened for the few messages that concern the host: ReadyForQuery (transaction status), CommandComplete (short tags),
 * NotificationResponse (taken out: the host delivers it to the listeners) and the engine's own debugging notices (dropped).
 */
import { readText } from './frontend-messages.ts';
import type { TransactionStatus } from './backend-messages.ts';

const type = { commandComplete: 0x43, error: 0x45, notification: 0x41, notice: 0x4e, readyForQuery: 0x5a } as const;
const headerBytes = 5;
/** Longest tag the host acts on is "UNLISTEN"; longer CommandComplete bodies are not opened. */
const longestTagBytes = 10;
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
  readonly #tags: string[] = [];
  readonly #notifications: Buffer[] = [];
  #status: TransactionStatus | null = null;
  #failed = false;
  /** Bytes of the current message still to pass through. */
  #passing = 0;
  /** Start of a message whose header, or whose needed body, has not arrived completely. */
  #held: Buffer | null = null;

  /** @param output receives copies, in order; never the engine's memory */
  constructor(output: (bytes: Buffer) => void) {
    this.#output = output;
  }

  /** @param view bytes in the engine's memory: valid during this call only */
  feed(view: Uint8Array): void {
    const bytes = this.#held === null ? Buffer.from(view) : Buffer.concat([this.#held, view]);
    this.#held = null;
    let runStart = 0;
    let offset = Math.min(this.#passing, bytes.length);
    this.#passing -= offset;
    while (offset < bytes.length) {
      const complete = offset + headerBytes <= bytes.length ? offset + 1 + bytes.readUInt32BE(offset + 1) : Number.POSITIVE_INFINITY;
      const interesting = this.#isInteresting(bytes[offset], complete - offset - headerBytes);
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
    if (messageType === type.commandComplete) return bodyBytes <= longestTagBytes;
    return messageType === type.notification || messageType === type.notice || messageType === type.error || messageType === type.readyForQuery;
  }

  /** Returns whether the message goes on to the client. */
  #inspect(message: Buffer): boolean {
    switch (message[0]) {
      case type.readyForQuery: {
        const status = message.toString('latin1', headerBytes);
        if (status === 'I' || status === 'T' || status === 'E') this.#status = status;
        return true;
      }
      case type.commandComplete:
        this.#tags.push(readText(message, headerBytes).text);
        return true;
      case type.error:
        this.#failed = true;
        return true;
      case type.notification:
        this.#notifications.push(Buffer.from(message));
        return false;
      default:
        return !message.includes(debuggingNotice);
    }
  }
}
