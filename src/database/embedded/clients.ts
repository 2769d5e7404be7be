/** What the connections of one host share. */
import type { DatabaseSession } from './session.ts';
import type { TimeLimit } from './time-limit.ts';
import type { LoginPauses, Offence } from './login-pauses.ts';
import type { SessionQueue } from './session-queue.ts';
import type { NotificationBook } from './notifications.ts';
import type { ClientConnection } from './connection.ts';

export type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;

export interface HostContext {
  readonly session: DatabaseSession;
  readonly queue: SessionQueue<ClientConnection>;
  readonly notifications: NotificationBook<ClientConnection>;
  readonly log: Log;
  /** The connection that prepared the session's unnamed statement last. */
  unnamedStatementOwner: ClientConnection | null;
  /** Called before and after the statements of a login other than the owner, which have a time limit. */
  readonly limit: TimeLimit;
  readonly pauses: LoginPauses;
  /** What a login runs at this moment, as it would be written down if the engine broke by it. */
  runningOfLogin: Offence | null;
  /** Writes down, tells the service and lets the login wait. */
  readonly offended: (offence: Offence) => void;
  /** The engine itself broke: the process must end. Does not return. */
  readonly broken: (error: unknown) => never;
}
