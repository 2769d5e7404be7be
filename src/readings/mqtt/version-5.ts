import { randomUUID } from 'node:crypto';
import { Duplex, pipeline, type Readable, Transform, type TransformCallback, type Writable } from 'node:stream';
import { generate, type IConnackPacket, type Packet, parser } from 'mqtt-packet';

/*
 * The broker's library speaks MQTT 3.1.1. ChirpStack from 4.7 on and other clients speak version 5 alone. Packets of
 * such a client are written anew on their way in and out. Nothing of version 5 is offered that version 3.1.1 lacks, so
 * that each packet has one counterpart.
 */

const VERSION_4 = { protocolVersion: 4 };
const VERSION_5 = { protocolVersion: 5 };

/** Reasons of version 5 for the return codes of a login. */
const REASONS: Readonly<Record<number, number>> = { 0: 0, 1: 0x84, 2: 0x85, 3: 0x88, 4: 0x86, 5: 0x87 };
const NOT_AUTHORISED = 0x87;
const REFUSED_SUBSCRIPTION = 128;

/**
 * The two sides of a connection as one stream of MQTT 3.1.1, whichever version its client speaks.
 * @param incoming bytes of the client, its first packet whole in one or several pieces
 */
export function withVersion5(incoming: Readable, outgoing: Writable): Duplex {
  const translation = new Translation();
  const readable = new Pieces((chunk) => translation.fromClient(chunk));
  const writable = new Pieces((chunk) => translation.toClient(chunk));
  // Either side that ends first ends the other.
  pipeline(incoming, readable, () => outgoing.destroy());
  pipeline(writable, outgoing, () => incoming.destroy());
  return Duplex.from({ readable, writable });
}

class Pieces extends Transform {
  readonly #translated: (chunk: Buffer) => readonly Buffer[];

  constructor(translated: (chunk: Buffer) => readonly Buffer[]) {
    super();
    this.#translated = translated;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      for (const piece of this.#translated(chunk)) this.push(piece);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

class Translation {
  /** undefined: the client has not told its version; null: it speaks the library's own. */
  #packets: { readonly incoming: PacketsOf; readonly outgoing: PacketsOf } | null | undefined = undefined;
  #begun = Buffer.alloc(0);
  /** The name that a client without one was given, and is told. */
  #givenName: string | null = null;
  /** Numbers of filters by the packet that takes them back: version 5 answers each. */
  readonly #takenBack = new Map<number, number>();

  fromClient(chunk: Buffer): readonly Buffer[] {
    if (this.#packets === undefined) {
      const begun = Buffer.concat([this.#begun, chunk]);
      const version = versionOf(begun);
      this.#begun = version === null ? begun : Buffer.alloc(0);
      if (version === null) return [];
      this.#packets = version === 5 ? { incoming: packetsOf(VERSION_5), outgoing: packetsOf(VERSION_4) } : null;
      return this.fromClient(begun);
    }
    if (this.#packets === null) return [chunk];
    return this.#packets.incoming(chunk).map((packet) => generate(this.#older(packet), VERSION_4));
  }

  toClient(chunk: Buffer): readonly Buffer[] {
    const outgoing = this.#packets?.outgoing;
    if (outgoing === undefined) return [chunk];
    return outgoing(chunk).map((packet) => generate(this.#newer(packet), VERSION_5));
  }

  #older(packet: Packet): Packet {
    if (packet.cmd === 'auth') throw new Error('logins in several steps are not offered');
    if (packet.cmd === 'unsubscribe') this.#takenBack.set(packet.messageId ?? 0, packet.unsubscriptions.length);
    if (packet.cmd !== 'connect') return packet;
    if (packet.clientId === '') this.#givenName = randomUUID();
    return { ...packet, clientId: this.#givenName ?? packet.clientId, protocolVersion: 4, protocolId: 'MQTT' };
  }

  #newer(packet: Packet): Packet {
    if (packet.cmd === 'connack') return this.#welcome(packet);
    if (packet.cmd === 'puback') return { ...packet, reasonCode: 0 };
    if (packet.cmd === 'suback') {
      const granted = packet.granted.map((code) => (code === REFUSED_SUBSCRIPTION ? NOT_AUTHORISED : code));
      return { ...packet, granted: granted as typeof packet.granted }; // codes of version 5 are numbers, too
    }
    if (packet.cmd !== 'unsuback') return packet;
    const filters = this.#takenBack.get(packet.messageId ?? 0) ?? 1;
    this.#takenBack.delete(packet.messageId ?? 0);
    return { ...packet, granted: Array<number>(filters).fill(0) };
  }

  #welcome({ returnCode = 0 }: IConnackPacket): IConnackPacket {
    const reasonCode = REASONS[returnCode] ?? NOT_AUTHORISED;
    if (reasonCode !== 0) return { cmd: 'connack', sessionPresent: false, reasonCode };
    return {
      cmd: 'connack',
      sessionPresent: false,
      reasonCode,
      properties: {
        sessionExpiryInterval: 0,
        maximumQoS: 1,
        sharedSubscriptionAvailable: false,
        ...(this.#givenName === null ? {} : { assignedClientIdentifier: this.#givenName }),
      },
    };
  }
}

type PacketsOf = (chunk: Buffer) => readonly Packet[];

/** Packets that each chunk completes. @throws Error for bytes that are none. */
function packetsOf(options: typeof VERSION_5): PacketsOf {
  const reader = parser(options);
  let packets: Packet[] = [];
  let failure: Error | null = null;
  reader.on('packet', (packet: Packet) => packets.push(packet));
  reader.on('error', (error: Error) => {
    failure = error;
  });
  return (chunk) => {
    packets = [];
    reader.parse(chunk);
    if (failure !== null) throw failure;
    return packets;
  };
}

const MOST_LENGTH_BYTES = 4;

/** Version that a CONNECT names behind the name of its protocol. null: that byte has not come. */
function versionOf(begun: Buffer): number | null {
  let at = 1;
  while (at <= MOST_LENGTH_BYTES && (begun[at] ?? 0) >= 0x80) at += 1;
  const nameLength = begun.length < at + 3 ? null : begun.readUInt16BE(at + 1);
  return nameLength === null ? null : (begun[at + 3 + nameLength] ?? null);
}
