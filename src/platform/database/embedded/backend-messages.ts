/**
 * The messages the host itself sends to clients: start-up, authentication, errors. Everything else comes from the
 * engine. Source: PostgreSQL documentation, "Message Formats".
 */

export type TransactionStatus = 'I' | 'T' | 'E';

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.allocUnsafe(5);
  header.write(type, 0, 'latin1');
  header.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([header, body]);
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export const authenticationOk = (): Buffer => message('R', int32(0));
export const authenticationCleartextPassword = (): Buffer => message('R', int32(3));
export const parameterStatus = (name: string, value: string): Buffer => message('S', text(name), text(value));
export const backendKeyData = (connectionId: number, secret: number): Buffer =>
  message('K', int32(connectionId), int32(secret));
export const readyForQuery = (status: TransactionStatus): Buffer => message('Z', Buffer.from(status));

/** An ErrorResponse. FATAL means that the host closes the connection right after it. `code` is an SQLSTATE. */
export function errorResponse(severity: 'ERROR' | 'FATAL', code: string, reason: string): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${code}`, `M${reason}`].map(text);
  return message('E', ...fields, Buffer.from([0]));
}

/** A NoticeResponse of severity WARNING. `code` is an SQLSTATE. */
export function warningResponse(code: string, reason: string): Buffer {
  const fields = ['SWARNING', 'VWARNING', `C${code}`, `M${reason}`].map(text);
  return message('N', ...fields, Buffer.from([0]));
}

export const commandComplete = (tag: string): Buffer => message('C', text(tag));
export const parseComplete = (): Buffer => message('1');
export const closeComplete = (): Buffer => message('3');
export const emptyQueryResponse = (): Buffer => message('I');

/** The human-readable part (field M) of an ErrorResponse or NoticeResponse body, or an empty string. */
export function errorReason(body: Buffer): string {
  for (const field of body.toString('utf8').split('\0')) if (field.startsWith('M')) return field.slice(1);
  return '';
}
