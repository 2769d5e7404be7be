import { Transform, type TransformCallback } from 'node:stream';

/** The fixed header's length field has so many bytes at most. */
const MOST_LENGTH_BYTES = 4;
const PUBLISH = 3;
const DISCONNECT = 14;
/** Of version 5. An older client gives no reason. */
const AS_AGREED = 0;

/** Memory that packets may take. */
export interface PacketRoom {
  /**
   * Bytes that a packet may have at this moment. Of a longer message no more are passed on.
   * @param isMessage false: such as a subscription, which becomes hundreds of thousands of objects where it is long
   */
  most(isMessage: boolean): number;
  /**
   * Reserves the bytes of a packet until it is whole.
   * @returns the function that gives them back; null: there is no room.
   */
  hold(bytes: number): (() => void) | null;
  /** Called when the sender takes its leave as agreed, so that nobody has to be told of its end. */
  takeLeave(): void;
  /** Resolves when the first packet has said who sends. Later packets wait for it. */
  readonly known: Promise<void>;
}

/** A length as the protocol writes it. */
function lengthOf(bytes: number): number[] {
  const rest = Math.floor(bytes / 128);
  return rest === 0 ? [bytes] : [(bytes % 128) + 128, ...lengthOf(rest)];
}

/**
 * Lets bytes of MQTT through, as long as each packet is short enough and finds room beside those of other connections.
 * The library keeps a packet in memory until it is whole, whoever sends it, and the protocol allows 256 MB. A message
 * that is too long is cut, because its sender would send it again and again if it was never acknowledged, with all
 * others behind it.
 */
export class PacketGuard extends Transform {
  readonly #room: PacketRoom;
  #giveBack: (() => void) | null = null;
  /** Bytes of the packet that are still to come, and those of its end that are cut off. */
  #toCome = 0;
  #toCut = 0;
  /** First byte and length of a packet, as far as they have come. They are passed on once they are whole. */
  #header: number[] = [];
  #isKnown = false;
  /** The next byte is the reason why the sender takes its leave. */
  #isReason = false;

  constructor(room: PacketRoom) {
    super();
    this.#room = room;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pass(chunk).then(() => done(), done);
  }

  async #pass(chunk: Buffer): Promise<void> {
    // Bytes from `from` to `at` are passed on unchanged.
    let [from, at] = [0, 0];
    const passOn = (piece: Buffer): void => {
      if (piece.length > 0) this.push(piece);
    };
    while (at < chunk.length) {
      if (this.#toCome > 0) {
        if (this.#isReason && chunk[at] === AS_AGREED) this.#room.takeLeave();
        this.#isReason = false;
        const passed = Math.min(this.#toCome, chunk.length - at);
        this.#toCome -= passed;
        at += passed;
        if (this.#toCome === 0) this.#release();
      } else if (this.#toCut > 0) {
        passOn(chunk.subarray(from, at));
        const cut = Math.min(this.#toCut, chunk.length - at);
        this.#toCut -= cut;
        at += cut;
        from = at;
      } else {
        this.#header.push(chunk[at] ?? 0);
        at += 1;
        if (!this.#isHeaderWhole()) continue;
        const began = at - this.#header.length;
        const header = this.#takeHeader();
        if (this.#toCut > 0 || began < 0) {
          passOn(chunk.subarray(from, Math.max(from, began)));
          passOn(header);
          from = at;
        }
      }
      if (this.#isKnown || this.#toCome > 0) continue;
      passOn(chunk.subarray(from, at));
      from = at;
      await this.#room.known;
      this.#isKnown = true;
    }
    passOn(chunk.subarray(from, Math.max(from, at - this.#header.length)));
  }

  #isHeaderWhole(): boolean {
    return this.#header.length > 1 && ((this.#header.at(-1) ?? 0) < 0x80 || this.#header.length > MOST_LENGTH_BYTES);
  }

  /**
   * The header of a packet, with the length that is passed on of it.
   * @throws Error where the packet is too long, its length is no length, or there is no room for it.
   */
  #takeHeader(): Buffer {
    const header = this.#header;
    const [first = 0, ...lengthBytes] = header;
    this.#header = [];
    const length = lengthBytes.reduce((sum, byte, index) => sum + (byte & 0x7f) * 128 ** index, 0);
    if ((lengthBytes.at(-1) ?? 0) >= 0x80) throw new Error('a length of more than four bytes');
    const isMessage = first >> 4 === PUBLISH;
    this.#isReason = first >> 4 === DISCONNECT && length > 0;
    if (first >> 4 === DISCONNECT && length === 0) this.#room.takeLeave();
    const most = this.#room.most(isMessage);
    // Strangers have no messages.
    if (length > most && !(isMessage && this.#isKnown)) throw new Error(`a packet of more than ${most} bytes`);
    this.#toCome = Math.min(length, most);
    this.#toCut = length - this.#toCome;
    if (length > 0) this.#giveBack = this.#room.hold(this.#toCome);
    if (length > 0 && this.#giveBack === null) throw new Error('a packet too many at this moment');
    return Buffer.from(this.#toCut === 0 ? header : [first, ...lengthOf(this.#toCome)]);
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
