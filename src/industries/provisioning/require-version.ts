import type { Querier } from '../../platform/database/database.ts';
import { changedMeanwhile, type EntityTag, fingerprintOf, type EntityPath } from '../rules/provisioning/entity-tags.ts';
import type { StoredTenant } from '../rules/provisioning/stored.ts';
import { actsSince } from '../store/provisioning.ts';

/** An entity with versions: its name for people, its path in the tenant, and its content as readers see it. */
export interface VersionedEntity {
  readonly name: string;
  readonly path: EntityPath;
  readonly seen: (tenant: StoredTenant) => unknown;
}

/** The version of a stored entity. */
export const tagOf = (entity: VersionedEntity, tenant: StoredTenant): EntityTag => ({
  auditKey: tenant.auditKey,
  fingerprint: fingerprintOf(entity.seen(tenant)),
});

/**
 * Refuses a change of a version that is not expected; null expects any.
 * @throws ServiceError 412 with the changes since, their actors and instants.
 */
export const requireVersionOf =
  (entity: VersionedEntity, expected: readonly EntityTag[] | null) =>
  async (db: Querier, stored: StoredTenant): Promise<void> => {
    if (expected === null) return;
    const { fingerprint } = tagOf(entity, stored);
    if (expected.some((tag) => tag.fingerprint === fingerprint)) return;
    const since = Math.min(...expected.map((tag) => tag.auditKey));
    const acts = stored.industry === null ? [] : await actsSince(db, stored.industry.industryKey, since);
    throw changedMeanwhile(entity.name, entity.path, acts);
  };
