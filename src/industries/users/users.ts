import type { DataContext } from '../../context.ts';
import type { Caller } from '../../platform/login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { endOtherSessions, endSession, listSessions, type Session } from '../../platform/login/store/sessions.ts';
import type { Contacts, Profile } from '../../platform/login/store/profiles.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { changePassword } from './change-password.ts';
import { changeProfile, readProfile } from './profile.ts';

export type { Profile } from '../../platform/login/store/profiles.ts';

/** The user who asks; whatever industry he acts on, his account is in his own. */
type Self = Pick<Caller, 'userKey' | 'sid'>;

export interface OwnSession extends Session {
  /** The session of the token that asks. */
  readonly isCurrent: boolean;
}

/** What users do with their own accounts. */
export interface UsersService {
  profile(self: Self): Promise<Profile>;
  /**
   * Fields that are absent stay. @throws ServiceError 1403 when the username or the phone number is somebody else's.
   */
  changeProfile(self: Self, changes: Partial<Contacts>): Promise<Profile>;
  /**
   * Ends every other session. @throws InvalidCredentials (1401) for a wrong old password, ServiceError 1430 when it is
   * the new one too, TooManyRequests.
   */
  changePassword(self: Self, oldPassword: string, newPassword: string): Promise<void>;
  /** Sessions in force, the latest renewed first. */
  sessions(self: Self): Promise<OwnSession[]>;
  /**
   * Signs one session out: its requests get 440. @throws ServiceError 404 when it is not one of the user's, or has
   * ended.
   */
  endSession(self: Self, sid: string): Promise<void>;
  /** Signs every session out but the one that asks. */
  endOtherSessions(self: Self): Promise<void>;
}

export function createUsers(context: DataContext, limiter: Limiter): UsersService {
  const { database, clock } = context;
  return {
    profile: (self) => readProfile(database, self.userKey),
    changeProfile: (self, changes) => changeProfile(database, self.userKey, changes),
    changePassword: (self, oldPassword, newPassword) =>
      changePassword(context, limiter, self, oldPassword, newPassword),
    sessions: async (self) =>
      (await listSessions(database, self.userKey, clock.now())).map((session) => ({
        ...session,
        isCurrent: session.sid === self.sid,
      })),
    endSession: async (self, sid) => {
      if (!(await endSession(database, self.userKey, sid, clock.now())))
        throw new ServiceError(404, 'There is no such session');
    },
    endOtherSessions: (self) => endOtherSessions(database, self.userKey, self.sid, clock.now()),
  };
}
