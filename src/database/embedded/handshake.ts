/**
 * From a fresh connection to an identity: encryption requests are declined (the socket never leaves the machine), the
 * owner is trusted because only its operating-system user can open the socket, every other login proves its password.
 */
import { authenticationCleartextPassword, authenticationOk, backendKeyData, errorResponse, parameterStatus, readyForQuery } from './backend-messages.ts';
import { passwordMatches } from './authentication.ts';
import { ProtocolViolation, frontendType, readStartupParameters, readText, startupCode } from './frontend-messages.ts';
import { LoginIdentity, ownerIdentity } from './identity.ts';
import type { Identity } from './identity.ts';
import { databaseName, ownerRole } from './names.ts';
import type { DatabaseSession } from './session.ts';

/** What the connection does next. */
export type HandshakeStep =
  | { readonly kind: 'reply'; readonly bytes: Buffer }
  | { readonly kind: 'refuse'; readonly bytes: Buffer }
  | { readonly kind: 'close' }
  | { readonly kind: 'ready'; readonly identity: Identity };

const reportedParameters: readonly (readonly [string, string])[] = [
  ['server_version', '17.5'],
  ['server_encoding', 'UTF8'],
  ['client_encoding', 'UTF8'],
  ['DateStyle', 'ISO, MDY'],
  ['IntervalStyle', 'postgres'],
  ['TimeZone', 'UTC'],
  ['integer_datetimes', 'on'],
  ['standard_conforming_strings', 'on'],
];

/** Answers one message without type byte. `user` is set when a password is expected next. */
export function answerStartup(message: Buffer): HandshakeStep | { readonly kind: 'ask-password'; readonly user: string; readonly bytes: Buffer } {
  const code = message.length >= 8 ? message.readUInt32BE(4) : 0;
  if (code === startupCode.ssl || code === startupCode.gssEncryption) return { kind: 'reply', bytes: Buffer.from('N') };
  // A running statement cannot be interrupted; a cancel request is a connection of its own and ends without an answer.
  if (code === startupCode.cancel) return { kind: 'close' };
  if (code >>> 16 !== startupCode.protocol3 >>> 16) return refuse('0A000', 'only version 3 of the PostgreSQL protocol is supported');
  const parameters = readStartupParameters(message);
  const user = parameters.get('user') ?? '';
  const database = parameters.get('database') || user;
  if (user === '') return refuse('28000', 'no PostgreSQL user name specified in startup packet');
  if (parameters.has('replication') && parameters.get('replication') !== 'false') return refuse('0A000', 'the embedded engine has no replication');
  if (database !== databaseName) return refuse('3D000', `database "${database}" does not exist; the embedded engine has "${databaseName}"`);
  if (user === ownerRole) return { kind: 'ready', identity: ownerIdentity() };
  return { kind: 'ask-password', user, bytes: authenticationCleartextPassword() };
}

/** The stored login, read in a turn of the host. Null when there is none that may log in. */
export function readLogin(session: DatabaseSession, user: string): { readonly verifier: string | null } | null {
  const literal = `'${user.replaceAll("'", "''")}'`;
  const [row] = session.command(
    `SELECT rolpassword FROM pg_catalog.pg_authid WHERE rolname = ${literal} AND rolcanlogin AND NOT rolsuper AND (rolvaliduntil IS NULL OR rolvaliduntil > pg_catalog.now())`,
  );
  return row === undefined ? null : { verifier: row[0] ?? null };
}

/** Judges a password message. Unknown logins and wrong passwords look and last the same. */
export async function answerPassword(message: Buffer, user: string, login: { readonly verifier: string | null } | null): Promise<HandshakeStep> {
  if (message[0] !== frontendType.password) throw new ProtocolViolation('expected a password');
  const matches = await passwordMatches(readText(message, 5).text, login?.verifier ?? null);
  return matches ? { kind: 'ready', identity: new LoginIdentity(user) } : refuse('28P01', `password authentication failed for user "${user}"`);
}

/** What a client receives once it is in. */
export function welcome(connectionId: number, secret: number): Buffer {
  return Buffer.concat([
    authenticationOk(),
    ...reportedParameters.map(([name, value]) => parameterStatus(name, value)),
    backendKeyData(connectionId, secret),
    readyForQuery('I'),
  ]);
}

function refuse(code: string, reason: string): HandshakeStep {
  return { kind: 'refuse', bytes: errorResponse('FATAL', code, reason) };
}
