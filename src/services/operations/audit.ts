import type { DataContext } from '../../context.ts';
import { type AuditFilter, type AuditRow, listAudit } from '../../store/audit.ts';

export type { AuditRow } from '../../store/audit.ts';

export interface AuditService {
  /** What operators did, the newest first. */
  list(filter: AuditFilter, limit: number): Promise<AuditRow[]>;
}

export const createAudit = ({ database }: DataContext): AuditService => ({
  list: (filter, limit) => listAudit(database, filter, limit),
});
