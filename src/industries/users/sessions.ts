import type { DataContext } from '../../context.ts';
import type { Caller } from '../../platform/login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { endOtherSessions, endSession, listSessions, type Session } from '../../platform/login/store/sessions.ts';

/** The asking user. His account is in his own industry, whichever industry he acts on. */
type Self = Pick<Caller, 'userKey' | 'sid'>;

export interface OwnSession extends Session {
  /** Whether it is the session of the asking token. */
  readonly isCurrent: boolean;
}

/** Sessions in force, the last renewed first. */
export const readOwnSessions = async ({ database, clock }: DataContext, self: Self): Promise<OwnSession[]> =>
  (await listSessions(database, self.userKey, clock.now())).map((session) => ({
    ...session,
    isCurrent: session.sid === self.sid,
  }));

/**
 * Signs one session out: its requests get 440. @throws ServiceError 404 when it is not one of the user's, or has ended.
 */
export async function signOut({ database, clock }: DataContext, self: Self, sid: string): Promise<void> {
  if (!(await endSession(database, self.userKey, sid, clock.now())))
    throw new ServiceError(404, 'There is no such session');
}

/** Signs out every session but the one that asks. */
export const signOutElsewhere = ({ database, clock }: DataContext, self: Self): Promise<void> =>
  endOtherSessions(database, self.userKey, self.sid, clock.now());
