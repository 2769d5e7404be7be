import type { DataContext } from '../../context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Querier } from '../database/database.ts';
import { type Assignee, findAssignee, listAssignees } from './store/assignees.ts';

/** People of an industry to whom something can be handed, by name. */
export const readAssignees = (
  { database }: Pick<DataContext, 'database'>,
  { industryKey }: { readonly industryKey: number },
): ReturnType<typeof listAssignees> => listAssignees(database, industryKey);

/**
 * The person to whom something is to be handed.
 * @param field name of the field that names the person
 * @throws ServiceError 404 for somebody else than a user of the industry, 400 for one who is disabled
 */
export async function requireAssignee(
  db: Querier,
  { industryKey }: { readonly industryKey: number },
  userId: string,
  field: 'userId' | 'assigneeId' = 'userId',
): Promise<Assignee> {
  const found = await findAssignee(db, industryKey, userId);
  const shown = userId.slice(0, 80);
  if (found === null)
    throw new ServiceError(404, `'${field}': '${shown}' is not a user of your industry`, [
      { field, problem: 'is not a userId of your industry' },
    ]);
  if (found.disabled) throw disabledUser(field, userId);
  return found;
}

/** Of somebody who may not log in: nothing can be handed to him, and no link is mailed. */
export const disabledUser = (field: 'userId' | 'assigneeId', name: string): ServiceError =>
  new ServiceError(400, `Invalid '${field}': '${name.slice(0, 80)}' is disabled, allowed is a user who may log in`, [
    { field, problem: 'is a disabled user, allowed is one who may log in' },
  ]);
