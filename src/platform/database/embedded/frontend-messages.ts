/**
 * Messages of clients: the byte stream cut into messages, and the few fields of them the host must read or change.
 * Messages are kept as whole buffers (type byte, length, body) and passed on untouched wherever possible.
 * Source: PostgreSQL documentation, "Message Formats".
 */

/** Largest message accepted, in bytes: a parameter of 16 MB fits many times, a runaway client does not fill memory. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

export const FRONTEND_TYPE = {
  bind: 0x42, // B
  close: 0x43, // C
  copyData: 0x64, // d
  copyDone: 0x63, // c
  copyFail: 0x66, // f
  describe: 0x44, // D
  execute: 0x45, // E
  flush: 0x48, // H
  functionCall: 0x46, // F
  parse: 0x50, // P
  password: 0x70, // p
  query: 0x51, // Q
  sync: 0x53, // S
  terminate: 0x58, // X
} as const;

/** The four codes that may stand where a start-up message has its protocol version. */
export const STARTUP_CODE = {
  protocol3: 196_608,
  cancel: 80_877_102,
  ssl: 80_877_103,
  gssEncryption: 80_877_104,
} as const;

/** The stream cannot be a PostgreSQL client; the connection has to end. */
export class ProtocolViolation extends Error {}

/**
 * Collects received chunks and hands out whole messages. A large message is joined once, when its last chunk is there.
 * The first messages of a connection have no type byte: the reader says which kind it expects.
 */
export class MessageReader {
  #chunks: Buffer[] = [];
  #byteCount = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#byteCount += chunk.length;
  }

  /** The next whole message with its header, or null while it is incomplete. Throws ProtocolViolation. */
  next(kind: 'typed' | 'startup'): Buffer | null {
    const lengthOffset = kind === 'typed' ? 1 : 0;
    if (this.#byteCount < lengthOffset + 4) return null;
    if ((this.#chunks[0]?.length ?? 0) < lengthOffset + 4) this.#join();
    const first = this.#chunks[0];
    if (first === undefined) return null;
    const declared = first.readUInt32BE(lengthOffset);
    if (declared < 4 || declared > MAX_MESSAGE_BYTES || (kind === 'startup' && declared > 10_000)) {
      throw new ProtocolViolation(`invalid message length ${declared}`);
    }
    const total = declared + lengthOffset;
    if (this.#byteCount < total) return null;
    if (first.length < total) this.#join();
    return this.#take(total);
  }

  #join(): void {
    this.#chunks = [Buffer.concat(this.#chunks, this.#byteCount)];
  }

  #take(byteCount: number): Buffer {
    const first = this.#chunks[0];
    if (first === undefined || first.length < byteCount) throw new Error('message taken before it was joined');
    if (first.length === byteCount) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(byteCount);
    this.#byteCount -= byteCount;
    return first.subarray(0, byteCount);
  }
}

/** Parameters of a start-up message (user, database, ..), as sent. */
export function readStartupParameters(message: Buffer): Map<string, string> {
  const parameters = new Map<string, string>();
  const fields = message.toString('utf8', 8).split('\0');
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = fields[index];
    if (name === undefined || name === '') break;
    parameters.set(name, fields[index + 1] ?? '');
  }
  return parameters;
}

/** The zero-terminated text that starts at `offset`, and where the next field begins. Throws ProtocolViolation. */
export function readText(message: Buffer, offset: number): { text: string; end: number } {
  const end = message.indexOf(0, offset);
  if (end < 0) throw new ProtocolViolation('text without its terminator');
  return { text: message.toString('utf8', offset, end), end: end + 1 };
}

/** SQL of a Query or Parse message, null for every other message. */
export function sqlText(message: Buffer): string | null {
  if (message[0] === FRONTEND_TYPE.query) return readText(message, 5).text;
  if (message[0] !== FRONTEND_TYPE.parse) return null;
  return readText(message, readText(message, 5).end).text;
}

/**
 * Offset of a prepared statement's name in a message, or -1 when the message has no such field. (Parse: first field.
 * Bind: after the portal. Describe and Close: after the kind byte 'S'.)
 */
export function statementNameOffset(message: Buffer): number {
  switch (message[0]) {
    case FRONTEND_TYPE.parse:
      return 5;
    case FRONTEND_TYPE.bind:
      return readText(message, 5).end;
    case FRONTEND_TYPE.describe:
    case FRONTEND_TYPE.close:
      return message[5] === 0x53 ? 6 : -1;
    default:
      return -1;
  }
}

/** The message with `prefix` before the statement name at `offset`. */
export function withNamePrefix(message: Buffer, offset: number, prefix: string): Buffer {
  const changed = Buffer.concat([message.subarray(0, offset), Buffer.from(prefix), message.subarray(offset)]);
  changed.writeUInt32BE(changed.length - 1, 1);
  return changed;
}

/** A simple Query message. */
export function queryMessage(sql: string): Buffer {
  return typedMessage(FRONTEND_TYPE.query, Buffer.from(`${sql}\0`));
}

/** Parse. @param parameterTypes the end of a Parse message, from the number of its parameter types on */
export function parseMessage(name: string, sql: string, parameterTypes: Buffer): Buffer {
  return typedMessage(FRONTEND_TYPE.parse, Buffer.concat([Buffer.from(`${name}\0${sql}\0`), parameterTypes]));
}

/** Types of parameters by object id, as the end of a Parse message. */
export function parameterTypes(objectIds: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 + 4 * objectIds.length);
  bytes.writeUInt16BE(objectIds.length);
  for (const [index, objectId] of objectIds.entries()) bytes.writeUInt32BE(objectId, 2 + 4 * index);
  return bytes;
}

/** Runs a prepared statement without parameters to its end, in text, with a description of its rows. */
export function runMessages(name: string): Buffer[] {
  const noFormats = Buffer.alloc(6);
  return [
    typedMessage(FRONTEND_TYPE.bind, Buffer.concat([Buffer.from(`\0${name}\0`), noFormats])),
    typedMessage(FRONTEND_TYPE.describe, Buffer.from('P\0')),
    typedMessage(FRONTEND_TYPE.execute, Buffer.from('\0\0\0\0\0')),
  ];
}

/** The message with the statement name at `offset` replaced. */
export function withName(message: Buffer, offset: number, name: string): Buffer {
  const changed = Buffer.concat([
    message.subarray(0, offset),
    Buffer.from(`${name}\0`),
    message.subarray(readText(message, offset).end),
  ]);
  changed.writeUInt32BE(changed.length - 1, 1);
  return changed;
}

export const syncMessage: Buffer = typedMessage(FRONTEND_TYPE.sync, Buffer.alloc(0));

/** Close of a named prepared statement. */
export function closeStatementMessage(name: string): Buffer {
  return typedMessage(FRONTEND_TYPE.close, Buffer.from(`S${name}\0`));
}

/** CopyFail: ends a COPY .. FROM STDIN with `reason`. */
export function copyFailMessage(reason: string): Buffer {
  return typedMessage(FRONTEND_TYPE.copyFail, Buffer.from(`${reason}\0`));
}

function typedMessage(type: number, body: Buffer): Buffer {
  const message = Buffer.allocUnsafe(5 + body.length);
  message[0] = type;
  message.writeUInt32BE(4 + body.length, 1);
  body.copy(message, 5);
  return message;
}
