import { Transform, type TransformCallback } from 'node:stream';

/** The fixed header's length field has so many bytes at most. */
const MOST_LENGTH_BYTES = 4;
const PUBLISH = 3;

/** Memory that packets may take. */
export interface PacketRoom {
  /**
   * Bytes that a packet may have at this moment.
   * @param isMessage false: such as a subscription, which becomes hundreds of thousands of objects where it is long
   */
  most(isMessage: boolean): number;
  /**
   * Reserves the bytes of a packet until it is whole.
   * @returns the function that gives them back; null: there is no room.
   */
  hold(bytes: number): (() => void) | null;
  /** Resolves when the first packet has said who sends. Later packets wait for it. */
  readonly known: Promise<void>;
}

/**
 * Lets bytes of MQTT through, as long as each packet is short enough and finds room beside those of other connections.
 * The library keeps a packet in memory until it is whole, whoever sends it, and the protocol allows 256 MB.
 */
export class PacketGuard extends Transform {
  readonly #room: PacketRoom;
  #giveBack: (() => void) | null = null;
  /** Bytes of the packet that are still to come. */
  #toCome = 0;
  /** Bytes of the length field so far; -1: the packet's first byte comes next. */
  #lengthBytes = -1;
  #length = 0;
  #isMessage = false;
  #isKnown = false;

  constructor(room: PacketRoom) {
    super();
    this.#room = room;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pass(chunk).then(() => done(), done);
  }

  async #pass(chunk: Buffer): Promise<void> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#toCome > 0) {
        const passed = Math.min(this.#toCome, chunk.length - at);
        this.#toCome -= passed;
        at += passed - 1;
        if (this.#toCome === 0) this.#release();
      } else if (this.#lengthBytes < 0) {
        [this.#lengthBytes, this.#length] = [0, 0];
        this.#isMessage = (chunk[at] ?? 0) >> 4 === PUBLISH;
      } else if (!this.#takeLengthByte(chunk[at] ?? 0)) {
        throw new Error(
          `a packet of more than ${this.#room.most(this.#isMessage)} bytes, or one too many at this moment`,
        );
      }
      if (this.#isKnown || this.#toCome > 0 || this.#lengthBytes >= 0) continue;
      this.push(chunk.subarray(from, at + 1));
      from = at + 1;
      await this.#room.known;
      this.#isKnown = true;
    }
    if (from < chunk.length) this.push(chunk.subarray(from));
  }

  /** false: the packet is too long, its length is no length, or there is no room for it. */
  #takeLengthByte(byte: number): boolean {
    this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes;
    this.#lengthBytes += 1;
    if (this.#length > this.#room.most(this.#isMessage)) return false;
    if (byte >= 0x80 && this.#lengthBytes === MOST_LENGTH_BYTES) return false;
    if (byte >= 0x80) return true;
    [this.#toCome, this.#lengthBytes] = [this.#length, -1];
    if (this.#length === 0) return true;
    this.#giveBack = this.#room.hold(this.#length);
    return this.#giveBack !== null;
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#release();
    done(error);
  }

  #release(): void {
    this.#giveBack?.();
    this.#giveBack = null;
  }
}
