import type { Querier } from '../../database/database.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** The row that blocks a whole industry has this in place of a user. */
const WHOLE_INDUSTRY = '';

/** Puts the user (null: the whole industry) on the disabled list; false when it was there. */
export const disable = async (
  db: Querier,
  industryId: string,
  userId: string | null,
  now: EpochMillis,
): Promise<boolean> =>
  (await db.many('disabled.add', { industryId, userId: userId ?? WHOLE_INDUSTRY, now: new Date(now) })).length > 0;

/** Takes it off the list; false when it was not there. */
export const enable = async (db: Querier, industryId: string, userId: string | null): Promise<boolean> =>
  (await db.many('disabled.remove', { industryId, userId: userId ?? WHOLE_INDUSTRY })).length > 0;

export interface Disabled {
  /** null: the whole industry. */
  readonly userId: string | null;
  readonly since: Date;
}

/** The disabled list of an industry, the industry itself first. */
export const listDisabled = async (db: Querier, industryId: string): Promise<Disabled[]> =>
  (await db.many<{ userId: string; since: string }>('disabled.list', { industryId })).map((row) => ({
    userId: row.userId === WHOLE_INDUSTRY ? null : row.userId,
    since: new Date(row.since),
  }));

/** True when the industry has this user, not removed. */
export const userExists = async (db: Querier, industryId: string, userId: string): Promise<boolean> =>
  (await db.many('disabled.user_exists', { industryId, userId })).length > 0;
