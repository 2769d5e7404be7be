import type { DataContext } from '../context.ts';
import { CATEGORY_GENERATIONS } from '../kernel/industry/industry.ts';
import { bundleOf, categoryDocument } from './rules/provisioning/bundle-of.ts';
import type { EntityTag } from './rules/provisioning/entity-tags.ts';
import type { CategoryName } from './rules/provisioning/stored.ts';
import { viewOfUnit } from './rules/provisioning/tenant-view.ts';
import {
  type IndustryFilter,
  lastSeenOfUnits,
  type ListedIndustry,
  pageOfIndustries,
} from '../platform/directory/store/industry-lists.ts';
import { loadTenant } from './store/provisioning.ts';
import { tagOf } from './provisioning/require-version.ts';
import {
  categoryEntity,
  industryEntity,
  requireTenant,
  requireTenantCategory,
  requireTenantUnit,
  unitEntity,
} from './tenant-entities.ts';
import type { ListPage } from '../platform/database/list-page.ts';

/** An entity with its version. */
interface Versioned<T> {
  readonly value: T;
  readonly tag: EntityTag;
}

/** A unit as operators see it. */
export interface UnitForOperators {
  /** The unit in the form of a bundle, with all its versions and whether it is retired. */
  readonly unit: ReturnType<typeof viewOfUnit>;
  readonly lastSeen: Date | null;
}

/** A page of the industries, for operators. */
export const readIndustriesPage = (
  { database }: Pick<DataContext, 'database'>,
  filter: IndustryFilter,
  page: ListPage,
): Promise<{ readonly industries: readonly ListedIndustry[]; readonly total: number }> =>
  pageOfIndustries(database, filter, page);

/** The bundle that would provision the industry as it is. */
export async function readIndustry(
  { database }: DataContext,
  industryId: string,
): Promise<Versioned<ReturnType<typeof bundleOf>>> {
  const tenant = await loadTenant(database, industryId);
  requireTenant(tenant, industryId);
  return { value: bundleOf(tenant, industryId), tag: tagOf(industryEntity(industryId), tenant) };
}

interface UnitListing {
  readonly status: 'active' | 'retired' | 'all';
  readonly standardCategoryId: string | null;
  /** Part of the id or the name, in either case. */
  readonly search: string | null;
}

/** Units in the order of the bundle. */
export async function listUnits(
  { database }: DataContext,
  industryId: string,
  { status, standardCategoryId, search }: UnitListing,
): Promise<UnitForOperators[]> {
  const tenant = await loadTenant(database, industryId);
  const { industryKey } = requireTenant(tenant, industryId);
  const seen = await lastSeenOfUnits(database, industryKey);
  const wanted = search?.toLowerCase() ?? '';
  return tenant.units
    .filter(
      ({ unitId, displayName, removed, versions }) =>
        (status === 'all' || removed === (status === 'retired'))
        && (standardCategoryId === null || versions.at(-1)?.figures.standardCategoryId === standardCategoryId)
        && `${unitId} ${displayName}`.toLowerCase().includes(wanted),
    )
    .map((unit) => ({ unit: viewOfUnit(unit), lastSeen: seen.get(unit.unitId) ?? null }));
}

export async function readUnit(
  { database }: DataContext,
  industryId: string,
  unitId: string,
): Promise<Versioned<UnitForOperators>> {
  const tenant = await loadTenant(database, industryId);
  const unit = requireTenantUnit(tenant, industryId, unitId);
  const seen = await lastSeenOfUnits(database, requireTenant(tenant, industryId).industryKey);
  return {
    value: { unit: viewOfUnit(unit), lastSeen: seen.get(unitId) ?? null },
    tag: tagOf(unitEntity(unitId), tenant),
  };
}

type NamedCategory = CategoryName & ReturnType<typeof categoryDocument>;

/** Categories in the order in which a key is looked up. */
export async function listCategories({ database }: DataContext, industryId: string): Promise<NamedCategory[]> {
  const tenant = await loadTenant(database, industryId);
  requireTenant(tenant, industryId);
  return CATEGORY_GENERATIONS.flatMap((generation) =>
    tenant.categories
      .filter((category) => category.generation === generation)
      .map((category) => ({ generation, categoryKey: category.categoryKey, ...categoryDocument(category) })),
  );
}

export async function readCategory(
  { database }: DataContext,
  industryId: string,
  name: CategoryName,
): Promise<Versioned<NamedCategory>> {
  const tenant = await loadTenant(database, industryId);
  const category = requireTenantCategory(tenant, industryId, name);
  return { value: { ...name, ...categoryDocument(category) }, tag: tagOf(categoryEntity(name), tenant) };
}
