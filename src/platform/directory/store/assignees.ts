import type { Language } from '../../../kernel/language.ts';
import type { Querier } from '../../database/database.ts';

/** A person to whom something can be handed. */
export interface Assignee {
  readonly username: string;
  /** null: none is chosen. */
  readonly mailLanguage: Language | null;
  readonly addresses: readonly string[];
}

/** A user of the industry; null: it has no such user. */
export const findAssignee = (
  db: Querier,
  industryKey: number,
  userId: string,
): Promise<(Assignee & { readonly disabled: boolean }) | null> =>
  db.maybeOne('assignees.find', { industryKey, userId });

/** Users of the industry who may log in, by name. */
export const listAssignees = (
  db: Querier,
  industryKey: number,
): Promise<{ readonly userId: string; readonly username: string }[]> => db.many('assignees.list', { industryKey });

/** Name of a user of the industry, or of an operator; null: neither is known. */
export const userName = async (db: Querier, industryKey: number, userId: string): Promise<string | null> =>
  (await db.one<{ username: string | null }>('assignees.name', { industryKey, userId })).username;
