import type { DatabaseSession } from './session.ts';
import type { TimeLimit } from './time-limit.ts';
import type { LoginPauses, Offence } from './logins/pauses.ts';
import type { QueueOwner, SessionQueue } from './session-queue.ts';
import type { Listener, NotificationBook } from './notifications.ts';
import type { Log } from './child-protocol.ts';

/** State that the connections of one host share. */
export interface HostContext {
  readonly session: DatabaseSession;
  readonly queue: SessionQueue<QueueOwner>;
  readonly notifications: NotificationBook<Listener>;
  readonly log: Log;
  /** The connection that prepared the session's unnamed statement last. */
  unnamedStatementOwner: QueueOwner | null;
  /** The limit around statements of a login other than the owner. */
  readonly limit: TimeLimit;
  readonly pauses: LoginPauses;
  /** The running statement of a login, as it would be written down if the engine broke by it. */
  runningOfLogin: Offence | null;
  /** Writes down, tells the service and lets the party of the login wait (partyOf). */
  readonly offended: (offence: Offence, party: string) => void;
  /** The engine itself broke: the process must end. Does not return. */
  readonly broken: (error: unknown) => never;
}
