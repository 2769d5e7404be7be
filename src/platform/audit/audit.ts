import type { Context } from '../../context.ts';
import { type AuditFilter, type AuditRow, listAudit } from './store/audit.ts';

export type { AuditRow } from './store/audit.ts';

/** Acts of operators, the newest first. */
export const readAudit = (
  { database }: Pick<Context, 'database'>,
  filter: AuditFilter,
  limit: number,
): Promise<AuditRow[]> => listAudit(database, filter, limit);
