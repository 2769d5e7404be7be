import type { Querier, RowOf } from '../../database/database.ts';
import type { Actor } from '../../login/rules/caller.ts';
import type { AuditVerb } from '../../login/rules/audit-verbs.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** Fields by name. */
type Facts = Readonly<Record<string, JsonValue>>;

interface Act {
  readonly at: EpochMillis;
  readonly actor: Actor;
  /** null: the act concerns no single industry. */
  readonly industryKey: number | null;
  readonly verb: AuditVerb;
  /** The object of the act: a unitId, a userId, the id of a key. */
  readonly subject: string;
  readonly reason?: string | null;
  /** The changed fields before; null where there was nothing. Never a secret. */
  readonly before: Facts | null;
  /** The changed fields after; null where there is nothing any more. Never a secret. */
  readonly after: Facts | null;
}

const asJson = (value: Facts | null): string | null => (value === null ? null : JSON.stringify(value));

/** Writes the audit row of an act, in the transaction of the act. */
export async function writeAudit(db: Querier, act: Act): Promise<void> {
  await db.many('audit.write', {
    industryKey: act.industryKey,
    at: new Date(act.at),
    userId: act.actor.userId,
    industryId: act.actor.industryId,
    address: act.actor.address,
    verb: act.verb,
    subject: act.subject,
    reason: act.reason ?? null,
    before: asJson(act.before),
    after: asJson(act.after),
  });
}

export interface AuditRow extends Omit<Act, 'at' | 'industryKey' | 'verb' | 'reason'> {
  readonly auditKey: number;
  readonly at: Date;
  /** null: the act concerned no single industry. */
  readonly industryId: string | null;
  /** Text, because rows outlive the table of verbs. */
  readonly verb: string;
  readonly reason: string | null;
}

/** Filters of audit rows; null: all. */
export interface AuditFilter {
  readonly industryKey: number | null;
  readonly verb: string | null;
  readonly subject: string | null;
  readonly from: Date | null;
  /** End of the span, excluded. */
  readonly to: Date | null;
  /** Upper bound of the keys, excluded. */
  readonly before: number | null;
}

interface StoredRow extends RowOf<Omit<AuditRow, 'actor'>, 'at'> {
  readonly actorUserId: string;
  readonly actorIndustryId: string;
  readonly actorAddress: string | null;
}

/** The newest rows first. */
export const listAudit = async (db: Querier, filter: AuditFilter, limit: number): Promise<AuditRow[]> =>
  (await db.many<StoredRow>('audit.list', { ...filter, limit })).map(
    ({ auditKey, industryId, at, actorUserId, actorIndustryId, actorAddress, ...told }) => ({
      auditKey,
      industryId,
      at: new Date(at),
      actor: { userId: actorUserId, industryId: actorIndustryId, address: actorAddress },
      ...told,
    }),
  );
