import type { Querier } from '../../platform/database/database.ts';
import { changedMeanwhile, type EntityTag, fingerprintOf, type ThingPath } from '../rules/provisioning/entity-tags.ts';
import type { StoredTenant } from '../rules/provisioning/stored.ts';
import { actsSince } from '../store/provisioning.ts';

/** A thing that has versions: how people call it, where it stands, and what of it its readers see. */
export interface VersionedThing {
  readonly name: string;
  readonly path: ThingPath;
  readonly seen: (tenant: StoredTenant) => unknown;
}

/** The version of a thing as it is stored. */
export const tagOf = (thing: VersionedThing, tenant: StoredTenant): EntityTag => ({
  auditKey: tenant.auditKey,
  fingerprint: fingerprintOf(thing.seen(tenant)),
});

/**
 * Refuses a change of another version than those expected; null expects any.
 * @throws ServiceError 412, which tells what was changed since, by whom and when.
 */
export const requireVersionOf =
  (thing: VersionedThing, expected: readonly EntityTag[] | null) =>
  async (db: Querier, stored: StoredTenant): Promise<void> => {
    if (expected === null) return;
    const { fingerprint } = tagOf(thing, stored);
    if (expected.some((tag) => tag.fingerprint === fingerprint)) return;
    const since = Math.min(...expected.map((tag) => tag.auditKey));
    const acts = stored.industry === null ? [] : await actsSince(db, stored.industry.industryKey, since);
    throw changedMeanwhile(thing.name, thing.path, acts);
  };
