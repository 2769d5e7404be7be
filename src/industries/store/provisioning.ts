import type { Querier } from '../../platform/database/database.ts';
import type { VolumeCurve } from '../../kernel/measure/volume-curve.ts';
import {
  NO_TENANT,
  type StoredTenant,
  type TenantCategory,
  type TenantUnit,
  type TenantUser,
  type UnitFigures,
} from '../rules/provisioning/stored.ts';
import type { AuditedAct } from '../rules/provisioning/entity-tags.ts';
import type { BusinessDate, DatedRule } from '../../kernel/time/types.ts';

interface TenantRow extends NonNullable<StoredTenant['industry']> {
  readonly clock: DatedRule[];
  readonly newestReadingMs: number | null;
  readonly units: readonly UnitRow[] | null;
  readonly categories: readonly TenantCategory[] | null;
  readonly users: readonly TenantUser[] | null;
  readonly newestAuditKey: number;
}
interface UnitRow extends Omit<TenantUnit, 'otherMeta' | 'versions'> {
  readonly versions: readonly VersionRow[] | null;
}
interface VersionRow extends Omit<UnitFigures, 'volumeCurve'> {
  readonly effectiveFrom: BusinessDate;
  readonly volumeCurve: VolumeCurve | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

/**
 * Waits until nobody writes documents of the industry or places readings by its clock, and keeps others out until the
 * transaction ends. An unknown industry has no lock.
 */
export async function lockDocumentsAndClock(transaction: Querier, industryId: string): Promise<void> {
  await transaction.many('provisioning.lock_documents_and_clock', { industryId });
}

/**
 * An industry with everything that a bundle can hold, except login names of other industries; an empty tenant for an
 * unknown id.
 */
export async function loadTenant(db: Querier, industryId: string): Promise<StoredTenant> {
  const row = await db.maybeOne<TenantRow>('provisioning.tenant', { industryId });
  return row === null ? NO_TENANT : toTenant(row);
}

/** The given login names that users of other industries have already. */
export const namesTaken = async (
  db: Querier,
  industryId: string,
  loginNames: readonly string[],
): Promise<ReadonlySet<string>> =>
  loginNames.length === 0
    ? new Set()
    : new Set(
        (await db.many<{ name: string }>('provisioning.names_taken', { industryId, loginNames })).map(
          ({ name }) => name,
        ),
      );

/** The key of an industry's newest audit row; 0 without one. */
export const newestAudit = async (db: Querier, industryKey: number): Promise<number> =>
  (await db.one<{ auditKey: number }>('provisioning.newest_audit', { industryKey })).auditKey;

/** Acts on an industry after an audit row, the oldest first. */
export const actsSince = async (db: Querier, industryKey: number, auditKey: number): Promise<AuditedAct[]> =>
  (
    await db.many<{ at: string; actorUserId: string; before: unknown; after: unknown }>('provisioning.acts_since', {
      industryKey,
      auditKey,
    })
  ).map(({ at, actorUserId: userId, before, after }) => ({ at: new Date(at).getTime(), userId, before, after }));

const toTenant = ({
  clock,
  newestReadingMs: newestReadingEpochMs,
  units,
  categories,
  users,
  newestAuditKey: auditKey,
  ...industry
}: TenantRow): StoredTenant => ({
  industry,
  units: (units ?? []).map(toUnit),
  categories: categories ?? [],
  users: users ?? [],
  clock: { rules: clock, newestReadingEpochMs },
  namesTaken: new Set(),
  auditKey,
});

const toUnit = ({ versions, ...unit }: UnitRow): TenantUnit => ({
  ...unit,
  otherMeta: versions?.at(-1)?.meta ?? {},
  versions: (versions ?? []).map(({ effectiveFrom, meta: _, volumeCurve, ...figures }) => ({
    effectiveFrom,
    figures: { ...figures, ...(volumeCurve === null ? {} : { volumeCurve }) },
  })),
});
