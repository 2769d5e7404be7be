import type { Querier } from '../../platform/database/database.ts';
import type { SubCategory, CategoryGeneration } from '../../kernel/industry/industry.ts';
import type { RegisterChecks, UnitParameter } from '../../kernel/measure/unit.ts';
import type { VolumeCurve } from '../../kernel/measure/volume-curve.ts';
import { NO_TENANT, type StoredTenant, type TenantUnit } from '../rules/provisioning/stored.ts';
import type { AuditedAct } from '../rules/provisioning/entity-tags.ts';
import type { BusinessDate, DatedRule } from '../../kernel/time/types.ts';

interface TenantRow extends NonNullable<StoredTenant['industry']> {
  clock: DatedRule[];
  newestReadingMs: number | null;
  units: UnitRow[] | null;
  categories: CategoryRow[] | null;
  users: UserRow[] | null;
  newestAuditKey: number;
}
interface UnitRow {
  unit_key: number;
  unit_id: string;
  display_name: string;
  si_unit: string;
  position: number;
  removed: boolean;
  versions: VersionRow[] | null;
}
interface VersionRow {
  effective_from: BusinessDate;
  standard_category_id: string;
  flow_factor: number;
  min_non_zero_threshold: number;
  max_capacity: number | null;
  data_update_frequency_seconds: number;
  params: Record<string, UnitParameter>;
  p_ref_kilowatts: number | null;
  calculations: string | null;
  register_checks: RegisterChecks | null;
  volume_curve: VolumeCurve | null;
  meta: Record<string, unknown>;
}
interface CategoryRow {
  generation: CategoryGeneration;
  category_key: string;
  position: number;
  standard_category_id: string;
  sub_categories: SubCategory[];
}
interface UserRow {
  user_key: number;
  user_id: string;
  email: string;
  username: string;
  password_hash: string;
  role: string;
  permissions: string[];
  email_ids: string[];
  phone_no: string | null;
  removed: boolean;
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
  categories: (categories ?? []).map((category) => ({
    generation: category.generation,
    categoryKey: category.category_key,
    position: category.position,
    standardCategoryId: category.standard_category_id,
    subCategories: category.sub_categories,
  })),
  users: (users ?? []).map((user) => ({
    userKey: user.user_key,
    userId: user.user_id,
    email: user.email,
    username: user.username,
    passwordHash: user.password_hash,
    role: user.role,
    permissions: user.permissions,
    emailIds: user.email_ids,
    phoneNo: user.phone_no,
    removed: user.removed,
  })),
  clock: { rules: clock, newestReadingEpochMs },
  namesTaken: new Set(),
  auditKey,
});

const toUnit = (row: UnitRow): TenantUnit => ({
  unitKey: row.unit_key,
  unitId: row.unit_id,
  displayName: row.display_name,
  siUnit: row.si_unit,
  position: row.position,
  removed: row.removed,
  otherMeta: row.versions?.at(-1)?.meta ?? {},
  versions: (row.versions ?? []).map((version) => ({
    effectiveFrom: version.effective_from,
    figures: {
      standardCategoryId: version.standard_category_id,
      flowFactor: version.flow_factor,
      minNonZeroThreshold: version.min_non_zero_threshold,
      maxCapacity: version.max_capacity,
      dataUpdateFrequencySeconds: version.data_update_frequency_seconds,
      params: version.params,
      pRefKilowatts: version.p_ref_kilowatts,
      calculations: version.calculations,
      registerChecks: version.register_checks,
      ...(version.volume_curve === null ? {} : { volumeCurve: version.volume_curve }),
    },
  })),
});
