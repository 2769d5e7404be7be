import { Transform, type TransformCallback } from 'node:stream';

/** The fixed header's length field has so many bytes at most. */
const MOST_LENGTH_BYTES = 4;

/**
 * Lets bytes of MQTT through as long as no packet of them is longer than allowed. The library below keeps a packet in
 * memory until it is whole, whoever sends it, and the protocol allows 256 MB.
 */
export class PacketGuard extends Transform {
  readonly #most: () => number;
  /** Bytes of the packet that are still to come. */
  #toCome = 0;
  /** Bytes of the length that have come; -1: the packet's first byte is next. */
  #lengthBytes = -1;
  #length = 0;

  /** @param most bytes of a packet that are allowed at this moment */
  constructor(most: () => number) {
    super();
    this.#most = most;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#toCome > 0) {
        const passed = Math.min(this.#toCome, chunk.length - at);
        this.#toCome -= passed;
        at += passed - 1;
      } else if (this.#lengthBytes < 0) {
        [this.#lengthBytes, this.#length] = [0, 0];
      } else if (!this.#takeLengthByte(chunk[at] ?? 0)) {
        return done(new Error(`a packet of more than ${this.#most()} bytes`));
      }
    }
    done(null, chunk);
  }

  /** false: the packet is too long, or its length is none. */
  #takeLengthByte(byte: number): boolean {
    this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes;
    this.#lengthBytes += 1;
    if (this.#length > this.#most() || (byte >= 0x80 && this.#lengthBytes === MOST_LENGTH_BYTES)) return false;
    if (byte < 0x80) [this.#toCome, this.#lengthBytes] = [this.#length, -1];
    return true;
  }
}
