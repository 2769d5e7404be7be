/**
 * Handshake that turns a fresh connection into an identity. Encryption requests are declined, because the socket never
 * leaves the machine. The owner is trusted, because only its operating-system user can open the socket. Every other
 * login proves its password.
 */
import {
  authenticationCleartextPassword,
  authenticationOk,
  backendKeyData,
  errorResponse,
  parameterStatus,
  readyForQuery,
} from './backend-messages.ts';
import { passwordMatches } from './logins/authentication.ts';
import {
  ProtocolViolation,
  FRONTEND_TYPE,
  readStartupParameters,
  readText,
  STARTUP_CODE,
} from './frontend-messages.ts';
import { partyOf } from './logins/pauses.ts';
import { DATABASE_NAME, OWNER_ROLE } from './child-protocol.ts';
import type { DatabaseSession } from './session.ts';
import { quoteLiteral } from './sql-statements.ts';

/** A login other than the owner that has proved its password. */
export interface ProvedLogin {
  readonly role: string;
  /** The party with which the login waits. */
  readonly party: string;
  /** Settings its sessions start with, values as written in SQL. */
  readonly settings: ReadonlyMap<string, string>;
}

interface StoredLogin {
  readonly verifier: string | null;
  readonly party: string;
  readonly settings: ReadonlyMap<string, string>;
}

/** The next step of the connection. `login` null is the owner. */
export type HandshakeStep =
  | { readonly kind: 'reply'; readonly bytes: Buffer }
  | { readonly kind: 'refuse'; readonly bytes: Buffer }
  | { readonly kind: 'close' }
  | { readonly kind: 'ready'; readonly login: ProvedLogin | null };

const REPORTED_PARAMETERS: readonly (readonly [string, string])[] = [
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
export function answerStartup(
  message: Buffer,
): HandshakeStep | { readonly kind: 'ask-password'; readonly user: string; readonly bytes: Buffer } {
  const code = message.length >= 8 ? message.readUInt32BE(4) : 0;
  if (code === STARTUP_CODE.ssl || code === STARTUP_CODE.gssEncryption)
    return { kind: 'reply', bytes: Buffer.from('N') };
  // A running statement cannot be interrupted; a cancel request is a connection of its own and ends without an answer.
  if (code === STARTUP_CODE.cancel) return { kind: 'close' };
  if (code >>> 16 !== STARTUP_CODE.protocol3 >>> 16)
    return refuse('0A000', 'only version 3 of the PostgreSQL protocol is supported');
  const parameters = readStartupParameters(message);
  const user = parameters.get('user') ?? '';
  const database = parameters.get('database') || user;
  if (user === '') return refuse('28000', 'no PostgreSQL user name specified in startup packet');
  if (parameters.has('replication') && parameters.get('replication') !== 'false')
    return refuse('0A000', 'the embedded engine has no replication');
  if (database !== DATABASE_NAME)
    return refuse('3D000', `database "${database}" does not exist; the embedded engine has "${DATABASE_NAME}"`);
  if (user === OWNER_ROLE) return { kind: 'ready', login: null };
  return { kind: 'ask-password', user, bytes: authenticationCleartextPassword() };
}

/** The stored login, read in a turn of the host. Null when there is none that may log in. */
export function readLogin(session: DatabaseSession, user: string): StoredLogin | null {
  const [row] = session.command(
    `SELECT rolpassword, oid FROM pg_catalog.pg_authid WHERE rolname = ${quoteLiteral(user)} AND rolcanlogin AND NOT rolsuper AND (rolvaliduntil IS NULL OR rolvaliduntil > pg_catalog.now())`,
  );
  if (row === undefined) return null;
  // The one setting of a role without which its queries mean something else, stored as it is written in SQL.
  const [path] = session.command(
    `SELECT pg_catalog.split_part(c, '=', 2) FROM pg_catalog.pg_db_role_setting, pg_catalog.unnest(setconfig) AS c WHERE setrole = ${row[1]} AND setdatabase = 0 AND c LIKE 'search\\_path=%'`,
  );
  return {
    verifier: row[0] ?? null,
    party: partyOf((sql) => session.command(sql), user),
    settings: new Map(path?.[0] === undefined || path[0] === null || path[0] === '' ? [] : [['search_path', path[0]]]),
  };
}

/** Checks a password message. Unknown logins and wrong passwords get the same answer in the same time. */
export async function answerPassword(message: Buffer, user: string, login: StoredLogin | null): Promise<HandshakeStep> {
  if (message[0] !== FRONTEND_TYPE.password) throw new ProtocolViolation('expected a password');
  const matches = await passwordMatches(readText(message, 5).text, login?.verifier ?? null);
  if (matches && login !== null)
    return { kind: 'ready', login: { role: user, party: login.party, settings: login.settings } };
  return refuse('28P01', `password authentication failed for user "${user}"`);
}

/** The messages to a client that is logged in. */
export function welcome(connectionId: number, secret: number): Buffer {
  return Buffer.concat([
    authenticationOk(),
    ...REPORTED_PARAMETERS.map(([name, value]) => parameterStatus(name, value)),
    backendKeyData(connectionId, secret),
    readyForQuery('I'),
  ]);
}

function refuse(code: string, reason: string): HandshakeStep {
  return { kind: 'refuse', bytes: errorResponse('FATAL', code, reason) };
}
